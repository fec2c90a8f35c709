#include "core/architecture/parameter_count.h"
#include "core/catalogue/own_facts.h"
#include "core/catalogue/property_rows.h"
#include "tests/ui/window_case.h"
#include "ui/catalogue/catalogue_model.h"
#include "ui/catalogue/detail_browser.h"
#include "ui/catalogue/entry_links.h"
#include "ui/catalogue/fact_table_model.h"
#include "ui/catalogue/fact_text.h"
#include "ui/catalogue/model_text.h"
#include "ui/catalogue/own_value.h"
#include "ui/catalogue/published_forms.h"
#include "ui/models/natural_order.h"
#include "ui/models/own_numbers.h"
#include "ui/style/text.h"

#include <QAbstractItemModelTester>
#include <QTest>
#include <QTextBlock>
#include <QTextDocumentFragment>

using namespace roofplan;
using namespace roofplan::ui;

namespace {

using Reporting = QAbstractItemModelTester::FailureReportingMode;

FactId factId(const Catalogue& catalogue, const char* entry, const char* property) {
    for (std::size_t i = 0; i < catalogue.facts.size(); ++i) {
        const Fact& fact = catalogue.facts[i];
        if (fact.entry == entry && fact.property == property && fact.preferred) {
            return FactId(static_cast<std::int32_t>(i));
        }
    }
    return FactId::None;
}

/// The entry of that folder and id; one without an id where there is none.
CatalogueEntry entryOf(const Catalogue& catalogue, const char* folder, const char* id) {
    for (const CatalogueGroup& group : catalogueGroups(catalogue)) {
        for (const CatalogueEntry& entry : group.entries) {
            if (entry.folder == folder && entry.id == id) {
                return entry;
            }
        }
    }
    return {};
}

/// As plain words, every blank the same.
QString blanks(QString text) {
    return text.replace(QChar(0x202F), u' ').replace(QChar::Nbsp, u' ');
}

QString plain(const QString& html) {
    return blanks(QTextDocumentFragment::fromHtml(html).toPlainText());
}

OwnFact slowerMemory() {
    OwnFact fact;
    fact.kind = "gpu";
    fact.folder = "gpus";
    fact.entry = "h200-sxm";
    fact.property = "hbm_bandwidth";
    fact.value = 4.2;
    fact.unit = "TB/s";
    fact.convention = "peak";
    fact.source = "My stream benchmark";
    fact.date = "2026-10-01";
    return fact;
}

} // namespace

class CatalogueTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyFactHasAPlace();
    void pricesAreNoFactsOfTheInstance();
    void modelsKeepTheRules();
    void aSearchLooksEverywhere_data();
    void aSearchLooksEverywhere();
    void scopes();
    void factRows();
    void pageOfAFact();
    void pageOfAnOwnFact();
    void pageOfAModel();
    void whatDoesNotExist();
    void linksBetweenEntries();
    void textIsEscaped();
    void pageFollowsTheTheme();
    void whatIsAsked();

private:
    test::PrivateSettings m_settings;
    Catalogue m_own; ///< the shipped one with slowerMemory()
};

void CatalogueTest::initTestCase() {
    const std::filesystem::path folder = m_settings.path(QStringLiteral("own")).toStdString();
    QVERIFY(setOwnFact(folder, slowerMemory()).has_value());
    LoadedCatalogue loaded = loadCatalogue(ROOFPLAN_SPECS_DIR, folder);
    QCOMPARE(loaded.findings, Diagnostics{});
    m_own = std::move(loaded.catalogue);
}

void CatalogueTest::everyFactHasAPlace() {
    const Catalogue& all = test::shippedCatalogue();
    std::map<FactId, int> seen;
    std::size_t entries = 0;
    for (const CatalogueGroup& group : catalogueGroups(all)) {
        QVERIFY(!group.title.isEmpty());
        QVERIFY(!group.entries.empty());
        entries += group.entries.size();
        for (const CatalogueEntry& entry : group.entries) {
            QVERIFY(!entry.name.isEmpty());
            for (const FactId fact : entry.facts) {
                ++seen[fact];
            }
        }
    }
    std::set<std::string> priced;
    for (const InstancePrice& price : all.prices) {
        priced.insert(price.instance);
    }
    QCOMPARE(entries, all.gpus.size() + all.nvlinks.size() + all.networks.size() +
                          all.instances.size() + priced.size() + all.purchaseRules.size() +
                          all.storageTiers.size() + all.models.size() + all.stacks.size() +
                          all.efficiencyProfiles.size());
    for (std::size_t i = 0; i < all.facts.size(); ++i) {
        const int times = seen[FactId(static_cast<std::int32_t>(i))];
        QVERIFY2(times == (all.facts[i].preferred ? 1 : 0), all.facts[i].place.c_str());
    }
}

