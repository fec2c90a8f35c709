#include "core/result/verdict.h"
#include "tests/unit/result/example_result.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::literals;

namespace {

QString plain(const Result& result) {
    return QString::fromStdString(verdict(result).plain());
}

std::vector<Move> exampleMoves() {
    return {
        {Bound::Compute, 1.1, 0.931}, {Bound::Compute, 2.0, 0.6},   {Bound::Compute, 0.5, 1.8},
        {Bound::Hbm, 1.1, 0.999},     {Bound::Hbm, 2.0, 0.99},      {Bound::Hbm, 0.5, 1.02},
        {Bound::Nvlink, 1.1, 0.999},  {Bound::Nvlink, 2.0, 0.99},   {Bound::Nvlink, 0.5, 1.01},
        {Bound::Network, 1.1, 0.999}, {Bound::Network, 2.0, 0.993}, {Bound::Network, 0.5, 1.028}};
}

} // namespace

class VerdictTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void namesTheBoundAndWhereTheTimeGoes() {
        QCOMPARE(plain(exampleResult()),
                 QStringLiteral("Compute-bound. GEMM and attention take 78 % of the step (25.0 s "
                                "of 32.0 s). 3.00 s is exposed NVLink traffic (tensor parallel), "
                                "1.00 s exposed EFA traffic (data parallel), 1.00 s bubble."));
    }

    void namesTheLargestEffects() {
        Result result = exampleResult();
        result.moves = exampleMoves();
        const QString text = plain(result);
        QVERIFY2(text.endsWith(QStringLiteral(" Tensor peak +10 % saves 6.9 %. Halving EFA costs "
                                              "2.8 %, doubling it saves 0.7 %.")),
                 qPrintable(text));
    }

    void networkBoundCarriesTheNameOfTheNetwork() {
        Result result = exampleResult();
        result.bound = Bound::Network;
        const QString text = plain(result);
        QVERIFY2(text.startsWith(QStringLiteral(
                     "EFA-bound. Exposed EFA traffic takes 3.1 % of the step (1.00 s of 32.0 s). "
                     "3.00 s is exposed NVLink traffic")),
                 qPrintable(text));
    }

    void withoutNvlinkTheDomainCarriesTheNameOfWhatJoinsIt() {
        Result result = exampleResult();
        result.nvlinkFamily = "PCIe";
        QVERIFY2(plain(result).contains(QStringLiteral(
                     "3.00 s is exposed PCIe traffic (tensor parallel), 1.00 s exposed EFA")),
                 qPrintable(plain(result)));
        result.moves = exampleMoves();
        result.moves[6].stepTimeRatio = 0.8; // NVLink +10 %
        QVERIFY2(plain(result).contains(QStringLiteral("PCIe +10 % saves 20 %")),
                 qPrintable(plain(result)));
        result.bound = Bound::Nvlink;
        QVERIFY(plain(result).startsWith(QStringLiteral("PCIe-bound. Exposed PCIe traffic")));
        QVERIFY(!plain(result).contains(QStringLiteral("NVLink")));
    }

    void saysNothingAboutWhatIsTooSmallToMatter() {
        Result result = exampleResult();
        result.terms.clear();
        result.headline.exposedNvlink = 1_ms;
        result.headline.exposedNetwork = Seconds();
        QCOMPARE(plain(result), QStringLiteral("Compute-bound."));
    }

    void eachBoundHasASentence() {
        for (const BoundName& name : boundNames) {
            Result result = exampleResult();
            result.bound = name.bound;
            QVERIFY(plain(result).contains(QLatin1String("ound")));
            QVERIFY(!plain(result).contains(QLatin1Char('{')));
        }
    }

    void whatDoesNotFitSaysByHowMuchAndWhatWouldFit() {
        QCOMPARE(
            plain(exampleThatDoesNotFit()),
            QStringLiteral("Does not fit: 19 GiB over on stage 0. Largest part: Activations, 53 "
                           "GiB of 83 GiB. What would make it fit: tp 4 → 8, or "
                           "recompute none → full."));
    }

    void anInfeasiblePlanWithoutFixSaysSo() {
        Result result = exampleThatDoesNotFit();
        result.fixes.clear();
        QVERIFY(plain(result).endsWith(QLatin1String("No small change of the plan makes it fit.")));
    }

    void changesOfOneFixAreJoined() {
        Result result = exampleThatDoesNotFit();
        result.fixes = {{.changes = {{"tp", "4", "8"}, {"recompute", "none", "full"}}}};
        QVERIFY(plain(result).endsWith(
            QStringLiteral("What would make it fit: tp 4 → 8 + recompute none → full.")));
    }

    void aValueThatIsTakenAwayIsDerived() {
        Result result = exampleThatDoesNotFit();
        result.fixes = {{.changes = {{"tp", "1", "64"}, {"dp", "512", ""}}}};
        QVERIFY(plain(result).endsWith(
            QStringLiteral("What would make it fit: tp 1 → 64 + dp derived.")));
    }
};

QTEST_GUILESS_MAIN(VerdictTest)
#include "verdict_test.moc"
