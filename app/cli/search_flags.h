// The flags of the verb search that are no fields of a scenario.
#pragma once

#include "app/cli/scenario_input.h"
#include "core/search/cluster_search.h"

#include <QCommandLineParser>

#include <string>
#include <string_view>
#include <vector>

namespace roofplan::cli {

/// What is asked about each scenario.
enum class SearchQuestion {
    Plans,             ///< the best of its cluster
    Space,             ///< what there is to choose from
    Clusters,          ///< the best clusters
    Front,             ///< clusters that no other one beats in time and cost
    FewestGpus,        ///< the smallest cluster of each type
    LongestSequence,   ///< that fits on its cluster
    LargestMicroBatch, ///< that fits on its cluster
};

/// Whether other clusters than the scenario's are tried.
[[nodiscard]] constexpr bool isOfClusters(SearchQuestion question) {
    return question == SearchQuestion::Clusters || question == SearchQuestion::Front ||
           question == SearchQuestion::FewestGpus;
}

struct SearchRequest {
    SearchQuestion question = SearchQuestion::Plans;
    SearchOptions options; ///< with the fields that are pinned
    SearchObjective objective = SearchObjective::Time;
    ClusterLimits limits;
    std::vector<std::string> types; ///< as typed; empty for all
    ClusterChoices choices;         ///< sizes and numbers of GPUs
    bool json = false;
    std::string output; ///< project file for the best plans, empty for none
};

/// "tokens_per_dollar".
[[nodiscard]] std::string_view objectiveKey(SearchObjective objective);

void addSearchFlags(QCommandLineParser& parser);

/// A field of the plan among `fields` is pinned, and so is what --pin names. Fails with every flag
/// that holds what it may not, and what it may.
[[nodiscard]] Expected<SearchRequest> searchRequest(const QCommandLineParser& parser,
                                                    const std::vector<FieldFlag>& fields);

/// The ids of `request.types`. Fails where one is no instance type.
[[nodiscard]] Expected<std::vector<std::string>> namedTypes(const SearchRequest& request,
                                                            const Catalogue& catalogue);

} // namespace roofplan::cli