void CatalogueTest::pricesAreNoFactsOfTheInstance() {
    const Catalogue& all = test::shippedCatalogue();
    const CatalogueEntry instance = entryOf(all, "instances", "p5en.48xlarge");
    const CatalogueEntry prices = entryOf(all, "prices", "p5en.48xlarge");
    QCOMPARE(instance.kind, std::string("instance"));
    QCOMPARE(prices.kind, std::string("price"));
    for (const FactId fact : instance.facts) {
        QVERIFY(all.fact(fact).region.empty());
    }
    for (const FactId fact : prices.facts) {
        QVERIFY(!all.fact(fact).region.empty());
    }
}

void CatalogueTest::modelsKeepTheRules() {
    CatalogueModel tree;
    const QAbstractItemModelTester treeTester(&tree, Reporting::QtTest);
    CatalogueFilter filter(tree);
    const QAbstractItemModelTester filterTester(&filter, Reporting::QtTest);
    tree.setGroups(catalogueGroups(test::shippedCatalogue()));
    filter.setWords({QStringLiteral("h200")});
    tree.setGroups(catalogueGroups(m_own));
    filter.setWords({});
    const QModelIndex index = tree.indexOf("gpus", "h200-sxm");
    QVERIFY(index.isValid());
    QCOMPARE(tree.entry(index)->id, std::string("h200-sxm"));
    QVERIFY(tree.entry(index.parent()) == nullptr);
    QVERIFY(!tree.indexOf("gpus", "no-such").isValid());

    FactTableModel facts;
    const QAbstractItemModelTester factTester(&facts, Reporting::QtTest);
    const auto catalogue = std::make_shared<const Catalogue>(m_own);
    facts.setFacts(catalogue, tree.entry(index)->facts);
    QVERIFY(facts.rowOf("hbm_bandwidth", "") >= 0);
    QCOMPARE(facts.rowOf("hbm_bandwidth", "nowhere"), -1);
    facts.setFacts(catalogue, {});
    QVERIFY(facts.factAt(0) == FactId::None);
}

void CatalogueTest::aSearchLooksEverywhere_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("found");
    QTest::newRow("id") << QStringLiteral("h200-sxm") << QStringLiteral("NVIDIA H200 SXM");
    QTest::newRow("name") << QStringLiteral("nvidia h200") << QStringLiteral("NVIDIA H200 SXM");
    QTest::newRow("fact and entry")
        << QStringLiteral("l2 cache H200") << QStringLiteral("NVIDIA H200 SXM");
    QTest::newRow("property key") << QStringLiteral("hbm_bandwidth h200")
                                  << QStringLiteral("NVIDIA H200 SXM");
    QTest::newRow("source title") << QStringLiteral("Belotti h200")
                                  << QStringLiteral("NVIDIA H200 SXM");
    QTest::newRow("address") << QStringLiteral("data-center/h200")
                             << QStringLiteral("NVIDIA H200 SXM");
    QTest::newRow("why") << QStringLiteral("adds memory, not arithmetic")
                         << QStringLiteral("NVIDIA H200 SXM");
    QTest::newRow("note of a rival")
        << QStringLiteral("not the driver total h200-sxm") << QStringLiteral("NVIDIA H200 SXM");
    QTest::newRow("number of a rival")
        << QStringLiteral("144384") << QStringLiteral("NVIDIA H200 SXM");
    QTest::newRow("kind and entry")
        << QStringLiteral("networks efa v3") << QStringLiteral("EFA v3");
    QTest::newRow("source of a model")
        << QStringLiteral("meta-llama/Llama-3.1-70B") << QStringLiteral("Llama 3.1 70B");
}

