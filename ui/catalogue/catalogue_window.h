// The catalogue in a window of its own: what there is on the left, the facts of an entry on the
// right, below them the selected one with its source, its rivals and the way to change it.
#pragma once

#include "core/catalogue/catalogue.h"
#include "ui/document/catalogue_store.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <string>

class QComboBox;
class QLabel;
class QLineEdit;
class QModelIndex;
class QSplitter;
class QStackedWidget;
class QTreeView;

namespace roofplan::ui {

struct CatalogueEntry;
class CatalogueFilter;
class CatalogueModel;
class DetailBrowser;
class DiagnosticModel;
class ElidedLabel;
class FactPanel;
class FactTable;
struct OwnValueQuestion;

class CatalogueWindow : public QWidget {
    Q_OBJECT

public:
    /// Changes own numbers through `store`, and shows what was wrong with its folders.
    explicit CatalogueWindow(CatalogueStore& store, QWidget* parent = nullptr);

    /// What is shown: the store's catalogue, or that with the models of a project. The selection
    /// stays where it was.
    void setCatalogue(std::shared_ptr<const Catalogue> catalogue);

    /// Selects the entry in that folder; nothing where there is none.
    void showEntry(const std::string& folder, const std::string& id);

    /// Selects a fact of any catalogue by what it is about.
    void showFact(const Fact& fact);

    /// Unfolds the findings.
    void showFindings();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QWidget* makeTop();
    [[nodiscard]] QWidget* makeLeft();
    [[nodiscard]] QWidget* makeRight();
    [[nodiscard]] QWidget* makeBottom();
    void connectParts();
    void applyFilter();
    void filterEntries();
    void showBestEntry();
    void selectSource(const QModelIndex& index);
    [[nodiscard]] const CatalogueEntry* currentEntry() const;
    void showCurrentEntry();
    void showCurrentFact();
    void selectFact();
    [[nodiscard]] int foundFact(int kept) const;
    void followLink(const QString& target);
    [[nodiscard]] std::optional<OwnValueQuestion> currentQuestion() const;
    void askOwnValue();
    void resetFact();
    void showStoreFindings();
    void showPlace();

    CatalogueStore& m_store;
    std::shared_ptr<const Catalogue> m_catalogue;
    CatalogueModel* m_model;
    CatalogueFilter* m_filter;
    DiagnosticModel* m_problems;
    QLineEdit* m_search;
    QComboBox* m_scope;
    QTreeView* m_tree;
    QLabel* m_nothing;
    QLabel* m_name;
    QLabel* m_kind;
    QLabel* m_links;
    FactTable* m_facts;
    FactPanel* m_panel;
    DetailBrowser* m_modelPage;
    QStackedWidget* m_pages;
    QLabel* m_problemTitle;
    QWidget* m_bottom;
    ElidedLabel* m_place;
    bool m_rereading = false;     ///< the same entry of a newer catalogue
    bool m_filtering = false;     ///< the filter changes the current entry, nobody else
    bool m_foundBySearch = false; ///< the current entry: a better answer may take its place
    std::string m_property;       ///< of the fact that was selected, to find it in the next entry
    std::string m_region;
};

} // namespace roofplan::ui
