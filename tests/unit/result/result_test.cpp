#include "tests/unit/result/example_result.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::literals;

class ResultTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void waterfallAddsUpToTheStep() {
        const Result result = exampleResult();
        Seconds sum;
        for (const Waterfall::Bar& bar : waterfall(result).bars) {
            QVERIFY(bar.category != Category::Group);
            sum += bar.exposed;
        }
        QCOMPARE(sum.base(), result.headline.stepTime.base());
    }

    void waterfallKeepsTheOrderOfCategoriesAndLeavesOutEmptyOnes() {
        const auto bars = waterfall(exampleResult()).bars;
        QCOMPARE(bars.size(), std::size_t{6});
        for (std::size_t i = 1; i < bars.size(); ++i) {
            QVERIFY(bars[i - 1].category < bars[i].category);
        }
    }

    void aBarIsBoundByWhatTakesMostOfIt() {
        Result result = exampleResult();
        result.terms.push_back(
            exampleTerm(TermName::LmHead, Category::Gemm, Bound::Hbm, 21_s, 21_s));
        QCOMPARE(waterfall(result).bars.front().bound, Bound::Hbm);
    }

    void onlyTermsWithoutChildrenAreLeaves() {
        const Result result = exampleResult();
        QVERIFY(!isLeaf(result.terms, 0));
        QVERIFY(isLeaf(result.terms, 1));
    }

    void withoutTermsThereAreNoBars() { QVERIFY(waterfall(Result()).bars.empty()); }

    void boundsAreCalledAsTheClusterCallsThem() {
        Result result = exampleResult();
        QCOMPARE(boundNameOn(result, Bound::Network), std::string_view("EFA"));
        QCOMPARE(boundNameOn(result, Bound::Nvlink), std::string_view("NVLink"));
        QCOMPARE(boundNameOn(result, Bound::Hbm), std::string_view("HBM"));
        result.nvlinkFamily = "PCIe";
        result.networkFamily.clear();
        QCOMPARE(boundNameOn(result, Bound::Nvlink), std::string_view("PCIe"));
        QCOMPARE(boundNameOn(result, Bound::Network), std::string_view("network"));
    }

    void everyPartAndNumberHasItsKey() {
        QCOMPARE(memoryPartKey(MemoryPart::OptimizerState), std::string_view("optimizer_state"));
        QCOMPARE(headlineKey(HeadlineNumber::Hfu), std::string_view("hfu"));
        QCOMPARE(headlineKey(HeadlineNumber::StepTime), std::string_view("step_time_s"));
        QCOMPARE(headlineKey(HeadlineNumber::TimeToTrain), std::string_view("time_to_train_s"));
    }
};

QTEST_GUILESS_MAIN(ResultTest)
#include "result_test.moc"
