// Stages that hold the same are worked out once, whatever their number.
#include "core/training/stage_contents.h"
#include "core/training/step_times.h"
#include "tests/support/training.h"

#include <QTest>
#include <rapidcheck.h>

using namespace roofplan;
using namespace roofplan::test;

namespace {

const Transformer& modelOf(const char* id) {
    return findEntry(shippedCatalogue().models, id)->transformer;
}

StagePartition partitionOf(const Transformer& model, std::int64_t stages, std::int64_t chunks) {
    return {.layers = static_cast<std::int64_t>(model.layers.size()),
            .stages = stages,
            .chunksPerStage = chunks,
            .lastTakesLess = model.multiTokenPrediction.has_value()};
}

/// Layers of a kind on a stage, counted one by one.
double counted(const Transformer& model, const StagePartition& p, std::int64_t stage, int kind) {
    double count = 0.0;
    for (std::int64_t chunk = stage; chunk < p.chunks(); chunk += p.stages) {
        const LayerRange range = p.chunkLayers(chunk);
        for (std::int64_t i = 0; i < range.count; ++i) {
            count += model.layers[static_cast<std::size_t>(range.first + i)] == kind ? 1.0 : 0.0;
        }
    }
    return count;
}

} // namespace

class StageContentsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void equalStagesStandTogether() {
        const Transformer& llama = modelOf("llama-3.1-70b");
        const StageContents contents(llama, partitionOf(llama, 8, 2));
        std::vector<std::int64_t> stages;
        for (const StageContent& content : contents) {
            QCOMPARE(content.layers, 10.0);
            stages.push_back(content.stages);
        }
        QCOMPARE(stages, (std::vector<std::int64_t>{1, 6, 1}));
        const StageContent third = contents.of(3);
        QCOMPARE(third.stage, 3);
        QCOMPARE(third.stages, 1);
        QVERIFY(!third.first && !third.last);
        QVERIFY(contents.of(0).first && contents.of(7).last);
    }

    void theyHoldEveryLayerOnce() {
        QVERIFY(rc::check([] {
            const Transformer& model =
                modelOf(*rc::gen::element("llama-3.1-8b", "deepseek-v3", "gemma-4-31b"));
            const auto layers = static_cast<std::int64_t>(model.layers.size());
            const auto stages = *rc::gen::inRange<std::int64_t>(1, layers + 1);
            const auto chunks = *rc::gen::inRange<std::int64_t>(1, layers / stages + 1);
            const StagePartition partition = partitionOf(model, stages, chunks);
            const StageContents contents(model, partition);
            for (std::int64_t stage = 0; stage < stages; ++stage) {
                const StageContent content = contents.of(stage);
                RC_ASSERT(content.first == (stage == 0));
                RC_ASSERT(content.last == (stage + 1 == stages));
                for (std::size_t kind = 0; kind < content.kinds.size(); ++kind) {
                    RC_ASSERT(content.kinds[kind] ==
                              counted(model, partition, stage, static_cast<int>(kind)));
                }
            }
        }));
    }

    // What a search reuses of another plan is what that plan would have made.
    void worksOfAnotherPipelineAreTheSame() {
        Scenario s = exampleScenario();
        s.plan.zero = ZeroStage::Fsdp;
        const Trained here = trained(s);
        s.plan.pipelineParallel = 1;
        s.plan.virtualPipeline = 1;
        s.plan.zero = ZeroStage::Zero1;
        const Trained other = trained(s);
        const PieceTimes direct = pieceTimes(here.context, pieceCosts(here.context));
        const PieceTimes reused = pieceTimes(here.context, pieceWorks(other.context));
        QCOMPARE(reused.kinds, direct.kinds);
        QCOMPARE(reused.embedding, direct.embedding);
        QCOMPARE(reused.head, direct.head);
    }
};

QTEST_GUILESS_MAIN(StageContentsTest)
#include "stage_contents_test.moc"
