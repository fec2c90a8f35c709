// What is best where two figures count and none outweighs the other.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

namespace roofplan {

/// The items that no other one dominates: none is at most as large in both figures and smaller in
/// one. Indices by first figure, then second, then place in the list; items that are equal in both
/// stand together. What has a figure that is not a number is never among them.
template <typename Item, typename First, typename Second>
[[nodiscard]] std::vector<std::size_t>
paretoFront(const std::vector<Item>& items, First first, Second second) {
    const auto figures = [&](std::size_t i) {
        return std::pair<double, double>(std::invoke(first, items[i]),
                                         std::invoke(second, items[i]));
    };
    std::vector<std::size_t> order(items.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::erase_if(order, [&](std::size_t i) {
        return std::isnan(figures(i).first) || std::isnan(figures(i).second);
    });
    std::ranges::stable_sort(order,
                             [&](std::size_t a, std::size_t b) { return figures(a) < figures(b); });
    std::vector<std::size_t> front;
    for (const std::size_t i : order) {
        // Only smaller in the second figure than all before it, or equal to the last, is it free.
        if (front.empty() || figures(i).second < figures(front.back()).second ||
            figures(i) == figures(front.back())) {
            front.push_back(i);
        }
    }
    return front;
}

} // namespace roofplan
