// The shipped software stacks: what tells them apart, and what they hold equal to each other.
#include "core/units/quantity_literals.h"
#include "tests/support/shipped.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <map>

using namespace roofplan;
using namespace roofplan::literals;

class ShippedStacksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    /// Attention, overlaps: Megatron-LM's README of core 0.8 for 2024, DeepSpeed's configuration
    /// page, torchtitan without asyncTP. Launches and bytes: the study in specs/README.md.
    void tellsThemApart_data() {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QByteArray>("date");
        QTest::addColumn<int>("attention");
        QTest::addColumn<QByteArray>("overlap"); ///< of T, D, P
        QTest::addColumn<double>("launches");    ///< forward
        QTest::addColumn<double>("norms");
        QTest::addColumn<double>("reduced"); ///< bytes of a gradient on the wire
        QTest::addColumn<double>("logits");
        const auto row = [](const char* id, const char* date, AttentionKernel attention,
                            const char* overlap, double launches, double norms, double reduced,
                            double logits) {
            QTest::newRow(id) << QByteArray(id) << QByteArray(date) << static_cast<int>(attention)
                              << QByteArray(overlap) << launches << norms << reduced << logits;
        };
        using enum AttentionKernel;
        row("megatron-lm-2022", "2022-05", Unfused, "", 26, 22, 4, 4);
        row("megatron-core-2023", "2023-12", Flash2, "P", 26, 20, 4, 4);
        row("deepspeed-2023", "2023-12", Flash2, "", 26, 20, 2, 4);
        row("fsdp-eager", "2024-01", Flash2, "D", 24, 28, 2, 12);
        row("megatron-core-2024", "2024-07", Flash3, "TDP", 12, 20, 4, 6);
        row("fsdp-compiled", "2024-08", Flash2, "D", 12, 20, 4, 10);
        row("torchtitan-2025", "2025-06", Flash2, "D", 12, 20, 4, 16);
        row("megatron-core-2025", "2025-07", Flash3, "TDP", 12, 20, 2, 6);
        row("nemo-2025", "2025-07", Flash3, "TDP", 12, 20, 2, 6);
        row("megatron-core-2026", "2026-08", Flash3, "TDP", 12, 20, 2, 6);
    }

    void tellsThemApart() {
        QFETCH(QByteArray, id);
        QFETCH(QByteArray, date);
        QFETCH(int, attention);
        QFETCH(QByteArray, overlap);
        QFETCH(double, launches);
        QFETCH(double, norms);
        QFETCH(double, reduced);
        QFETCH(double, logits);
        const Stack* const stack = findEntry(test::shippedCatalogue().stacks, id.toStdString());
        QVERIFY(stack != nullptr);
        const StackChoices& choices = stack->choices;
        QCOMPARE(stack->date, date.toStdString());
        QCOMPARE(static_cast<int>(choices.attentionKernel), attention);
        QCOMPARE(choices.tensorParallelOverlap, overlap.contains('T'));
        QCOMPARE(choices.dataParallelOverlap, overlap.contains('D'));
        QCOMPARE(choices.pipelineOverlap, overlap.contains('P'));
        QVERIFY(choices.cudaGraphs == GraphMode::None);
        QCOMPARE(choices.shardsParameters, id.startsWith("fsdp") || id.startsWith("torchtitan"));
        QVERIFY(std::abs(stack->forwardLaunches.value / launches - 1.0) < 0.3); // a fitted one
        QCOMPARE(stack->normResidualBytes.value, norms);
        QCOMPARE(stack->gradientReduceBytes.value, reduced);
        QCOMPARE(stack->logitMemoryBytes.value, logits);
    }

    void areAllInTheTable() { QCOMPARE(test::shippedCatalogue().stacks.size(), std::size_t{10}); }

    void dateThemselvesByMonth() {
        const QRegularExpression month(QStringLiteral("^20[0-9]{2}-(0[1-9]|1[0-2])$"));
        for (const Stack& stack : test::shippedCatalogue().stacks) {
            QVERIFY2(month.match(QString::fromStdString(stack.date)).hasMatch(), stack.id.c_str());
        }
    }

    void holdEqualWhatTheySayTheyHoldEqual() {
        const Catalogue& catalogue = test::shippedCatalogue();
        std::map<std::pair<std::string, std::string>, double> values;
        for (const Fact& fact : catalogue.facts) {
            if (fact.place.starts_with("stacks/")) {
                values[{fact.entry, fact.property}] = fact.used;
            }
        }
        const QRegularExpression words(QStringLiteral("held equal to ([a-z0-9-]+)"));
        int held = 0;
        for (const Fact& fact : catalogue.facts) {
            const auto match = words.match(QString::fromStdString(fact.note));
            if (fact.place.starts_with("stacks/") && match.hasMatch()) {
                ++held;
                const auto other = values.find({match.captured(1).toStdString(), fact.property});
                QVERIFY2(other != values.end(), fact.place.c_str());
                QVERIFY2(other->second == fact.used, fact.place.c_str());
            }
        }
        QVERIFY(held > 150);
    }

    /// On the same machine and plan an older or less fused stack is not faster.
    void orderTheExampleAsOneExpects() {
        const double newest = stepTime("megatron-core-2026");
        QVERIFY(stepTime("megatron-core-2025") > newest); // a year older
        QVERIFY(stepTime("megatron-core-2024") >= newest);
        QVERIFY(stepTime("megatron-core-2023") > stepTime("megatron-core-2024"));
        QVERIFY(stepTime("megatron-lm-2022") > stepTime("megatron-core-2023"));
        QVERIFY(stepTime("fsdp-eager") > stepTime("fsdp-compiled"));
        QVERIFY(stepTime("torchtitan-2025") > newest);
        QVERIFY(stepTime("deepspeed-2023") > newest);
    }

private:
    static double stepTime(const char* stack) {
        Scenario scenario = test::exampleScenario();
        scenario.stack.preset = stack;
        const auto result = evaluate(scenario, test::shippedCatalogue());
        return result ? result->headline.stepTime.base() : std::nan("");
    }
};

QTEST_GUILESS_MAIN(ShippedStacksTest)
#include "shipped_stacks_test.moc"
