#include "tests/ui/window_case.h"
#include "ui/answer/headline_text.h"
#include "ui/answer/headline_tiles.h"
#include "ui/answer/verdict_bar.h"
#include "ui/charts/bar_list.h"
#include "ui/charts/chart_canvas.h"
#include "ui/document/catalogue_store.h"
#include "ui/models/operator_table_model.h"
#include "ui/shell/file_actions.h"
#include "ui/shell/main_window.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/result_tabs.h"
#include "ui/shell/why_dock.h"
#include "ui/shell/window_geometry.h"
#include "ui/style/theme.h"
#include "ui/views/operator_table.h"
#include "ui/views/roofline_view.h"
#include "ui/why/derivation_panel.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAction>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTest>
#include <QTimer>

using namespace roofplan;
using namespace roofplan::ui;

class MainWindowTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void opensEvaluated();
    void anotherProjectTakesNothingOver();
    void editUndoRedo();
    void badValueKeepsTheLastResult();
    void fixLinkApplies();
    void dropOfConfigJson();
    void dropOfSomethingElse();
    void brokenProjectShowsAMessage();
    void clickOnThePlotSelectsEverywhere();
    void selectionOutlivesAnEdit();
    void tileExplains();
    void barExplains();
    void newIsBlankAndTheExampleComesBack();
    void unsavedChangesAreAsked_data();
    void unsavedChangesAreAsked();
    void titleSaysModified();
    void themes();
    void smallWindowFolds();
    void everythingHasAName();
    void fitsTheScreen();
    void nameIsInTheTitle();
    void memoryPartExplains();
    void whatWhyShowsIsOutlined();
    void staleIsGreyed();
    void tabsOfTheTables();
    void whyStartsAtItsTop();
    void narrowTableHidesColumns();
    void fallsBackToTheKeptScenario();
    void aRefusedScenarioShowsNoNumbers();
    void anEditAnswersAtOnce();

private:
    template <typename T>
    [[nodiscard]] T& part() const {
        return *m_window->findChild<T*>();
    }

    [[nodiscard]] QString value(HeadlineNumber number) const {
        return part<HeadlineTiles>().tile(number).value();
    }

    void type(const char* key, const char* text);
    void drop(const QString& path);
    void press(const char* action);

    test::PrivateSettings m_settings;
    std::unique_ptr<ThemeController> m_themes;
    std::unique_ptr<CatalogueStore> m_store;
    std::unique_ptr<MainWindow> m_window;
};

void MainWindowTest::init() {
    QTest::failOnWarning(
        QRegularExpression(QStringLiteral("stylesheet|svg|QPainter|QLogValueAxis")));
    QSettings().clear();
    m_themes = std::make_unique<ThemeController>(*qApp);
    m_themes->restore();
    m_store = std::make_unique<CatalogueStore>(
        CatalogueFolders{.shipped = ROOFPLAN_SPECS_DIR, .own = {}},
        LoadedCatalogue{.catalogue = test::shippedCatalogue(), .findings = {}});
    m_window = std::make_unique<MainWindow>(*m_store, test::examplePath(), *m_themes);
    m_window->files().openExample();
    m_window->resize(1680, 1040);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void MainWindowTest::cleanup() {
    m_window.reset();
    m_store.reset();
    m_themes.reset();
}

void MainWindowTest::type(const char* key, const char* text) {
    auto* editor = m_window->findChild<QLineEdit*>(QString::fromLatin1(key));
    editor->setFocus();
    editor->selectAll();
    QTest::keyClicks(editor, QString::fromLatin1(text));
}

void MainWindowTest::drop(const QString& path) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    const QPoint centre = m_window->rect().center();
    QDragEnterEvent enter(centre, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_window.get(), &enter);
    if (!enter.isAccepted()) {
        return;
    }
    QDropEvent event(centre, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_window.get(), &event);
}

void MainWindowTest::press(const char* action) {
    m_window->findChild<QAction*>(QString::fromLatin1(action))->trigger();
}

void MainWindowTest::opensEvaluated() {
    QVERIFY(m_window->answer().isFresh());
    QVERIFY(m_window->answer().result->feasible);
    QVERIFY(value(HeadlineNumber::Mfu).endsWith(u'%'));
    QVERIFY(part<VerdictBar>().plainText().contains(QStringLiteral("bound")));
    QVERIFY(part<OperatorTable>().operatorCount() > 20);
    QVERIFY(!part<MessageBar>().isVisible());
}

