// The catalogue as it lies on the disk: the shipped folder with the user's own over it. The place
// where own numbers are written, and from where everybody hears that the catalogue is another one.
#pragma once

#include "core/catalogue/catalogue_loader.h"
#include "core/catalogue/own_facts.h"

#include <QObject>
#include <QThreadPool>

#include <filesystem>
#include <memory>

namespace roofplan::ui {

struct CatalogueFolders {
    std::filesystem::path shipped;
    std::filesystem::path own; ///< empty: there are no own numbers
};

class CatalogueStore : public QObject {
    Q_OBJECT

public:
    /// `loaded` is what the folders hold.
    CatalogueStore(CatalogueFolders folders, LoadedCatalogue loaded, QObject* parent = nullptr);
    ~CatalogueStore() override;

    [[nodiscard]] const CatalogueFolders& folders() const { return m_folders; }

    [[nodiscard]] const std::shared_ptr<const Catalogue>& catalogue() const { return m_catalogue; }

    /// What was wrong with the folders.
    [[nodiscard]] const Diagnostics& findings() const { return m_findings; }

    /// Whether own numbers have a place to be kept in.
    [[nodiscard]] bool takesOwnNumbers() const { return !m_folders.own.empty(); }

    /// Writes an own number and reads the folders again. Empty on success; on failure nothing has
    /// changed.
    [[nodiscard]] Diagnostics setOwn(const OwnFact& fact);

    /// Takes the own number of a fact out again and reads the folders.
    [[nodiscard]] Diagnostics reset(const OwnFact& fact);

    /// Reads the folders again, away from the window's thread; `reloaded` follows.
    void reload();

    [[nodiscard]] bool isLoading() const { return m_running > 0; }

Q_SIGNALS:
    void loading();  ///< the folders are being read
    void reloaded(); ///< catalogue and findings are new

private:
    void take(int number, LoadedCatalogue loaded);

    CatalogueFolders m_folders;
    std::shared_ptr<const Catalogue> m_catalogue;
    Diagnostics m_findings;
    QThreadPool m_pool;  ///< of one thread: what was asked for last is read last
    int m_requested = 0; ///< number of the last reading
    int m_running = 0;
};

} // namespace roofplan::ui
