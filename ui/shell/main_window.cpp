#include "ui/shell/main_window.h"

#include "core/result/explanation.h"
#include "ui/answer/headline_tiles.h"
#include "ui/answer/verdict_bar.h"
#include "ui/charts/chart_canvas.h"
#include "ui/compose/compose_panel.h"
#include "ui/shell/catalogue_actions.h"
#include "ui/shell/file_actions.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/plan_summary.h"
#include "ui/shell/result_tabs.h"
#include "ui/shell/theme_controller.h"
#include "ui/shell/tool_bar.h"
#include "ui/shell/view_tabs.h"
#include "ui/shell/why_dock.h"
#include "ui/shell/window_geometry.h"
#include "ui/style/faded.h"
#include "ui/style/text.h"
#include "ui/views/memory_view.h"
#include "ui/views/operator_table.h"
#include "ui/views/roofline_view.h"
#include "ui/why/derivation_panel.h"
#include "ui/why/sensitivity_panel.h"
#include "ui/why/waterfall_panel.h"

#include <QAction>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QScreen>
#include <QSettings>
#include <QSplitter>
#include <QStatusBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace roofplan::ui {
namespace {

constexpr int leftWidth = 304;
constexpr int rightWidth = 306;
constexpr int bottomHeight = 216;
constexpr int leastBottomHeight = 120;
constexpr int heightForViews = 470;  ///< tiles, verdict and a readable chart
constexpr int widthForRight = 1500;  ///< below it the right side folds by itself
constexpr int heightForBottom = 850; ///< below it the tables fold to their tabs

QString localFile(const QMimeData& data) {
    const QList<QUrl> urls = data.urls();
    return urls.size() == 1 ? urls.front().toLocalFile() : QString();
}

} // namespace

MainWindow::MainWindow(CatalogueStore& store, const QString& examplePath, ThemeController& themes)
    : m_document(*store.catalogue()),
      m_service(m_document),
      m_files(new FileActions(m_document, examplePath, *this)),
      m_toolBar(new ToolBar),
      m_message(new MessageBar),
      m_catalogueMessage(new MessageBar),
      m_catalogueActions(new CatalogueActions(store, m_document, *m_catalogueMessage, *this)),
      m_compose(new ComposePanel(m_document)),
      m_tiles(new HeadlineTiles),
      m_verdict(new VerdictBar),
      m_views(new ViewTabs),
      m_why(new WhyDock),
      m_tables(new ResultTabs),
      m_evaluated(new QLabel),
      m_plan(new QLabel),
      m_findings(new QLabel) {
    setAcceptDrops(true);
    setMinimumSize(leastSize(screen()->availableSize()));
    setWindowIcon(QIcon(QStringLiteral(":/icons/roofplan.svg")));
    makeActions(themes);
    layOut();
    connectPanels();
    connectFiles();
    restoreSettings();
    showTitle();
    m_service.evaluate();
    m_views->roofline().canvas().setFocus();
}

// The panels look at the document, which goes before the children of a widget do.
MainWindow::~MainWindow() {
    delete takeCentralWidget();
}

QAction*
MainWindow::makeAction(const QString& text, const QKeySequence& shortcut, const QString& toolTip) {
    auto* action = new QAction(text, this);
    action->setShortcut(shortcut);
    action->setToolTip(shortcut.isEmpty()
                           ? toolTip
                           : toolTip + QStringLiteral(" (") +
                                 shortcut.toString(QKeySequence::NativeText) + QStringLiteral(")"));
    addAction(action);
    return action;
}

