// The best few plans so far, and how good another one has to be.
#pragma once

#include "core/search/plan_search.h"

#include <atomic>
#include <limits>
#include <mutex>

namespace roofplan {

/// Safe to use from several threads. What is in it at the end does not depend on the order in which
/// plans came.
class BestList {
public:
    BestList(std::size_t most, Distinct distinct) : m_most(most), m_distinct(distinct) {}

    void add(const FoundPlan& plan);

    /// A plan with a longer step cannot enter.
    [[nodiscard]] Seconds worstUseful() const {
        return Seconds(m_worst.load(std::memory_order_relaxed));
    }

    /// Best first.
    [[nodiscard]] std::vector<FoundPlan> take() { return std::move(m_plans); }

private:
    std::size_t m_most;
    Distinct m_distinct;
    std::mutex m_mutex;
    std::vector<FoundPlan> m_plans; ///< sorted
    std::atomic<double> m_worst{std::numeric_limits<double>::infinity()};
};

} // namespace roofplan
