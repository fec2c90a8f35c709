#include "tests/ui/window_case.h"
#include "ui/models/diagnostic_model.h"
#include "ui/models/match_rank.h"
#include "ui/models/natural_order.h"
#include "ui/models/operator_table_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace roofplan;
using namespace roofplan::ui;

class ModelsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void operatorsKeepTheRulesOfModels();
    void operatorsAddUpToTheStep();
    void sameTermsKeepTheirRows();
    void findings();
    void namesAreRanked();
};

namespace {

std::shared_ptr<const Result> resultOf(const Scenario& scenario) {
    auto result = evaluate(scenario, test::shippedCatalogue(), Detail::Terms);
    return result ? std::make_shared<const Result>(std::move(*result)) : nullptr;
}

} // namespace

void ModelsTest::operatorsKeepTheRulesOfModels() {
    OperatorTableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    model.setResult(resultOf(test::exampleScenario()));
    QVERIFY(model.rowCount() > 20);
    Scenario other = test::exampleScenario();
    other.plan.recompute = Recompute::Full;
    model.setResult(resultOf(other));
    model.setResult(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void ModelsTest::operatorsAddUpToTheStep() {
    OperatorTableModel model;
    const auto result = resultOf(test::exampleScenario());
    QVERIFY(result != nullptr);
    model.setResult(result);
    double seconds = 0.0;
    double percent = 0.0;
    for (int row = 0; row < model.rowCount(); ++row) {
        const auto figure = [&](int column) {
            return model.index(row, column).data(OperatorTableModel::SortRole).toDouble();
        };
        seconds += figure(OperatorTableModel::SecondsAStep);
        percent += figure(OperatorTableModel::PercentOfStep);
        QVERIFY(figure(OperatorTableModel::PercentOfRoof) <= 100.0001);
        const int term = model.index(row, 0).data(OperatorTableModel::TermRole).toInt();
        QCOMPARE(model.rowOf(term), row);
    }
    QVERIFY(test::near(seconds, result->headline.stepTime.base(), 1e-9));
    QVERIFY(test::near(percent, 100.0, 1e-9));
}

void ModelsTest::sameTermsKeepTheirRows() {
    OperatorTableModel model;
    model.setResult(resultOf(test::exampleScenario()));
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
    Scenario other = test::exampleScenario();
    other.workload.globalBatch = 1024;
    model.setResult(resultOf(other));
    QCOMPARE(resets.count(), 0);
    QCOMPARE(changes.count(), 1);
}

void ModelsTest::findings() {
    DiagnosticModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setDiagnostics({{Severity::Warning, "a.b", "tp", {"found {0}", {"3"}}, {}}});
    QCOMPARE(model.rowCount(), 1);
    const auto text = [&](int column) { return model.index(0, column).data().toString(); };
    QCOMPARE(text(DiagnosticModel::SeverityName), QStringLiteral("warning"));
    QVERIFY(text(DiagnosticModel::Place) != QStringLiteral("tp"));
    QCOMPARE(text(DiagnosticModel::Finding), QStringLiteral("found 3"));
}

/// From the best to the worst.
void ModelsTest::namesAreRanked() {
    const QStringList words = filterWords(QStringLiteral("H200 SXM"));
    const QStringList names{QStringLiteral("h200 sxm"),           QStringLiteral("nvidia h200 sxm"),
                            QStringLiteral("h200 sxm5"),          QStringLiteral("gh200 sxm5"),
                            QStringLiteral("nvidia h200 of 140"), QStringLiteral("h100")};
    for (qsizetype i = 1; i < names.size(); ++i) {
        QVERIFY2(matchRank({names[i - 1]}, words) < matchRank({names[i]}, words),
                 qPrintable(names[i]));
    }
    // Of several names and places the best counts.
    QVERIFY(matchRank({names[5], names[1]}, words) == matchRank({names[1]}, words));
    QVERIFY(matchRank({QStringLiteral("xh200 h200 sxm")}, words) == matchRank({names[1]}, words));
    QVERIFY(matchRank({names[5]}, {}) == matchRank({}, {}));
}

QTEST_MAIN(ModelsTest)
#include "models_test.moc"