void CatalogueTest::aSearchLooksEverywhere() {
    QFETCH(QString, typed);
    QFETCH(QString, found);
    CatalogueModel tree;
    CatalogueFilter filter(tree);
    tree.setGroups(catalogueGroups(test::shippedCatalogue()));
    filter.setWords(filterWords(typed));
    QStringList names;
    for (int kind = 0; kind < filter.rowCount(); ++kind) {
        const QModelIndex group = filter.index(kind, 0);
        for (int row = 0; row < filter.rowCount(group); ++row) {
            names << filter.index(row, 0, group).data().toString();
        }
        QCOMPARE(group.siblingAtColumn(CatalogueModel::Marks).data().toInt(),
                 filter.rowCount(group));
    }
    QVERIFY2(names.contains(found), qPrintable(names.join(u'|')));
    filter.setWords(filterWords(typed + QStringLiteral(" xyzzy")));
    QCOMPARE(filter.rowCount(), 0);
}

void CatalogueTest::scopes() {
    CatalogueModel tree;
    CatalogueFilter filter(tree);
    tree.setGroups(catalogueGroups(test::shippedCatalogue()));
    filter.setScope(CatalogueScope::Own);
    QCOMPARE(filter.rowCount(), 0);
    tree.setGroups(catalogueGroups(m_own));
    QCOMPARE(filter.rowCount(), 1);
    QCOMPARE(filter.index(0, 0, filter.index(0, 0)).data().toString(),
             QStringLiteral("NVIDIA H200 SXM"));
    const QModelIndex marks = filter.index(0, CatalogueModel::Marks, filter.index(0, 0));
    QVERIFY(marks.data().toString().contains(ownMark));
    QVERIFY(marks.data().toString().contains(u'▲'));
    filter.setScope(CatalogueScope::Conflicts);
    QVERIFY(filter.rowCount() > 1);
    for (int kind = 0; kind < filter.rowCount(); ++kind) {
        QVERIFY(filter.index(kind, 0).data().toString() != QStringLiteral("Models"));
    }
}

void CatalogueTest::factRows() {
    const auto catalogue = std::make_shared<const Catalogue>(m_own);
    FactTableModel facts;
    facts.setFacts(catalogue, entryOf(m_own, "gpus", "h200-sxm").facts);
    const auto row = [&facts](const char* property) {
        QStringList texts;
        for (int column = 0; column < facts.columnCount(); ++column) {
            texts << facts.index(facts.rowOf(property, ""), column).data().toString();
        }
        return texts;
    };
    QCOMPARE(row("bf16_peak"),
             QStringList({QStringLiteral("▲"), QStringLiteral("BF16 peak"),
                          QStringLiteral("1\u202F979\u202FTFLOPS"), QStringLiteral("sparse"),
                          QStringLiteral("989.5\u202FTFLOP/s"),
                          QStringLiteral("NVIDIA H200 product page (SXM column)"),
                          QStringLiteral("2026-09-15")}));
    QCOMPARE(row("nvfp4_peak").at(FactTableModel::Used), QStringLiteral("not supported"));
    QCOMPARE(row("nvfp4_peak").at(FactTableModel::Published), QStringLiteral("—"));
    QCOMPARE(row("hbm_bandwidth").at(FactTableModel::Mark), QString(ownMark));
    QCOMPARE(row("hbm_bandwidth").at(FactTableModel::Used), QStringLiteral("4.2\u202FTB/s"));
    QCOMPARE(row("l2_cache").front(), QStringLiteral("●"));
}

void CatalogueTest::pageOfAFact() {
    const Catalogue& all = test::shippedCatalogue();
    const FactId id = factId(all, "h200-sxm", "bf16_peak");
    const QString html = factPage(id, all);
    const QString text = plain(html);
    QVERIFY(text.contains(QStringLiteral("NVIDIA H200 SXM: BF16 peak")));
    QVERIFY(text.contains(QStringLiteral("1 979 TFLOPS, sparse → 989.5 TFLOP/s")));
    QVERIFY(text.contains(QString::fromStdString(all.fact(id).why)));
    QVERIFY(html.contains(QStringLiteral("href=\"https://www.nvidia.com/en-us/data-center/h200/")));
    for (const FactId rival : all.fact(id).rivals) {
        QVERIFY(text.contains(QString::fromStdString(all.fact(rival).source.title)));
        QVERIFY(text.contains(QString::fromStdString(all.fact(rival).source.date)));
        QVERIFY(text.contains(QString::fromStdString(all.fact(rival).note)));
        QVERIFY(text.contains(blanks(publishedNumber(all.fact(rival)))));
    }
    QVERIFY(!text.contains(QStringLiteral("yours")));
}

