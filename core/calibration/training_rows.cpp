#include "core/calibration/training_rows.h"

#include "core/calibration/coverage.h"
#include "core/calibration/gpu_names.h"
#include "core/calibration/row_model.h"
#include "core/calibration/row_reader.h"
#include "core/evaluate/evaluate.h"
#include "core/scenario/field_table.h"
#include "core/sensitivity/constants_spread.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace roofplan {

namespace {

using nlohmann::json;

constexpr std::string_view stepTarget = "step_time_s";
constexpr std::string_view rateTarget = "tokens_per_s_per_gpu";

void append(Diagnostics& list, const Diagnostics& more) {
    list.insert(list.end(), more.begin(), more.end());
}

/// What identifies a row and what was measured; the reason where the row is not scored.
class ItemReader {
public:
    ItemReader(const json& row, const std::string& place) : m_row(row), m_place(place) {}

    void read(TrainingRow& out) {
        RowReader row(m_row, m_place);
        RowReader score(objectAt(m_row, "score"), m_place + "/score");
        RowReader measured(objectAt(m_row, "measured"), m_place + "/measured");
        FidelityItem& item = out.item;
        item.id = row.text("id");
        item.family = row.text("family");
        item.group = row.text("dup_group");
        item.tier = score.text("tier");
        item.target = score.text("target");
        RowReader run(objectAt(m_row, "run"), m_place + "/run");
        RowReader hardware(objectAt(m_row, "hardware"), m_place + "/hardware");
        RowReader model(objectAt(m_row, "model"), m_place + "/model");
        item.gpu = hardware.text("gpu");
        item.precision = run.text("precision");
        item.model = model.text("name");
        item.experts = !model.object("moe").empty();
        if (item.tier != "A" && item.tier != "B") {
            item.reason = "tier " + item.tier + " is not scored";
            return;
        }
        item.scale = scaleOfGpus(hardware.number("gpus").value_or(0.0));
        if (item.target != stepTarget && item.target != rateTarget) {
            score.report("target",
                         {translatable("core", "found {0}, allowed: {1} or {2}"),
                          {item.target, std::string(stepTarget), std::string(rateTarget)}});
        } else if (const std::optional<double> value = measured.number(item.target)) {
            item.measured = *value;
        } else {
            measured.report(item.target,
                            {translatable("core", "is missing, and is the target"), {}});
        }
        if (const std::string also = score.text("also"); also == "memory_gb_per_gpu") {
            out.memoryGib = measured.number(also);
        }
        for (const RowReader* reader : {&row, &score, &measured, &run, &hardware, &model}) {
            append(out.findings, reader->findings());
        }
    }

private:
    const json& m_row;
    const std::string& m_place;
};

/// "a100-sxm" of "a100-sxm-80gb": what is left out together in a calibration.
std::string withoutMemorySize(const std::string& id) {
    const std::size_t dash = id.rfind('-');
    const bool size = dash != std::string::npos && id.size() > dash + 3 && id.ends_with("gb");
    return size ? id.substr(0, dash) : id;
}

/// The cluster, workload and plan of a row, over what is assumed where it is silent.
class ScenarioReader {
public:
    ScenarioReader(const json& row,
                   const Catalogue& catalogue,
                   const RowAssumptions& assumed,
                   const std::string& place,
                   TrainingRow& out)
        : m_catalogue(catalogue),
          m_assumed(assumed),
          m_place(place),
          m_hardware(objectAt(row, "hardware"), place + "/hardware"),
          m_run(objectAt(row, "run"), place + "/run"),
          m_row(row),
          m_out(out) {}

    void read() {
        cluster();
        workload();
        plan();
        assumedFields(false);
        pipeline();
        if (m_assumed.recomputedShare) {
            const double perStage = static_cast<double>(m_out.model.layers.size()) /
                                    static_cast<double>(m_out.scenario.plan.pipelineParallel);
            m_out.scenario.plan.recomputeLayers = std::max<std::int64_t>(
                1, static_cast<std::int64_t>(std::round(perStage * *m_assumed.recomputedShare)));
        }
        append(m_out.findings, m_hardware.findings());
        append(m_out.findings, m_run.findings());
    }

private:
    /// Fields that the row itself may say are assumed before it is read, the others behind it.
    void assumedFields(bool cluster) {
        for (const auto& [key, text] : m_assumed.fields) {
            if (!saidByRow(key)) {
                set(key, text, cluster);
            }
        }
        for (const auto& [key, text] : m_assumed.corrections) {
            set(key, text, cluster);
        }
    }

