#include "core/report/report_json.h"
#include "tests/support/accuracy.h"
#include "tests/unit/architecture/transformer_samples.h"
#include "tests/unit/result/example_result.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <limits>

using namespace roofplan;
using namespace roofplan::literals;

namespace {

using Json = nlohmann::ordered_json;

Scenario exampleScenario() {
    Scenario scenario;
    scenario.name = "Example";
    scenario.cluster.instance = "p5en.48xlarge";
    scenario.cluster.pricePlan = PricePlan::Own;
    scenario.cluster.ownPricePerGpu = 3.5_USDph;
    scenario.workload.tokens = Tokens(5e12);
    scenario.stack.tensorParallelOverlap = false;
    return scenario;
}

Json exampleJson(const Result& result, TermTree terms = TermTree::LeftOut) {
    return resultJson(exampleScenario(), result, Catalogue(), terms);
}

bool hasReason(const Json& json, const std::string& code) {
    return std::ranges::any_of(json["diagnostics"],
                               [&code](const Json& found) { return found["code"] == code; });
}

} // namespace

class ReportJsonTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void scenarioIsFlatWithTypedValues() {
        const Json scenario = exampleJson(exampleResult())["scenario"];
        QVERIFY(scenario["name"] == "Example");
        QVERIFY(scenario["tokens"] == 5000000000000);
        QVERIFY(scenario["tp"] == 1);
        QVERIFY(scenario["tp_overlap"] == false);
        QVERIFY(scenario["dp_overlap"].is_null());
        QVERIFY(scenario["zero"] == "zero1");
        QVERIFY(std::abs(scenario["price_per_gpu_hour"].get<double>() - 3.5) < 1e-12);
    }

    void uncertaintyIsTheBandOfEachNumber() {
        QVERIFY(exampleJson(exampleResult())["uncertainty"].is_null());
        Result result = exampleResult();
        result.uncertainty = Uncertainty{.stepTime = {Seconds(30.0), Seconds(36.0)},
                                         .mfu = {0.4, 0.5},
                                         .logRatio = {-0.06, 0.12},
                                         .constantsSpread = 0.02,
                                         .rows = 120,
                                         .sources = 5};
        Json json = exampleJson(result)["uncertainty"];
        QVERIFY(json["step_time_s"] == Json({{"p10", 30.0}, {"p90", 36.0}}));
        QVERIFY(json["mfu"] == Json({{"p10", 0.4}, {"p90", 0.5}}));
        QVERIFY(json["cost_usd"].is_null());
        QVERIFY(json["sources"] == 5 && json["constants_spread"] == 0.02);
        result.uncertainty->cost = Band<Money>{Money(1e6), Money(2e6)};
        json = exampleJson(result)["uncertainty"];
        QVERIFY(json["cost_usd"]["p90"] == 2e6);
        for (const char* const key :
             {"tokens_per_s", "tokens_per_s_per_gpu", "hfu", "time_to_train_s", "log_ratio"}) {
            QVERIFY2(json[key].contains("p10") && json[key].contains("p90"), key);
        }
    }

    void confidenceIsTheGroupItsErrorsAndWhatLiesOutside() {
        QVERIFY(exampleJson(exampleResult())["confidence"].is_null());
        Result result = exampleResult();
        result.confidence =
            Confidence{.group = test::accuracyGroup(false, "h200-sxm", "", Precision::Bf16, 0.04),
                       .gpuName = "H200 SXM"};
        result.confidence->outside = {
            {.field = MeasuredField::Gpus, .found = 512, .measured = {2, 256}},
            {.field = MeasuredField::Phase,
             .word = "lora",
             .label = "LoRA fine-tuning",
             .measuredWords = {"pretrain"}}};
        const Json expected = Json::parse(R"({
            "group": {"experts": false, "gpu": "h200-sxm", "profile": null, "precision": "bf16"},
            "rows": 120, "mean_abs": 0.04, "bias": 0.012, "p90_abs": 0.08,
            "left_out_mean_abs": 0.05,
            "outside": [
                {"field": "gpus", "found": 512.0, "low": 2.0, "high": 256.0, "measured": null},
                {"field": "phase", "found": "lora", "low": null, "high": null,
                 "measured": ["pretrain"]}]})");
        QCOMPARE(exampleJson(result)["confidence"].dump(), expected.dump());
        result.confidence = Confidence{};
        const Json nothing = exampleJson(result)["confidence"];
        QVERIFY(nothing["group"].is_null() && nothing["mean_abs"].is_null());
        QVERIFY(nothing["outside"].empty() && nothing["outside"].is_array());
    }

    void planIsComplete() {
        const Json plan = exampleJson(exampleResult())["plan"];
        QVERIFY(plan["dp"] == 32);
        QVERIFY(plan["ep"] == 1);
        QVERIFY(plan["schedule"] == "1f1b");
        QVERIFY(plan["micro_batches"] == 16);
        QVERIFY(plan["offload"] == "none");
        Result experts = exampleResult();
        experts.plan.expertParallel = 8;
        experts.plan.expertTensorParallel = 2;
        experts.plan.offload = Offload::Both;
        const Json spread = exampleJson(experts)["plan"];
        QVERIFY(spread["ep"] == 8);
        QVERIFY(spread["etp"] == 2);
        QVERIFY(spread["offload"] == "both");
        Result interleaved = exampleResult();
        interleaved.plan.virtualPipeline = 5;
        QVERIFY(exampleJson(interleaved)["plan"]["schedule"] == "interleaved");
    }

    void modelCountsItsParts() {
        const Json model = exampleJson(exampleResult())["model"];
        QVERIFY(model["params_total"] == 105);
        std::int64_t sum = 0;
        for (const Json& part : model["params_by_part"]) {
            sum += part.get<std::int64_t>();
        }
        QCOMPARE(sum, std::int64_t{105});
    }

    void memoryPartsAddUpToTheTotal() {
        const Json memory = exampleJson(exampleResult())["memory"];
        double sum = 0.0;
        for (const Json& part : memory["by_part"]) {
            sum += part.get<double>();
        }
        QCOMPARE(sum, memory["total_bytes"].get<double>());
    }

    void whatHasNoPhysicsIsNullWithAReason() {
        Result result = exampleResult();
        result.headline.billedTime = result.headline.timeToTrain;
        const Json json = exampleJson(result);
        for (const char* key : {"goodput", "energy_kwh", "ttft_s", "tpot_s", "output_tokens_per_s",
                                "output_tokens_per_s_per_gpu", "usd_per_million_output_tokens"}) {
            QVERIFY2(json["headline"].contains(key) && json["headline"][key].is_null(), key);
        }
        QVERIFY(hasReason(json, "not_modelled.goodput"));
        QVERIFY(hasReason(json, "not_modelled.energy"));
        QVERIFY(hasReason(json, "not_modelled.serving"));
        for (const auto& [key, value] : json["headline"].items()) {
            const auto aboutKey = std::ranges::count_if(
                json["diagnostics"], [&](const Json& found) { return found["place"] == key; });
            const bool notAsked = key == "cost_converted";
            QVERIFY2(aboutKey == (value.is_null() && !notAsked ? 1 : 0), key.c_str());
        }
    }

    void aPlanThatDoesNotFitHasNoTimesAndNoPrice() {
        const Json json = exampleJson(exampleThatDoesNotFit(), TermTree::Included);
        QVERIFY(json["feasible"] == false);
        for (const char* key : {"step_time_s", "tokens_per_s", "tokens_per_s_per_gpu", "mfu", "hfu",
                                "mfu_full_attention", "hfu_full_attention", "time_to_train_s",
                                "cost_usd", "exposed_communication_s"}) {
            QVERIFY2(json["headline"][key].is_null(), key);
        }
        QVERIFY(json["headline"]["memory_peak_bytes"] > json["headline"]["memory_capacity_bytes"]);
        QVERIFY(json["bound"].is_null());
        QVERIFY(json["terms"].is_null());
        QVERIFY(json["fixes"][0]["changes"][0]["key"] == "tp");
    }

    void aCostWithoutPriceIsNull() {
        Result result = exampleResult();
        result.headline.cost.reset();
        QVERIFY(exampleJson(result)["headline"]["cost_usd"].is_null());
    }

    void thePriceHasItsPlanRegionAndDay() {
        Result result = exampleResult();
        QVERIFY(exampleJson(result)["price"] ==
                (Json{{"plan", "own"}, {"region", nullptr}, {"date", nullptr}}));
        result.priceDate = "2026-09-19";
        Scenario listed = exampleScenario();
        listed.cluster.pricePlan = PricePlan::CapacityBlock;
        listed.cluster.region = "us-east-2";
        const Json price = resultJson(listed, result, Catalogue(), TermTree::LeftOut)["price"];
        QVERIFY(
            price ==
            (Json{{"plan", "capacity_block"}, {"region", "us-east-2"}, {"date", "2026-09-19"}}));
        result.headline.cost.reset();
        QVERIFY(exampleJson(result)["price"].is_null());
        QVERIFY(failureJson({}, {})["price"].is_null());
    }

    void aSecondCurrencyStandsBesideTheDollars() {
        Result result = exampleResult();
        QVERIFY(exampleJson(result)["headline"]["cost_converted"].is_null());
        result.headline.billedTime = 112_d;
        result.costConverted =
            ConvertedCost{.currency = "EUR", .rate = 0.9, .date = "2026-10-01", .value = 8.145e6};
        const Json headline = exampleJson(result)["headline"];
        QVERIFY(headline["cost_usd"] == 9.05e6);
        const Json expected{
            {"currency", "EUR"}, {"rate", 0.9}, {"date", "2026-10-01"}, {"value", 8.145e6}};
        QVERIFY(headline["cost_converted"] == expected);
        QVERIFY(headline["billed_time_s"] == 112.0 * 86400.0);
        result.feasible = false;
        QVERIFY(exampleJson(result)["headline"]["cost_converted"].is_null());
        QVERIFY(exampleJson(result)["headline"]["billed_time_s"].is_null());
    }

    void measuresAreInTheUnitOfTheirKey() {
        Scenario scenario = exampleScenario();
        scenario.cluster.instance = std::string(customInstance);
        scenario.cluster.custom = {.gpu = "h100-sxm", .networkPerGpu = Bandwidth(12.5e9)};
        scenario.cluster.currency = "EUR";
        scenario.cluster.exchangeRate = 0.9;
        scenario.cluster.exchangeDate = "2026-10-01";
        const Json json = resultJson(scenario, exampleResult(), Catalogue())["scenario"];
        QVERIFY(json["network_gbps_per_gpu"] == 100);
        QVERIFY(json["exchange_rate"] == 0.9);
        QVERIFY(json["exchange_date"] == "2026-10-01");
        QVERIFY(json["price_per_gpu_hour"] == 3.5);
        scenario.cluster.instance = "p5en.48xlarge";
        scenario.cluster.pricePlan = PricePlan::Spot;
        scenario.cluster.discount = Share{0.07};
        QVERIFY(resultJson(scenario, exampleResult(), Catalogue())["scenario"]["discount"] == 7);
    }

    void whatDoesNotApplyIsNull() {
        const Json own = exampleJson(exampleResult())["scenario"];
        for (const char* key :
             {"gpu", "gpus", "gpus_per_node", "nvlink_domain", "network_gbps_per_gpu", "fabric",
              "oversubscription", "region", "discount", "exchange_rate", "exchange_date"}) {
            QVERIFY2(own.contains(key) && own[key].is_null(), key);
        }
        QVERIFY(own["instances"] == 1);
        Scenario custom = exampleScenario();
        custom.cluster.instance = std::string(customInstance);
        QVERIFY(
            resultJson(custom, exampleResult(), Catalogue())["scenario"]["instances"].is_null());
    }

    void noNumberIsNaNOrInfinite() {
        Result result = exampleResult();
        result.headline.mfu = std::numeric_limits<double>::quiet_NaN();
        result.headline.timeToTrain = Seconds(std::numeric_limits<double>::infinity());
        const Json json = exampleJson(result);
        QVERIFY(json["headline"]["mfu"].is_null());
        QVERIFY(json["headline"]["time_to_train_s"].is_null());
    }

    void termsAreATreeWithAllKeys() {
        Result result = exampleResult();
        result.terms.push_back(
            exampleTerm(TermName::Rotary, Category::HbmKernels, Bound::Hbm, 1_s, 1_s, 1));
        const Json root = exampleJson(result, TermTree::Included)["terms"];
        QCOMPARE(root["children"].size(), std::size_t{6});
        QVERIFY(root["children"][1]["category"] == categoryKey(Category::Attention));
        const Json& first = root["children"][0];
        QCOMPARE(first["children"].size(), std::size_t{1});
        for (const char* key :
             {"name", "phase", "bound", "count", "busy_s", "exposed_s", "hidden_s", "flops",
              "hbm_bytes", "nvlink_bytes", "network_bytes", "formula", "inputs", "facts"}) {
            QVERIFY2(first.contains(key), key);
        }
        QVERIFY(root["children"][3]["hidden_s"] == 3.0);
    }

    void termsAreLeftOutUnlessAskedFor() {
        QVERIFY(!exampleJson(exampleResult()).contains("terms"));
    }

    void aFailureHasTheSameKeys() {
        const Diagnostics wrong{{.code = "plan.tp", .place = "tp", .text = {"TP", {}}, .hint = {}}};
        const Json failed = failureJson(exampleScenario(), wrong);
        const Json answered = exampleJson(exampleResult());
        for (const auto& [key, value] : answered.items()) {
            QVERIFY2(failed.contains(key), key.c_str());
        }
        QVERIFY(failed["feasible"].is_null());
        QVERIFY(hasReason(failed, "plan.tp"));
        QVERIFY(failureJson(std::nullopt, wrong)["scenario"].is_null());
        QVERIFY(failed["model"].is_null());
    }

    void aFailureCountsTheModelThatIsKnown() {
        const Transformer model = samples::llama31Of70B();
        const Json counted = failureJson(exampleScenario(), {}, &model)["model"];
        QVERIFY(counted["name"] == model.name);
        QVERIFY(counted["params_total"] == 70553706496);
        for (const auto& [key, value] : exampleJson(exampleResult())["model"].items()) {
            QVERIFY2(counted.contains(key), key.c_str());
        }
    }

    void brokenUtf8BecomesReadableText() {
        Scenario scenario = exampleScenario();
        scenario.name = "caf\xE9";
        const Json json = failureJson(scenario, {});
        QVERIFY(Json::accept(jsonText(json)));
    }
};

QTEST_GUILESS_MAIN(ReportJsonTest)
#include "report_json_test.moc"
