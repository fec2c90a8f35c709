#include "ui/catalogue/catalogue_window.h"

#include "ui/catalogue/catalogue_model.h"
#include "ui/catalogue/detail_browser.h"
#include "ui/catalogue/entry_links.h"
#include "ui/catalogue/fact_panel.h"
#include "ui/catalogue/fact_table.h"
#include "ui/catalogue/fact_table_model.h"
#include "ui/catalogue/model_text.h"
#include "ui/catalogue/own_value.h"
#include "ui/catalogue/own_value_dialog.h"
#include "ui/models/diagnostic_model.h"
#include "ui/models/natural_order.h"
#include "ui/style/card.h"
#include "ui/style/elided_label.h"
#include "ui/style/text.h"
#include "ui/style/wrapping_table.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace roofplan::ui {
namespace {

constexpr int treeWidth = 330;
constexpr int marksWidth = 60;
constexpr int findingsHeight = 132;

enum Page { FactsPage, ModelPage, NothingPage };

QTreeView* makeTree(QAbstractItemModel& model) {
    auto* tree = new QTreeView;
    tree->setModel(&model);
    tree->setAccessibleName(CatalogueWindow::tr("Kinds and entries"));
    tree->setHeaderHidden(true);
    tree->setFrameShape(QFrame::NoFrame);
    tree->setUniformRowHeights(true);
    tree->setIndentation(14);
    tree->setTextElideMode(Qt::ElideMiddle);
    tree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    tree->header()->setStretchLastSection(false);
    tree->header()->setMinimumSectionSize(20);
    tree->header()->setSectionResizeMode(CatalogueModel::Name, QHeaderView::Stretch);
    tree->header()->setSectionResizeMode(CatalogueModel::Marks, QHeaderView::Fixed);
    tree->header()->resizeSection(CatalogueModel::Marks, marksWidth);
    return tree;
}

QFrame* makeCard() {
    auto* card = new QFrame;
    card->setProperty("card", true);
    return card;
}

} // namespace

CatalogueWindow::CatalogueWindow(CatalogueStore& store, QWidget* parent)
    : QWidget(parent, Qt::Window),
      m_store(store),
      m_catalogue(store.catalogue()),
      m_model(new CatalogueModel(this)),
      m_filter(new CatalogueFilter(*m_model, this)),
      m_problems(new DiagnosticModel(this)),
      m_search(new QLineEdit),
      m_scope(new QComboBox),
      m_tree(makeTree(*m_filter)),
      m_nothing(makeLabel("secondary")),
      m_name(makeLabel("emphasis")),
      m_kind(makeLabel("secondary")),
      m_links(makeLabel("secondary")),
      m_facts(new FactTable),
      m_panel(new FactPanel),
      m_modelPage(new DetailBrowser),
      m_pages(new QStackedWidget),
      m_problemTitle(makeLabel("title")),
      m_bottom(makeBottom()),
      m_place(new ElidedLabel("note")) {
    setObjectName(QStringLiteral("page"));
    setAttribute(Qt::WA_StyledBackground);
    setWindowTitle(tr("Catalogue — Roofplan"));
    setMinimumSize(820, 520);
    resize(1240, 760);
    auto* split = new QSplitter(Qt::Horizontal);
    split->addWidget(makeLeft());
    split->addWidget(makeRight());
    split->setStretchFactor(1, 1);
    split->setChildrenCollapsible(false);
    split->setHandleWidth(8);
    split->setSizes({treeWidth, width() - treeWidth});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 10, 10, 8);
    column->setSpacing(8);
    column->addWidget(makeTop());
    column->addWidget(split, 1);
    column->addWidget(m_bottom);
    column->addWidget(m_place);
    connectParts();
    setCatalogue(store.catalogue());
    showStoreFindings();
    showPlace();
}

QWidget* CatalogueWindow::makeTop() {
    m_search->setObjectName(QStringLiteral("catalogueSearch"));
    m_search->setPlaceholderText(tr("Search names, ids, facts, sources, notes (Ctrl+F)"));
    m_search->setAccessibleName(tr("Search the catalogue"));
    m_scope->setAccessibleName(tr("What is listed"));
    m_scope->addItem(tr("Everything"));
    m_scope->addItem(tr("▲ sources disagree"));
    m_scope->addItem(tr("✎ your numbers"));
    auto* reload = new QToolButton;
    reload->setText(tr("Read again"));
    reload->setToolTip(tr("Read the folders of the catalogue again (F5)"));
    connect(reload, &QToolButton::clicked, &m_store, &CatalogueStore::reload);
    auto* top = new QWidget;
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_search, 1);
    row->addWidget(m_scope);
    row->addWidget(reload);
    return top;
}