    void set(const std::string& key, const std::string& text, bool cluster) {
        const Field* const field = findField(key);
        if (field == nullptr) {
            report(key, {translatable("core", "{0} is no field of a scenario"), {key}});
            return;
        }
        if ((field->group == FieldGroup::Cluster) != cluster) {
            return;
        }
        Expected<Scenario> next = withField(m_out.scenario, *field, text, m_catalogue);
        if (next) {
            m_out.scenario = *std::move(next);
        } else {
            append(m_out.findings, next.error());
        }
    }

    [[nodiscard]] bool saidByRow(const std::string& key) const {
        const json& run = objectAt(m_row, "run");
        const json& hardware = objectAt(m_row, "hardware");
        const auto said = [&key](const json& object) {
            const auto found = object.find(key);
            return found != object.end() && !found->is_null();
        };
        return said(run) || said(hardware);
    }

    void cluster() {
        Scenario& s = m_out.scenario;
        s.cluster.instance = customInstance;
        CustomCluster& custom = s.cluster.custom;
        const std::string name = m_hardware.text("gpu");
        if (const std::optional<std::string> gpu = gpuIdOf(name, m_catalogue)) {
            custom.gpu = *gpu;
            m_out.item.chip = withoutMemorySize(*gpu);
        } else {
            m_hardware.report("gpu",
                              {translatable("core", "found {0}, which no GPU of the catalogue "
                                                    "is called"),
                               {name}});
        }
        custom.gpus = m_hardware.need("gpus");
        custom.gpusPerNode =
            std::min(custom.gpus, m_hardware.whole("gpus_per_node").value_or(custom.gpus));
        custom.nvlinkDomain = m_hardware.whole("nvlink_domain");
        if (custom.nvlinkDomain) {
            custom.nvlinkDomain = std::max(*custom.nvlinkDomain, custom.gpusPerNode);
        }
        assumedFields(true);
        if (const std::optional<double> gbps = m_hardware.number("network_gbps_per_gpu")) {
            constexpr double bytesPerGigabit = 1e9 / 8.0;
            custom.networkPerGpu = Bandwidth(*gbps * bytesPerGigabit);
        }
    }

    void workload() {
        Workload& work = m_out.scenario.workload;
        work.model = m_out.item.id;
        work.sequenceLength = m_run.need("seq_len");
        work.globalBatch = m_run.need("global_batch_seqs");
        const std::string precision = m_run.text("precision");
        if (const std::optional<Precision> known = precisionFromKey(precision)) {
            work.precision = *known;
        } else {
            m_run.report("precision", {translatable("core", "found {0}, which is no known format"),
                                       {precision}});
        }
        RowReader row(m_row, m_place);
        const std::string phase = row.text("phase");
        const auto known = std::find_if(trainingPhaseNames.begin(), trainingPhaseNames.end(),
                                        [&](const auto& choice) { return choice.key == phase; });
        if (known != trainingPhaseNames.end()) {
            work.phase = known->value;
        } else {
            report("phase",
                   {translatable("core", "found {0}, which is not modelled as training"), {phase}});
        }
    }

