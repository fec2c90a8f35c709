// Files that nobody writes by mistake: a message that names file and place, the rest loads, nothing
// crashes and nothing hangs.
#include "tests/unit/catalogue/catalogue_copy.h"

#include <QTest>

#include <sys/stat.h>

using namespace roofplan;
using namespace roofplan::test;

namespace fs = std::filesystem;

namespace {

const QString victim = QStringLiteral("gpus/h200-sxm.json");

const QByteArray memoryFact = "{\"property\": \"memory\", \"value\": 1, \"unit\": \"GB\", "
                              "\"convention\": \"label\", \"source\": \"a\"}";

/// Everything that a price of a GPU needs, a stack, a model and what is known of the accuracy.
constexpr const char* chain[] = {"gpus/h200-sxm.json",
                                 "fabrics/nvlink-4.json",
                                 "fabrics/efa-v3.json",
                                 "instances/p5en.48xlarge.json",
                                 "prices/p5en.48xlarge.json",
                                 "efficiency/hopper.json",
                                 "stacks/megatron-core-2026.json",
                                 "models/llama-3.1-70b.json",
                                 "measurements/accuracy.json"};

QByteArray factsOf(int count, const QByteArray& fact) {
    QByteArray facts;
    for (int i = 0; i < count; ++i) {
        facts += (i == 0 ? "" : ",") + fact;
    }
    return "{\"kind\": \"gpu\", \"id\": \"h200-sxm\", \"name\": \"x\", \"nvlink\": \"nvlink-4\", "
           "\"efficiency_profile\": \"hopper\", \"sources\": {\"a\": {\"title\": \"a\", \"date\": "
           "\"2026\", \"via\": \"a\"}}, \"facts\": [" +
           facts + "]}";
}

} // namespace

class HostileCatalogueTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() {
        const LoadedCatalogue shipped = loadCatalogue(ROOFPLAN_SPECS_DIR);
        QVERIFY(shipped.whole());
        m_shipped = shipped.catalogue;
    }

    void namesFileAndPlace_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QByteArray>("place"); ///< within the file
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char* name, const QByteArray& content, const char* code,
                            const char* place, const char* words) {
            QTest::newRow(name) << content << QByteArray(code) << QByteArray(place)
                                << QByteArray(words);
        };
        row("nested lists", QByteArray(3'000'000, '['), "spec.json", "", "line 1, column 101");
        row("nested objects", QByteArray("{\"kind\":").repeated(300'000), "spec.json", "",
            "101 deep; allowed: 100");
        row("10 MB of nesting", QByteArray(10'000'000, '['), "file.too_large", "", "10000000");
        row("a nested kind", "{\"kind\": " + QByteArray(90, '[') + QByteArray(90, ']') + "}",
            "spec.kind", "#/kind", "allowed in this folder: gpu");
        row("NUL bytes", QByteArray(4096, '\0'), "spec.json", "", "control character");
        row("a NUL byte", QByteArray("{\"kind\": \"g\0pu\"}", 16), "spec.json", "", "column 12");
        row("not UTF-8", QByteArray("{\n\"kind\": \"\xc3\x28\"}"), "spec.json", "", "line 2");
        row("UTF-16", QByteArray("\xff\xfe{\0}\0", 6), "spec.json", "", "line 1");
        row("empty", "", "spec.json", "", "truncated");
        row("a list", "[]", "spec.kind", "#/kind", "allowed");
        row("a number", "7", "spec.kind", "#/kind", "allowed");
        row("a text", "\"gpu\"", "spec.kind", "#/kind", "allowed");
        row("null", "null", "spec.kind", "#/kind", "allowed");
        row("more than a double", factsOf(1, "{\"property\": \"memory\", \"value\": -1e999}"),
            "spec.json", "", "line 1, column ");
        row("two values", "{} {}", "spec.json", "", "line 1, column 4");
        row("no members but the kind", "{\"kind\": \"gpu\"}", "spec.schema", "#",
            "'id' is missing");
        row("an id that is a list", "{\"kind\": \"gpu\", \"id\": [\"h200-sxm\"]}", "spec.schema",
            "#/id", "lower-case letters");
        row("facts that are an object", factsOf(0, "").replace("[]", "{}"), "spec.schema",
            "#/facts", "allowed: array");
        row("a fact that is a number", factsOf(1, "7"), "spec.schema", "#/facts/0", "object");
        row("a fact without anything", factsOf(1, "{}"), "spec.schema", "#/facts/0",
            "'property' is missing");
        row("a value that is an object",
            factsOf(1, "{\"property\": \"memory\", \"value\": {}, \"source\": \"a\"}"),
            "spec.schema", "#/facts/0/value", "a number");
        row("preferred in words",
            factsOf(1, "{\"property\": \"memory\", \"value\": 1, \"preferred\": \"yes\", "
                       "\"source\": \"a\"}"),
            "spec.schema", "#/facts/0/preferred", "true or false");
        row("an id without end",
            "{\"kind\": \"gpu\", \"id\": \"" + QByteArray(3'000'000, 'a') + "\"}", "spec.schema",
            "#/id", "longer than the 10000 bytes");
        row("a key without end", "{\"kind\": \"gpu\", \"" + QByteArray(3'000'000, 'a') + "\": 1}",
            "spec.schema", "#", "longer than the 10000 bytes");
        row("facts without end", factsOf(20'000, memoryFact), "spec.schema", "#/facts",
            "at most 2000");
        row("wrong facts without end", factsOf(50'000, "{\"property\": \"memory\", \"colour\": 1}"),
            "spec.schema", "#/facts/0", "'source' is missing");
        row("the most facts of one property", factsOf(2000, memoryFact), "spec.more", "#/facts/101",
            " places");
    }

    void namesFileAndPlace() {
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, place);
        QFETCH(QByteArray, words);
        CatalogueCopy copy;
        QVERIFY(copy.write(victim, content));
        const LoadedCatalogue loaded = copy.load();
        const std::string where = victim.toStdString() + place.toStdString();
        const bool named = std::ranges::any_of(loaded.findings, [&](const Diagnostic& d) {
            return d.place == where && d.code == code.toStdString() &&
                   plainLine(d).find(words.toStdString()) != std::string::npos;
        });
        const std::string lines = allLines(loaded.findings);
        QVERIFY2(named, lines.substr(0, 2000).c_str());
        QVERIFY(loaded.findings.size() < 150 && lines.size() < 200'000);
        checkTheRest(loaded);
    }

    void aFileThatIsTooLarge() {
        CatalogueCopy copy;
        fs::resize_file(copy.path(victim).toStdString(), (std::uintmax_t{64} << 20U) + 1);
        const LoadedCatalogue loaded = copy.load();
        const Diagnostic* const found = findingAt(loaded.findings, victim.toStdString());
        QVERIFY2(found != nullptr && found->code == "file.too_large", allLines(loaded.findings));
        checkTheRest(loaded);
    }

    void whatIsNoFile_data() {
        QTest::addColumn<int>("what");
        QTest::newRow("folder") << 0;
        QTest::newRow("link to itself") << 1;
        QTest::newRow("link to nothing") << 2;
        QTest::newRow("pipe") << 3;
        QTest::newRow("device") << 4;
    }

    void whatIsNoFile() {
        QFETCH(int, what);
        CatalogueCopy copy;
        QVERIFY(copy.remove(victim));
        const fs::path path = copy.path(victim).toStdString();
        switch (what) {
        case 0:
            fs::create_directory(path);
            break;
        case 1:
            fs::create_symlink(path, path);
            break;
        case 2:
            fs::create_symlink("nowhere.json", path);
            break;
        case 3:
            QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
            break;
        default:
            fs::create_symlink("/dev/zero", path);
            break;
        }
        const LoadedCatalogue loaded = copy.load();
        const Diagnostic* const found = findingAt(loaded.findings, victim.toStdString());
        QVERIFY2(found != nullptr && found->code == "file.unreadable", allLines(loaded.findings));
        checkTheRest(loaded);
    }

    void aFolderThatIsALinkToItself() {
        const CatalogueCopy copy;
        fs::remove_all(copy.specs() / "stacks");
        fs::create_symlink(copy.specs() / "stacks", copy.specs() / "stacks");
        const LoadedCatalogue loaded = copy.load();
        QVERIFY(loaded.catalogue.stacks.empty());
        QCOMPARE(loaded.catalogue.gpus.size(), m_shipped.gpus.size());
        QVERIFY2(findingAt(loaded.findings, "stacks") != nullptr, allLines(loaded.findings));
    }

    void aFolderThatIsAFile() {
        const CatalogueCopy copy;
        fs::remove_all(copy.specs() / "stacks");
        fs::copy_file(copy.specs() / "README.md", copy.specs() / "stacks");
        const LoadedCatalogue loaded = copy.load();
        QVERIFY2(findingAt(loaded.findings, "stacks") != nullptr, allLines(loaded.findings));
    }

    void anIdOfAnotherFile() {
        CatalogueCopy copy;
        QVERIFY(copy.write(text("gpus/h100-copy.json"), copy.read(text("gpus/h100-sxm.json"))));
        const LoadedCatalogue loaded = copy.load();
        QCOMPARE(loaded.findings.size(), 1U);
        QCOMPARE(loaded.findings.front().code, std::string("spec.id"));
        QCOMPARE(loaded.findings.front().place, std::string("gpus/h100-copy.json#/id"));
        QVERIFY(loaded.catalogue == m_shipped);
    }

    void everyFileIsHostile() {
        CatalogueCopy copy;
        for (const auto& entry : fs::recursive_directory_iterator(copy.specs())) {
            if (entry.path().extension() == ".json") {
                QFile file(QString::fromStdString(entry.path().string()));
                QVERIFY(file.open(QIODevice::WriteOnly));
                file.write("[1");
            }
        }
        const LoadedCatalogue loaded = copy.load();
        QVERIFY(loaded.catalogue == Catalogue());
        QVERIFY(loaded.findings.size() > 20);
    }

    void wrongTypesEverywhere_data() {
        QTest::addColumn<QByteArray>("file");
        for (const char* file : chain) {
            QTest::newRow(file) << QByteArray(file);
        }
    }

    /// Each line that holds a member with a plain value is made a value of each other type.
    void wrongTypesEverywhere() {
        QFETCH(QByteArray, file);
        CatalogueCopy copy;
        QVERIFY(copy.keepOnly(chain));
        const QString name = QString::fromUtf8(file);
        const QList<QByteArray> lines = copy.read(name).split('\n');
        const int stride = std::max(1, static_cast<int>(lines.size() / 10));
        for (int i = 1; i < lines.size(); i += stride) {
            const auto colon = lines[i].indexOf("\": ");
            if (colon < 0 || lines[i].endsWith('{') || lines[i].endsWith('[')) {
                continue;
            }
            for (const char* value : {"null", "[]", "{}", "-1", "\"\""}) {
                QList<QByteArray> changed = lines;
                changed[i] = lines[i].left(colon + 3) + value + (lines[i].endsWith(',') ? "," : "");
                QVERIFY(copy.write(name, changed.join('\n')));
                const LoadedCatalogue loaded = copy.load();
                for (const Diagnostic& finding : causes(loaded)) {
                    QVERIFY2(finding.place.starts_with(file.toStdString()),
                             allLines(loaded.findings));
                }
            }
        }
    }

private:
    /// The H200 is missing with what needs it, and nothing else; none of its facts are left.
    void checkTheRest(const LoadedCatalogue& loaded) const {
        const Catalogue& catalogue = loaded.catalogue;
        QVERIFY(!loaded.whole());
        QVERIFY(findEntry(catalogue.gpus, "h200-sxm") == nullptr);
        QVERIFY(findEntry(catalogue.instances, "p5en.48xlarge") == nullptr);
        QCOMPARE(catalogue.gpus.size() + 1, m_shipped.gpus.size());
        QCOMPARE(catalogue.models.size(), m_shipped.models.size());
        QCOMPARE(catalogue.stacks.size(), m_shipped.stacks.size());
        QVERIFY(findPrice(catalogue, "p5.48xlarge", PricePlan::OnDemand, "us-east-1") != nullptr);
        for (const Fact& fact : catalogue.facts) {
            QVERIFY(fact.entry != "h200-sxm" && fact.entry != "p5en.48xlarge");
        }
    }

    Catalogue m_shipped;
};

QTEST_GUILESS_MAIN(HostileCatalogueTest)
#include "hostile_catalogue_test.moc"