/// A project whose plan cannot be priced shows its problem, not the answer of the one before.
void MainWindowTest::anotherProjectTakesNothingOver() {
    const QString path = m_settings.path(QStringLiteral("tp3.roofplan"));
    test::writeFile(path, test::readFile(test::examplePath()).replace("\"tp\": 4", "\"tp\": 3"));
    QCOMPARE(m_window->document().open(path), Diagnostics{});
    QVERIFY(m_window->answer().result == nullptr);
    QVERIFY(!m_window->answer().problems.empty());
    QVERIFY(part<VerdictBar>().plainText().contains(QStringLiteral("TP 3")));
    QCOMPARE(value(HeadlineNumber::Mfu), QStringLiteral("—"));
    type("tp", "4");
    QVERIFY(m_window->answer().isFresh());
}

void MainWindowTest::editUndoRedo() {
    const QString before = value(HeadlineNumber::TimeToTrain);
    type("tokens", "10T");
    const QString after = value(HeadlineNumber::TimeToTrain);
    QVERIFY(after != before);
    auto* editor = m_window->findChild<QLineEdit*>(QStringLiteral("tokens"));
    QTest::keyClick(editor, Qt::Key_Return);
    QCOMPARE(value(HeadlineNumber::TimeToTrain), after);
    QTest::keyClick(editor, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(value(HeadlineNumber::TimeToTrain), before);
    press("redo");
    QCOMPARE(value(HeadlineNumber::TimeToTrain), after);
}

void MainWindowTest::badValueKeepsTheLastResult() {
    const QString before = value(HeadlineNumber::Mfu);
    type("global_batch", "0,5");
    QCOMPARE(value(HeadlineNumber::Mfu), before);
    QVERIFY(!m_window->answer().isFresh());
    QVERIFY(part<VerdictBar>().plainText().startsWith(QChar(0x26A0)));
    type("global_batch", "2048");
    QVERIFY(m_window->answer().isFresh());
    QVERIFY(!part<VerdictBar>().plainText().startsWith(QChar(0x26A0)));
}

void MainWindowTest::fixLinkApplies() {
    QCOMPARE(
        m_window->document().apply({{"tp", "", "1"}, {"pp", "", "1"}, {"virtual_pp", "", "1"}}),
        Diagnostics{});
    QVERIFY(!m_window->answer().result->feasible);
    QVERIFY(!m_window->answer().result->fixes.empty());
    const int commands = m_window->document().undoStack().count();
    Q_EMIT part<VerdictBar>().label().linkActivated(QStringLiteral("fix:0"));
    QCOMPARE(m_window->document().undoStack().count(), commands + 1);
    QVERIFY(m_window->answer().result->feasible);
}

void MainWindowTest::dropOfConfigJson() {
    const QString path = m_settings.path(QStringLiteral("config.json"));
    test::writeFile(path, test::readFile(QStringLiteral(
                              ROOFPLAN_SOURCE_DIR "/specs/../resources/examples/"
                                                  "meta-llama--Meta-Llama-3.1-70B.config.json")));
    const int commands = m_window->document().undoStack().count();
    drop(path);
    QCOMPARE(m_window->document().undoStack().count(), commands + 1);
    QVERIFY(m_window->answer().isFresh());
    // What the file leaves open is said.
    QVERIFY(part<MessageBar>().isVisible());
    QVERIFY(part<MessageBar>().plainText().contains(QStringLiteral("head_dim")));
}

void MainWindowTest::dropOfSomethingElse() {
    const QString picture = m_settings.path(QStringLiteral("picture.png"));
    test::writeFile(picture, "not a picture");
    drop(picture);
    QVERIFY(!part<MessageBar>().isVisible());
    const QString json = m_settings.path(QStringLiteral("package.json"));
    test::writeFile(json, R"({"name": "left-pad"})");
    drop(json);
    QVERIFY(part<MessageBar>().isVisible());
    QVERIFY(part<MessageBar>().plainText().contains(QStringLiteral("package.json")));
    QVERIFY(m_window->answer().isFresh());
}

void MainWindowTest::brokenProjectShowsAMessage() {
    const QString path = m_settings.path(QStringLiteral("broken.roofplan"));
    test::writeFile(path, test::readFile(test::examplePath()).left(200));
    const Project before = m_window->document().project();
    m_window->files().openPath(path);
    QVERIFY(part<MessageBar>().isVisible());
    QVERIFY(part<MessageBar>().plainText().contains(QStringLiteral("broken.roofplan")));
    QVERIFY(m_window->document().project() == before);
    QVERIFY(m_window->answer().isFresh());
    m_window->files().openExample();
    QVERIFY(!part<MessageBar>().isVisible());
}

void MainWindowTest::clickOnThePlotSelectsEverywhere() {
    RooflineView& view = part<RooflineView>();
    const auto& points = view.points();
    QVERIFY(!points.empty());
    QTest::mouseClick(view.canvas().viewport(), Qt::LeftButton, {},
                      view.screenPosition(points.back()).toPoint());
    const int term = m_window->selectedTerm();
    QVERIFY(term >= 0);
    QCOMPARE(part<OperatorTable>().selectedTerm(), term);
    const QString title = part<DerivationPanel>().shownTitle();
    part<OperatorTable>().sortByColumn(0, Qt::AscendingOrder);
    QCOMPARE(part<OperatorTable>().selectedTerm(), term);
    part<OperatorTable>().selectRow(0);
    QVERIFY(m_window->selectedTerm() == part<OperatorTable>().selectedTerm());
    QVERIFY(m_window->selectedTerm() == term || part<DerivationPanel>().shownTitle() != title);
}

void MainWindowTest::selectionOutlivesAnEdit() {
    part<OperatorTable>().selectRow(2);
    const auto& before = m_window->answer();
    const Term term = before.result->terms[static_cast<std::size_t>(m_window->selectedTerm())];
    QCOMPARE(m_window->document().apply({{"recompute", "", "full"}}), Diagnostics{});
    QVERIFY(m_window->selectedTerm() >= 0);
    const Term& now =
        m_window->answer().result->terms[static_cast<std::size_t>(m_window->selectedTerm())];
    QVERIFY(now.name == term.name && now.phase == term.phase);
}

void MainWindowTest::tileExplains() {
    const QString before = part<DerivationPanel>().shownTitle();
    auto* tile = m_window->findChildren<HeadlineTile*>().at(3);
    QTest::mouseClick(tile, Qt::LeftButton);
    QVERIFY(part<DerivationPanel>().shownTitle() != before);
}

void MainWindowTest::barExplains() {
    auto* bars = m_window->findChild<BarList*>(QStringLiteral("waterfall"));
    QVERIFY(bars->rows().size() > 4);
    QTest::mouseClick(bars, Qt::LeftButton, {}, bars->rowRect(1).center());
    QVERIFY(m_window->selectedTerm() >= 0);
}

void MainWindowTest::newIsBlankAndTheExampleComesBack() {
    m_window->files().startNew();
    QVERIFY(m_window->document().isBlank());
    QCOMPARE(value(HeadlineNumber::TimeToTrain), QStringLiteral("—"));
    QVERIFY(part<VerdictBar>().plainText().contains(QStringLiteral("config.json")));
    QVERIFY(!m_window->grab().isNull());
    Q_EMIT part<VerdictBar>().label().linkActivated(QStringLiteral("example"));
    QVERIFY(m_window->answer().isFresh());
}

void MainWindowTest::unsavedChangesAreAsked_data() {
    QTest::addColumn<int>("button");
    QTest::addColumn<bool>("closes");
    QTest::newRow("cancel") << static_cast<int>(QMessageBox::Cancel) << false;
    QTest::newRow("discard") << static_cast<int>(QMessageBox::Discard) << true;
}

void MainWindowTest::unsavedChangesAreAsked() {
    QFETCH(int, button);
    QFETCH(bool, closes);
    type("pp", "8");
    QTest::keyClick(m_window->findChild<QLineEdit*>(QStringLiteral("pp")), Qt::Key_Return);
    bool asked = false;
    QTimer::singleShot(100, m_window.get(), [&] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (box != nullptr) {
            asked = true;
            box->button(static_cast<QMessageBox::StandardButton>(button))->click();
        }
    });
    QCOMPARE(m_window->close(), closes);
    QVERIFY(asked);
}

