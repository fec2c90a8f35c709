#include "core/schedule/stage_partition.h"

#include <QTest>
#include <rapidcheck.h>

using namespace roofplan;

class StagePartitionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void dividesEvenly() {
        const StagePartition p{.layers = 80, .stages = 4, .chunksPerStage = 5};
        QCOMPARE(p.stageLayers(0), 20);
        QCOMPARE(p.chunkLayers(19), (LayerRange{.first = 76, .count = 4}));
    }

    // Llama 3.1 405B: 126 layers in 128 chunks, one less on the first and the last stage
    // (arXiv 2407.21783 §3.3.2).
    void takesMissingLayersOffTheEnds() {
        const StagePartition p{.layers = 126, .stages = 16, .chunksPerStage = 8};
        QCOMPARE(p.chunkLayers(0).count, 0);
        QCOMPARE(p.chunkLayers(127).count, 0);
        QCOMPARE(p.stageLayers(0), 7);
        QCOMPARE(p.stageLayers(1), 8);
        QCOMPARE(p.stageLayers(15), 7);
        const StagePartition deep{.layers = 61, .stages = 16};
        QCOMPARE(deep.stageLayers(15), 3);
        QCOMPARE(deep.stageLayers(14), 3);
        QCOMPARE(deep.stageLayers(13), 4);
        QCOMPARE(deep.stageLayers(0), 3);
    }

    // DeepSeek-V3, 61 layers on 16 stages: the layer that predicts a further token and the second
    // head stand on the last one, which takes all that is missing.
    void theLastChunksTakeLessBeforeAPrediction() {
        const StagePartition p{.layers = 61, .stages = 16, .lastTakesLess = true};
        for (std::int64_t stage = 0; stage < 15; ++stage) {
            QCOMPARE(p.stageLayers(stage), 4);
        }
        QCOMPARE(p.stageLayers(15), 1);
        const StagePartition wide{
            .layers = 61, .stages = 8, .chunksPerStage = 2, .lastTakesLess = true};
        QCOMPARE(wide.chunkLayers(15), (LayerRange{.first = 60, .count = 1}));
    }

    void coversEveryLayerOnceInOrder() {
        const bool held = rc::check("every layer belongs to one chunk", [] {
            const auto stages = *rc::gen::inRange<std::int64_t>(1, 70);
            const auto chunks = *rc::gen::inRange<std::int64_t>(1, 9);
            const auto layers = *rc::gen::inRange<std::int64_t>(stages * chunks, 700);
            const StagePartition p{.layers = layers,
                                   .stages = stages,
                                   .chunksPerStage = chunks,
                                   .lastTakesLess = *rc::gen::arbitrary<bool>()};
            std::int64_t next = 0;
            for (std::int64_t chunk = 0; chunk < p.chunks(); ++chunk) {
                const LayerRange range = p.chunkLayers(chunk);
                RC_ASSERT(range.first == next);
                const std::int64_t full = (layers + p.chunks() - 1) / p.chunks();
                RC_ASSERT(range.count == full ||
                          (p.lastTakesLess ? range.count >= 0 && range.count < full
                                           : range.count == layers / p.chunks()));
                next += range.count;
            }
            RC_ASSERT(next == layers);
            std::int64_t sum = 0;
            for (std::int64_t stage = 0; stage < stages; ++stage) {
                sum += p.stageLayers(stage);
            }
            RC_ASSERT(sum == layers);
        });
        QVERIFY(held);
    }
};

QTEST_GUILESS_MAIN(StagePartitionTest)
#include "stage_partition_test.moc"
