#include "core/sweep/repricing.h"

#include "core/cost/billing.h"

#include <utility>

namespace roofplan {

namespace {

Scenario withoutPrices(Scenario scenario) {
    Cluster bare;
    bare.instance = std::move(scenario.cluster.instance);
    bare.instances = scenario.cluster.instances;
    bare.custom = std::move(scenario.cluster.custom);
    scenario.cluster = std::move(bare);
    scenario.name.clear();
    return scenario;
}

/// The question at a cell with the plan that was found there.
Expected<ResolvedScenario> priced(const SweepGrid& grid,
                                  std::size_t cell,
                                  const ParallelPlan& plan,
                                  const Catalogue& catalogue) {
    Expected<Scenario> scenario = scenarioAt(grid, cell, catalogue);
    if (!scenario) {
        return tl::unexpected(std::move(scenario.error()));
    }
    scenario->plan = plan;
    return resolve(*scenario, catalogue, Remarks::Unwanted);
}

/// Bills the cells of a map.
class Biller {
public:
    Biller(RegionMap& map, const Catalogue& catalogue) : m_map(map), m_catalogue(catalogue) {}

    void bill() {
        const auto& axes = m_map.grid.axes;
        // What is no part of the cluster changes no bill but by the time of the run.
        const bool byRow = axes.size() > 1 && axes[1].field->group == FieldGroup::Cluster;
        const bool byColumn = axes[0].field->group == FieldGroup::Cluster;
        for (std::size_t cell = 0; cell < m_map.cells.size(); ++cell) {
            const std::size_t column = cell % m_map.grid.columns();
            const std::size_t row = cell / m_map.grid.columns();
            const std::size_t key =
                (byRow ? row * m_map.grid.columns() : 0) + (byColumn ? column : 0);
            billCell(cell, key);
        }
    }

private:
    void billCell(std::size_t cell, std::size_t key) {
        MapCell& answer = m_map.cells[cell];
        if (answer.state != CellState::Fits) {
            return;
        }
        if (m_payers.size() <= key) {
            m_payers.resize(m_map.cells.size());
        }
        std::optional<ResolvedScenario>& payer = m_payers[key];
        if (!payer) {
            Expected<ResolvedScenario> resolved =
                priced(m_map.grid, cell, answer.plan, m_catalogue);
            if (!resolved) { // of a catalogue that differs in more than prices
                answer.cost.reset();
                answer.billedTime.reset();
                return;
            }
            payer = std::move(*resolved);
        }
        const std::optional<Bill> bill = billOf(*payer, answer.timeToTrain);
        answer.cost = bill ? std::optional(bill->cost) : std::nullopt;
        answer.billedTime = bill ? std::optional(bill->paid) : std::nullopt;
    }

    RegionMap& m_map;
    const Catalogue& m_catalogue;
    std::vector<std::optional<ResolvedScenario>> m_payers;
};

} // namespace

bool onlyPricesChanged(const SweepGrid& before, const SweepGrid& after) {
    return before.axes == after.axes && before.request.plan == after.request.plan &&
           before.request.batch == after.request.batch && before.pinned == after.pinned &&
           withoutPrices(before.request.base) == withoutPrices(after.request.base);
}

RegionMap repriced(RegionMap map, SweepGrid grid, const Catalogue& catalogue) {
    map.grid = std::move(grid);
    Biller(map, catalogue).bill();
    return map;
}

} // namespace roofplan
