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
                                                     "gpu",
                                                     "gpus",
                                                     "gpus_per_node",
                                                     "nvlink_domain",
                                                     "network_gbps_per_gpu",
                                                     "fabric",
                                                     "oversubscription",
                                                     "region",
                                                     "price_plan",
                                                     "price_per_gpu_hour",
                                                     "discount",
                                                     "currency",
                                                     "exchange_rate",
                                                     "exchange_date",
                                                     "model",
                                                     "phase",
                                                     "tokens",
                                                     "seq_len",
                                                     "document_len",
                                                     "global_batch",
                                                     "precision",
                                                     "adapter_rank",
                                                     "expert_imbalance",
                                                     "stack",
                                                     "attention_kernel",
                                                     "cuda_graphs",
                                                     "tp_overlap",
                                                     "dp_overlap",
                                                     "ep_overlap",
                                                     "dispatcher",
                                                     "token_drop",
                                                     "context_exchange",
                                                     "stack_date",
                                                     "machine_derate",
                                                     "tp",
                                                     "pp",
                                                     "virtual_pp",
                                                     "cp",
                                                     "ep",
                                                     "etp",
                                                     "dp",
                                                     "micro_batch",
                                                     "sequence_parallel",
                                                     "zero",
                                                     "recompute",
                                                     "recompute_modules",
                                                     "recompute_layers",
                                                     "offload"};
        std::vector<std::string_view> keys;
        for (const Field& field : fieldTable()) {
            keys.push_back(field.key);
            QVERIFY(field.get != nullptr && field.store != nullptr);
            QCOMPARE(field.choices != nullptr,
                     field.type == FieldType::OneOf || field.type == FieldType::Several);
            QVERIFY(std::string_view(field.help).ends_with('.'));
            QCOMPARE(field.applies != nullptr || field.appliesToModel != nullptr,
                     *field.appliesWith != '\0');
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
        row("price_plan", "savings_1y", "savings_1y");
        row("price_plan", "Savings plan, 3 years", "savings_3y");
        row("price_plan", "spot", "spot");
        row("instance", "Custom cluster", "custom");
        row("gpu", "H100 SXM", "h100-sxm");
        row("gpus", "2k", "2000");
        row("nvlink_domain", "72", "72");
        row("nvlink_domain", "", "");
        row("network_gbps_per_gpu", "400", "400");
        row("network_gbps_per_gpu", "400 Gbit/s", "400");
        row("network_gbps_per_gpu", "50 GB/s", "400");
        row("network_gbps_per_gpu", "0,2 Tbit/s", "200");
        row("network_gbps_per_gpu", "", "");
        row("fabric", "efa-v3", "efa-v3");
        row("fabric", "", "");
        row("oversubscription", "1,5", "1.5");
        row("discount", "12", "12");
        row("discount", "12,5 %", "12.5");
        row("discount", "0.3 %", "0.3 %");
        row("discount", "0", "0");
        row("discount", "", "");
        row("currency", "eur", "EUR");
        row("currency", "Swiss franc", "CHF");
        row("currency", "", "");
        row("exchange_rate", "0,9137", "0.9137");
        row("exchange_rate", "", "");
        row("exchange_date", " 2028-02-29 ", "2028-02-29");
        row("exchange_date", "", "");
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
        row("recompute", "8", "full");
        row("recompute_layers", "8", "8");
        row("recompute_layers", "", "");
        row("recompute_modules", "moe_act, layernorm", "layernorm,moe_act");
        row("recompute_modules", "Core attention", "core_attn");
        row("phase", "lora", "lora");
        row("phase", "Supervised fine-tuning", "sft");
        row("document_len", "512", "512");
        row("document_len", "", "");
        row("adapter_rank", "64", "64");
        row("expert_imbalance", "1,25", "1.25");
        row("ep_overlap", "yes", "yes");
        row("dispatcher", "DeepEP", "deepep");
        row("dispatcher", "", "");
        row("token_drop", "no", "no");
        row("context_exchange", "all-to-all", "all_to_all");
        row("stack_date", "2026-06", "2026-06");
        row("stack_date", " 2024-02-29 ", "2024-02-29");
        row("stack_date", "", "");
        row("machine_derate", "0.72", "0.72");
        row("machine_derate", "95 %", "0.95");
        row("ep", "64", "64");
        row("etp", "2", "2");
        row("zero", "zero2", "zero2");
        row("zero", "fsdp", "fsdp");
        row("zero", "ZeRO3", "fsdp");
        row("zero", "hsdp", "hsdp");
        row("offload", "both", "both");
        row("precision", "mxfp8", "mxfp8");
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
        row("gpus", "0", "field.range", "allowed: a whole number from 1 to 1e8");
        row("nvlink_domain", "0", "field.range", "from 1 to 4096");
        row("network_gbps_per_gpu", "0", "field.range", "allowed: 0.001 to 100000 Gbit/s");
        row("network_gbps_per_gpu", "400 GB", "number.unit", "Gbit/s");
        row("oversubscription", "0.5", "field.range", "found 0.5; allowed: 1 to 100.");
        row("fabric", "efa-v9", "field.choice", "did you mean efa-v3?");
        row("discount", "100", "field.range", "found 100; allowed: 0 to 99 %.");
        row("discount", "-5", "field.range", "allowed: 0 to 99 %");
        row("discount", "0.3", "number.ambiguous", "can mean 0.3 % or 30 %");
        row("currency", "EUX", "field.choice", "did you mean EUR");
        row("currency", "USD", "field.choice", "allowed: AED");
        row("exchange_rate", "0", "field.range", "allowed: 1e-06 to 1e9 per USD");
        row("exchange_date", "2026-02-29", "field.date", "2026-10-31");
        row("exchange_date", "31.10.2026", "field.date", "found \"31.10.2026\"");
        row("exchange_date", "2026-13-01", "field.date", "allowed: a date");
        row("instance", "", "field.choice", "allowed: p5.48xlarge, p5en.48xlarge, custom");
        row("instance", "p5e.48xlarge", "field.choice", "did you mean p5.48xlarge, p5en.48xlarge?");
        row("instance", "P5en.48", "field.choice", "did you mean p5en.48xlarge?");
        row("region", "mars-1", "field.choice", "allowed: us-east-1, us-east-2");
        row("precision", "int8", "field.choice", "allowed: bf16, fp16, fp8, mxfp8, nvfp4");
        row("recompute", "0", "field.range", "a whole number from 1");
        row("recompute_modules", "", "field.choice", "core_attn");
        row("recompute_modules", "moe,mlpp", "field.choice", "did you mean mlp");
        row("recompute_modules", "moe,", "field.choice", "found \"\"");
        row("phase", "dpo", "field.choice", "allowed: pretrain, sft, lora");
        row("document_len", "0", "field.range", "from 1 to 1e8");
        row("adapter_rank", "0", "field.range", "from 1 to 65536");
        row("expert_imbalance", "0.9", "field.range", "found 0.9; allowed: 1 to 1000.");
        row("dispatcher", "deep", "field.choice", "did you mean deepep?");
        row("stack_date", "2026", "field.date", "a month such as 2026-10");
        row("stack_date", "2026-13", "field.date", "found \"2026-13\"");
        row("stack_date", "2026-02-29", "field.date", "found \"2026-02-29\"");
        row("stack_date", "06/2026", "field.date", "a month such as 2026-10");
        row("machine_derate", "0", "field.range", "found 0; allowed: 0.1 to 2.");
        row("ep", "0", "field.range", "from 1 to 4096");
        row("etp", "5000", "field.range", "from 1 to 4096");
        row("zero", "zero4", "field.choice", "allowed: none, zero1, zero2, fsdp, hsdp");
        row("offload", "gradients", "field.choice", "allowed: none, activations, optimizer, both");
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
            << QByteArray("instance") << QByteArray("allowed: p5.48xlarge, p5en.48xlarge, custom");
        QTest::newRow("date") << QByteArray("exchange_date")
                              << QByteArray("allowed: a date such as 2026-10-31");
        QTest::newRow("month") << QByteArray("stack_date")
                               << QByteArray("allowed: a month such as 2026-10 or a day such as "
                                             "2026-10-31");
        QTest::newRow("several") << QByteArray("recompute_modules")
                                 << QByteArray("allowed: one or more of core_attn, mla_up_proj, "
                                               "layernorm, moe_act, mlp, moe, selective_op, with "
                                               "commas between");
    }

    void saysWhatIsAllowed() {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, allowed);
        QCOMPARE(allowedValues(*findField(key.constData()), samples::scenario(),
                               samples::catalogueOfNames())
                     .plain(),
                 allowed.toStdString());
    }

    void fieldsMeanSomethingOnlyWithOthers_data() {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("chosen");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<bool>("with");
        QTest::addColumn<bool>("without");
        const auto row = [](const char* key, const char* chosen, const char* value, bool with,
                            bool without) {
            QTest::addRow("%s with %s %s", key, chosen, value)
                << QByteArray(key) << QByteArray(chosen) << QByteArray(value) << with << without;
        };
        for (const char* key : {"gpu", "gpus", "gpus_per_node", "nvlink_domain",
                                "network_gbps_per_gpu", "fabric", "oversubscription"}) {
            row(key, "instance", "custom", true, false);
        }
        row("instances", "instance", "custom", false, true);
        row("region", "instance", "custom", false, true);
        row("region", "price_plan", "own", false, true);
        row("price_per_gpu_hour", "price_plan", "own", true, false);
        row("discount", "price_plan", "own", false, true);
        row("discount", "instance", "custom", false, true);
        row("exchange_rate", "currency", "EUR", true, false);
        row("exchange_date", "currency", "EUR", true, false);
        row("price_plan", "instance", "custom", true, true);
        row("tp", "instance", "custom", true, true);
        row("adapter_rank", "phase", "lora", true, false);
        row("adapter_rank", "phase", "sft", false, false);
        row("document_len", "phase", "lora", true, true);
        row("context_exchange", "cp", "2", true, false);
        row("recompute_modules", "recompute", "selective", true, false);
        row("recompute_layers", "recompute", "full", true, false);
    }

    void fieldsMeanSomethingOnlyWithOthers() {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, chosen);
        QFETCH(QByteArray, value);
        QFETCH(bool, with);
        QFETCH(bool, without);
        const Field& field = *findField(key.toStdString());
        QCOMPARE(fieldApplies(field, samples::scenario()), without);
        QCOMPARE(fieldApplies(field, *typed(chosen.constData(), value.toStdString())), with);
    }

    void fieldsOfExpertsMeanSomethingOnlyWithThem() {
        Catalogue catalogue = samples::catalogueOfNames();
        Transformer& model = catalogue.models.front().transformer;
        model.layerKinds = {
            {.tokenMixer = GroupedQueryAttention{}, .channelMixer = DenseFeedForward{}}};
        const Scenario s = samples::scenario();
        for (const char* key :
             {"expert_imbalance", "ep_overlap", "dispatcher", "token_drop", "ep", "etp"}) {
            const Field& field = *findField(key);
            QVERIFY(!fieldApplies(field, s, catalogue));
            QCOMPARE(std::string(field.appliesWith),
                     std::string("with a mixture-of-experts model"));
        }
        QVERIFY(fieldApplies(*findField("tp"), s, catalogue));
        QVERIFY(!fieldApplies(*findField("gpus"), s, catalogue));
        model.layerKinds.push_back({.channelMixer = MixtureOfExperts{}});
        QVERIFY(fieldApplies(*findField("ep"), s, catalogue));
        catalogue.models.clear();
        QVERIFY(fieldApplies(*findField("ep"), s, catalogue));
    }

    void aNumberOfLayersIsFullRecompute() {
        const Expected<Scenario> s = typed("recompute", "12");
        QVERIFY(s.has_value());
        QVERIFY(s->plan.recompute == Recompute::Full);
        QCOMPARE(s->plan.recomputeLayers.value_or(0), 12);
    }

    void emptyStackFieldsShowThePreset() {
        Catalogue catalogue = samples::catalogueOfNames();
        Stack& stack = catalogue.stacks.front();
        stack.date = "2026-06";
        stack.choices.expertParallelOverlap = true;
        stack.choices.dispatcher = Dispatcher::HybridEp;
        stack.choices.contextExchange = ContextExchange::Gather;
        stack.choices.tokenDrop = true;
        const auto shown = [&](const char* key) {
            return presetText(*findField(key), samples::scenario(), catalogue);
        };
        QCOMPARE(shown("stack_date"), std::string("2026-06"));
        QCOMPARE(shown("ep_overlap"), std::string("yes"));
        QCOMPARE(shown("dispatcher"), std::string("hybridep"));
        QCOMPARE(shown("context_exchange"), std::string("gather"));
        QCOMPARE(shown("token_drop"), std::string("yes"));
    }

    void regionsWithAPriceStandFirst() {
        Scenario s = samples::scenario();
        s.cluster.instance = "p5en.48xlarge";
        const std::vector<Choice> regions =
            findField("region")->choices(samples::catalogueOfNames(), s);
        QCOMPARE(regions.size(), std::size_t{2});
        QCOMPARE(regions[0].key, std::string("us-east-2"));
        QCOMPARE(std::string(regions[0].note), std::string());
        QCOMPARE(regions[1].key, std::string("us-east-1"));
        QCOMPARE(std::string(regions[1].note), std::string("no price known"));
        s.cluster.pricePlan = PricePlan::Own;
        for (const Choice& region : findField("region")->choices(samples::catalogueOfNames(), s)) {
            QCOMPARE(std::string(region.note), std::string());
        }
    }

    void plansWithoutAPriceSaySo() {
        Scenario s = samples::scenario();
        std::string priced;
        for (const Choice& plan :
             findField("price_plan")->choices(samples::catalogueOfNames(), s)) {
            priced += *plan.note == '\0' ? plan.key + " " : "";
        }
        QCOMPARE(priced, std::string("on_demand own "));
    }

    void guessesMistypedKeys() {
        QCOMPARE(nearestKey("global-bach"), std::string("global_batch"));
        QCOMPARE(nearestKey("sequence_paralel"), std::string("sequence_parallel"));
        QCOMPARE(nearestKey("nvlink-domian"), std::string("nvlink_domain"));
        QCOMPARE(nearestKey("discont"), std::string("discount"));
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
