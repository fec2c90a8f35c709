#include "core/scenario/field_table.h"
#include "tests/unit/scenario/scenario_samples.h"

#include <QTest>
#include <rapidcheck.h>

#include <set>

using namespace roofplan;

namespace {

Expected<Scenario> typed(const char* key, std::string_view text) {
    return withField(samples::scenario(), *findField(key), text, samples::catalogueOfNames());
}

std::string shown(const char* key, std::string_view text) {
    const Expected<Scenario> scenario = typed(key, text);
    return scenario ? findField(key)->get(*scenario) : plainLine(scenario.error().front());
}

} // namespace

class FieldTableTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void namesEachKeyOfTheMachineContractOnce() {
        const std::vector<std::string_view> contract{"instance",
                                                     "instances",
                                                     "region",
                                                     "price_plan",
                                                     "price_per_gpu_hour",
                                                     "model",
                                                     "tokens",
                                                     "seq_len",
                                                     "global_batch",
                                                     "precision",
                                                     "stack",
                                                     "attention_kernel",
                                                     "cuda_graphs",
                                                     "tp_overlap",
                                                     "dp_overlap",
                                                     "tp",
                                                     "pp",
                                                     "virtual_pp",
                                                     "cp",
                                                     "dp",
                                                     "micro_batch",
                                                     "sequence_parallel",
                                                     "zero",
                                                     "recompute"};
        std::vector<std::string_view> keys;
        for (const Field& field : fieldTable()) {
            keys.push_back(field.key);
            QVERIFY(field.get != nullptr && field.store != nullptr);
            QCOMPARE(field.choices != nullptr, field.type == FieldType::OneOf);
            QVERIFY(std::string_view(field.help).ends_with('.'));
            QCOMPARE(findField(field.key), &field);
        }
        QVERIFY(keys == contract);
        QVERIFY(findField("furlongs") == nullptr);
    }

    void storesWhatIsTyped_data() {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("shown");
        const auto row = [](const char* key, const char* text, const char* shown) {
            QTest::addRow("%s '%s'", key, text)
                << QByteArray(key) << QByteArray(text) << QByteArray(shown);
        };
        row("tokens", "15 T", "15T");
        row("tokens", "1.5e13", "15T");
        row("tokens", "1,5 T", "1.5T");
        row("tokens", "1", "1");
        row("seq_len", "8k", "8000");
        row("seq_len", "8 192", "8192");
        row("global_batch", " 2048 ", "2048");
        row("tp", "4096", "4096");
        row("instances", "1000000", "1000000");
        row("dp", "", "");
        row("dp", "32", "32");
        row("price_per_gpu_hour", "7,5", "7.5");
        row("price_per_gpu_hour", "7.91 USD/h", "7.91");
        row("price_per_gpu_hour", "", "");
        row("price_plan", "capacity_block", "capacity_block");
        row("price_plan", "Capacity Block", "capacity_block");
        row("instance", "P5EN.48xlarge", "p5en.48xlarge");
        row("region", "us-east-2", "us-east-2");
        row("model", "Llama 3.1 70B", "llama-3.1-70b");
        row("precision", "FP16", "fp16");
        row("attention_kernel", "flash2", "flash2");
        row("attention_kernel", " ", "");
        row("cuda_graphs", "full", "full");
        row("tp_overlap", "no", "no");
        row("tp_overlap", "", "");
        row("sequence_parallel", "False", "no");
        row("sequence_parallel", "1", "yes");
        row("zero", "none", "none");
        row("recompute", "selective", "selective");
    }

    void storesWhatIsTyped() {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, shown);
        QCOMPARE(::shown(key.constData(), text.toStdString()), shown.toStdString());
    }

    void refuses_data() {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QByteArray>("allowed");
        const auto row = [](const char* key, const char* text, const char* code,
                            const char* allowed) {
            QTest::addRow("%s '%s'", key, text)
                << QByteArray(key) << QByteArray(text) << QByteArray(code) << QByteArray(allowed);
        };
        row("global_batch", "0", "field.range", "allowed: a whole number from 1 to 1e9");
        row("global_batch", "-5", "field.range", "found -5; allowed: a whole number from 1");
        row("global_batch", "0,5", "field.range", "found 0,5; allowed: a whole number from 1");
        row("global_batch", "1e308", "field.range", "from 1 to 1e9");
        row("global_batch", "1e999", "number.range", "from 1 to 1e9");
        row("global_batch", "NaN", "number.syntax", "from 1 to 1e9");
        row("global_batch", "inf", "number.syntax", "from 1 to 1e9");
        row("global_batch", "", "number.empty", "from 1 to 1e9");
        row("global_batch", "2,048", "number.ambiguous", "2.048 or 2048");
        row("global_batch", "20 furlongs", "number.unit", "furlongs");
        row("tokens", "1e19", "field.range", "from 1 to 1e18");
        row("tp", "4097", "field.range", "from 1 to 4096");
        row("instances", "1000001", "field.range", "from 1 to 1000000");
        row("price_per_gpu_hour", "0", "field.range", "allowed: 0.001 to 100000 USD/h");
        row("price_per_gpu_hour", "-1", "field.range", "allowed: 0.001 to 100000 USD/h");
        row("price_per_gpu_hour", "1e308", "field.range", "allowed: 0.001 to 100000 USD/h");
        row("price_per_gpu_hour", "x", "number.syntax", "allowed: 0.001 to 100000 USD/h");
        row("instance", "", "field.choice", "allowed: p5.48xlarge, p5en.48xlarge");
        row("instance", "p5e.48xlarge", "field.choice", "did you mean p5.48xlarge, p5en.48xlarge?");
        row("instance", "P5en.48", "field.choice", "did you mean p5en.48xlarge?");
        row("region", "mars-1", "field.choice", "allowed: us-east-1, us-east-2");
        row("precision", "fp8", "field.choice", "allowed: bf16, fp16");
        row("sequence_parallel", "", "field.flag", "allowed: yes or no");
        row("tp_overlap", "2", "field.flag", "allowed: yes or no");
    }

    void refuses() {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, allowed);
        const auto scenario = typed(key.constData(), text.toStdString());
        QVERIFY(!scenario.has_value());
        QCOMPARE(scenario.error().size(), std::size_t{1});
        QCOMPARE(scenario.error().front().code, code.toStdString());
        QCOMPARE(scenario.error().front().place, key.toStdString());
        const std::string line = plainLine(scenario.error().front());
        QVERIFY2(line.find(allowed.toStdString()) != std::string::npos, line.c_str());
    }

    void saysWhatIsAllowed_data() {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("allowed");
        QTest::newRow("whole") << QByteArray("global_batch")
                               << QByteArray("allowed: a whole number from 1 to 1e9");
        QTest::newRow("measure") << QByteArray("price_per_gpu_hour")
                                 << QByteArray("allowed: 0.001 to 100000 USD/h");
        QTest::newRow("flag") << QByteArray("tp_overlap") << QByteArray("allowed: yes or no");
        QTest::newRow("choice") << QByteArray("recompute")
                                << QByteArray("allowed: none, selective, full");
        QTest::newRow("of the catalogue")
            << QByteArray("instance") << QByteArray("allowed: p5.48xlarge, p5en.48xlarge");
    }

    void saysWhatIsAllowed() {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, allowed);
        QCOMPARE(allowedValues(*findField(key.constData()), samples::scenario(),
                               samples::catalogueOfNames())
                     .plain(),
                 allowed.toStdString());
    }

    void guessesMistypedKeys() {
        QCOMPARE(nearestKey("global-bach"), std::string("global_batch"));
        QCOMPARE(nearestKey("sequence_paralel"), std::string("sequence_parallel"));
        QCOMPARE(nearestKey("a_word_like_no_other"), std::string());
    }

    void everyScenarioReadsBackFromItsTexts() {
        QVERIFY(rc::check([]() {
            const Catalogue catalogue = samples::catalogueOfNames();
            const Scenario drawn = samples::anyScenario(catalogue);
            Scenario read = samples::scenario();
            for (const Field& field : fieldTable()) {
                const auto next = withField(read, field, field.get(drawn), catalogue);
                RC_ASSERT(next.has_value());
                read = *next;
            }
            const bool same = read == drawn;
            RC_ASSERT(same);
        }));
    }

    void anyTextIsStoredOrRefusedAtItsField() {
        QVERIFY(rc::check([](const std::string& text) {
            const Catalogue catalogue = samples::catalogueOfNames();
            for (const Field& field : fieldTable()) {
                const auto result = withField(samples::scenario(), field, text, catalogue);
                const bool sound = result || result.error().front().place == field.key;
                RC_ASSERT(sound);
            }
        }));
    }
};

QTEST_GUILESS_MAIN(FieldTableTest)
#include "field_table_test.moc"