void MainWindow::makeActions(ThemeController& themes) {
    QAction* startNew = makeAction(tr("New"), QKeySequence::New, tr("Start an empty project"));
    QAction* open = makeAction(tr("Open"), QKeySequence::Open, tr("Open a project"));
    QAction* save = makeAction(tr("Save"), QKeySequence::Save, tr("Save the project"));
    QAction* saveAs =
        makeAction(tr("Save as…"), QKeySequence::SaveAs, tr("Save the project under a name"));
    QAction* import = makeAction(tr("Import config.json…"), QKeySequence(Qt::CTRL | Qt::Key_I),
                                 tr("Read a model from its Hugging Face config.json"));
    QAction* catalogue = makeAction(tr("Catalogue"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
                                    tr("Every number with its source; where your own go"));
    catalogue->setObjectName(QStringLiteral("catalogue"));
    connect(catalogue, &QAction::triggered, m_catalogueActions, &CatalogueActions::open);
    connect(startNew, &QAction::triggered, m_files, &FileActions::startNew);
    connect(open, &QAction::triggered, m_files, &FileActions::open);
    connect(save, &QAction::triggered, m_files, &FileActions::save);
    connect(saveAs, &QAction::triggered, m_files, &FileActions::saveAs);
    connect(import, &QAction::triggered, m_files, &FileActions::importModel);

    QAction* undo = m_document.undoStack().createUndoAction(this, tr("Undo"));
    QAction* redo = m_document.undoStack().createRedoAction(this, tr("Redo"));
    undo->setShortcut(QKeySequence::Undo);
    redo->setShortcut(QKeySequence::Redo);
    undo->setObjectName(QStringLiteral("undo"));
    redo->setObjectName(QStringLiteral("redo"));
    addAction(undo);
    addAction(redo);

    for (QAction* action : {startNew, open, save, saveAs}) {
        m_toolBar->addAction(*action);
    }
    m_toolBar->addSeparator();
    m_toolBar->addIconAction(*undo, QStringLiteral("undo"));
    m_toolBar->addIconAction(*redo, QStringLiteral("redo"));
    m_toolBar->addSeparator();
    m_toolBar->addAction(*import);
    m_toolBar->addStretch();
    m_toolBar->addAction(*catalogue);
    m_toolBar->addMenu(*themes.makeMenu(this), QStringLiteral("theme"), tr("Theme"));
}

void MainWindow::layOut() {
    m_compose->setFixedWidth(leftWidth);
    m_why->setFixedWidth(rightWidth);

    auto* centre = new QVBoxLayout;
    centre->setContentsMargins(0, 10, 0, 0);
    centre->setSpacing(8);
    centre->addWidget(m_message);
    centre->addWidget(m_catalogueMessage);
    centre->addWidget(m_tiles);
    centre->addWidget(m_verdict);
    centre->addWidget(m_views, 1);
    auto* top = new QWidget;
    top->setObjectName(QStringLiteral("page"));
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    row->addLayout(centre, 1);
    row->addWidget(m_why);

    m_splitter = new QSplitter(Qt::Vertical);
    m_splitter->addWidget(top);
    m_splitter->addWidget(m_tables);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 0);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(8);

    auto* body = new QHBoxLayout;
    body->setContentsMargins(0, 0, 10, 10);
    body->setSpacing(6);
    body->addWidget(m_compose);
    body->addWidget(m_splitter, 1);
    auto* page = new QWidget;
    page->setObjectName(QStringLiteral("page"));
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_toolBar);
    column->addLayout(body, 1);
    setCentralWidget(page);

    statusBar()->setSizeGripEnabled(false);
    statusBar()->setFixedHeight(24);
    statusBar()->setContentsMargins(8, 0, 8, 0);
    for (QLabel* label : {m_evaluated, m_plan, m_findings}) {
        statusBar()->addWidget(label);
    }
}

void MainWindow::connectPanels() {
    connect(&m_service, &EvaluationService::answered, this, &MainWindow::showAnswer);
    connect(m_compose, &ComposePanel::inputProblemsChanged, &m_service,
            &EvaluationService::setInputProblems);
    connect(m_compose, &ComposePanel::importRequested, m_files, &FileActions::importModel);
    connect(m_tiles, &HeadlineTiles::activated, this, &MainWindow::selectHeadline);
    connect(m_verdict, &VerdictBar::fieldChosen, m_compose, &ComposePanel::focusField);
    connect(m_verdict, &VerdictBar::exampleRequested, m_files, &FileActions::openExample);
    connect(m_verdict, &VerdictBar::fixChosen, this, [this](const std::vector<FieldChange>& fix) {
        const Diagnostics findings = m_document.apply(fix);
        if (!findings.empty()) {
            m_message->showFindings(tr("The change could not be made."), findings);
        }
    });
    connect(&m_views->roofline(), &RooflineView::termSelected, this, &MainWindow::selectTerm);
    connect(&m_views->memory(), &MemoryView::activated, this,
            [this] { selectHeadline(HeadlineNumber::MemoryHeadroom); });
    connect(&m_views->memory(), &MemoryView::partActivated, this, &MainWindow::selectMemoryPart);
    connect(&m_tables->operators(), &OperatorTable::termSelected, this, &MainWindow::selectTerm);
    connect(&m_why->waterfall(), &WaterfallPanel::termSelected, this, &MainWindow::selectTerm);
    connect(&m_why->derivation(), &DerivationPanel::factRequested, this, [this](FactId fact) {
        if (const auto& catalogue = m_service.answer().catalogue) {
            m_catalogueActions->openFact(catalogue->fact(fact));
        }
    });
    connect(&m_views->foldButton(), &QToolButton::clicked, this, [this] {
        m_foldRight = !m_rightFolded;
        fold();
    });
    connect(m_tables, &ResultTabs::foldRequested, this, [this](bool folded) {
        m_foldBottom = folded;
        fold();
    });
}

