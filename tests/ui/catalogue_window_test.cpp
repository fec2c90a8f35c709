#include "tests/ui/window_case.h"
#include "ui/answer/headline_tiles.h"
#include "ui/catalogue/catalogue_window.h"
#include "ui/catalogue/fact_panel.h"
#include "ui/catalogue/fact_table.h"
#include "ui/catalogue/fact_table_model.h"
#include "ui/catalogue/own_value_dialog.h"
#include "ui/compose/cluster_summary.h"
#include "ui/compose/picker_box.h"
#include "ui/models/own_numbers.h"
#include "ui/shell/catalogue_actions.h"
#include "ui/shell/file_actions.h"
#include "ui/shell/main_window.h"
#include "ui/shell/message_bar.h"
#include "ui/why/derivation_panel.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

using namespace roofplan;
using namespace roofplan::ui;

namespace {

void copyFolder(const QString& from, const QString& to) {
    QDir().mkpath(to);
    for (const QFileInfo& file : QDir(from).entryInfoList(QDir::Files)) {
        QFile::copy(file.filePath(), to + u'/' + file.fileName());
    }
    for (const QFileInfo& folder : QDir(from).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        copyFolder(folder.filePath(), to + u'/' + folder.fileName());
    }
}

} // namespace

class CatalogueWindowTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void searchSelectChangeReset();
    void whatIsWrongIsSaidInPlace();
    void theDialogStaysAfterARefusal();
    void aPriceOfAnyRegionTakesOne();
    void opensAtTheGpuOfTheProject();
    void derivationOpensTheFact();
    void factIsKeptBetweenEntries();
    void filterHidesAndShowEntryUncovers();
    void namesAreFoundFirst_data();
    void namesAreFoundFirst();
    void linkLeadsOn();
    void brokenFileIsListedAndSaid();
    void theProjectOutlivesTheCatalogue();
    void whatVanishedIsAFinding();
    void withoutAFolderNothingChanges();
    void everythingHasAName();
    void closesWithTheWindow();

private:
    void open(const QString& shipped = QStringLiteral(ROOFPLAN_SPECS_DIR), bool own = true);

    [[nodiscard]] CatalogueWindow& catalogue() const {
        return *m_window->catalogue().catalogueWindow();
    }

    template <typename T>
    [[nodiscard]] T& part(const char* name = "") const {
        return *catalogue().findChild<T*>(QString::fromLatin1(name));
    }

    [[nodiscard]] const HeadlineTile& tile(HeadlineNumber number) const {
        return m_window->findChild<HeadlineTiles*>()->tile(number);
    }

    void openCatalogue();
    void search(const char* text);
    void selectFact(const char* property, const char* region = "");
    [[nodiscard]] QString factCell(const char* property, int column) const;
    [[nodiscard]] OwnValueDialog* ask();
    static void type(QWidget& dialog, const char* field, const char* text);
    void waitForReload();

    test::PrivateSettings m_settings;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ThemeController> m_themes;
    std::unique_ptr<CatalogueStore> m_store;
    std::unique_ptr<MainWindow> m_window;
};

void CatalogueWindowTest::init() {
    QSettings().clear();
    m_folder = std::make_unique<QTemporaryDir>();
    m_themes = std::make_unique<ThemeController>(*qApp);
    m_themes->restore();
}

void CatalogueWindowTest::cleanup() {
    m_window.reset();
    m_store.reset();
    m_themes.reset();
    m_folder.reset();
}