void CatalogueTest::pageOfAnOwnFact() {
    const FactId id = factId(m_own, "h200-sxm", "hbm_bandwidth");
    QVERIFY(m_own.fact(id).own);
    const FactId shipped = shippedFact(m_own.fact(id), m_own);
    QCOMPARE(m_own.fact(shipped).published, 4.8);
    QVERIFY(!m_own.fact(shipped).own);
    const QString text = plain(factPage(id, m_own));
    QVERIFY(text.contains(QStringLiteral("yours")));
    QVERIFY(text.contains(QStringLiteral("My stream benchmark")));
    QVERIFY(text.contains(QStringLiteral("Shipped  4.8 TB/s")));
    QVERIFY(entryOf(m_own, "gpus", "h200-sxm").shipped);
}

void CatalogueTest::pageOfAModel() {
    const ModelEntry* model = findEntry(test::shippedCatalogue().models, "llama-3.1-70b");
    QVERIFY(model != nullptr);
    const QString text = plain(modelPage(*model));
    const ParameterCount count = parameterCount(model->transformer);
    for (const std::int64_t part : {count.total(), count.embedding, count.layers.dense}) {
        QVERIFY(text.contains(blanks(prettyNumber(static_cast<double>(part), 0))));
    }
    QVERIFY(text.contains(QString::fromStdString(model->source.title)));
    QVERIFY(!text.contains(QStringLiteral("Routers"))); // has none
    ModelEntry imported = *model;
    imported.origin = "config.json";
    QVERIFY(plain(modelPage(imported)).contains(QStringLiteral("config.json")));
}

void CatalogueTest::whatDoesNotExist() {
    Catalogue all = test::shippedCatalogue();
    all.absent = {{.entry = "p5en.48xlarge",
                   .property = "on_demand",
                   .label = "On-demand price",
                   .region = "mars-1",
                   .state = Absence::None,
                   .why = "No data centre there.",
                   .source = {.title = "Astronomy", .url = {}, .date = "2026", .via = {}},
                   .place = "prices/p5en.48xlarge.json#/absent/0"},
                  {.entry = "p5en.48xlarge",
                   .property = "spot",
                   .label = "Spot price",
                   .region = {},
                   .why = "Not sold so.",
                   .source = {},
                   .place = "prices/p5en.48xlarge.json#/absent/1"}};
    const CatalogueEntry prices = entryOf(all, "prices", "p5en.48xlarge");
    QCOMPARE(prices.absent.size(), 2U);
    QVERIFY(entryOf(all, "instances", "p5en.48xlarge").absent.empty());
    QVERIFY(prices.searched.contains(QStringLiteral("no data centre there")));
    FactTableModel facts;
    const QAbstractItemModelTester tester(&facts, Reporting::QtTest);
    facts.setFacts(std::make_shared<const Catalogue>(all), prices.facts, prices.absent);
    const int row = facts.rowOf("on_demand", "mars-1");
    QCOMPARE(row, static_cast<int>(prices.facts.size()));
    QVERIFY(facts.factAt(row) == FactId::None);
    QCOMPARE(facts.absentAt(row)->why, std::string("No data centre there."));
    QVERIFY(facts.absentAt(0) == nullptr);
    QCOMPARE(facts.index(row, FactTableModel::Used).data().toString(),
             QStringLiteral("does not exist"));
    QCOMPARE(facts.index(row + 1, FactTableModel::Used).data().toString(),
             QStringLiteral("unknown"));
    const QString text = plain(absentPage(all.absent.front(), QStringLiteral("p5en")));
    QVERIFY(text.contains(QStringLiteral("No data centre there.")));
    QVERIFY(text.contains(QStringLiteral("Astronomy")));
    const auto question = ownValueQuestion(prices, all.absent.front(), all);
    QVERIFY(question.has_value());
    QCOMPARE(question->fact.region, std::string("mars-1"));
    QVERIFY(question->regions.empty());
    // Absent everywhere: the region is asked for, those of the entry's own prices first.
    const auto anywhere = ownValueQuestion(prices, all.absent.back(), all);
    QVERIFY(anywhere.has_value());
    QVERIFY(anywhere->fact.region.empty());
    QVERIFY(std::ranges::find(anywhere->regions, "us-east-2") != anywhere->regions.end());
    QVERIFY(std::ranges::any_of(
        prices.facts, [&](FactId id) { return all.fact(id).region == anywhere->regions.front(); }));
}

