#include "core/schedule/pipeline_schedule.h"

#include <QTest>

using namespace roofplan;

class PipelineScheduleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // arXiv 2104.04473 eq. 2: bubble share (p−1)/(v·m) with equal stages.
    void bubbleOfEqualStagesIsTheTextbookOne() {
        for (const std::int64_t v : {1, 2, 5}) {
            const PipelineTime t = pipelineTime({.stages = 8,
                                                 .chunks = v,
                                                 .microBatches = 64,
                                                 .pacingStage = Seconds(2.0),
                                                 .allStages = Seconds(16.0)});
            QCOMPARE(t.steady.base(), 128.0);
            QCOMPARE(t.bubble / t.steady, 7.0 / (static_cast<double>(v) * 64.0));
        }
    }

    void theSlowestStageSetsThePace() {
        const PipelineTime t = pipelineTime({.stages = 4,
                                             .microBatches = 10,
                                             .pacingStage = Seconds(3.0),
                                             .allStages = Seconds(9.0)});
        QCOMPARE(t.steady.base(), 30.0);
        QCOMPARE(t.bubble.base(), 6.0);
    }

    void aRemainderLengthensTheInterleavedBubble() {
        PipelineInput input{.stages = 4,
                            .chunks = 2,
                            .microBatches = 8,
                            .pacingStage = Seconds(1.0),
                            .allStages = Seconds(4.0)};
        const Seconds even = pipelineTime(input).bubble;
        input.microBatches = 9;
        // (v − 1)·(p − 9 mod 4)·t/v = 1·3·1/2
        QCOMPARE((pipelineTime(input).bubble - even).base(), 1.5);
    }

    void transfersAreExposedByTheirShareAndAtTheEnds() {
        const PipelineTime t = pipelineTime({.stages = 4,
                                             .chunks = 2,
                                             .microBatches = 8,
                                             .pacingStage = Seconds(1.0),
                                             .allStages = Seconds(4.0),
                                             .transfer = Seconds(0.01),
                                             .transferExposed = 0.25});
        QCOMPARE(t.transferBusy.base(), 0.01 * (2 * 2 * 8 + 2 * 3));
        QCOMPARE(t.transfers, 2.0 * 2 * 8);
        QCOMPARE(t.transferExposed.base(), 0.01 * (0.25 * 2 * 2 * 8 + 2 * 3));
    }

    void oneStageHasNoBubble() {
        const PipelineTime t = pipelineTime(
            {.microBatches = 5, .pacingStage = Seconds(1.0), .allStages = Seconds(1.0)});
        QCOMPARE(t.total().base(), 5.0);
    }

    // arXiv 2205.05198 §4.2.3: the first stage holds L·(1 + (p−1)/(p·v)) layers' worth.
    void countsMicroBatchesInFlight() {
        QCOMPARE(microBatchesInFlight(0, 8, 1, 64), 8.0);
        QCOMPARE(microBatchesInFlight(7, 8, 1, 64), 1.0);
        QCOMPARE(microBatchesInFlight(0, 8, 1, 3), 3.0);
        QCOMPARE(microBatchesInFlight(0, 8, 3, 64), 8.0 * (1.0 + 7.0 / (8.0 * 3.0)));
        QCOMPARE(microBatchesInFlight(0, 35, 3, 280), 35.0 * (1.0 + 34.0 / (35.0 * 3.0)));
    }
};

QTEST_GUILESS_MAIN(PipelineScheduleTest)
#include "pipeline_schedule_test.moc"
