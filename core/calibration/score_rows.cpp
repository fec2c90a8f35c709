#include "core/calibration/score_rows.h"

#include "core/calibration/collective_rows.h"
#include "core/calibration/gemm_rows.h"
#include "core/calibration/training_rows.h"

#include <map>
#include <utility>

namespace roofplan {

namespace {

const char* tierReason(const std::string& tier) {
    static const std::map<std::string, const char*> reasons{
        {"C",
         translatable("core", "tier C: too little is known of the run, or it was not a healthy "
                              "one")},
        {"D", translatable("core", "tier D: not a speed that can be compared")},
        {"G", translatable("core", "tier G: for grouping, not a measurement of its own")},
        {"R", translatable("core", "tier R: whole steps of reinforcement learning are not modelled "
                                   "yet")}};
    const auto found = reasons.find(tier);
    return found == reasons.end() ? "" : found->second;
}

bool isModelled(MeasurementKind kind) {
    return kind != MeasurementKind::Inference && kind != MeasurementKind::Storage;
}

std::string firstText(const nlohmann::json& row, std::initializer_list<const char*> pointers) {
    for (const char* const pointer : pointers) {
        if (std::string text = textAt(row, pointer); !text.empty()) {
            return text;
        }
    }
    return {};
}

ScoredFile scoreTraining(const MeasurementFile& file,
                         const Catalogue& catalogue,
                         const RowConventions& conventions) {
    std::vector<TrainingRow> rows;
    std::vector<FidelityItem> broken;
    for (const MeasurementRow& row : file.rows) {
        if (row.sound) {
            rows.push_back(trainingRow(row.json, catalogue, conventions, row.place));
        } else {
            broken.push_back(rowItem(row, file.kind));
        }
    }
    const TrainingQuestions questions(std::move(rows), catalogue);
    ScoredFile scored{.report = questions.report(), .findings = questions.findings()};
    scored.report.items.insert(scored.report.items.end(), broken.begin(), broken.end());
    return scored;
}

/// Asks `predict` each row that is to be scored.
template <typename Predict>
ScoredFile scoreEach(const MeasurementFile& file, const Catalogue& catalogue, Predict predict) {
    ScoredFile scored;
    for (const MeasurementRow& row : file.rows) {
        FidelityItem item = rowItem(row, file.kind);
        if (item.scored()) {
            predict(row, catalogue, item);
            if (!item.scored()) {
                scored.findings.push_back(
                    {.code = "measurement.unscored",
                     .place = row.place,
                     .text = {translatable("core", "Row {0} is not scored: {1}."),
                              {item.id, item.reason}}});
            }
        }
        scored.report.items.push_back(std::move(item));
    }
    return scored;
}

ScoredFile scoreByKind(const MeasurementFile& file,
                       const Catalogue& catalogue,
                       const RowConventions& conventions) {
    switch (file.kind) {
    case MeasurementKind::Training:
        return scoreTraining(file, catalogue, conventions);
    case MeasurementKind::Gemm:
        return scoreEach(file, catalogue, predictKernel);
    case MeasurementKind::Collectives:
        return scoreEach(file, catalogue, predictCollective);
    case MeasurementKind::Inference:
    case MeasurementKind::Storage:
        break;
    }
    return scoreEach(file, catalogue, [](const auto&, const auto&, const auto&) {});
}

} // namespace

FidelityItem rowItem(const MeasurementRow& row, MeasurementKind kind) {
    FidelityItem item;
    item.id = row.id;
    item.family = textAt(row.json, "/family");
    item.group = textAt(row.json, "/dup_group");
    item.tier = textAt(row.json, "/score/tier");
    item.target = targetOf(row.json);
    item.gpu = firstText(row.json, {"/hardware/gpu", "/gpu_class", "/gpu"});
    item.precision = firstText(row.json, {"/run/precision", "/run/weights_precision", "/dtype"});
    item.op = firstText(row.json, {"/op", "/collective"});
    item.measured = numberAt(row.json, targetPointer(kind, item.target));
    if (!row.sound) {
        item.reason = translatable("core", "the row is not sound");
    } else if (!isScoredTier(item.tier)) {
        item.reason = tierReason(item.tier);
    } else if (!isModelled(kind)) {
        item.reason = translatable("core", "not modelled yet");
    }
    return item;
}

ScoredFile scoreMeasurements(const MeasurementFile& file,
                             const Catalogue& catalogue,
                             const RowConventions& conventions) {
    ScoredFile scored = scoreByKind(file, catalogue, conventions);
    scored.report.kind = measurementKindName(file.kind);
    scored.findings.insert(scored.findings.begin(), file.findings.begin(), file.findings.end());
    return scored;
}

} // namespace roofplan