    void plan() {
        ParallelPlan& plan = m_out.scenario.plan;
        plan.tensorParallel = m_run.need("tp");
        plan.pipelineParallel = m_run.need("pp");
        plan.contextParallel = m_run.whole("cp").value_or(1);
        plan.dataParallel = m_run.whole("dp");
        plan.expertParallel = m_run.whole("ep").value_or(1);
        plan.expertTensorParallel = m_run.whole("etp").value_or(
            m_assumed.expertsFollowTp.value_or(false) ? plan.tensorParallel : 1);
        plan.sequenceParallel = m_run.flag("sequence_parallel", true);
        const double perRank = static_cast<double>(m_out.scenario.workload.globalBatch) /
                               static_cast<double>(plan.dataParallel.value_or(1));
        // Submissions that do not say so take a rank's few sequences at once.
        plan.microBatch =
            m_run.whole("micro_batch").value_or(perRank == 2.0 ? std::int64_t{2} : std::int64_t{1});
        const std::string recompute = m_run.text("recompute");
        const auto known =
            std::find_if(recomputeNames.begin(), recomputeNames.end(),
                         [&](const auto& choice) { return choice.key == recompute; });
        if (known != recomputeNames.end()) {
            plan.recompute = known->value;
        } else if (!recompute.empty()) {
            m_run.report("recompute", {translatable("core", "found {0}, allowed: none, selective, "
                                                            "full"),
                                       {recompute}});
        }
        splitExperts();
        contradictions();
    }

    /// What cannot both be so.
    void contradictions() {
        (void)m_run.text("framework");
        (void)m_run.text("zero_or_fsdp");
        const ParallelPlan& plan = m_out.scenario.plan;
        if (!m_out.item.experts.value_or(false) && plan.expertParallel > 1) {
            m_run.report("ep", {translatable("core", "found {0} of a model without experts, "
                                                     "allowed: 1 or null"),
                                {std::to_string(plan.expertParallel)}});
        }
        const std::int64_t batch = m_out.scenario.workload.globalBatch;
        if (plan.dataParallel && batch < *plan.dataParallel) {
            m_run.report("global_batch_seqs",
                         {translatable("core", "found {0}, less than the {1} replicas of dp"),
                          {std::to_string(batch), std::to_string(*plan.dataParallel)}});
        }
    }

    /// Some tables print EP × ETP as EP: what exceeds the ranks of a stage is taken so.
    void splitExperts() {
        ParallelPlan& plan = m_out.scenario.plan;
        const std::int64_t stage =
            m_out.scenario.cluster.custom.gpus / std::max<std::int64_t>(1, plan.pipelineParallel);
        if (plan.expertParallel * plan.expertTensorParallel > stage &&
            plan.expertParallel % plan.expertTensorParallel == 0) {
            plan.expertParallel /= plan.expertTensorParallel;
        }
    }

    void pipeline() {
        ParallelPlan& plan = m_out.scenario.plan;
        if (plan.pipelineParallel <= 1) {
            return;
        }
        if (const std::optional<std::int64_t> chunks = m_run.whole("virtual_pp")) {
            plan.virtualPipeline = *chunks;
            return;
        }
        const double ranks = static_cast<double>(plan.dataParallel.value_or(1) * plan.microBatch);
        const double microBatches =
            std::ceil(static_cast<double>(m_out.scenario.workload.globalBatch) / ranks);
        // Interleaving takes micro-batches in rounds of PP.
        if (m_assumed.layersPerChunk &&
            std::fmod(microBatches, static_cast<double>(plan.pipelineParallel)) == 0.0) {
            const double perStage = static_cast<double>(m_out.model.layers.size()) /
                                    static_cast<double>(plan.pipelineParallel);
            plan.virtualPipeline = std::max<std::int64_t>(
                1, static_cast<std::int64_t>(std::ceil(perStage / *m_assumed.layersPerChunk)));
        }
    }

    void report(std::string_view key, Text text) {
        m_out.findings.push_back({Severity::Error,
                                  "measurement.field",
                                  m_place + "/" + std::string(key),
                                  std::move(text),
                                  {}});
    }

    const Catalogue& m_catalogue;
    const RowAssumptions& m_assumed;
    const std::string& m_place;
    RowReader m_hardware;
    RowReader m_run;
    const json& m_row;
    TrainingRow& m_out;
};

double targetOf(const FidelityItem& item, const Headline& headline) {
    return item.target == stepTarget ? headline.stepTime.base()
                                     : headline.tokensPerSecondPerGpu.base();
}

} // namespace

