#include "core/scenario/resolved_scenario.h"
#include "tests/support/shipped.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <set>

using namespace roofplan;
using namespace roofplan::test;

namespace {

/// Draws scenarios, legal and not, usual and not; the same ones in every run.
class Draw {
public:
    Scenario scenario() {
        Scenario s;
        s.cluster = cluster();
        s.workload = workload();
        s.plan = plan();
        s.stack.preset = entry(m_catalogue.stacks).id;
        if (chance(5)) {
            s.stack.date = oneOf({"2024-03", "2026", "soon"});
        }
        s.stack.machineDerate = chance(20) ? 7.0 : 1.0;
        return s;
    }

private:
    Cluster cluster() {
        Cluster c;
        c.instance = chance(12) ? "abacus" : entry(m_catalogue.instances).id;
        c.instances = oneOf<std::int64_t>({1, 2, 3, 9, 16, 64, 100, 4096});
        c.custom.gpu = chance(4) ? entry(m_catalogue.gpus).id : std::string();
        if (chance(4)) {
            c.instance = customInstance;
            c.custom = custom();
        }
        c.region = oneOf({"us-east-1", "us-east-2", "moon-1"});
        c.pricePlan = oneOf({PricePlan::OnDemand, PricePlan::CapacityBlock, PricePlan::Spot,
                             PricePlan::Own, PricePlan::SavingsOneYear});
        if (chance(3)) {
            c.ownPricePerGpu = Price(5.0 / 3600.0);
        }
        if (chance(3)) {
            c.discount = Share{0.2};
        }
        c.currency = oneOf({"", "EUR", "XXQ"});
        if (chance(2)) {
            c.exchangeRate = 0.9;
            c.exchangeDate = "2026-10-01";
        }
        return c;
    }

    CustomCluster custom() {
        CustomCluster c;
        c.gpu = entry(m_catalogue.gpus).id;
        c.gpus = oneOf<std::int64_t>({8, 20, 64, 512});
        c.gpusPerNode = oneOf<std::int64_t>({4, 8});
        if (chance(3)) {
            c.nvlinkDomain = oneOf<std::int64_t>({6, 16, 72});
        }
        if (!chance(4)) {
            c.networkPerGpu = Bandwidth(50e9);
            c.fabric = entry(m_catalogue.networks).id;
        }
        return c;
    }

    Workload workload() {
        Workload w;
        w.model = chance(20) ? "oracle" : entry(m_catalogue.models).id;
        w.tokens = Tokens(oneOf({1e9, 1e12, 15e12}));
        w.sequenceLength = oneOf<std::int64_t>({1000, 4096, 8192});
        w.globalBatch = oneOf<std::int64_t>({1, 96, 1024, 16384});
        w.precision = oneOf({Precision::Bf16, Precision::Fp8, Precision::Mxfp8, Precision::Nvfp4});
        w.phase = oneOf({TrainingPhase::Pretrain, TrainingPhase::Sft, TrainingPhase::Lora});
        if (chance(4)) {
            w.documentLength = oneOf<std::int64_t>({512, 1024, 5000});
        }
        return w;
    }

    ParallelPlan plan() {
        ParallelPlan p;
        p.tensorParallel = oneOf<std::int64_t>({1, 1, 2, 3, 4, 16});
        p.pipelineParallel = oneOf<std::int64_t>({1, 1, 2, 4, 7});
        p.virtualPipeline = oneOf<std::int64_t>({1, 1, 2, 3});
        p.contextParallel = oneOf<std::int64_t>({1, 1, 1, 2, 5});
        p.expertParallel = oneOf<std::int64_t>({1, 4, 8, 12});
        p.expertTensorParallel = oneOf<std::int64_t>({1, 1, 1, 2});
        p.microBatch = oneOf<std::int64_t>({1, 1, 4, 5});
        p.sequenceParallel = !chance(8);
        p.zero = oneOf({ZeroStage::None, ZeroStage::Zero1, ZeroStage::Zero2, ZeroStage::Fsdp,
                        ZeroStage::Hsdp});
        p.recompute = oneOf({Recompute::None, Recompute::Selective, Recompute::Full});
        if (chance(3)) {
            p.recomputeLayers = oneOf<std::int64_t>({1, 500});
        }
        p.offload = chance(8) ? Offload::Both : Offload::None;
        return p;
    }

    bool chance(unsigned oneIn) { return m_random() % oneIn == 0; }

    template <typename Value>
    Value oneOf(std::initializer_list<Value> values) {
        return values.begin()[m_random() % values.size()];
    }

    template <typename Entry>
    const Entry& entry(const std::vector<Entry>& entries) {
        return entries[m_random() % entries.size()];
    }

    const Catalogue& m_catalogue = shippedCatalogue();
    std::mt19937 m_random{7};
};

Diagnostics errorsOf(Diagnostics list) {
    std::erase_if(list, [](const Diagnostic& d) { return d.severity != Severity::Error; });
    return list;
}

/// What is priced, and everything it stands on.
Result answerTo(const ResolvedScenario& scenario) {
    Result result = evaluateResolved(scenario, Detail::Terms);
    result.diagnostics.clear();
    return result;
}

} // namespace

class RemarksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    /// Remarks left out change nothing else, and errors are found without them.
    void nothingElseDependsOnThem() {
        Draw draw;
        std::set<std::string> remarked;
        std::set<std::string> refused;
        constexpr int scenarios = 20000;
        for (int i = 0; i < scenarios; ++i) {
            const Scenario s = draw.scenario();
            const auto with = resolve(s, shippedCatalogue());
            const auto without = resolve(s, shippedCatalogue(), Remarks::Unwanted);
            QCOMPARE(with.has_value(), without.has_value());
            if (!with) {
                QVERIFY(errorsOf(with.error()) == without.error());
                for (const Diagnostic& d : without.error()) {
                    refused.insert(d.code);
                }
                continue;
            }
            QVERIFY(without->diagnostics.empty());
            QVERIFY(without->model == with->model && without->profile == with->profile);
            QVERIFY(without->conversion == with->conversion);
            QVERIFY(answerTo(*with) == answerTo(*without));
            for (const Diagnostic& d : with->diagnostics) {
                QVERIFY(d.severity != Severity::Error);
                remarked.insert(d.code);
            }
        }
        // The scenarios are many enough to meet most of what can be said.
        QVERIFY2(remarked.size() >= 30, std::to_string(remarked.size()).c_str());
        QVERIFY2(refused.size() >= 15, std::to_string(refused.size()).c_str());
    }

    void anAnswerInNumbersSaysNothing() {
        Scenario s = exampleScenario();
        s.workload.globalBatch = 2000; // a remainder
        QVERIFY(!evaluate(s, shippedCatalogue(), Detail::Terms)->diagnostics.empty());
        QVERIFY(evaluate(s, shippedCatalogue())->diagnostics.empty());
        QVERIFY(evaluate(s, shippedCatalogue())->headline ==
                evaluate(s, shippedCatalogue(), Detail::Terms)->headline);
    }
};

QTEST_GUILESS_MAIN(RemarksTest)
#include "remarks_test.moc"
