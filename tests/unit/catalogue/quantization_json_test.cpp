// How the weights of a model are stored, in model files.
#include "core/catalogue/model_json.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>

using namespace roofplan;
using nlohmann::json;

namespace {

json modelWith(const json& quantization) {
    return {
        {"id", "m"},
        {"name", "M"},
        {"source", {{"title", "T"}}},
        {"quantization", quantization},
        {"architecture",
         {{"hidden", 64},
          {"vocabulary", 1000},
          {"norm", "rms"},
          {"layer_kinds",
           {{{"id", "dense"},
             {"token_mixer",
              {{"kind", "attention"}, {"query_heads", 8}, {"kv_heads", 2}, {"head_dimension", 8}}},
             {"channel_mixer", {{"kind", "dense"}, {"width", 128}}}}}},
          {"layers", {{{"kind", "dense"}, {"count", 2}}}}}}};
}

} // namespace

class QuantizationJsonTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void writesWhatReadsBackEqual() {
        const std::optional<Precision> caches[]{std::nullopt, Precision::Fp8, Precision::Int8};
        for (const WeightFormatName& name : weightFormatNames) {
            for (const std::optional<Precision> cache : caches) {
                auto model = modelFromJson(modelWith({{"weights", std::string(name.key)}}), "p#");
                QVERIFY(model);
                model->quantization = Quantization{.weights = name.format,
                                                   .groupSize = name.group,
                                                   .keyValueCache = cache,
                                                   .method = "modelopt"};
                const auto again = modelFromJson(json::parse(modelToJson(*model).dump()), "p#");
                QVERIFY(again && *again == *model);
            }
        }
    }

    void isAbsentUnlessGiven() {
        json model = modelWith({{"weights", "fp8"}});
        QVERIFY(modelFromJson(model, "p#")->quantization->weights == WeightFormat::Fp8);
        model.erase("quantization");
        QVERIFY(!modelFromJson(model, "p#")->quantization);
    }

    void refuses_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("place");
        const auto row = [](const json& text, const char* place) {
            QTest::newRow(text.dump().c_str())
                << QByteArray::fromStdString(text.dump()) << QByteArray(place);
        };
        row({{"weights", "fp3"}}, "p#/quantization/weights");
        row({{"weights", "fp8"}, {"group_size", -1}}, "p#/quantization/group_size");
        row({{"weights", "fp8"}, {"kv_cache", "fp3"}}, "p#/quantization/kv_cache");
        row({{"weights", "fp8"}, {"method", 3}}, "p#/quantization/method");
        row({{"weights", "fp8"}, {"colour", "red"}}, "p#/quantization/colour");
        row(json::object(), "p#/quantization");
        row(7, "p#/quantization");
    }

    void refuses() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, place);
        const auto model = modelFromJson(modelWith(json::parse(text.toStdString())), "p#");
        QVERIFY(!model);
        QCOMPARE(model.error().size(), std::size_t{1});
        QCOMPARE(model.error().front().place, place.toStdString());
    }
};

QTEST_GUILESS_MAIN(QuantizationJsonTest)
#include "quantization_json_test.moc"