void MainWindowTest::titleSaysModified() {
    QVERIFY(!m_window->isWindowModified());
    type("pp", "8");
    QTest::keyClick(m_window->findChild<QLineEdit*>(QStringLiteral("pp")), Qt::Key_Return);
    QVERIFY(m_window->isWindowModified());
    const QString path = m_settings.path(QStringLiteral("mine.roofplan"));
    QCOMPARE(m_window->document().save(path), Diagnostics{});
    QVERIFY(!m_window->isWindowModified());
    QVERIFY(m_window->windowTitle().startsWith(QStringLiteral("mine.roofplan")));
}

void MainWindowTest::themes() {
    m_themes->choose(ThemeChoice::Dark);
    QVERIFY(themeOf(*m_window).dark);
    QVERIFY(themeOf(part<ChartCanvas>()).dark);
    QVERIFY(!m_window->grab().isNull());
    ThemeController next(*qApp);
    next.restore();
    QVERIFY(next.choice() == ThemeChoice::Dark);
    m_themes->choose(ThemeChoice::Light);
    QVERIFY(!themeOf(*m_window).dark);
    QVERIFY(!themeOf(part<ChartCanvas>()).dark);
}

void MainWindowTest::smallWindowFolds() {
    QVERIFY(part<WhyDock>().isVisible());
    QVERIFY(!part<ResultTabs>().isFolded());
    m_window->resize(1366, 768);
    QTRY_VERIFY(!part<WhyDock>().isVisible());
    QVERIFY(part<ResultTabs>().isFolded());
    QVERIFY(part<ChartCanvas>().height() > 300);
    m_window->selectHeadline(HeadlineNumber::Mfu);
    QVERIFY(part<WhyDock>().isVisible());
}