void MainWindow::connectFiles() {
    for (const auto signal : {&FileActions::failed, &FileActions::imported}) {
        connect(m_files, signal, this, [this](const QString& headline, const Diagnostics& found) {
            m_message->showFindings(headline, found);
        });
    }
    connect(m_files, &FileActions::succeeded, m_message, &QWidget::hide);
    connect(&m_document, &ProjectDocument::fileChanged, this, &MainWindow::showTitle);
    connect(&m_document, &ProjectDocument::scenarioChanged, this, &MainWindow::showTitle);
    connect(&m_document.undoStack(), &QUndoStack::cleanChanged, this,
            [this](bool clean) { setWindowModified(!clean); });
}

void MainWindow::showAnswer() {
    const Answer& answer = m_service.answer();
    keepSelection();
    m_compose->showAnswer(answer);
    m_tiles->showAnswer(answer);
    m_verdict->showAnswer(answer);
    m_views->roofline().showAnswer(answer);
    m_views->memory().showAnswer(answer);
    m_why->waterfall().showAnswer(answer);
    m_why->sensitivity().showAnswer(answer);
    m_tables->showAnswer(answer);
    setFaded(*m_why, answer.result != nullptr && !answer.isFresh());
    explainSelection();
    showStatus();
}

void MainWindow::keepSelection() {
    const auto& result = m_service.answer().result;
    if (!m_shownTerm || result == nullptr) {
        return;
    }
    m_term = -1;
    for (std::size_t i = 0; i < result->terms.size() && m_term < 0; ++i) {
        const Term& term = result->terms[i];
        if (term.name == m_shownTerm->name && term.phase == m_shownTerm->phase &&
            term.category == m_shownTerm->category && term.layerKind == m_shownTerm->layerKind) {
            m_term = static_cast<int>(i);
        }
    }
    if (m_term < 0) {
        m_shownTerm.reset();
    }
}

void MainWindow::explainSelection() {
    const Answer& answer = m_service.answer();
    m_views->roofline().select(m_term);
    m_tables->operators().selectTerm(m_term);
    m_why->waterfall().selectTerm(m_term);
    if (answer.result == nullptr) {
        m_why->derivation().clear();
    } else if (m_term >= 0) {
        m_why->derivation().explain(
            explainTerm(*answer.result, static_cast<std::size_t>(m_term), *answer.catalogue));
    } else if (m_memoryPart) {
        m_why->derivation().explain(
            explainMemoryPart(*answer.result, memoryStage(), *m_memoryPart, *answer.catalogue));
    } else {
        m_why->derivation().explain(
            explainHeadline(*answer.result, explainedHeadline(), *answer.catalogue));
    }
    showExplained();
}

/// Of a plan that does not fit only the memory is an answer.
HeadlineNumber MainWindow::explainedHeadline() const {
    return m_service.answer().result->feasible ? m_headline : HeadlineNumber::MemoryHeadroom;
}

void MainWindow::showExplained() {
    const bool headline =
        !m_rightFolded && m_term < 0 && !m_memoryPart && m_service.answer().result != nullptr;
    m_tiles->setExplained(headline ? std::optional(explainedHeadline()) : std::nullopt);
}

void MainWindow::selectTerm(int term) {
    const auto& result = m_service.answer().result;
    if (result == nullptr || term < 0 || term >= static_cast<int>(result->terms.size())) {
        return;
    }
    m_term = term;
    m_shownTerm = result->terms[static_cast<std::size_t>(term)];
    m_memoryPart.reset();
    unfoldWhy();
    explainSelection();
}

void MainWindow::selectHeadline(HeadlineNumber number) {
    m_term = -1;
    m_shownTerm.reset();
    m_memoryPart.reset();
    m_headline = number;
    unfoldWhy();
    explainSelection();
}

/// The selected stage, or the last one where an edit has left fewer.
int MainWindow::memoryStage() const {
    const auto stages = static_cast<int>(m_service.answer().result->stages.size());
    return std::min(m_memoryStage, stages - 1);
}

void MainWindow::selectMemoryPart(int stage, MemoryPart part) {
    m_term = -1;
    m_shownTerm.reset();
    m_memoryPart = part;
    m_memoryStage = stage;
    unfoldWhy();
    explainSelection();
}

void MainWindow::unfoldWhy() {
    if (m_rightFolded) {
        m_foldRight = false;
        fold();
    }
}

