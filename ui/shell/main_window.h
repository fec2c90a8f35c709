// The window: lays the panels out and connects them; they do not know each other.
#pragma once

#include "core/result/result.h"
#include "ui/document/project_document.h"
#include "ui/evaluation/evaluation_service.h"

#include <QMainWindow>

#include <optional>

class QLabel;
class QSplitter;

namespace roofplan::ui {

class CatalogueActions;
class CatalogueStore;
class ComposePanel;
class FileActions;
class HeadlineTiles;
class MessageBar;
class ResultTabs;
class ThemeController;
class ToolBar;
class VerdictBar;
class ViewTabs;
class WhyDock;

class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// `store` outlives the window.
    MainWindow(CatalogueStore& store, const QString& examplePath, ThemeController& themes);
    ~MainWindow() override;

    [[nodiscard]] ProjectDocument& document() { return m_document; }

    [[nodiscard]] const Answer& answer() const { return m_service.answer(); }

    [[nodiscard]] FileActions& files() { return *m_files; }

    [[nodiscard]] CatalogueActions& catalogue() { return *m_catalogueActions; }

    /// Shows a term everywhere: chart, table, waterfall and why.
    void selectTerm(int term);

    /// Shows where a part of the memory comes from.
    void selectMemoryPart(int stage, MemoryPart part);

    /// Shows where a headline number comes from.
    void selectHeadline(HeadlineNumber number);

    [[nodiscard]] int selectedTerm() const { return m_term; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeActions(ThemeController& themes);
    QAction* makeAction(const QString& text, const QKeySequence& shortcut, const QString& toolTip);
    void layOut();
    void connectPanels();
    void connectFiles();
    void showAnswer();
    void showStatus();
    void showTitle();
    void keepSelection();
    void explainSelection();
    [[nodiscard]] HeadlineNumber explainedHeadline() const;
    [[nodiscard]] int memoryStage() const;
    void showExplained();
    void fold();
    void unfoldWhy();
    void foldRight(bool folded);
    void foldBottom(bool folded);
    void restoreSettings();
    void storeSettings() const;

    ProjectDocument m_document;
    EvaluationService m_service;
    FileActions* m_files;
    ToolBar* m_toolBar;
    MessageBar* m_message;
    MessageBar* m_catalogueMessage;
    CatalogueActions* m_catalogueActions;
    ComposePanel* m_compose;
    HeadlineTiles* m_tiles;
    VerdictBar* m_verdict;
    ViewTabs* m_views;
    WhyDock* m_why;
    ResultTabs* m_tables;
    QSplitter* m_splitter = nullptr;
    QLabel* m_evaluated;
    QLabel* m_plan;
    QLabel* m_findings;

    int m_term = -1;
    std::optional<Term> m_shownTerm; ///< to find the same term in the next result
    std::optional<MemoryPart> m_memoryPart;
    int m_memoryStage = 0;
    HeadlineNumber m_headline = HeadlineNumber::TimeToTrain;
    std::optional<bool> m_foldRight; ///< what the person chose; by the size of the window otherwise
    std::optional<bool> m_foldBottom;
    bool m_rightFolded = false;
};

} // namespace roofplan::ui
