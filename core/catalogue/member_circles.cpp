#include "core/catalogue/member_circles.h"

#include <map>
#include <set>
#include <string_view>

namespace roofplan {

namespace {

/// Part → what it is a part of.
using Wholes = std::map<std::string_view, std::set<std::string_view>>;

Wholes wholesOf(const Catalogue& catalogue) {
    Wholes wholes;
    for (const InstanceType& instance : catalogue.instances) {
        if (!instance.member.empty()) {
            wholes[instance.member].insert(instance.id);
        }
        for (const std::string& whole : instance.soldIn) {
            wholes[instance.id].insert(whole);
        }
    }
    return wholes;
}

bool leadsToItself(std::string_view start, const Wholes& wholes) {
    std::set<std::string_view> seen;
    std::vector<std::string_view> open{start};
    while (!open.empty()) {
        const auto found = wholes.find(open.back());
        open.pop_back();
        if (found == wholes.end()) {
            continue;
        }
        for (const std::string_view whole : found->second) {
            if (whole == start) {
                return true;
            }
            if (seen.insert(whole).second) {
                open.push_back(whole);
            }
        }
    }
    return false;
}

} // namespace

std::vector<std::string> instancesInCircles(const Catalogue& catalogue) {
    const Wholes wholes = wholesOf(catalogue);
    std::vector<std::string> ids;
    for (const auto& [part, itsWholes] : wholes) {
        if (leadsToItself(part, wholes)) {
            ids.emplace_back(part);
        }
    }
    return ids;
}

} // namespace roofplan