void MainWindowTest::fitsTheScreen() {
    for (const QSize& screen : {QSize(1400, 900), QSize(1024, 768), QSize(3840, 2160)}) {
        const QRect room(QPoint(0, 0), screen);
        QVERIFY(room.contains(QRect(QPoint(), startSize(screen))));
        QVERIFY(room.contains(QRect(QPoint(), leastSize(screen))));
        QVERIFY(room.contains(fittedInto(QRect(-200, 300, 5000, 3000), room)));
        QVERIFY(room.contains(fittedInto(QRect(4000, 10, 900, 600), room)));
    }
    const QRect inside(50, 60, 1200, 700);
    QCOMPARE(fittedInto(inside, QRect(0, 0, 1400, 900)), inside);
}

void MainWindowTest::nameIsInTheTitle() {
    m_window->document().rename(QStringLiteral("Nightly"));
    QVERIFY(m_window->windowTitle().startsWith(QStringLiteral("Nightly")));
    press("undo");
    QVERIFY(!m_window->windowTitle().contains(QStringLiteral("Nightly")));
}

void MainWindowTest::memoryPartExplains() {
    m_window->selectMemoryPart(0, MemoryPart::Weights);
    const QString weights = part<DerivationPanel>().shownTitle();
    m_window->selectMemoryPart(0, MemoryPart::Activations);
    QVERIFY(part<DerivationPanel>().shownTitle() != weights);
    QCOMPARE(m_window->selectedTerm(), -1);
}

void MainWindowTest::whatWhyShowsIsOutlined() {
    const auto outlined = [this](HeadlineNumber number) {
        return part<HeadlineTiles>().tile(number).isExplained();
    };
    m_window->selectHeadline(HeadlineNumber::Cost);
    QVERIFY(outlined(HeadlineNumber::Cost));
    QCOMPARE(
        m_window->document().apply({{"tp", "", "1"}, {"pp", "", "1"}, {"virtual_pp", "", "1"}}),
        Diagnostics{});
    QVERIFY(!outlined(HeadlineNumber::Cost));
    QVERIFY(outlined(HeadlineNumber::MemoryHeadroom));
    part<OperatorTable>().selectRow(0);
    QVERIFY(!outlined(HeadlineNumber::MemoryHeadroom));
}

void MainWindowTest::staleIsGreyed() {
    type("global_batch", "x");
    QVERIFY(part<WhyDock>().graphicsEffect() != nullptr);
    QVERIFY(part<OperatorTable>().graphicsEffect() != nullptr);
    QVERIFY(!m_window->grab().isNull());
    type("global_batch", "2048");
    QVERIFY(part<WhyDock>().graphicsEffect() == nullptr);
    QVERIFY(part<OperatorTable>().graphicsEffect() == nullptr);
}

void MainWindowTest::fallsBackToTheKeptScenario() {
    type("instances", "63");
    QVERIFY(!m_window->answer().isFresh());
    QCOMPARE(m_window->answer().result->gpus, 512);
    QVERIFY(part<VerdictBar>().plainText().contains(QStringLiteral("last good")));
}

