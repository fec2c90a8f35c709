#include "core/calibration/save_constants.h"
#include "tests/unit/calibration/training_set.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace roofplan;
using namespace roofplan::test;
using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

namespace {

FittedFigure hopperFigure(const char* property, double value, double error) {
    return {.folder = "efficiency",
            .kind = "efficiency",
            .entry = "hopper",
            .property = property,
            .unit = {},
            .convention = {},
            .before = 0.9,
            .value = value,
            .standardError = error,
            .rows = 12,
            .determined = true,
            .used = true};
}

const FitSource source{.title = "Fit to 12 measured training steps, rows.json",
                       .date = "2026-11-30"};

/// One profile, with what a fit has to leave alone.
constexpr auto entryText = R"({
  "kind": "efficiency",
  "id": "hopper",
  "sources": {
    "table": {
      "title": "A table",
      "date": "2026",
      "via": "µ"
    }
  },
  "facts": [
    {
      "property": "hbm_fraction",
      "value": 0.815,
      "source": "table"
    },
    {
      "property": "sustained_factor",
      "value": 0.9,
      "source": "table",
      "note": "H100, of long kernels",
      "low": 0.85,
      "high": 0.95
    },
    {
      "property": "attention_head_ramp",
      "value": 35,
      "source": "table"
    }
  ]
}
)";

class Folder {
public:
    Folder() { write(entryText); }

    void write(const std::string& text) const { QVERIFY(writeTextFile(file(), text).has_value()); }

    [[nodiscard]] fs::path path() const { return m_folder.path().toStdString(); }

    [[nodiscard]] fs::path file() const { return path() / "efficiency/hopper.json"; }

    [[nodiscard]] std::string text() const { return readTextFile(file()).value_or(""); }

    [[nodiscard]] Json fact(std::size_t index) const { return Json::parse(text())["facts"][index]; }

private:
    QTemporaryDir m_folder;
};

} // namespace

class SaveConstantsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void roundsToTheStandardError_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<double>("error");
        QTest::addColumn<double>("rounded");
        QTest::addColumn<double>("roundedError");
        QTest::newRow("share") << 0.806512 << 0.009312 << 0.8065 << 0.0093;
        QTest::newRow("coarse") << 1.29812 << 0.2034 << 1.3 << 0.2;
        QTest::newRow("tens") << 117.92 << 22.4 << 118.0 << 22.0;
        QTest::newRow("hundreds") << 1234.6 << 210.0 << 1230.0 << 210.0;
        QTest::newRow("none") << 0.123456 << 0.0 << 0.123456 << 0.0;
    }

    void roundsToTheStandardError() {
        QFETCH(double, value);
        QFETCH(double, error);
        const RoundedFigure figure = roundedFigure(value, error);
        QTEST(figure.value, "rounded");
        QTEST(figure.error, "roundedError");
    }

    void writesTheFitAndKeepsTheRest() {
        const Folder folder;
        const auto files = saveShippedConstants(
            folder.path(), {hopperFigure("sustained_factor", 0.861, 0.012)}, source);
        QVERIFY(files.has_value());
        QCOMPARE(*files, std::vector<std::string>{"efficiency/hopper.json"});
        QCOMPARE(folder.fact(1).dump(),
                 std::string(
                     R"({"property":"sustained_factor","value":0.861,"source":"calibration",)"
                     R"("note":"fitted on 12 rows; before: 0.9 of table, H100, of long kernels",)"
                     R"("standard_error":0.012,"low":0.85,"high":0.95})"));
        QVERIFY(folder.fact(0) == Json::parse(entryText)["facts"][0]);
        const Json sources = Json::parse(folder.text())["sources"];
        QVERIFY(sources["table"] == Json::parse(entryText)["sources"]["table"]);
        QVERIFY(sources["calibration"]["title"] == source.title);
        QVERIFY(sources["calibration"]["via"] == std::string(calibrationVia));
        QVERIFY(folder.text().find("\"via\": \"µ\"") != std::string::npos);
    }

    void twiceIsOnce() {
        const Folder folder;
        const std::vector<FittedFigure> figures{hopperFigure("sustained_factor", 0.861, 0.012),
                                                hopperFigure("attention_head_ramp", 41, 6)};
        QVERIFY(saveShippedConstants(folder.path(), figures, source).has_value());
        const std::string once = folder.text();
        const auto again = saveShippedConstants(folder.path(), figures, source);
        QVERIFY(again.has_value() && again->empty());
        QCOMPARE(folder.text(), once);
    }

    void undeterminedGetsTheSourcedFigureBack() {
        const Folder folder;
        FittedFigure figure = hopperFigure("attention_head_ramp", 41, 6);
        QVERIFY(saveShippedConstants(folder.path(), {figure}, source).has_value());
        QVERIFY(folder.text() != entryText);
        figure.determined = false;
        QVERIFY(saveShippedConstants(folder.path(), {figure}, source).has_value());
        QCOMPARE(folder.text(), std::string(entryText));
    }

    void undeterminedTouchesNothingElse() {
        const Folder folder;
        FittedFigure figure = hopperFigure("sustained_factor", 0.5, 0.1);
        figure.determined = false;
        const auto files = saveShippedConstants(folder.path(), {figure}, source);
        QVERIFY(files.has_value() && files->empty());
        QCOMPARE(folder.text(), std::string(entryText));
    }

    void widensARangeThatTheFitLeaves() {
        const Folder folder;
        QVERIFY(saveShippedConstants(folder.path(), {hopperFigure("sustained_factor", 0.8, 0.02)},
                                     source)
                    .has_value());
        QVERIFY(folder.fact(1)["low"] == 0.76);
        QVERIFY(folder.fact(1)["high"] == 0.95);
    }

    void writesNothingWhereAFactIsMissing() {
        const Folder folder;
        const auto files = saveShippedConstants(
            folder.path(),
            {hopperFigure("sustained_factor", 0.8, 0.02), hopperFigure("mx_factor", 0.9, 0.1)},
            source);
        QVERIFY(!files.has_value());
        const std::string line = plainLine(files.error().front());
        QVERIFY2(line.find("efficiency/hopper.json") != std::string::npos &&
                     line.find("mx_factor") != std::string::npos,
                 line.c_str());
        QCOMPARE(folder.text(), std::string(entryText));
    }

    void namesAFileThatIsNoJson() {
        const Folder folder;
        folder.write("{");
        QVERIFY(!saveShippedConstants(folder.path(), {hopperFigure("sustained_factor", 0.8, 0.1)},
                                      source)
                     .has_value());
        folder.write("[1]");
        QVERIFY(!saveShippedConstants(folder.path(), {hopperFigure("sustained_factor", 0.8, 0.1)},
                                      source)
                     .has_value());
    }

    void notesWhereTheFitStarted() {
        const Folder folder;
        const fs::path file = folder.path() / "constants.json";
        const std::string text = "{\n \"constants\": [\n  {\n   \"name\": \"a\"\n  },\n  {\n   "
                                 "\"name\": \"b\",\n   \"sourced\": 3\n  }\n ]\n}";
        QVERIFY(writeTextFile(file, text).has_value());
        Calibration calibration;
        calibration.constants = {{.name = "a", .prior = 0.9, .determined = true},
                                 {.name = "b", .prior = 3.0, .determined = false}};
        QVERIFY(saveSourcedConstants(file, calibration).value_or(false));
        QCOMPARE(
            readTextFile(file).value_or(""),
            std::string("{\n \"constants\": [\n  {\n   \"name\": \"a\",\n   \"sourced\": 0.9\n  "
                        "},\n  {\n   \"name\": \"b\"\n  }\n ]\n}"));
        QVERIFY(!saveSourcedConstants(file, calibration).value_or(true));
    }

    void ownFiguresAreReadOverTheShippedOnes() {
        const QTemporaryDir own;
        const fs::path path = own.path().toStdString();
        FittedFigure unused = hopperFigure("gemm_ceiling_tuned", 0.7, 0.1);
        unused.used = false;
        std::vector<FittedFigure> figures{hopperFigure("sustained_factor", 0.861, 0.012), unused};
        const auto files = saveOwnConstants(path, figures, source);
        QVERIFY(files.has_value());
        QCOMPARE(*files, std::vector<std::string>{"efficiency/hopper.json"});
        const LoadedCatalogue loaded = loadCatalogue(ROOFPLAN_SPECS_DIR, path);
        QVERIFY(loaded.whole());
        const auto* const hopper = findEntry(loaded.catalogue.efficiencyProfiles, "hopper");
        QCOMPARE(hopper->sustainedFactor.value, 0.861);
        const Fact& fact = loaded.catalogue.fact(hopper->sustainedFactor.fact);
        QVERIFY(fact.own && fact.preferred);
        QCOMPARE(fact.standardError, std::optional(0.012));
        QCOMPARE(fact.source.via, std::string(calibrationVia));
        QVERIFY2(fact.note.starts_with("fitted on 12 rows"), fact.note.c_str());

        figures.front().determined = false; // the next fit no longer knows it
        QVERIFY(saveOwnConstants(path, figures, source).has_value());
        QVERIFY(!fs::exists(path / "efficiency/hopper.json"));
    }

    void figuresOfTheUsersHandStay() {
        const QTemporaryDir own;
        const fs::path path = own.path().toStdString();
        const std::string text =
            R"({"sources": {"s": {"title": "t", "date": "2026-11", "via": "measured"}}, )"
            R"("facts": [{"property": "sustained_factor", "value": 0.5, "source": "s"}]})";
        QVERIFY(writeTextFile(path / "efficiency/hopper.json", text).has_value());
        FittedFigure figure = hopperFigure("sustained_factor", 0.9, 0.1);
        figure.determined = false;
        QVERIFY(saveOwnConstants(path, {figure}, source).has_value());
        QCOMPARE(readTextFile(path / "efficiency/hopper.json").value_or(""), text);
    }
};

QTEST_GUILESS_MAIN(SaveConstantsTest)
#include "save_constants_test.moc"
