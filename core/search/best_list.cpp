#include "core/search/best_list.h"

#include <algorithm>
#include <tuple>

namespace roofplan {

namespace {

auto layoutOf(const ParallelPlan& p) {
    return std::tuple(p.tensorParallel, p.pipelineParallel, p.contextParallel, p.expertParallel,
                      p.expertTensorParallel, p.microBatch);
}

auto settingsOf(const ParallelPlan& p) {
    return std::tuple(!p.sequenceParallel, p.virtualPipeline, p.recompute,
                      p.recomputeLayers.value_or(0), p.offload, p.zero);
}

} // namespace

bool comesBefore(const FoundPlan& a, const FoundPlan& b) {
    if (a.stepTime != b.stepTime) {
        return a.stepTime < b.stepTime;
    }
    const auto left = layoutOf(a.plan);
    const auto right = layoutOf(b.plan);
    return left != right ? left < right : settingsOf(a.plan) < settingsOf(b.plan);
}

void BestList::add(const FoundPlan& plan) {
    if (m_most == 0 || plan.stepTime > worstUseful()) {
        return;
    }
    const std::scoped_lock lock(m_mutex);
    if (m_distinct == Distinct::Layouts) {
        const auto same = std::ranges::find_if(m_plans, [&plan](const FoundPlan& known) {
            return layoutOf(known.plan) == layoutOf(plan.plan);
        });
        if (same != m_plans.end()) {
            if (!comesBefore(plan, *same)) {
                return;
            }
            m_plans.erase(same);
        }
    }
    m_plans.insert(std::ranges::upper_bound(m_plans, plan, comesBefore), plan);
    if (m_plans.size() > m_most) {
        m_plans.pop_back();
    }
    if (m_plans.size() == m_most) {
        m_worst.store(m_plans.back().stepTime.base(), std::memory_order_relaxed);
    }
}

} // namespace roofplan