void MainWindow::showStatus() {
    const Answer& answer = m_service.answer();
    m_evaluated->clear();
    m_plan->clear();
    m_findings->clear();
    if (answer.result == nullptr) {
        m_evaluated->setText(answer.problems.empty() ? tr("Nothing evaluated yet")
                                                     : tr("Not evaluated"));
        return;
    }
    m_evaluated->setText(
        answer.isFresh()
            ? tr("Evaluated in %1")
                  .arg(prettyQuantity(std::chrono::duration<double>(answer.duration).count(),
                                      UnitKind::Time))
            : tr("Not evaluated"));
    m_plan->setText(planSummary(*answer.result));
    int warnings = 0;
    for (const Diagnostic& diagnostic : answer.result->diagnostics) {
        warnings += diagnostic.severity == Severity::Info ? 0 : 1;
    }
    if (warnings > 0) {
        m_findings->setText(warnings == 1 ? tr("1 warning") : tr("%1 warnings").arg(warnings));
    }
}

void MainWindow::showTitle() {
    const QString path = m_document.filePath();
    const QString file = QFileInfo(path).fileName();
    // "[*]" is where Qt marks a modified document; in a name it must not be read so.
    const QString name = QString::fromStdString(m_document.project().scenarios.front().name)
                             .replace(QStringLiteral("[*]"), QStringLiteral("[*][*]"));
    QString title = file.isEmpty() ? name : file;
    if (title.isEmpty()) {
        title = tr("untitled");
    }
    title += QStringLiteral("[*]");
    if (!file.isEmpty() && !name.isEmpty()) {
        title += QStringLiteral(" — ") + name;
    }
    setWindowTitle(title + QStringLiteral(" — Roofplan"));
    setWindowFilePath(path);
    setWindowModified(m_document.isModified());
}

void MainWindow::fold() {
    foldRight(m_foldRight.value_or(width() < widthForRight));
    foldBottom(m_foldBottom.value_or(height() < heightForBottom));
}

void MainWindow::foldRight(bool folded) {
    m_rightFolded = folded;
    m_why->setVisible(!folded);
    QToolButton& button = m_views->foldButton();
    button.setText(folded ? tr("◂ why") : tr("▸"));
    button.setAccessibleName(folded ? tr("Unfold the why panel") : tr("Fold the why panel"));
    button.setToolTip(button.accessibleName());
    showExplained();
}

void MainWindow::foldBottom(bool folded) {
    const bool changed = folded != m_tables->isFolded();
    m_tables->setFolded(folded);
    m_tables->setMinimumHeight(folded ? m_tables->foldedHeight() : leastBottomHeight);
    m_tables->setMaximumHeight(folded ? m_tables->foldedHeight() : QWIDGETSIZE_MAX);
    if (changed || folded) {
        const int spare = std::max(leastBottomHeight, m_splitter->height() - heightForViews);
        const int lower = folded ? m_tables->foldedHeight() : std::min(bottomHeight, spare);
        m_splitter->setSizes({m_splitter->height() - lower, lower});
    }
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_files->mayDiscard()) {
        event->ignore();
        return;
    }
    storeSettings();
    m_catalogueActions->close();
    event->accept();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    // After the layout: what unfolds takes its share of the new height.
    QMetaObject::invokeMethod(this, &MainWindow::fold, Qt::QueuedConnection);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const QString suffix = QFileInfo(localFile(*event->mimeData())).suffix().toLower();
    if (suffix == QStringLiteral("json") || suffix == QStringLiteral("roofplan")) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QString path = localFile(*event->mimeData());
    if (!path.isEmpty()) {
        event->acceptProposedAction();
        m_files->take(path);
    }
}

void MainWindow::restoreSettings() {
    const QSettings settings;
    resize(startSize(screen()->availableSize()));
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    if (!isMaximized() && !isFullScreen()) {
        setGeometry(fittedInto(geometry(), screen()->availableGeometry()));
    }
    m_splitter->setSizes({height() - bottomHeight, bottomHeight});
    m_splitter->restoreState(settings.value(QStringLiteral("window/splitter")).toByteArray());
    const auto stored = [&settings](const QString& key) {
        const QVariant value = settings.value(key);
        return value.isValid() ? std::optional(value.toBool()) : std::nullopt;
    };
    m_foldRight = stored(QStringLiteral("window/foldRight"));
    m_foldBottom = stored(QStringLiteral("window/foldBottom"));
    fold();
}

void MainWindow::storeSettings() const {
    QSettings settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/splitter"), m_splitter->saveState());
    if (m_foldRight) {
        settings.setValue(QStringLiteral("window/foldRight"), *m_foldRight);
    }
    if (m_foldBottom) {
        settings.setValue(QStringLiteral("window/foldBottom"), *m_foldBottom);
    }
}

} // namespace roofplan::ui
