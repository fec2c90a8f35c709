// What an axis takes, rounds, drops and refuses.
#include "tests/support/findings.h"
#include "tests/support/sweeps.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

QString textsOf(const Axis& axis) {
    QStringList all;
    for (const AxisValue& value : axis.values) {
        all << QString::fromStdString(value.text);
    }
    return all.join(QLatin1Char(' '));
}

Expected<std::vector<Axis>> axes(const std::vector<AxisRequest>& requests,
                                 const Scenario& base = exampleScenario()) {
    return makeAxes(requests, base, shippedCatalogue());
}

QString complaint(const std::vector<AxisRequest>& requests,
                  const Scenario& base = exampleScenario()) {
    const auto made = axes(requests, base);
    return made ? QString() : text(&made.error().front());
}

Scenario customScenario() {
    Scenario s = exampleScenario();
    s.cluster.custom.gpu = "h200-sxm";
    s.cluster.instance = std::string(customInstance);
    return s;
}

} // namespace

class AxisTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void valuesAreReadAsTyped_data() {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("typed"); // '|' between values
        QTest::addColumn<QByteArray>("values");
        const auto row = [](const char* key, const char* typed, const char* values) {
            QTest::addRow("%s %s", key, typed)
                << QByteArray(key) << QByteArray(typed) << QByteArray(values);
        };
        row("tp", "1|2|8", "1 2 8");
        row("seq_len", "4k|8192|8.192k", "4000 8192");
        row("tokens", "1T|1.5e13|0,5T", "1T 15T 0.5T");
        row("precision", "BF16|fp8", "bf16 fp8");
        row("zero", "ZeRO-1|hsdp", "zero1 hsdp");
        row("precision", "", "bf16 fp16 fp8 mxfp8 nvfp4");
        row("sequence_parallel", "", "no yes");
        row("recompute", "none|4|full", "none 4 full");
    }

    void valuesAreReadAsTyped() {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, typed);
        QFETCH(QByteArray, values);
        AxisList list;
        for (const QByteArray& word : typed.isEmpty() ? QByteArrayList() : typed.split('|')) {
            list.push_back(word.toStdString());
        }
        const auto made = axes({axisOf(key.constData(), list)});
        QVERIFY2(made.has_value(), made ? "" : plainLine(made.error().front()).c_str());
        QCOMPARE(textsOf(made->front()), QString::fromUtf8(values));
        QCOMPARE(made->front().dropped,
                 list.empty() ? 0 : list.size() - made->front().values.size());
    }

    void rangesHaveTheirEndsAndEvenSteps() {
        const auto linear = axes({axisOver("micro_batch", "1", "9", 5, Spacing::Linear)});
        QCOMPARE(textsOf(linear->front()), QStringLiteral("1 3 5 7 9"));
        const auto log = axes({axisOver("global_batch", "16", "1024", 7, Spacing::Logarithmic)});
        QCOMPARE(textsOf(log->front()), QStringLiteral("16 32 64 128 256 512 1024"));
    }

    // What comes out equal after rounding is asked once.
    void wholeFieldsRoundAndDropRepeats() {
        const auto made = axes({axisOver("tp", "1", "4", 10, Spacing::Logarithmic)});
        QCOMPARE(textsOf(made->front()), QStringLiteral("1 2 3 4"));
        QCOMPARE(made->front().dropped, std::size_t(6));
    }

    void measuresKeepSixDigitsOfTheirUnit() {
        const auto share = axes({axisOver("discount", "0,5 %", "1 %", 4, Spacing::Linear)});
        QCOMPARE(textsOf(share->front()), QStringLiteral("0.5 % 0.666667 % 0.833333 % 1"));
        QCOMPARE(*share->front().values[1].number, 0.00666667);
        const auto rate = axes({axisOver("network_gbps_per_gpu", "100", "400", 3, Spacing::Linear)},
                               customScenario());
        QCOMPARE(textsOf(rate->front()), QStringLiteral("100 250 400"));
        QCOMPARE(*rate->front().values[1].number, 250e9 / 8.0);
    }

    void gpusOfAnInstanceTypeAreWholeInstances() {
        const auto made = axes({axisOver("gpus", "1", "40", 14, Spacing::Linear)});
        QCOMPARE(textsOf(made->front()), QStringLiteral("8 16 24 32 40"));
        const Field& field = *findField("gpus");
        const auto there =
            withAxisValue(exampleScenario(), field, made->front().values[3], shippedCatalogue());
        QCOMPARE(there->cluster.instances, std::int64_t(4));
    }

    void gpusOfACustomClusterAreAsTyped() {
        const auto made = axes({axisOf("gpus", {"6", "13"})}, customScenario());
        QCOMPARE(textsOf(made->front()), QStringLiteral("6 13"));
        const auto there = withAxisValue(customScenario(), *findField("gpus"),
                                         made->front().values[1], shippedCatalogue());
        QCOMPARE(there->cluster.custom.gpus, std::int64_t(13));
    }

    // With the type itself varied, each point rounds to its own instances.
    void gpusBesideInstanceTypesAreRoundedWhereTheyAreUsed() {
        const SweepGrid grid =
            gridOf({.base = exampleScenario(),
                    .axes = {axisOf("gpus", {"100"}),
                             axisOf("instance", {"p5en.48xlarge", "p6e-gb200.36xlarge"})}});
        QCOMPARE(scenarioAt(grid, 0, shippedCatalogue())->cluster.instances, std::int64_t(13));
        QCOMPARE(scenarioAt(grid, 1, shippedCatalogue())->cluster.instances, std::int64_t(25));
    }

    void whatIsNoAxisIsRefused_data() {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<int>("count");
        QTest::addColumn<bool>("log");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char* key, const char* from, const char* to, int count, bool log,
                            const char* words) {
            QTest::addRow("%s %s..%s", key, from, to)
                << QByteArray(key) << QByteArray(from) << QByteArray(to) << count << log
                << QByteArray(words);
        };
        row("name", "a", "b", 2, false,
            "error name: There is no field \"name\"; allowed: a "
            "numeric or an enumerated field of the scenario.");
        row("global_bach", "1", "2", 2, false, "did you mean global_batch?");
        row("stack_date", "2025-01", "2026-01", 2, false, "\"stack_date\" is a date or a set");
        row("precision", "bf16", "fp8", 2, false, "takes a list of its values");
        row("tp", "8", "1", 4, false, "error tp: found 8 to 1; allowed: a range that begins");
        row("tp", "0", "8", 4, true, "error tp: found 0; allowed: a whole number from 1 to 4096");
        row("discount", "0", "50", 4, true, "found 0 to 50; allowed on a logarithmic axis");
        row("tp", "1", "8", 1'000'000, false, "found 1000000 points; allowed: 2 to 10000");
        row("tp", "1", "8", 1, false, "found 1 points");
        row("global_batch", "1", "1e10", 4, false, "found 1e10; allowed: a whole number");
        row("price_per_gpu_hour", "1", "2", 4, false, "only means something with the price plan");
    }

    void whatIsNoAxisIsRefused() {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(int, count);
        QFETCH(bool, log);
        QFETCH(QByteArray, words);
        const QString said =
            complaint({axisOver(key.constData(), from.constData(), to.constData(), count,
                                log ? Spacing::Logarithmic : Spacing::Linear)});
        QVERIFY2(said.contains(QString::fromUtf8(words)), qPrintable(said));
    }

    void aNumberNeedsValuesAndEachOfThemIsChecked() {
        QVERIFY(complaint({axisOf("tp", {})}).contains(QStringLiteral("found no values")));
        const QString said = complaint({axisOf("precision", {"bf16", "fp7"})});
        QVERIFY2(said.contains(QStringLiteral("found \"fp7\"; allowed: bf16")), qPrintable(said));
    }

    void twoAxesAreOfTwoNumbers() {
        for (const auto& [a, b] : {std::pair("tp", "tp"), std::pair("gpus", "instances")}) {
            const QString said = complaint({axisOf(a, {"1"}), axisOf(b, {"2"})});
            QVERIFY2(said.contains(QStringLiteral("found two axes")), qPrintable(said));
        }
        QVERIFY(complaint({}).contains(QStringLiteral("found 0 axes; allowed: one or two")));
    }

    void aMillionPointsAreRefused() {
        const QString said = complaint({axisOver("global_batch", "1", "1e6", 1000, Spacing::Linear),
                                        axisOver("tokens", "1", "1e6", 1000, Spacing::Linear)});
        QVERIFY2(said.contains(QStringLiteral("found 1000 × 1000 points; allowed: 65536 in all")),
                 qPrintable(said));
    }

    // The own price means something where the other axis chooses it.
    void anAxisMayMakeTheOtherMeanSomething() {
        QVERIFY(axes({axisOf("price_per_gpu_hour", {"2", "3"}),
                      axisOf("price_plan", {"on_demand", "own"})})
                    .has_value());
    }
};

QTEST_GUILESS_MAIN(AxisTest)
#include "axis_test.moc"