QWidget* CatalogueWindow::makeLeft() {
    QFrame* card = makeCard();
    card->setMinimumWidth(220);
    m_tree->setObjectName(QStringLiteral("catalogueTree"));
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setWordWrap(true);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(4, 6, 4, 6);
    column->addWidget(m_tree, 1);
    column->addWidget(m_nothing, 1);
    m_nothing->hide();
    return card;
}

QWidget* CatalogueWindow::makeRight() {
    QFrame* entry = makeCard();
    m_links->setWordWrap(true);
    m_links->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_facts->setObjectName(QStringLiteral("catalogueFacts"));
    m_name->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_kind->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_modelPage->setAccessibleName(tr("The selected model"));
    auto* modelPage = new QWidget;
    auto* modelColumn = new QVBoxLayout(modelPage);
    modelColumn->setContentsMargins(12, 2, 12, 10);
    modelColumn->addWidget(m_modelPage);

    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 10, 12, 0);
    head->setSpacing(10);
    head->addWidget(m_name);
    head->addWidget(m_kind, 1);
    auto* links = new QHBoxLayout;
    links->setContentsMargins(12, 0, 12, 4);
    links->addWidget(m_links);
    m_pages->addWidget(m_facts);
    m_pages->addWidget(modelPage);
    m_pages->addWidget(new QWidget);
    auto* column = new QVBoxLayout(entry);
    column->setContentsMargins(1, 0, 1, 1);
    column->setSpacing(4);
    column->addLayout(head);
    column->addLayout(links);
    column->addWidget(m_pages, 1);

    m_panel->setProperty("card", true);
    auto* split = new QSplitter(Qt::Vertical);
    split->addWidget(entry);
    split->addWidget(m_panel);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    split->setChildrenCollapsible(false);
    split->setHandleWidth(8);
    return split;
}

QWidget* CatalogueWindow::makeBottom() {
    QFrame* card = makeCard();
    auto* table = new WrappingTable(*m_problems);
    table->setObjectName(QStringLiteral("catalogueFindings"));
    table->setAccessibleName(tr("Findings"));
    table->setColumnWidth(DiagnosticModel::SeverityName, 90);
    table->setColumnWidth(DiagnosticModel::Place, 300);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(4, 8, 4, 4);
    column->setSpacing(2);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(8, 0, 8, 0);
    head->addWidget(m_problemTitle);
    column->addLayout(head);
    column->addWidget(table);
    card->setFixedHeight(findingsHeight);
    card->hide();
    return card;
}

void CatalogueWindow::connectParts() {
    connect(m_search, &QLineEdit::textChanged, this, &CatalogueWindow::applyFilter);
    connect(m_scope, &QComboBox::currentIndexChanged, this, &CatalogueWindow::applyFilter);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        m_foundBySearch = m_filtering;
        showCurrentEntry();
    });
    connect(m_facts, &FactTable::factSelected, this, &CatalogueWindow::showCurrentFact);
    connect(m_links, &QLabel::linkActivated, this, &CatalogueWindow::followLink);
    connect(m_panel, &FactPanel::ownValueRequested, this, &CatalogueWindow::askOwnValue);
    connect(m_panel, &FactPanel::resetRequested, this, &CatalogueWindow::resetFact);
    connect(&m_store, &CatalogueStore::reloaded, this, &CatalogueWindow::showStoreFindings);
}

void CatalogueWindow::setCatalogue(std::shared_ptr<const Catalogue> catalogue) {
    const CatalogueEntry* before = currentEntry();
    const std::string folder = before != nullptr ? before->folder : std::string();
    const std::string id = before != nullptr ? before->id : std::string();
    QStringList open;
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        if (m_tree->isExpanded(m_filter->index(row, 0))) {
            open << m_filter->index(row, 0).data().toString();
        }
    }
    m_rereading = true;
    m_catalogue = std::move(catalogue);
    m_model->setGroups(catalogueGroups(*m_catalogue));
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        const QModelIndex kind = m_filter->index(row, 0);
        m_tree->setExpanded(kind, open.contains(kind.data().toString()));
    }
    showEntry(folder, id);
    if (currentEntry() == nullptr) {
        selectSource(m_model->index(0, 0, m_model->index(0, 0)));
    }
    showCurrentEntry();
    m_rereading = false;
}

void CatalogueWindow::selectSource(const QModelIndex& index) {
    const QModelIndex shown = m_filter->mapFromSource(index);
    if (shown.isValid()) {
        m_tree->setExpanded(shown.parent(), true);
        m_tree->setCurrentIndex(shown);
        m_tree->scrollTo(shown);
    }
}

