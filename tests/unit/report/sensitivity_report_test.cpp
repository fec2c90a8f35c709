#include "core/report/sensitivity_report.h"
#include "core/sensitivity/fact_sensitivity.h"
#include "tests/support/shipped.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace roofplan;
using namespace roofplan::test;
using Shape = Elasticity::Shape;

namespace {

FactSensitivity
sample(FactId id, const Elasticity& step, std::optional<double> fitLimit = std::nullopt) {
    const Fact& fact = shippedCatalogue().fact(id);
    FactSensitivity sensitivity{
        .fact = id, .value = fact.used, .kind = fact.kind, .step = 1e-3, .fitLimit = fitLimit};
    sensitivity.of[static_cast<std::size_t>(MovedNumber::StepTime)] = step;
    return sensitivity;
}

/// One of each shape, and one that moves nothing.
Sensitivity samples() {
    Sensitivity all{
        .facts = {
            sample(FactId{0}, {.value = 0.1, .below = 0.1, .above = 0.1}),
            sample(FactId{1}, {.value = -0.5, .below = -0.7, .above = -0.3, .shape = Shape::Kink}),
            sample(FactId{2},
                   {.value = -0.25, .below = -12.0, .above = -0.25, .shape = Shape::Jump}),
            sample(FactId{3}, {}, shippedCatalogue().fact(FactId{3}).used * 2)}};
    FactSensitivity held{.fact = FactId{4}, .notVaried = NotVaried::Whole};
    all.facts.push_back(held);
    return all;
}

QString textOf(const Sensitivity& all) {
    return QString::fromStdString(sensitivityText(all, shippedCatalogue()));
}

} // namespace

class SensitivityReportTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void theStrongestStandsFirst() {
        const QString text = textOf(samples());
        const auto at = [&text](const char* words) { return text.indexOf(QLatin1String(words)); };
        QVERIFY2(at("-0.700 | -0.300") > 0, qPrintable(text));
        QVERIFY(at("-0.700 | -0.300") < at("-0.250"));
        QVERIFY(at("-0.250") < at("+0.100"));
    }

    void marksAreExplainedWhereTheyStand() {
        const QString text = textOf(samples());
        QVERIFY(text.contains(QStringLiteral("-0.250 ↯")));
        QVERIFY(text.contains(QStringLiteral("a | b:")) && text.contains(QStringLiteral("  ↯:")));
        Sensitivity smooth = samples();
        smooth.facts.resize(1);
        QVERIFY(!textOf(smooth).contains(QStringLiteral("a | b:")));
        QVERIFY(!textOf(smooth).contains(QStringLiteral("↯")));
        smooth.billedInSteps = true;
        QVERIFY(textOf(smooth).contains(QStringLiteral("billed time")));
    }

    void whatMovesNothingIsCounted() {
        const QString text = textOf(samples());
        QVERIFY2(text.contains(QStringLiteral("1 more facts move")), qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("a whole number that decides the cluster")));
    }

    void limitsOfMemoryAreNamed() {
        Sensitivity all = samples();
        QVERIFY(textOf(all).contains(QStringLiteral("The plan no longer fits beyond")));
        all.feasible = false;
        QVERIFY(textOf(all).contains(QStringLiteral("The plan fits from")));
        QVERIFY(textOf(all).contains(QStringLiteral("only its memory is answered")));
    }

    void jsonHoldsAllOfIt() {
        Sensitivity all = samples();
        all.facts.push_back({.field = "price_per_gpu_hour",
                             .value = 2.0 / 3600.0,
                             .kind = UnitKind::HourlyPrice,
                             .step = 1e-3});
        const auto json = sensitivityJson(all, shippedCatalogue());
        QCOMPARE(json.size(), std::size_t{6});
        const auto& kink = json[0];
        QVERIFY(kink["elasticity"]["step_time_s"]["shape"] == "kink");
        QVERIFY(kink["elasticity"]["step_time_s"]["below"] == -0.7);
        QVERIFY(kink["elasticity"]["cost_usd"].is_null());
        QVERIFY(kink["entry"] == shippedCatalogue().fact(FactId{1}).entry);
        QVERIFY(kink["used"] == shippedCatalogue().fact(FactId{1}).used);
        QVERIFY(kink["fit_limit"].is_null() && kink["not_varied"].is_null());
        QVERIFY(json[3]["fit_limit"] == shippedCatalogue().fact(FactId{3}).used * 2);
        QVERIFY(json[4]["not_varied"] == "whole" && json[4]["step"].is_null());
        const auto& given = json[5];
        QVERIFY(given["field"] == "price_per_gpu_hour" && given["entry"].is_null());
        QVERIFY(given["text"] == "2.000 USD/h" && given["source"] == "given by you");
    }

    // Standard errors are shares of the value, whatever its unit.
    void standardErrorsAreRelative() {
        const auto all = factSensitivity(exampleScenario(), shippedCatalogue());
        bool found = false;
        for (const auto& fact : sensitivityJson(*all, shippedCatalogue())) {
            if (fact["property"] == "sustained_factor") {
                found = true;
                QVERIFY(fact["standard_error"].get<double>() > 0.0);
                QVERIFY(fact["standard_error"].get<double>() < 0.5);
            }
        }
        QVERIFY(found);
    }
};

QTEST_GUILESS_MAIN(SensitivityReportTest)
#include "sensitivity_report_test.moc"
