#include "core/architecture/model_parts.h"
#include "core/scenario/model_check.h"
#include "tests/ui/window_case.h"
#include "ui/compose/compose_panel.h"
#include "ui/compose/gpu_picker.h"
#include "ui/compose/instance_picker.h"
#include "ui/compose/model_picker.h"
#include "ui/compose/picker_box.h"
#include "ui/compose/picker_popup.h"
#include "ui/compose/pickers.h"
#include "ui/compose/stack_picker.h"
#include "ui/models/natural_order.h"
#include "ui/models/own_numbers.h"
#include "ui/style/column_widths.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScreen>
#include <QTableView>
#include <QTest>
#include <QUndoStack>

using namespace roofplan;
using namespace roofplan::ui;

namespace {

/// The text of a row's cell under the column whose title starts with `title`.
QString cell(const QAbstractItemModel& model, int row, const char* title) {
    for (int column = 0; column < model.columnCount(); ++column) {
        const QString name = model.headerData(column, Qt::Horizontal).toString();
        if (name.startsWith(QString::fromUtf8(title))) {
            return model.index(row, column).data().toString();
        }
    }
    return QStringLiteral("no such column");
}

void fill(PickerModel& model, const char* field, const Scenario& scenario, const Catalogue& all) {
    model.fill(findField(field)->choices(all, scenario), scenario, all);
}

} // namespace

class PickersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void namesSortByTheirNumbers();
    void wideColumnsGiveWay();
    void everyTableKeepsTheRulesOfModels_data();
    void everyTableKeepsTheRulesOfModels();
    void instanceFigures();
    void pricesFollowTheScenario();
    void remarks();
    void modelFigures();
    void ownNumbersAreMarked();
    void filterChooseUndo();
    void everyWordHasToMatch();
    void namesMatchFirst_data();
    void namesMatchFirst();
    void aChosenOrderStays();
    void mixturesAreFound();
    void typingOnTheClosedBoxFilters();
    void arrowsAndMouse();
    void theSameChoiceIsNoEdit();
    void escapeChangesNothing();
    void titlesSort();
    void unknownStaysLast();
    void staysInsideTheScreen();
    void noRowIsCutNorTheTitleBarCovered();
    void everyPartHasAName();

private:
    [[nodiscard]] PickerBox& box(const char* key) const {
        return *m_panel->findChild<PickerBox*>(QString::fromLatin1(key));
    }

    /// Opens the list of a field by the keyboard.
    PickerPopup& open(const char* key);
    [[nodiscard]] static QString currentKey(const PickerPopup& popup);

    test::PrivateSettings m_settings;
    std::unique_ptr<ProjectDocument> m_document;
    std::unique_ptr<ComposePanel> m_panel;
};

void PickersTest::init() {
    m_document = std::make_unique<ProjectDocument>(test::shippedCatalogue());
    QCOMPARE(m_document->openExample(test::examplePath()), Diagnostics{});
    m_panel = std::make_unique<ComposePanel>(*m_document);
    m_panel->resize(304, 1200);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
}

void PickersTest::cleanup() {
    m_panel.reset();
    m_document.reset();
}

PickerPopup& PickersTest::open(const char* key) {
    box(key).setFocus();
    QTest::keyClick(&box(key), Qt::Key_Down);
    return box(key).popup();
}

QString PickersTest::currentKey(const PickerPopup& popup) {
    return popup.table().currentIndex().data(PickerModel::KeyRole).toString();
}

void PickersTest::namesSortByTheirNumbers() {
    QStringList names{QStringLiteral("p6-b200"), QStringLiteral("P5"),      QStringLiteral("p10"),
                      QStringLiteral("p5en"),    QStringLiteral("p05.4xl"), QStringLiteral("dgx")};
    std::ranges::sort(names, naturalLess);
    QCOMPARE(names, QStringList({QStringLiteral("dgx"), QStringLiteral("P5"),
                                 QStringLiteral("p05.4xl"), QStringLiteral("p5en"),
                                 QStringLiteral("p6-b200"), QStringLiteral("p10")}));
    QVERIFY(!naturalLess(QStringLiteral("a1"), QStringLiteral("a1")));
}

