// The words for how well an answer is known.
#include "core/result/confidence.h"
#include "tests/support/accuracy.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

QString words(const std::string& text) {
    return QString::fromStdString(text);
}

Confidence onH100() {
    return {.group = accuracyGroup(false, "h100-sxm", "", Precision::Fp8, 0.072),
            .gpuName = "H100 SXM"};
}

} // namespace

class ConfidenceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void saysErrorRowsAndBias() {
        QCOMPARE(words(confidenceText(onH100()).plain()),
                 QStringLiteral("dense, H100 SXM, FP8: 7.2 % mean error of the step time over 120 "
                                "measured runs, +1.2 % bias; 9.0 % when a source is left out"));
    }

    void aBiasHasATrueMinus() {
        Confidence confidence = onH100();
        confidence.group->bias = -0.106;
        QVERIFY(words(confidenceText(confidence).plain()).contains(QStringLiteral("−11 % bias")));
        confidence.group->bias = -0.0001;
        QVERIFY(words(confidenceText(confidence).plain()).contains(QStringLiteral(", 0.0 % bias")));
    }

    void withoutLeftOutRowsTheFittedErrorIsExpected() {
        Confidence confidence = onH100();
        QCOMPARE(*confidence.expectedError(), 0.09);
        confidence.group->leftOutMeanAbsolute.reset();
        QCOMPARE(*confidence.expectedError(), 0.072);
        QVERIFY(!words(confidenceText(confidence).plain()).contains(QStringLiteral("left out")));
        QVERIFY(words(confidenceText(confidence).plain()).endsWith(QStringLiteral("bias")));
    }

    void aWiderGroupSaysSo() {
        Confidence confidence = onH100();
        confidence.group->precision.reset();
        QCOMPARE(words(groupLabel(confidence)),
                 QStringLiteral("dense, H100 SXM, mostly other precisions"));
        confidence.group->gpu.clear();
        confidence.group->profile = "hopper";
        confidence.profileName = "Hopper";
        QCOMPARE(words(groupLabel(confidence)), QStringLiteral("dense, Hopper, mostly other GPUs"));
        confidence.group->profile.clear();
        confidence.experts = true;
        QCOMPARE(words(groupLabel(confidence)),
                 QStringLiteral("mixtures of experts, mostly other kinds of GPUs"));
    }

    void nothingMeasuredIsSaid() {
        const Confidence confidence{.experts = true};
        QVERIFY(!confidence.expectedError());
        QCOMPARE(words(confidenceLine(confidence)),
                 QStringLiteral("no measured runs of mixtures of experts are known"));
    }

    void listsWhatLiesOutside() {
        Confidence confidence = onH100();
        QVERIFY(!words(confidenceLine(confidence)).contains(QStringLiteral("outside")));
        confidence.outside = {
            {.field = MeasuredField::Gpus, .found = 16384, .measured = {2, 3072}},
            {.field = MeasuredField::Parameters, .found = 2.5e12, .measured = {1e8, 1e12}},
            {.field = MeasuredField::Gpu, .word = "b300", .label = "B300", .measuredWords = {"a"}},
            {.field = MeasuredField::Precision,
             .word = "nvfp4",
             .label = "NVFP4",
             .measuredWords = {"bf16", "fp8"}},
        };
        QVERIFY2(
            words(confidenceLine(confidence))
                .endsWith(QStringLiteral(
                    "left out; outside what was measured: 16384 GPUs (measured: 2 to 3072), 2.5 T "
                    "parameters (measured: 100 M to 1 T), GPU B300, NVFP4 (measured: bf16, fp8)")),
            confidenceLine(confidence).c_str());
    }
};

QTEST_GUILESS_MAIN(ConfidenceTest)
#include "confidence_test.moc"