void CatalogueWindow::showEntry(const std::string& folder, const std::string& id) {
    const QModelIndex index = m_model->indexOf(folder, id);
    if (index.isValid() && !m_filter->mapFromSource(index).isValid()) {
        m_search->clear(); // the search hides it
        m_scope->setCurrentIndex(0);
    }
    selectSource(index);
}

void CatalogueWindow::showFact(const Fact& fact) {
    m_property = fact.property;
    m_region = fact.region;
    showEntry(folderOf(fact.place), fact.entry);
    const int row = m_facts->facts().rowOf(m_property, m_region);
    if (row >= 0) {
        m_facts->selectRow(row);
    }
}

void CatalogueWindow::showFindings() {
    m_bottom->setVisible(m_problems->rowCount() > 0);
}

void CatalogueWindow::applyFilter() {
    m_filtering = true;
    filterEntries();
    m_filtering = false;
}

void CatalogueWindow::filterEntries() {
    m_filter->setWords(filterWords(m_search->text()));
    m_filter->setScope(static_cast<CatalogueScope>(m_scope->currentIndex()));
    const bool found = m_filter->rowCount() > 0;
    const bool own = m_scope->currentIndex() == static_cast<int>(CatalogueScope::Own);
    m_nothing->setText(own && m_filter->words().isEmpty()
                           ? tr("No number is yours yet: select a fact and use your own value.")
                           : tr("Nothing matches."));
    m_nothing->setVisible(!found);
    m_tree->setVisible(found);
    if (m_filter->words().isEmpty() && m_scope->currentIndex() == 0) {
        m_tree->scrollTo(m_tree->currentIndex());
        m_foundBySearch = false;
        return;
    }
    m_tree->expandAll();
    if (found) {
        showBestEntry();
    }
    showCurrentEntry();
}

/// The best answer to the search, but not in place of an equal one that the person had chosen.
void CatalogueWindow::showBestEntry() {
    const QModelIndex first = m_filter->mapToSource(m_filter->index(0, 0, m_filter->index(0, 0)));
    const CatalogueEntry* best = m_model->entry(first);
    const CatalogueEntry* now = currentEntry();
    const QStringList& words = m_filter->words();
    if (now == nullptr || m_foundBySearch || rankOf(*best, words) < rankOf(*now, words)) {
        selectSource(first);
    }
}

const CatalogueEntry* CatalogueWindow::currentEntry() const {
    return m_model->entry(m_filter->mapToSource(m_tree->currentIndex().siblingAtColumn(0)));
}

void CatalogueWindow::showCurrentEntry() {
    const CatalogueEntry* entry = currentEntry();
    if (entry == nullptr) {
        m_name->setText(m_tree->currentIndex().siblingAtColumn(0).data().toString());
        m_kind->clear();
        m_links->hide();
        m_facts->setFacts(m_catalogue, {});
        m_pages->setCurrentIndex(NothingPage);
        m_panel->showNothing(tr("Select an entry on the left."));
        return;
    }
    m_name->setText(entry->name);
    m_kind->setText(QString::fromStdString(entry->folder + "/" + entry->id));
    m_links->setText(entryLinks(*entry, *m_catalogue));
    m_links->setVisible(!m_links->text().isEmpty());
    const std::string property = m_property;
    const std::string region = m_region;
    m_facts->setFacts(m_catalogue, entry->facts, entry->absent);
    const ModelEntry* model =
        entry->kind == "model" ? findEntry(m_catalogue->models, entry->id) : nullptr;
    m_pages->setCurrentIndex(model != nullptr ? ModelPage : FactsPage);
    m_panel->setVisible(model == nullptr);
    if (model != nullptr) {
        m_modelPage->showPage(modelPage(*model));
        return;
    }
    m_property = property;
    m_region = region;
    selectFact();
    showCurrentFact();
}

/// What the search is about, else the property that was looked at before, else the first one.
void CatalogueWindow::selectFact() {
    const int kept = m_facts->facts().rowOf(m_property, m_region);
    m_facts->selectRow(std::max(0, m_rereading ? kept : foundFact(kept)));
}

