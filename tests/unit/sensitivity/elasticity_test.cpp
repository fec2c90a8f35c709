#include "core/sensitivity/elasticity.h"
#include "tests/support/shipped.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

class ElasticityTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void fasterHardwareIsNeverSlower() {
        const Expected<Result> result = evaluateWithMoves(exampleScenario(), shippedCatalogue());
        QVERIFY(result.has_value());
        QCOMPARE(result->moves.size(), std::size_t(12));
        for (const Move& move : result->moves) {
            if (move.factor > 1.0) {
                QVERIFY(move.stepTimeRatio <= 1.0);
            } else {
                QVERIFY(move.stepTimeRatio >= 1.0);
            }
        }
    }

    // A compute-bound plan gains most from compute, and no more than its share of the step allows.
    void theBindingResourceMovesMost() {
        const Expected<Result> result = evaluateWithMoves(exampleScenario(), shippedCatalogue());
        double compute = 1.0;
        double others = 1.0;
        for (const Move& move : result->moves) {
            if (move.factor == 1.1) {
                double& slot = move.resource == Bound::Compute ? compute : others;
                slot = std::min(slot, move.stepTimeRatio);
            }
        }
        QVERIFY(compute < others);
        QVERIFY(compute > 1.0 / 1.1);
    }

    // The same as a catalogue whose GPU is that much faster: no second model.
    void agreesWithAFasterCatalogue() {
        Catalogue faster = shippedCatalogue();
        for (InstanceType& instance : faster.instances) {
            instance.networkBandwidth.value *= 2.0;
        }
        const Seconds expected = evaluate(exampleScenario(), faster)->headline.stepTime;
        const Expected<Result> result = evaluateWithMoves(exampleScenario(), shippedCatalogue());
        for (const Move& move : result->moves) {
            if (move.resource == Bound::Network && move.factor == 2.0) {
                QVERIFY(near(move.stepTimeRatio * result->headline.stepTime.base(), expected.base(),
                             1e-12));
            }
        }
    }
};

QTEST_GUILESS_MAIN(ElasticityTest)
#include "elasticity_test.moc"