/// A model whose time is not modelled must not stand above the numbers of the one before.
void MainWindowTest::aRefusedScenarioShowsNoNumbers() {
    const QString before = value(HeadlineNumber::Cost);
    QCOMPARE(m_window->document().apply({{"model", "", "qwen3.5-27b"}}), Diagnostics{});
    QVERIFY(m_window->answer().result == nullptr);
    for (const HeadlineNumber number : headlineTiles) {
        const HeadlineTile& tile = part<HeadlineTiles>().tile(number);
        QCOMPARE(tile.value(), QStringLiteral("—"));
        QVERIFY2(tile.note().contains(QStringLiteral("Model")), qPrintable(tile.note()));
        QVERIFY(!tile.toolTip().isEmpty());
    }
    QVERIFY(!part<VerdictBar>().plainText().contains(QStringLiteral("last good")));
    QCOMPARE(part<OperatorTable>().operatorCount(), 0);
    type("tp", "x"); // what is typed now has nothing to fall back to either
    QVERIFY(m_window->answer().result == nullptr);
    m_window->document().undoStack().undo();
    QCOMPARE(value(HeadlineNumber::Cost), before);
    QVERIFY(m_window->answer().isFresh());
    // Typed for keeps, the refusal of the evaluation is one of the scenario.
    type("tp", "3");
    QVERIFY(m_window->answer().result != nullptr);
    QTest::keyClick(m_window->findChild<QLineEdit*>(QStringLiteral("tp")), Qt::Key_Return);
    QVERIFY(m_window->answer().result == nullptr);
    QCOMPARE(value(HeadlineNumber::Mfu), QStringLiteral("—"));
}

void MainWindowTest::whyStartsAtItsTop() {
    m_window->resize(1366, 700);
    m_window->selectHeadline(HeadlineNumber::Mfu);
    QScrollBar* bar = part<WhyDock>().findChild<QScrollArea*>()->verticalScrollBar();
    QTRY_VERIFY(bar->maximum() > 0);
    bar->setValue(bar->maximum());
    m_window->selectHeadline(HeadlineNumber::Cost);
    QCOMPARE(bar->value(), 0);
}

void MainWindowTest::narrowTableHidesColumns() {
    OperatorTable& table = part<OperatorTable>();
    QVERIFY(!table.isColumnHidden(OperatorTableModel::NvlinkMegabytes));
    m_window->resize(1200, 900);
    QTRY_VERIFY(table.isColumnHidden(OperatorTableModel::NvlinkMegabytes));
    QVERIFY(!table.isColumnHidden(OperatorTableModel::BoundName));
    m_window->resize(1680, 1040);
    QTRY_VERIFY(!table.isColumnHidden(OperatorTableModel::NvlinkMegabytes));
}

void MainWindowTest::tabsOfTheTables() {
    auto* tabs = part<ResultTabs>().findChild<QTabBar*>();
    tabs->setCurrentIndex(1);
    QTRY_VERIFY(tabs->width() >= tabs->sizeHint().width());
    for (const QLabel* label : part<ResultTabs>().findChildren<QLabel*>()) {
        QVERIFY2(!label->text().contains(QStringLiteral("rows")), qPrintable(label->text()));
    }
}

void MainWindowTest::everythingHasAName() {
    for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->focusProxy() != nullptr ||
            !(widget->focusPolicy() & Qt::TabFocus) ||
            widget->objectName().startsWith(QStringLiteral("qt_"))) {
            continue;
        }
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const auto* label = qobject_cast<const QLabel*>(widget);
        const bool named = !widget->accessibleName().isEmpty() ||
                           (button != nullptr && !button->text().isEmpty()) || label != nullptr;
        QVERIFY2(
            named || qobject_cast<const QAbstractScrollArea*>(widget) != nullptr,
            qPrintable(QString::fromLatin1(widget->metaObject()->className()) +
                       QStringLiteral(" in ") +
                       QString::fromLatin1(widget->parentWidget()->metaObject()->className())));
    }
}

/// Far below what a person notices; the limit leaves room for slow machines and sanitizers.
void MainWindowTest::anEditAnswersAtOnce() {
    const Field& field = *findField("global_batch");
    QElapsedTimer timer;
    timer.start();
    constexpr int edits = 20;
    for (int i = 0; i < edits; ++i) {
        QCOMPARE(m_window->document().preview(field, QString::number(2048 + 32 * i)),
                 Diagnostics{});
        QCoreApplication::processEvents();
    }
    const qint64 each = timer.elapsed() / edits;
    qInfo("%lld ms an edit", static_cast<long long>(each));
    QVERIFY(each < 500);
}

QTEST_MAIN(MainWindowTest)
#include "main_window_test.moc"
