#include "ui/document/catalogue_store.h"

#include <utility>

namespace roofplan::ui {

CatalogueStore::CatalogueStore(CatalogueFolders folders, LoadedCatalogue loaded, QObject* parent)
    : QObject(parent),
      m_folders(std::move(folders)),
      m_catalogue(std::make_shared<const Catalogue>(std::move(loaded.catalogue))),
      m_findings(std::move(loaded.findings)) {
    m_pool.setMaxThreadCount(1);
}

// What is still being read reports to this object.
CatalogueStore::~CatalogueStore() {
    m_pool.clear();
    m_pool.waitForDone();
}

Diagnostics CatalogueStore::setOwn(const OwnFact& fact) {
    const Expected<void> written = setOwnFact(m_folders.own, fact);
    if (!written) {
        return written.error();
    }
    reload();
    return {};
}

Diagnostics CatalogueStore::reset(const OwnFact& fact) {
    const Expected<void> written =
        resetOwnFact(m_folders.own, fact.folder, fact.entry, fact.property, fact.region);
    if (!written) {
        return written.error();
    }
    reload();
    return {};
}

void CatalogueStore::reload() {
    ++m_running;
    Q_EMIT loading();
    m_pool.start([this, number = ++m_requested, folders = m_folders] {
        auto loaded =
            std::make_shared<LoadedCatalogue>(loadCatalogue(folders.shipped, folders.own));
        QMetaObject::invokeMethod(
            this, [this, number, loaded] { take(number, std::move(*loaded)); },
            Qt::QueuedConnection);
    });
}

void CatalogueStore::take(int number, LoadedCatalogue loaded) {
    --m_running;
    if (number != m_requested) {
        return; // a later reading is on its way
    }
    m_catalogue = std::make_shared<const Catalogue>(std::move(loaded.catalogue));
    m_findings = std::move(loaded.findings);
    Q_EMIT reloaded();
}

} // namespace roofplan::ui