/// The row of the first fact that the search is about, by what it is called or else by its numbers,
/// sources and notes; `kept` where that is one, or none is. Words that name the entry are not about
/// its facts.
int CatalogueWindow::foundFact(int kept) const {
    const FactTableModel& facts = m_facts->facts();
    QStringList words = m_filter->words();
    words.removeIf([entry = currentEntry()](const QString& word) {
        return matchRank(entry->names, {word}).elsewhere == 0;
    });
    const auto called = [&](int row) {
        const AbsentFigure* absent = facts.absentAt(row);
        return absent != nullptr ? calledText(*absent)
                                 : calledText(m_catalogue->fact(facts.factAt(row)));
    };
    const auto searched = [&](int row) {
        const AbsentFigure* absent = facts.absentAt(row);
        return absent != nullptr ? searchedText(*absent)
                                 : searchedText(m_catalogue->fact(facts.factAt(row)), *m_catalogue);
    };
    const auto firstRow = [&](const auto& textOf) {
        if (kept >= 0 && holdsAllWords(textOf(kept), words)) {
            return kept;
        }
        for (int row = 0; row < facts.rowCount(); ++row) {
            if (holdsAllWords(textOf(row), words)) {
                return row;
            }
        }
        return -1;
    };
    if (words.isEmpty()) {
        return kept;
    }
    const int byLabel = firstRow(called);
    const int byText = byLabel >= 0 ? byLabel : firstRow(searched);
    return byText >= 0 ? byText : kept;
}

void CatalogueWindow::showCurrentFact() {
    const CatalogueEntry* entry = currentEntry();
    const FactId id = m_facts->currentFact();
    const AbsentFigure* absent = m_facts->currentAbsent();
    m_panel->setRemark({}, false);
    if (entry == nullptr || (id == FactId::None && absent == nullptr)) {
        m_panel->showNothing(entry == nullptr ? tr("Select an entry on the left.")
                                              : tr("This entry has no facts."));
        return;
    }
    const bool changeable = m_store.takesOwnNumbers() && currentQuestion().has_value();
    if (absent != nullptr) {
        m_property = absent->property;
        m_region = absent->region;
        m_panel->showAbsent(*absent, entry->name, changeable);
        return;
    }
    const Fact& fact = m_catalogue->fact(id);
    m_property = fact.property;
    m_region = fact.region;
    m_panel->showFact(id, *m_catalogue, changeable,
                      fact.own && entry->shipped && m_store.takesOwnNumbers());
    if (!entry->shipped) {
        m_panel->setRemark(
            tr("This entry is your own; it stands in %1.").arg(QString::fromStdString(fact.place)),
            false);
    }
}

void CatalogueWindow::followLink(const QString& target) {
    const QStringList parts = target.section(u':', 1).split(u'/');
    if (parts.size() == 2) {
        showEntry(parts[0].toStdString(), parts[1].toStdString());
    }
}

std::optional<OwnValueQuestion> CatalogueWindow::currentQuestion() const {
    const CatalogueEntry* entry = currentEntry();
    const AbsentFigure* absent = m_facts->currentAbsent();
    if (entry == nullptr || (absent == nullptr && m_facts->currentFact() == FactId::None)) {
        return std::nullopt;
    }
    return absent != nullptr ? ownValueQuestion(*entry, *absent, *m_catalogue)
                             : ownValueQuestion(*entry, m_facts->currentFact(), *m_catalogue);
}

void CatalogueWindow::askOwnValue() {
    const std::optional<OwnValueQuestion> question = currentQuestion();
    if (!question) {
        return;
    }
    auto* dialog = new OwnValueDialog(
        *question, [this](const OwnFact& fact) { return m_store.setOwn(fact); }, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void CatalogueWindow::resetFact() {
    const CatalogueEntry* entry = currentEntry();
    const FactId id = m_facts->currentFact();
    if (entry == nullptr || id == FactId::None) {
        return;
    }
    const Fact& fact = m_catalogue->fact(id);
    const Diagnostics problems = m_store.reset(ownFactKey(*entry, fact.property, fact.region));
    if (!problems.empty()) {
        m_panel->setRemark(findingText(problems.front()), true);
    }
}

void CatalogueWindow::showStoreFindings() {
    m_problems->setDiagnostics(m_store.findings());
    const int count = m_problems->rowCount();
    m_problemTitle->setText(
        (count == 1 ? tr("1 finding in the files") : tr("%1 findings in the files").arg(count))
            .toUpper());
    m_bottom->setVisible(count > 0);
}

void CatalogueWindow::showPlace() {
    const QString own =
        QDir::toNativeSeparators(QFile::decodeName(m_store.folders().own.string().c_str()));
    m_place->setFullText(m_store.takesOwnNumbers()
                             ? tr("Your own numbers are kept in %1").arg(own)
                             : tr("There is no folder for numbers of your own in this run."));
}

void CatalogueWindow::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Find)) {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    } else if (event->matches(QKeySequence::Refresh)) {
        m_store.reload();
    } else if (event->matches(QKeySequence::Close)) {
        close();
    } else if (event->key() == Qt::Key_Escape && !m_search->text().isEmpty()) {
        m_search->clear();
    } else {
        QWidget::keyPressEvent(event);
    }
}

} // namespace roofplan::ui
