#include "core/sweep/region_map.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace roofplan {

namespace {

/// The threads of a map. Each keeps what its searches share in memos of its own, and holds as much
/// as one of all of them may.
class Mapper {
public:
    Mapper(RegionMap& map,
           const Catalogue& catalogue,
           const SweepOptions& options,
           SweepWorks& works)
        : m_map(map), m_catalogue(catalogue), m_options(options), m_works(works) {
        m_works.resize(static_cast<std::size_t>(std::max(1, options.threads)));
        for (CellWork& work : m_works) {
            work.threads = static_cast<int>(m_works.size());
            work.cancelled = options.cancelled;
        }
    }

    void run(const MapPass& pass) {
        m_next = 0;
        std::vector<std::thread> others;
        const std::size_t useful = std::min(m_works.size(), pass.cells.size());
        for (std::size_t thread = 1; thread < useful; ++thread) {
            others.emplace_back([this, &pass, thread] { work(pass, thread); });
        }
        work(pass, 0);
        for (std::thread& other : others) {
            other.join();
        }
    }

    [[nodiscard]] bool stopped() const {
        return m_options.cancelled != nullptr &&
               m_options.cancelled->load(std::memory_order_relaxed);
    }

private:
    void work(const MapPass& pass, std::size_t thread) {
        for (std::size_t i = m_next++; i < pass.cells.size() && !stopped(); i = m_next++) {
            const std::size_t cell = pass.cells[i];
            m_map.cells[cell] = askCell(m_map.grid, cell, m_catalogue, m_works[thread]);
        }
    }

    RegionMap& m_map;
    const Catalogue& m_catalogue;
    const SweepOptions& m_options;
    SweepWorks& m_works;
    std::atomic<std::size_t> m_next{0};
};

} // namespace

RegionMap sweepMap(SweepGrid grid,
                   const Catalogue& catalogue,
                   const SweepOptions& options,
                   SweepWorks& works) {
    RegionMap map{.grid = std::move(grid), .cells = {}};
    map.cells.resize(map.grid.cells());
    Mapper mapper(map, catalogue, options, works);
    for (const MapPass& pass : passesOf(map.grid)) {
        mapper.run(pass);
        if (mapper.stopped()) {
            map.cancelled = true;
            break;
        }
        if (options.afterPass) {
            options.afterPass(map, pass.stride);
        }
    }
    return map;
}

RegionMap sweepMap(SweepGrid grid, const Catalogue& catalogue, const SweepOptions& options) {
    SweepWorks works;
    return sweepMap(std::move(grid), catalogue, options, works);
}

} // namespace roofplan
