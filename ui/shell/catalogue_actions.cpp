#include "ui/shell/catalogue_actions.h"

#include "ui/catalogue/catalogue_window.h"
#include "ui/document/project_document.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/window_geometry.h"

#include <QScreen>

#include <algorithm>
#include <iterator>

namespace roofplan::ui {
namespace {

constexpr std::size_t mostShown = 2; ///< in the banner; the catalogue's window lists all

} // namespace

CatalogueActions::CatalogueActions(CatalogueStore& store,
                                   ProjectDocument& document,
                                   MessageBar& banner,
                                   QWidget& window)
    : QObject(&window), m_store(store), m_document(document), m_banner(banner), m_window(window) {
    banner.setLink(tr("show in the catalogue"));
    connect(&store, &CatalogueStore::reloaded, this, [this] {
        m_document.setCatalogue(m_store.catalogue());
        showFindings();
    });
    connect(&banner, &MessageBar::linkActivated, this, [this] { shownWindow().showFindings(); });
    connect(&document, &ProjectDocument::catalogueChanged, this, [this] {
        if (m_catalogueWindow != nullptr) {
            m_catalogueWindow->setCatalogue(m_document.catalogue());
        }
    });
    showFindings();
}

void CatalogueActions::open() {
    const bool first = m_catalogueWindow == nullptr;
    CatalogueWindow& window = shownWindow();
    const InstanceType* type =
        findEntry(m_document.catalogue()->instances, m_document.scenario().cluster.instance);
    if (first && type != nullptr) {
        window.showEntry("gpus", type->gpu);
    }
}

void CatalogueActions::openFact(const Fact& fact) {
    shownWindow().showFact(fact);
}

void CatalogueActions::close() {
    if (m_catalogueWindow != nullptr) {
        m_catalogueWindow->close();
    }
}

CatalogueWindow& CatalogueActions::shownWindow() {
    if (m_catalogueWindow == nullptr) {
        m_catalogueWindow = new CatalogueWindow(m_store, &m_window);
        m_catalogueWindow->setWindowIcon(m_window.windowIcon());
        m_catalogueWindow->setCatalogue(m_document.catalogue());
        const QRect room = m_window.screen()->availableGeometry();
        QRect place(QPoint(), m_catalogueWindow->size());
        place.moveCenter(m_window.geometry().center());
        m_catalogueWindow->setGeometry(fittedInto(place, room));
    }
    m_catalogueWindow->show();
    m_catalogueWindow->raise();
    m_catalogueWindow->activateWindow();
    return *m_catalogueWindow;
}

void CatalogueActions::showFindings() {
    Diagnostics errors;
    std::ranges::copy_if(m_store.findings(), std::back_inserter(errors),
                         [](const Diagnostic& one) { return one.severity == Severity::Error; });
    if (errors.empty()) {
        m_banner.hide();
        return;
    }
    m_banner.showFindings(errors.size() == 1
                              ? tr("One thing in the catalogue could not be read and is left out.")
                              : tr("%1 things in the catalogue could not be read and are left out.")
                                    .arg(errors.size()),
                          errors, mostShown);
}

} // namespace roofplan::ui