TrainingRow trainingRow(const json& row,
                        const Catalogue& catalogue,
                        const RowConventions& conventions,
                        const std::string& place) {
    TrainingRow out{.place = place};
    ItemReader(row, place).read(out);
    if (!out.item.reason.empty()) {
        return out;
    }
    const RowAssumptions assumed = conventions.assumptionsFor(row);
    if (!assumed.notScored.empty()) {
        out.item.reason = assumed.notScored;
        return out;
    }
    out.peakReserveGib = assumed.peakReserveGib.value_or(0.0);
    out.scenario.name = out.item.id;
    out.scenario.stack.date = rowRelease(row);
    RowReader run(objectAt(row, "run"), place + "/run");
    Expected<Transformer> model = rowModel(objectAt(row, "model"), assumed.model,
                                           run.whole("seq_len").value_or(1), place + "/model");
    if (model) {
        out.model = *std::move(model);
    } else {
        append(out.findings, model.error());
    }
    ScenarioReader(row, catalogue, assumed, place, out).read();
    for (Diagnostic& finding : out.findings) {
        finding.text = {translatable("core", "Row {0}: {1}"), {out.item.id, finding.text.plain()}};
    }
    if (!out.findings.empty()) {
        out.item.reason = plainLine(out.findings.front());
    }
    return out;
}

TrainingQuestions::TrainingQuestions(std::vector<TrainingRow> rows, const Catalogue& catalogue)
    : m_catalogue(catalogue), m_rows(std::move(rows)), m_questions(m_rows.size()) {
    // Resolved rows point into the catalogue: all models stand in it before the first one does.
    for (TrainingRow& row : m_rows) {
        if (row.item.scored()) {
            row.scenario.workload.model = "measured:" + row.item.id;
            m_catalogue.models.push_back({.id = row.scenario.workload.model,
                                          .transformer = std::move(row.model),
                                          .source = {},
                                          .origin = {},
                                          .quantization = {}});
        }
    }
    resolveRows();
}

TrainingQuestions::TrainingQuestions(const TrainingQuestions& other)
    : m_catalogue(other.m_catalogue), m_rows(other.m_rows), m_questions(m_rows.size()) {
    resolveRows();
}

void TrainingQuestions::resolveRows() {
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        TrainingRow& row = m_rows[i];
        if (!row.item.scored()) {
            continue;
        }
        Expected<ResolvedScenario> resolved = resolve(row.scenario, m_catalogue);
        if (resolved) {
            m_questions[i] = *std::move(resolved);
            continue;
        }
        for (Diagnostic finding : resolved.error()) {
            finding.text = {translatable("core", "Row {0}, {1}: {2}"),
                            {row.item.id, finding.place, finding.text.plain()}};
            finding.place = row.place;
            row.findings.push_back(std::move(finding));
        }
        row.item.reason = plainLine(row.findings.front());
    }
}

double TrainingQuestions::predict(std::size_t row) const {
    return targetOf(m_rows[row].item,
                    evaluateResolved(*m_questions[row], Detail::Headline).headline);
}

FidelityReport TrainingQuestions::report() const {
    constexpr double gib = 1024.0 * 1024.0 * 1024.0;
    FidelityReport report{.kind = "training", .items = {}, .also = {}};
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const TrainingRow& row = m_rows[i];
        FidelityItem item = row.item;
        if (m_questions[i]) {
            const Result result = evaluateResolved(*m_questions[i], Detail::Terms);
            item.predicted = targetOf(item, result.headline);
            if (m_catalogue.accuracy) {
                item.band = bandOf(*m_questions[i], *m_catalogue.accuracy,
                                   constantsSpread(*m_questions[i], result, m_catalogue));
            }
            if (row.memoryGib) {
                FidelityItem memory = item;
                memory.target = "memory_gb_per_gpu";
                memory.measured = *row.memoryGib;
                const StageMemory& parts = result.memory;
                memory.predicted =
                    (parts.total() - parts[MemoryPart::Reserve]).base() / gib + row.peakReserveGib;
                report.also.push_back(std::move(memory));
            }
        }
        report.items.push_back(std::move(item));
    }
    return report;
}

Diagnostics TrainingQuestions::findings() const {
    Diagnostics all;
    for (const TrainingRow& row : m_rows) {
        append(all, row.findings);
    }
    return all;
}

} // namespace roofplan