void PickersTest::wideColumnsGiveWay() {
    QCOMPARE(fittedWidths({50, 300, 60, 200}, 1000, 40), std::vector<int>({50, 300, 60, 200}));
    QCOMPARE(fittedWidths({50, 300, 60, 200}, 410, 40), std::vector<int>({50, 150, 60, 150}));
    QCOMPARE(fittedWidths({50, 300, 60, 200}, 500, 40), std::vector<int>({50, 195, 60, 195}));
    QCOMPARE(fittedWidths({50, 300}, 20, 40), std::vector<int>({40, 40}));
    QVERIFY(fittedWidths({}, 100, 40).empty());
}

void PickersTest::everyTableKeepsTheRulesOfModels_data() {
    QTest::addColumn<QString>("field");
    for (const char* field : {"instance", "model", "stack"}) {
        QTest::newRow(field) << QString::fromLatin1(field);
    }
}

void PickersTest::everyTableKeepsTheRulesOfModels() {
    QFETCH(QString, field);
    const std::string key = field.toStdString();
    const auto model = makePickerModel(key);
    QVERIFY(model != nullptr);
    const QAbstractItemModelTester tester(model.get(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    const Catalogue& all = test::shippedCatalogue();
    const std::vector<Choice> choices = findField(key)->choices(all, test::exampleScenario());
    model->fill(choices, test::exampleScenario(), all);
    QCOMPARE(model->rowCount(), static_cast<int>(choices.size()));
    for (const Choice& choice : choices) {
        QVERIFY(model->rowOf(QString::fromStdString(choice.key)) >= 0);
    }
    QCOMPARE(model->rowOf(QStringLiteral("no such entry")), -1);
    model->fill({}, test::exampleScenario(), all);
    QCOMPARE(model->rowCount(), 0);
}

void PickersTest::instanceFigures() {
    InstancePicker model;
    fill(model, "instance", test::exampleScenario(), test::shippedCatalogue());
    const int row = model.rowOf(QStringLiteral("p5en.48xlarge"));
    QCOMPARE(cell(model, row, "Instance"), QStringLiteral("p5en.48xlarge"));
    QCOMPARE(cell(model, row, "GPUs"), QStringLiteral("8 × H200 SXM"));
    QCOMPARE(cell(model, row, "HBM"), QStringLiteral("140.4"));
    QCOMPARE(cell(model, row, "Domain"), QStringLiteral("8"));
    QCOMPARE(cell(model, row, "NVLink"), QStringLiteral("450"));
    QCOMPARE(cell(model, row, "Network"), QStringLiteral("50"));
    QCOMPARE(cell(model, row, "Fabric"), QStringLiteral("EFA v3"));
    QCOMPARE(cell(model, row, "$"), QStringLiteral("6.865"));
    QVERIFY(model.note().contains(QStringLiteral("Capacity Block in us-east-2")));
}

void PickersTest::pricesFollowTheScenario() {
    InstancePicker model;
    Scenario scenario = test::exampleScenario();
    scenario.cluster.region = "nowhere-1";
    fill(model, "instance", scenario, test::shippedCatalogue());
    const int row = model.rowOf(QStringLiteral("p5en.48xlarge"));
    QCOMPARE(cell(model, row, "$"), QStringLiteral("unknown"));
    scenario.cluster.pricePlan = PricePlan::Own;
    scenario.cluster.region = "us-east-2";
    fill(model, "instance", scenario, test::shippedCatalogue());
    const InstancePrice* price =
        findPrice(test::shippedCatalogue(), "p5en.48xlarge", PricePlan::OnDemand, "us-east-2");
    QVERIFY(price != nullptr);
    const double aGpuHour = price->perInstance.value.base() * 3600.0 / 8.0;
    QCOMPARE(cell(model, row, "$").toDouble(), QString::number(aGpuHour, 'f', 3).toDouble());
    QVERIFY(model.note().contains(QStringLiteral("price of its own")));
    Catalogue all = test::shippedCatalogue();
    all.absent = {{.entry = "p5en.48xlarge",
                   .property = "spot",
                   .label = {},
                   .region = {},
                   .state = Absence::None,
                   .why = "Not sold so.",
                   .source = {},
                   .place = "prices/p5en.48xlarge.json#/absent/0"}};
    scenario.cluster.pricePlan = PricePlan::Spot;
    scenario.cluster.region = "nowhere-1";
    fill(model, "instance", scenario, all);
    QCOMPARE(cell(model, row, "$"), QStringLiteral("not offered"));
    // One H100 has no neighbour to share its NVLink with.
    QCOMPARE(cell(model, model.rowOf(QStringLiteral("p5.4xlarge")), "NVLink"),
             QStringLiteral("none"));
    all.absent.front().state = Absence::Unknown; // sold, at a price that nobody found
    fill(model, "instance", scenario, all);
    QCOMPARE(cell(model, row, "$"), QStringLiteral("unknown"));
    QCOMPARE(cell(model, model.rowOf(QStringLiteral("p5.48xlarge")), "$"),
             QStringLiteral("unknown"));
}

void PickersTest::remarks() {
    Catalogue all = test::shippedCatalogue();
    all.gpus.front().announced = true;
    all.instances[0].gpu = all.gpus.front().id;
    all.instances[1].soldIn = {"ultra-36", "ultra-72"};
    all.instances[2].member = "tray";
    all.instances[2].members = Sourced<double>{.value = 18.0};
    InstancePicker model;
    fill(model, "instance", test::exampleScenario(), all);
    QVERIFY(cell(model, 0, "Remarks").contains(QStringLiteral("announced")));
    QVERIFY(cell(model, 1, "Remarks").contains(QStringLiteral("sold only in ultra-36, ultra-72")));
    QVERIFY(cell(model, 2, "Remarks").contains(QStringLiteral("18 × tray")));
    GpuPicker gpus;
    const QAbstractItemModelTester tester(&gpus,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    gpus.fill({{.key = all.gpus.front().id, .label = {}}, {.key = "h200-sxm", .label = {}}},
              test::exampleScenario(), all);
    QCOMPARE(cell(gpus, 0, "Remarks"), QStringLiteral("announced"));
    QCOMPARE(cell(gpus, 1, "BF16"), QStringLiteral("989.5"));
    QCOMPARE(cell(gpus, 1, "HBM, TB/s"), QStringLiteral("4.8"));
}

void PickersTest::modelFigures() {
    ModelPicker model;
    fill(model, "model", test::exampleScenario(), test::shippedCatalogue());
    const int row = model.rowOf(QStringLiteral("llama-3.1-70b"));
    QCOMPARE(cell(model, row, "Parameters"), QStringLiteral("70.6"));
    QCOMPARE(cell(model, row, "Active"), QStringLiteral("70.6"));
    QCOMPARE(cell(model, row, "Layers"), QStringLiteral("80"));
    QVERIFY(cell(model, row, "Made of").contains(QStringLiteral("GQA")));
    int untimed = 0;
    for (const ModelEntry& entry : test::shippedCatalogue().models) {
        const int at = model.rowOf(QString::fromStdString(entry.id));
        const bool marked = cell(model, at, "Remarks").contains(QStringLiteral("not modelled yet"));
        QCOMPARE(marked, untimedParts(entry.transformer).any());
        QCOMPARE(model.index(at, 0).data(PickerModel::MutedRole).toBool(), marked);
        untimed += marked ? 1 : 0;
    }
    QVERIFY(untimed > 0);
}

void PickersTest::ownNumbersAreMarked() {
    Catalogue all = test::shippedCatalogue();
    for (Fact& fact : all.facts) {
        fact.own = fact.entry == "h200-sxm" && fact.property == "hbm_bandwidth";
    }
    QCOMPARE(ownNumbers(all, {"h200-sxm"}),
             QStringList(QStringLiteral("NVIDIA H200 SXM: HBM bandwidth")));
    QVERIFY(ownNumbers(all, {"h100-sxm", ""}).isEmpty());
    InstancePicker model;
    fill(model, "instance", test::exampleScenario(), all);
    const int with = model.rowOf(QStringLiteral("p5en.48xlarge"));
    const int without = model.rowOf(QStringLiteral("p5.48xlarge"));
    QVERIFY(cell(model, with, "Remarks").startsWith(ownMark));
    QVERIFY(!cell(model, without, "Remarks").contains(ownMark));
}

void PickersTest::filterChooseUndo() {
    PickerPopup& popup = open("instance");
    QVERIFY(popup.isVisible());
    QCOMPARE(currentKey(popup), QStringLiteral("p5en.48xlarge"));
    QTest::keyClicks(&popup.filter(), QStringLiteral("amazon p6-b200"));
    QCOMPARE(currentKey(popup), QStringLiteral("p6-b200.48xlarge"));
    QTest::keyClick(&popup.filter(), Qt::Key_Return);
    QVERIFY(!popup.isVisible());
    QCOMPARE(m_document->scenario().cluster.instance, std::string("p6-b200.48xlarge"));
    QCOMPARE(m_document->undoStack().count(), 1);
    QCOMPARE(box("instance").currentText(), QStringLiteral("p6-b200.48xlarge"));
    m_document->undoStack().undo();
    QCOMPARE(box("instance").currentText(), QStringLiteral("p5en.48xlarge"));
    QCOMPARE(m_document->scenario().cluster.instance, std::string("p5en.48xlarge"));
}

void PickersTest::everyWordHasToMatch() {
    PickerPopup& popup = open("instance");
    const QAbstractItemModel& rows = *popup.table().model();
    const int all = rows.rowCount();
    QTest::keyClicks(&popup.filter(), QStringLiteral("EFA  h200"));
    QVERIFY(rows.rowCount() > 0);
    QVERIFY(rows.rowCount() < all);
    for (int row = 0; row < rows.rowCount(); ++row) {
        QVERIFY(cell(rows, row, "GPUs").contains(QStringLiteral("H200")));
        QVERIFY(cell(rows, row, "Fabric").contains(QStringLiteral("EFA")));
    }
    QTest::keyClicks(&popup.filter(), QStringLiteral(" nonsense"));
    QCOMPARE(rows.rowCount(), 0);
    QVERIFY(!popup.table().isVisible());
    QTest::keyClick(&popup.filter(), Qt::Key_Return); // nothing to take
    QVERIFY(popup.isVisible());
    popup.filter().clear();
    QCOMPARE(rows.rowCount(), all);
    QCOMPARE(currentKey(popup), QStringLiteral("p5en.48xlarge"));
    QTest::keyClick(&popup.filter(), Qt::Key_Escape);
    // A figure is found as it is read, grouped or not.
    PickerPopup& models = open("model");
    QTest::keyClicks(&models.filter(), QStringLiteral("1010 megatron 1t"));
    QCOMPARE(currentKey(models), QStringLiteral("megatron-1t"));
}

void PickersTest::namesMatchFirst_data() {
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("found");
    const auto row = [](const char* field, const char* typed, const char* found) {
        QTest::newRow(typed) << QString::fromLatin1(field) << QString::fromLatin1(typed)
                             << QString::fromLatin1(found);
    };
    row("instance", "x72", "u-p6e-gb200x72"); // a remark of another type holds it too
    row("instance", "u-p6e 72", "u-p6e-gb200x72");
    row("instance", "p6e-gb200.36xlarge", "p6e-gb200.36xlarge");
    row("instance", "h200", "hgx-h200");
    row("model", "llama-3.1-70b", "llama-3.1-70b");
    row("model", "mixtral", "mixtral-8x7b");
}

void PickersTest::namesMatchFirst() {
    QFETCH(QString, field);
    QFETCH(QString, typed);
    QFETCH(QString, found);
    PickerPopup& popup = open(qPrintable(field));
    QTest::keyClicks(&popup.filter(), typed);
    QCOMPARE(currentKey(popup), found);
    QCOMPARE(popup.table().currentIndex().row(), 0);
}

/// Who has sorted by a figure keeps that order, with the best name chosen in it.
void PickersTest::aChosenOrderStays() {
    PickerPopup& popup = open("instance");
    popup.table().sortByColumn(3, Qt::AscendingOrder);
    QTest::keyClicks(&popup.filter(), QStringLiteral("p5e"));
    const QAbstractItemModel& rows = *popup.table().model();
    QVERIFY(rows.rowCount() > 1);
    for (int row = 1; row < rows.rowCount(); ++row) {
        QVERIFY(rows.index(row - 1, 3).data(PickerModel::SortRole).toDouble() <=
                rows.index(row, 3).data(PickerModel::SortRole).toDouble());
    }
    QCOMPARE(currentKey(popup), QStringLiteral("p5e.48xlarge"));
}

void PickersTest::mixturesAreFound() {
    PickerPopup& popup = open("model");
    QTest::keyClicks(&popup.filter(), QStringLiteral("moe"));
    const QAbstractItemModel& rows = *popup.table().model();
    int mixtures = 0;
    for (const ModelEntry& entry : test::shippedCatalogue().models) {
        mixtures += (partsOf(entry.transformer) & setOf({ModelPart::MixtureOfExperts})).any();
    }
    QVERIFY(mixtures > 0);
    QVERIFY(rows.rowCount() >= mixtures);
    int marked = 0;
    for (int row = 0; row < rows.rowCount(); ++row) {
        marked += cell(rows, row, "Kind").endsWith(QStringLiteral("MoE")) ? 1 : 0;
    }
    QCOMPARE(marked, mixtures);
}

void PickersTest::typingOnTheClosedBoxFilters() {
    box("model").setFocus();
    QTest::keyClicks(&box("model"), QStringLiteral("q"));
    PickerPopup& popup = box("model").popup();
    QVERIFY(popup.isVisible());
    QCOMPARE(popup.filter().text(), QStringLiteral("q"));
    QTest::keyClicks(&popup.filter(), QStringLiteral("wen3 32"));
    QTest::keyClick(&popup.filter(), Qt::Key_Enter);
    QCOMPARE(m_document->scenario().workload.model, std::string("qwen3-32b"));
    QCOMPARE(m_document->undoStack().count(), 1);
    // A shortcut is no text to filter by.
    QTest::keyClick(&box("model"), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(!popup.isVisible());
}

void PickersTest::arrowsAndMouse() {
    PickerPopup& popup = open("instance");
    const QAbstractItemModel& rows = *popup.table().model();
    for (int page = 0; page < rows.rowCount(); ++page) {
        QTest::keyClick(&popup.filter(), Qt::Key_PageUp);
    }
    QCOMPARE(popup.table().currentIndex().row(), 0);
    QTest::keyClick(&popup.filter(), Qt::Key_Up);
    QCOMPARE(popup.table().currentIndex().row(), 0);
    QTest::keyClick(&popup.filter(), Qt::Key_Down);
    QCOMPARE(popup.table().currentIndex().row(), 1);
    QTest::keyClick(&popup.filter(), Qt::Key_PageDown);
    QTest::keyClick(&popup.filter(), Qt::Key_PageDown);
    QVERIFY(popup.table().currentIndex().row() > 1);
    QTest::keyClick(&popup.filter(), Qt::Key_Escape);
    QVERIFY(!popup.isVisible());

    QTest::mouseClick(&box("instance"), Qt::LeftButton);
    QVERIFY(popup.isVisible());
    int other = 0;
    while (rows.index(other, 0).data(PickerModel::KeyRole) == QStringLiteral("p5en.48xlarge")) {
        ++other;
    }
    const QString key = rows.index(other, 0).data(PickerModel::KeyRole).toString();
    QTest::mouseClick(popup.table().viewport(), Qt::LeftButton, {},
                      popup.table().visualRect(rows.index(other, 2)).center());
    QVERIFY(!popup.isVisible());
    QCOMPARE(m_document->scenario().cluster.instance, key.toStdString());
}

void PickersTest::theSameChoiceIsNoEdit() {
    PickerPopup& popup = open("model");
    QCOMPARE(currentKey(popup).toStdString(), m_document->scenario().workload.model);
    QTest::keyClick(&popup.filter(), Qt::Key_Return);
    QVERIFY(!popup.isVisible());
    QCOMPARE(m_document->undoStack().count(), 0);
}

void PickersTest::escapeChangesNothing() {
    PickerPopup& popup = open("stack");
    QTest::keyClick(&popup.filter(), Qt::Key_Down);
    QTest::keyClick(&popup.filter(), Qt::Key_Up);
    QTest::keyClick(&popup.filter(), Qt::Key_Down);
    QTest::keyClick(&popup.filter(), Qt::Key_Escape);
    QCOMPARE(m_document->undoStack().count(), 0);
    QVERIFY(box("stack").hasFocus());
}

void PickersTest::titlesSort() {
    PickerPopup& popup = open("model");
    QTableView& table = popup.table();
    const auto click = [&table](int column) {
        QHeaderView* header = table.horizontalHeader();
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                          {header->sectionViewportPosition(column) + 12, header->height() / 2});
    };
    const auto figure = [&table](int row) {
        return table.model()->index(row, 1).data(PickerModel::SortRole).toDouble();
    };
    click(1);
    for (int row = 1; row < table.model()->rowCount(); ++row) {
        QVERIFY(figure(row - 1) <= figure(row));
    }
    QVERIFY(table.model()->headerData(1, Qt::Horizontal).toString().endsWith(u'▴'));
    click(1);
    QVERIFY(figure(0) >= figure(1));
    QVERIFY(popup.isVisible());
    QCOMPARE(m_document->undoStack().count(), 0);
}

void PickersTest::unknownStaysLast() {
    PickerPopup& popup = open("instance");
    QTableView& table = popup.table();
    int column = 0;
    while (!table.model()->headerData(column, Qt::Horizontal).toString().startsWith(u'$')) {
        ++column;
    }
    const int last = table.model()->rowCount() - 2; // behind it the custom cluster
    for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        table.sortByColumn(column, order);
        QVERIFY(table.model()->index(0, column).data(PickerModel::SortRole).isValid());
        QVERIFY(!table.model()->index(last, column).data(PickerModel::SortRole).isValid());
    }
}

void PickersTest::staysInsideTheScreen() {
    const QRect screen = m_panel->screen()->availableGeometry();
    QCOMPARE(screen.size(), QSize(1366, 768));
    for (const QPoint corner : {screen.topLeft(), screen.bottomRight() - QPoint(304, 300)}) {
        m_panel->move(corner);
        for (const char* key : {"instance", "model", "stack"}) {
            PickerPopup& popup = open(key);
            QVERIFY2(screen.contains(popup.geometry()), key);
            QVERIFY(popup.table().viewport()->width() >=
                    popup.table().horizontalHeader()->length() - 1);
            QTest::keyClick(&popup.filter(), Qt::Key_Escape);
        }
    }
}

void PickersTest::noRowIsCutNorTheTitleBarCovered() {
    for (const int top : {60, 200}) {
        m_panel->move(20, top);
        for (const char* key : {"instance", "model", "stack"}) {
            PickerPopup& popup = open(key);
            QVERIFY2(popup.geometry().top() >= m_panel->geometry().top(), key);
            QCOMPARE(popup.table().viewport()->height() %
                         popup.table().verticalHeader()->defaultSectionSize(),
                     0);
            const QModelIndex first = popup.table().indexAt({20, 1});
            QCOMPARE(popup.table().visualRect(first).top(), 0);
            QTest::keyClick(&popup.filter(), Qt::Key_Escape);
        }
    }
}

void PickersTest::everyPartHasAName() {
    PickerPopup& popup = open("instance");
    QVERIFY(!popup.accessibleName().isEmpty());
    QVERIFY(!popup.filter().accessibleName().isEmpty());
    QVERIFY(!popup.table().accessibleName().isEmpty());
    QCOMPARE(popup.filter().accessibleDescription(), QStringLiteral("p5en.48xlarge"));
    QTest::keyClick(&popup.filter(), Qt::Key_Escape);
}

/// On the smallest screen that everything has to fit.
int main(int argc, char** argv) {
    const QTemporaryDir folder;
    const QString screens = folder.filePath(QStringLiteral("screens.json"));
    test::writeFile(screens, R"({"screens": [{"name": "small", "x": 0, "y": 0, "width": 1366,
        "height": 768, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}]})");
    qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" + screens.toUtf8());
    QApplication application(argc, argv);
    PickersTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "pickers_test.moc"