void CatalogueTest::linksBetweenEntries() {
    const Catalogue& all = test::shippedCatalogue();
    const QString instance = entryLinks(entryOf(all, "instances", "p5en.48xlarge"), all);
    QVERIFY(instance.contains(QStringLiteral("entry:gpus/h200-sxm")));
    QVERIFY(instance.contains(QStringLiteral("entry:fabrics/efa-v3")));
    QVERIFY(instance.contains(QStringLiteral("entry:prices/p5en.48xlarge")));
    const QString gpu = entryLinks(entryOf(all, "gpus", "h200-sxm"), all);
    QVERIFY(gpu.contains(QStringLiteral("entry:fabrics/nvlink-4")));
    QVERIFY(gpu.contains(QStringLiteral("entry:instances/p5en.48xlarge")));
    QVERIFY(entryLinks(entryOf(all, "models", "llama-3.1-70b"), all).isEmpty());
}

void CatalogueTest::textIsEscaped() {
    Catalogue all = test::shippedCatalogue();
    const FactId id = factId(all, "h200-sxm", "hbm_bandwidth");
    Fact& fact = all.facts[static_cast<std::size_t>(id)];
    fact.note = "a <b>bold</b> & \"quoted\" note";
    fact.source.title = "<script>";
    const QString html = factPage(id, all);
    QVERIFY(!html.contains(QStringLiteral("<script>")));
    QVERIFY(plain(html).contains(QStringLiteral("a <b>bold</b> & \"quoted\" note")));
}

void CatalogueTest::pageFollowsTheTheme() {
    ThemeController themes(*qApp);
    themes.show(ThemeChoice::Light);
    DetailBrowser browser;
    browser.showPage(QStringLiteral("<p style=\"color: {ink};\">text</p>"));
    browser.show();
    const auto colour = [&browser] {
        return browser.document()->begin().begin().fragment().charFormat().foreground().color();
    };
    QCOMPARE(colour(), theme(false).ink);
    themes.show(ThemeChoice::Dark);
    QCOMPARE(colour(), theme(true).ink);
    themes.show(ThemeChoice::Light);
}

void CatalogueTest::whatIsAsked() {
    const Catalogue& all = test::shippedCatalogue();
    const CatalogueEntry gpu = entryOf(all, "gpus", "h200-sxm");
    const auto memory = ownValueQuestion(gpu, factId(all, "h200-sxm", "memory"), all);
    QVERIFY(memory.has_value());
    QCOMPARE(memory->fact.kind, std::string("gpu"));
    QCOMPARE(memory->fact.convention, std::string("visible"));
    QVERIFY(!memory->proposed);
    const std::vector<QString> conventions = allowedConventions(memory->row);
    QVERIFY(std::ranges::find(conventions, QStringLiteral("label")) != conventions.end());
    const auto nvfp4 = ownValueQuestion(gpu, factId(all, "h200-sxm", "nvfp4_peak"), all);
    QVERIFY(nvfp4->fact.convention.empty());
    for (const QString& convention : allowedConventions(nvfp4->row)) {
        QVERIFY(convention != QStringLiteral("unsupported"));
    }
    const CatalogueEntry prices = entryOf(all, "prices", "p5en.48xlarge");
    const auto price = ownValueQuestion(prices, prices.facts.front(), all);
    QCOMPARE(price->gpusPerInstance, 8.0);
    QCOMPARE(price->fact.region, all.fact(prices.facts.front()).region);
    QCOMPARE(allowedUnits(*propertyRow("instance", "gpus")), std::vector<QString>{QString()});
    const auto own = ownValueQuestion(entryOf(m_own, "gpus", "h200-sxm"),
                                      factId(m_own, "h200-sxm", "hbm_bandwidth"), m_own);
    QVERIFY(own->proposed);
    QCOMPARE(own->fact.value, 4.2);
    QVERIFY(own->shipped.contains(QStringLiteral("4.8")));
}

QTEST_MAIN(CatalogueTest)
#include "catalogue_test.moc"
