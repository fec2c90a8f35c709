#include "core/calibration/constants.h"
#include "tests/support/findings.h"
#include "tests/support/shipped.h"
#include "tests/unit/calibration/training_set.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace roofplan;
using namespace roofplan::test;

namespace {

Expected<std::vector<FittedConstant>> read(const char* members) {
    return readConstants("{\"constants\": [{\"name\": \"a\"" + std::string(members) + "}]}",
                         "c.json", shippedCatalogue());
}

double sustained(const Catalogue& catalogue, const char* profile) {
    return findEntry(catalogue.efficiencyProfiles, profile)->sustainedFactor.value;
}

} // namespace

class ConstantsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void readsTheShippedOnes() {
        const auto text = readTextFile(ROOFPLAN_SPECS_DIR "/measurements/constants.json");
        const auto constants =
            readConstants(text.value_or(""), "constants.json", shippedCatalogue());
        QVERIFY(constants.has_value());
        QVERIFY(constants->size() > 20 && constants->size() <= 40);
    }

    void readsMembers() {
        const auto constants = read(R"(, "kind": "stack", "entries": "*", "properties":
            ["launch_time"], "deviation": 0.25, "low": 0.6, "high": 1.7, "sourced": 16)");
        QVERIFY(constants.has_value());
        const FittedConstant& constant = constants->front();
        QVERIFY(constant.stack);
        QCOMPARE(constant.entries.size(), shippedCatalogue().stacks.size());
        QCOMPARE(constant.unit, std::string("us"));
        QVERIFY(constant.deviation == 0.25 && constant.low == 0.6 && constant.high == 1.7);
        QCOMPARE(constant.sourced, std::optional(16.0));
    }

    void namesWhatIsWrong_data() {
        QTest::addColumn<QByteArray>("members");
        QTest::addColumn<QByteArray>("words");
        const auto add = [](const char* name, const char* members, const char* words) {
            QTest::newRow(name) << QByteArray(members) << QByteArray(words);
        };
        add("no JSON", ", ", "line 1");
        add("no entries", R"(, "properties": ["hbm_fraction"])", "needs entries and properties");
        add("unknown entry", R"(, "entries": ["volta"], "properties": ["hbm_fraction"])",
            "volta has no hbm_fraction");
        add("unknown property", R"(, "entries": ["hopper"], "properties": ["speed"])",
            "hopper has no speed");
        add("no number", R"(, "entries": ["hopper"], "properties": ["hbm_fraction"], "low": "x")",
            "c.json#/constants/0/low");
        add("negative",
            R"(, "entries": ["hopper"], "properties": ["hbm_fraction"], "deviation": -1)",
            "allowed: a positive number");
        add("empty range",
            R"(, "entries": ["hopper"], "properties": ["hbm_fraction"], "low": 2, "high": 1)",
            "low");
        add("kind", R"(, "kind": "gpu", "entries": ["hopper"], "properties": ["hbm_fraction"])",
            "found gpu");
        add("twice", R"(, "entries": ["hopper", "hopper"], "properties": ["hbm_fraction"])",
            "stands in 'a' already");
    }

    void namesWhatIsWrong() {
        QFETCH(QByteArray, members);
        QFETCH(QByteArray, words);
        const auto constants = read(members.constData());
        QVERIFY(!constants.has_value());
        const QString line = QString::fromStdString(plainLine(constants.error().front()));
        QVERIFY2(line.contains(QString::fromUtf8(words)) && line.contains(QStringLiteral("c.json")),
                 qPrintable(line));
    }

    void refusesAFileWithoutConstants() {
        for (const char* const text : {"[]", "{}", "5", "{\"constants\": 3}"}) {
            QVERIFY(!readConstants(text, "c.json", shippedCatalogue()).has_value());
        }
        QVERIFY(!readConstants("[1, []]", "c.json", shippedCatalogue()).has_value());
    }

    void movesTheCatalogueAndBack() {
        Catalogue catalogue = shippedCatalogue();
        ConstantSet set({constantOf("hopper", "sustained_factor"),
                         constantOf("megatron-core-2026", "launch_time", true)},
                        catalogue);
        const double before = sustained(catalogue, "hopper");
        const double launch =
            findEntry(catalogue.stacks, "megatron-core-2026")->launchTime.value.base();
        set.apply({std::log(0.9), std::log(1.5)});
        QVERIFY(test::near(sustained(catalogue, "hopper"), 0.9 * before, 1e-12));
        QVERIFY(
            test::near(findEntry(catalogue.stacks, "megatron-core-2026")->launchTime.value.base(),
                       1.5 * launch, 1e-12));
        QVERIFY(test::near(set.value(1, std::log(1.5)), 1.5e6 * launch, 1e-9)); // as published, us
        set.apply({0.0, 0.0});
        QCOMPARE(sustained(catalogue, "hopper"), before);
        QCOMPARE(catalogue.facts, shippedCatalogue().facts);
    }

    void priorsStandAtTheSourceOrTheCatalogue() {
        Catalogue catalogue = shippedCatalogue();
        FittedConstant constant = constantOf("hopper", "sustained_factor");
        const double now =
            catalogue.fact(findEntry(catalogue.efficiencyProfiles, "hopper")->sustainedFactor.fact)
                .published;
        constant.sourced = 1.1 * now;
        const ConstantSet set({constant}, catalogue);
        const Prior sourced = set.priors(PriorAt::Sourced).front();
        const Prior here = set.priors(PriorAt::Catalogue).front();
        QVERIFY(test::near(sourced.mean, std::log(1.1), 1e-9));
        QCOMPARE(here.mean, 0.0);
        for (const Prior& prior : {sourced, here}) { // the limits are those of the source
            QVERIFY(test::near(prior.low, std::log(0.5 * 1.1), 1e-9));
            QVERIFY(test::near(prior.high, std::log(1.5 * 1.1), 1e-9));
        }
    }

    void forgetsWhatAnEarlierCalibrationOfTheUserLeft() {
        const QTemporaryDir own;
        const auto write = [&own](const char* via) {
            const nlohmann::json file{
                {"sources", {{"s", {{"title", "t"}, {"date", "2026-11"}, {"via", via}}}}},
                {"facts", {{{"property", "sustained_factor"}, {"value", 0.5}, {"source", "s"}}}}};
            return writeTextFile(
                       own.filePath(QStringLiteral("efficiency/hopper.json")).toStdString(),
                       file.dump())
                .has_value();
        };
        const auto load = [&own] {
            Catalogue catalogue =
                loadCatalogue(ROOFPLAN_SPECS_DIR, own.path().toStdString()).catalogue;
            forgetOwnCalibration(catalogue);
            return sustained(catalogue, "hopper");
        };
        QVERIFY(write("measured"));
        QCOMPARE(load(), 0.5);
        QVERIFY(write("roofplan-cli calibrate"));
        QCOMPARE(load(), sustained(shippedCatalogue(), "hopper"));
    }
};

QTEST_GUILESS_MAIN(ConstantsTest)
#include "constants_test.moc"