void CatalogueWindowTest::open(const QString& shipped, bool own) {
    const CatalogueFolders folders{
        .shipped = shipped.toStdString(),
        .own = own ? m_folder->filePath(QStringLiteral("own")).toStdString() : std::string()};
    m_store =
        std::make_unique<CatalogueStore>(folders, loadCatalogue(folders.shipped, folders.own));
    m_window = std::make_unique<MainWindow>(*m_store, test::examplePath(), *m_themes);
    m_window->files().openExample();
    m_window->resize(1680, 1040);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void CatalogueWindowTest::openCatalogue() {
    QTest::keyClick(m_window.get(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(m_window->catalogue().catalogueWindow() != nullptr);
    QVERIFY(QTest::qWaitForWindowActive(&catalogue()));
}

void CatalogueWindowTest::search(const char* text) {
    auto& line = part<QLineEdit>("catalogueSearch");
    line.clear();
    QTest::keyClicks(&line, QString::fromLatin1(text));
}

void CatalogueWindowTest::selectFact(const char* property, const char* region) {
    FactTable& table = part<FactTable>("catalogueFacts");
    const int row = table.facts().rowOf(property, region);
    QVERIFY2(row >= 0, property);
    const QModelIndex index = table.facts().index(row, FactTableModel::Property);
    table.scrollTo(index);
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(index).center());
    QCOMPARE(table.currentIndex().row(), row);
}

QString CatalogueWindowTest::factCell(const char* property, int column) const {
    const FactTableModel& facts = part<FactTable>("catalogueFacts").facts();
    return facts.index(facts.rowOf(property, ""), column).data().toString();
}

OwnValueDialog* CatalogueWindowTest::ask() {
    QTest::mouseClick(&part<QPushButton>("useOwnValue"), Qt::LeftButton);
    return catalogue().findChild<OwnValueDialog*>();
}

void CatalogueWindowTest::type(QWidget& dialog, const char* field, const char* text) {
    auto* line = dialog.findChild<QLineEdit*>(QString::fromLatin1(field));
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, QString::fromLatin1(text));
}

void CatalogueWindowTest::waitForReload() {
    QTRY_VERIFY_WITH_TIMEOUT(!m_store->isLoading(), 60000);
}

/// The whole way: find a fact, put an own number in its place, see the answer change, take it back.
void CatalogueWindowTest::searchSelectChangeReset() {
    open();
    const Result before = *m_window->answer().result;
    openCatalogue();
    search("h200 sxm thundergolfer");
    QCOMPARE(part<QTreeView>("catalogueTree").currentIndex().data().toString(),
             QStringLiteral("NVIDIA H200 SXM"));
    QVERIFY(part<FactPanel>().plainText().contains(QStringLiteral("HBM capacity")));
    selectFact("hbm_bandwidth");
    QVERIFY(part<FactPanel>().plainText().contains(QStringLiteral("HBM bandwidth")));
    QVERIFY(!part<QPushButton>("backToShipped").isVisible());

    OwnValueDialog* dialog = ask();
    QVERIFY(dialog != nullptr);
    type(*dialog, "value", "2,4");
    type(*dialog, "source", "My stream benchmark");
    type(*dialog, "note", "half of it");
    QTest::keyClick(dialog->findChild<QLineEdit*>(QStringLiteral("note")), Qt::Key_Return);
    QVERIFY(!dialog->isVisible());
    waitForReload();

    QCOMPARE(factCell("hbm_bandwidth", FactTableModel::Mark), QString(ownMark));
    QCOMPARE(factCell("hbm_bandwidth", FactTableModel::Used), QStringLiteral("2.4\u202FTB/s"));
    QVERIFY(part<FactPanel>().plainText().contains(QStringLiteral("yours")));
    QVERIFY(part<FactPanel>().plainText().contains(QStringLiteral("4.8 TB/s")));
    QVERIFY(m_window->answer().isFresh());
    QVERIFY(m_window->answer().result->headline.stepTime > before.headline.stepTime);
    QCOMPARE(tile(HeadlineNumber::TimeToTrain).ownNumbers(),
             QStringList(QStringLiteral("NVIDIA H200 SXM: HBM bandwidth")));
    QVERIFY(tile(HeadlineNumber::TimeToTrain).toolTip().contains(QStringLiteral("HBM bandwidth")));
    QVERIFY(tile(HeadlineNumber::MemoryHeadroom).ownNumbers().isEmpty());
    bool said = false;
    for (const QLabel* label : m_window->findChild<ClusterSummary*>()->findChildren<QLabel*>()) {
        said = said || (label->isVisible() && label->text().contains(ownMark));
    }
    QVERIFY(said);

    QVERIFY(part<QPushButton>("backToShipped").isVisible());
    QTest::mouseClick(&part<QPushButton>("backToShipped"), Qt::LeftButton);
    waitForReload();
    QCOMPARE(factCell("hbm_bandwidth", FactTableModel::Used), QStringLiteral("4.8\u202FTB/s"));
    QVERIFY(tile(HeadlineNumber::TimeToTrain).ownNumbers().isEmpty());
    QVERIFY(*m_window->answer().result == before);
    QCOMPARE(m_window->document().undoStack().count(), 0);
}

void CatalogueWindowTest::whatIsWrongIsSaidInPlace() {
    open();
    openCatalogue();
    search("h200 product");
    selectFact("hbm_bandwidth");
    OwnValueDialog* dialog = ask();
    QVERIFY(dialog != nullptr);
    const auto problemAt = [dialog]() -> QString {
        for (const char* field : {"value", "unit", "convention", "source", "date", "note"}) {
            const auto* editor = dialog->findChild<QWidget*>(QString::fromLatin1(field));
            if (editor != nullptr && editor->property("problem").toBool()) {
                return QString::fromLatin1(field);
            }
        }
        return {};
    };
    const auto enter = [dialog] {
        QTest::keyClick(dialog->findChild<QLineEdit*>(QStringLiteral("value")), Qt::Key_Return);
    };
    enter(); // nothing typed
    QCOMPARE(problemAt(), QStringLiteral("value"));
    type(*dialog, "value", "1,234"); // two readings
    QVERIFY(problemAt().isEmpty());
    enter();
    QCOMPARE(problemAt(), QStringLiteral("value"));
    type(*dialog, "value", "-3");
    type(*dialog, "source", "me");
    enter();
    QCOMPARE(problemAt(), QStringLiteral("value"));
    type(*dialog, "value", "3");
    type(*dialog, "source", "");
    dialog->findChild<QLineEdit*>(QStringLiteral("source"))->clear();
    enter();
    QCOMPARE(problemAt(), QStringLiteral("source"));
    type(*dialog, "source", "me");
    type(*dialog, "date", "yesterday");
    enter();
    QCOMPARE(problemAt(), QStringLiteral("date"));
    QVERIFY(dialog->isVisible());
    QVERIFY(!QDir(m_folder->filePath(QStringLiteral("own/gpus"))).exists());
    QTest::keyClick(dialog, Qt::Key_Escape);
    QVERIFY(!dialog->isVisible());
    QVERIFY(!m_store->isLoading());
}

/// After a click on the button in vain: Enter works, no field has moved.
void CatalogueWindowTest::theDialogStaysAfterARefusal() {
    open();
    openCatalogue();
    search("h200 product");
    selectFact("hbm_bandwidth");
    OwnValueDialog* dialog = ask();
    QVERIFY(dialog != nullptr);
    QVERIFY(QTest::qWaitForWindowActive(dialog));
    QPushButton* use = nullptr;
    for (auto* button : dialog->findChildren<QPushButton*>()) {
        use = button->isDefault() ? button : use;
    }
    QVERIFY(use != nullptr);
    const auto tops = [dialog] {
        QCoreApplication::processEvents();
        std::vector<int> all;
        for (const auto* line : dialog->findChildren<QLineEdit*>()) {
            all.push_back(line->mapTo(dialog, QPoint()).y());
        }
        return all;
    };
    QVERIFY(dialog->findChild<QLineEdit*>(QStringLiteral("source"))
                ->accessibleName()
                .contains(QStringLiteral("required")));
    const std::vector<int> before = tops();
    const int height = dialog->height();
    QTest::mouseClick(use, Qt::LeftButton);
    QVERIFY(dialog->isVisible());
    QCOMPARE(tops(), before);
    QVERIFY(dialog->height() > height);
    type(*dialog, "value", "4.4");
    type(*dialog, "source", "me");
    QVERIFY(use->isDefault());
    QCOMPARE(tops(), before);
    QTest::keyClick(dialog->findChild<QLineEdit*>(QStringLiteral("source")), Qt::Key_Return);
    QVERIFY(!dialog->isVisible());
    waitForReload();
}

/// Said to be absent without naming a region: the dialog asks for it.
void CatalogueWindowTest::aPriceOfAnyRegionTakesOne() {
    open();
    openCatalogue();
    catalogue().showEntry("prices", "p5en.48xlarge");
    selectFact("savings_1y");
    QVERIFY(part<QPushButton>("useOwnValue").isEnabled());
    OwnValueDialog* dialog = ask();
    QVERIFY(dialog != nullptr);
    auto* region = dialog->findChild<QComboBox*>(QStringLiteral("region"));
    QVERIFY(region != nullptr && region->isVisible());
    QVERIFY(region->currentText().isEmpty());
    type(*dialog, "value", "30");
    type(*dialog, "source", "my quote");
    QTest::keyClick(dialog->findChild<QLineEdit*>(QStringLiteral("source")), Qt::Key_Return);
    QVERIFY(dialog->isVisible());
    QVERIFY(region->property("problem").toBool());
    region->setFocus();
    QTest::keyClicks(region, QStringLiteral("eu-west-1"));
    QVERIFY(!region->property("problem").toBool());
    QTest::keyClick(dialog->findChild<QLineEdit*>(QStringLiteral("source")), Qt::Key_Return);
    QVERIFY(!dialog->isVisible());
    waitForReload();
    const InstancePrice* price =
        findPrice(*m_store->catalogue(), "p5en.48xlarge", PricePlan::SavingsOneYear, "eu-west-1");
    QVERIFY(price != nullptr);
    QVERIFY(part<FactTable>("catalogueFacts").facts().rowOf("savings_1y", "eu-west-1") >= 0);
}

void CatalogueWindowTest::opensAtTheGpuOfTheProject() {
    open();
    openCatalogue();
    QCOMPARE(part<QTreeView>("catalogueTree").currentIndex().data().toString(),
             QStringLiteral("NVIDIA H200 SXM"));
}

void CatalogueWindowTest::derivationOpensTheFact() {
    open();
    m_window->selectHeadline(HeadlineNumber::MemoryHeadroom);
    const QLabel* found = nullptr;
    for (const QLabel* label : m_window->findChild<DerivationPanel*>()->findChildren<QLabel*>()) {
        if (label->text().contains(QStringLiteral("HBM capacity"))) {
            found = label;
        }
    }
    QVERIFY(found != nullptr);
    const QRegularExpression link(QStringLiteral("href=\"(fact:\\d+)\""));
    const QRegularExpressionMatch match = link.match(found->text());
    QVERIFY(match.hasMatch());
    Q_EMIT const_cast<QLabel*>(found)->linkActivated(match.captured(1));
    QVERIFY(m_window->catalogue().catalogueWindow() != nullptr);
    QVERIFY(
        part<FactPanel>().plainText().contains(QStringLiteral("NVIDIA H200 SXM: HBM capacity")));
}

void CatalogueWindowTest::factIsKeptBetweenEntries() {
    open();
    openCatalogue();
    catalogue().showEntry("gpus", "h200-sxm");
    selectFact("l2_cache");
    catalogue().showEntry("gpus", "h100-sxm");
    QVERIFY(part<FactPanel>().plainText().contains(QStringLiteral("NVIDIA H100 SXM: L2 cache")));
    catalogue().showEntry("models", "llama-3.1-70b");
    QVERIFY(!part<FactPanel>().isVisible());
    catalogue().showEntry("gpus", "h200-sxm");
    QVERIFY(part<FactPanel>().plainText().contains(QStringLiteral("NVIDIA H200 SXM: L2 cache")));
}

void CatalogueWindowTest::filterHidesAndShowEntryUncovers() {
    open();
    openCatalogue();
    search("llama-3.1-70b config.json");
    auto& tree = part<QTreeView>("catalogueTree");
    QCOMPARE(tree.currentIndex().data().toString(), QStringLiteral("Llama 3.1 70B"));
    search("nothing has these words");
    QVERIFY(!tree.isVisible());
    catalogue().showEntry("fabrics", "efa-v3");
    QVERIFY(tree.isVisible());
    QCOMPARE(tree.currentIndex().data().toString(), QStringLiteral("EFA v3"));
    QVERIFY(part<QLineEdit>("catalogueSearch").text().isEmpty());
    search("efa");
    QTest::keyClick(&part<QLineEdit>("catalogueSearch"), Qt::Key_Escape);
    QVERIFY(part<QLineEdit>("catalogueSearch").text().isEmpty());
}

void CatalogueWindowTest::namesAreFoundFirst_data() {
    QTest::addColumn<QString>("entry");
    QTest::addColumn<QString>("fact");
    QTest::newRow("h200 sxm") << QStringLiteral("gpus/h200-sxm") << QString();
    QTest::newRow("b300 memory") << QStringLiteral("gpus/b300-hgx") << QStringLiteral("memory");
    QTest::newRow("p5en") << QStringLiteral("instances/p5en.48xlarge") << QString();
    QTest::newRow("efa-v3") << QStringLiteral("fabrics/efa-v3") << QString();
    QTest::newRow("l2 cache h100-sxm")
        << QStringLiteral("gpus/h100-sxm") << QStringLiteral("l2_cache");
}

void CatalogueWindowTest::namesAreFoundFirst() {
    QFETCH(QString, entry);
    QFETCH(QString, fact);
    open();
    openCatalogue();
    catalogue().showEntry("gpus", "h200-pcie-nvl");
    search(QTest::currentDataTag());
    const QAbstractItemModel& rows = *part<QTreeView>("catalogueTree").model();
    const QString first = rows.index(0, 0, rows.index(0, 0)).data(Qt::ToolTipRole).toString();
    QVERIFY2(first.contains(u'(' + entry.section(u'/', 1) + u')'), qPrintable(first));
    bool opened = false;
    for (const QLabel* label : catalogue().findChildren<QLabel*>()) {
        opened = opened || label->text() == entry;
    }
    QVERIFY(opened);
    if (!fact.isEmpty()) {
        const FactTable& table = part<FactTable>("catalogueFacts");
        QCOMPARE(table.currentIndex().row(), table.facts().rowOf(fact.toStdString(), ""));
    }
}

void CatalogueWindowTest::linkLeadsOn() {
    open();
    openCatalogue();
    for (QLabel* label : catalogue().findChildren<QLabel*>()) {
        if (label->text().contains(QStringLiteral("entry:fabrics/nvlink-4"))) {
            Q_EMIT label->linkActivated(QStringLiteral("entry:fabrics/nvlink-4"));
            break;
        }
    }
    QCOMPARE(part<QTreeView>("catalogueTree").currentIndex().data().toString(),
             QStringLiteral("NVLink 4"));
}

void CatalogueWindowTest::brokenFileIsListedAndSaid() {
    const QString specs = m_folder->filePath(QStringLiteral("specs"));
    copyFolder(QStringLiteral(ROOFPLAN_SPECS_DIR), specs);
    open(specs);
    const auto banner = [this]() -> MessageBar* {
        for (MessageBar* bar : m_window->findChildren<MessageBar*>()) {
            if (bar->isVisible()) {
                return bar;
            }
        }
        return nullptr;
    };
    QVERIFY(banner() == nullptr);
    openCatalogue();
    auto& findings = part<QAbstractItemView>("catalogueFindings");
    QVERIFY(!findings.isVisible());

    const QString file = specs + QStringLiteral("/gpus/h100-sxm.json");
    const QByteArray sound = test::readFile(file);
    test::writeFile(file, "{ \"kind\": \"gpu\", ");
    QTest::keyClick(&catalogue(), Qt::Key_F5);
    waitForReload();
    QVERIFY(banner() != nullptr);
    QVERIFY(banner()->plainText().contains(QStringLiteral("h100-sxm.json")));
    QVERIFY(findings.isVisible());
    QVERIFY(findings.model()->rowCount() > 0);
    QVERIFY(m_window->answer().isFresh()); // the rest is there
    Q_EMIT banner()->linkActivated();
    QVERIFY(catalogue().isVisible());

    test::writeFile(file, sound);
    QTest::keyClick(&catalogue(), Qt::Key_F5);
    waitForReload();
    QVERIFY(banner() == nullptr);
    QVERIFY(!findings.isVisible());
}

void CatalogueWindowTest::theProjectOutlivesTheCatalogue() {
    open();
    QVERIFY(!m_window->document().project().models.empty());
    QCOMPARE(m_window->document().apply({{"tp", "", "8"}}), Diagnostics{});
    const Project project = m_window->document().project();
    openCatalogue();
    QTest::keyClick(&catalogue(), Qt::Key_F5);
    waitForReload();
    QVERIFY(m_window->document().project() == project);
    QCOMPARE(m_window->document().undoStack().count(), 1);
    QVERIFY(findEntry(m_window->document().catalogue()->models, project.models.front().id) !=
            nullptr);
    QVERIFY(m_window->answer().isFresh());
    m_window->document().undoStack().undo();
    QVERIFY(m_window->answer().isFresh());
}

void CatalogueWindowTest::whatVanishedIsAFinding() {
    const QString specs = m_folder->filePath(QStringLiteral("specs"));
    copyFolder(QStringLiteral(ROOFPLAN_SPECS_DIR), specs);
    open(specs);
    openCatalogue();
    QVERIFY(QFile::remove(specs + QStringLiteral("/instances/p5en.48xlarge.json")));
    QVERIFY(QFile::remove(specs + QStringLiteral("/prices/p5en.48xlarge.json")));
    m_store->reload();
    waitForReload();
    QVERIFY(!m_window->answer().isFresh());
    QVERIFY(!m_window->answer().problems.empty());
    QCOMPARE(m_window->answer().problems.front().place, std::string("instance"));
    QCOMPARE(m_window->document().scenario().cluster.instance, std::string("p5en.48xlarge"));
    QCOMPARE(m_window->findChild<PickerBox*>(QStringLiteral("instance"))->currentIndex(), -1);
}

void CatalogueWindowTest::withoutAFolderNothingChanges() {
    open(QStringLiteral(ROOFPLAN_SPECS_DIR), false);
    openCatalogue();
    selectFact("hbm_bandwidth");
    QVERIFY(!part<QPushButton>("useOwnValue").isEnabled());
}

void CatalogueWindowTest::everythingHasAName() {
    open();
    openCatalogue();
    selectFact("hbm_bandwidth");
    OwnValueDialog* dialog = ask();
    for (const QWidget* root : std::initializer_list<const QWidget*>{&catalogue(), dialog}) {
        for (const QWidget* widget : root->findChildren<QWidget*>()) {
            if (!widget->isVisible() || widget->focusProxy() != nullptr ||
                !(widget->focusPolicy() & Qt::TabFocus) ||
                widget->objectName().startsWith(QStringLiteral("qt_"))) {
                continue;
            }
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            QVERIFY2(!widget->accessibleName().isEmpty() ||
                         (button != nullptr && !button->text().isEmpty()) ||
                         qobject_cast<const QLabel*>(widget) != nullptr,
                     widget->metaObject()->className());
        }
    }
}

void CatalogueWindowTest::closesWithTheWindow() {
    open();
    openCatalogue();
    QVERIFY(catalogue().isVisible());
    QVERIFY(m_window->close());
    QVERIFY(!catalogue().isVisible());
}

QTEST_MAIN(CatalogueWindowTest)
#include "catalogue_window_test.moc"
