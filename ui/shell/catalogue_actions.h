// The catalogue in the window: its own window, its findings, and that the open project follows when
// it changes.
#pragma once

#include "ui/document/catalogue_store.h"

#include <QObject>

class QWidget;

namespace roofplan::ui {

class CatalogueWindow;
class MessageBar;
class ProjectDocument;

class CatalogueActions : public QObject {
    Q_OBJECT

public:
    /// `banner` says what could not be read.
    CatalogueActions(CatalogueStore& store,
                     ProjectDocument& document,
                     MessageBar& banner,
                     QWidget& window);

    /// Opens the catalogue's window at the GPU of the open project.
    void open();

    /// Opens it at a fact.
    void openFact(const Fact& fact);

    void close();

    /// The window, null before it was opened.
    [[nodiscard]] CatalogueWindow* catalogueWindow() const { return m_catalogueWindow; }

private:
    CatalogueWindow& shownWindow();
    void showFindings();

    CatalogueStore& m_store;
    ProjectDocument& m_document;
    MessageBar& m_banner;
    QWidget& m_window;
    CatalogueWindow* m_catalogueWindow = nullptr;
};

} // namespace roofplan::ui
