#include "ui/catalogue/entry_links.h"

#include "ui/style/text.h"

#include <QCoreApplication>

namespace roofplan::ui {
namespace {

QString say(const char* text) {
    return QCoreApplication::translate("EntryLinks", text);
}

/// The links of one entry, as they are found.
class Links {
public:
    /// A link to an entry that the catalogue has; nothing otherwise.
    template <typename Entry>
    void add(const QString& label,
             const char* folder,
             const std::vector<Entry>& entries,
             const std::string& id) {
        if (const Entry* entry = findEntry(entries, id)) {
            add(label, folder, id, entry->name);
        }
    }

    void
    add(const QString& label, const char* folder, const std::string& id, const std::string& name) {
        m_links << QStringLiteral(
                       "%1&nbsp;<a style=\"text-decoration: none;\" href=\"entry:%2/%3\">%4</a>")
                       .arg(label.toHtmlEscaped(), QString::fromLatin1(folder),
                            QString::fromStdString(id).toHtmlEscaped(),
                            QString::fromStdString(name).toHtmlEscaped());
    }

    [[nodiscard]] QString html() const { return m_links.join(QStringLiteral(" · ")); }

private:
    QStringList m_links;
};

void addOfGpu(Links& links, const Gpu& gpu, const Catalogue& all) {
    links.add(say("Link"), "fabrics", all.nvlinks, gpu.nvlink);
    links.add(say("Kernel efficiency"), "efficiency", all.efficiencyProfiles,
              gpu.efficiencyProfile);
    for (const InstanceType& type : all.instances) {
        if (type.gpu == gpu.id) {
            links.add(say("in"), "instances", type.id, type.id);
        }
    }
}

void addOfInstance(Links& links, const InstanceType& type, const Catalogue& all) {
    links.add(say("GPU"), "gpus", all.gpus, type.gpu);
    links.add(say("Network"), "fabrics", all.networks, type.network);
    links.add(say("Made of"), "instances", all.instances, type.member);
    for (const std::string& ultraServer : type.soldIn) {
        links.add(say("Sold in"), "instances", all.instances, ultraServer);
    }
    for (const InstancePrice& price : all.prices) {
        if (price.instance == type.id) {
            links.add(say("Prices of"), "prices", type.id, type.id);
            return;
        }
    }
}

} // namespace

QString entryLinks(const CatalogueEntry& entry, const Catalogue& catalogue) {
    Links links;
    if (entry.kind == "gpu") {
        if (const Gpu* gpu = findEntry(catalogue.gpus, entry.id)) {
            addOfGpu(links, *gpu, catalogue);
        }
    } else if (entry.kind == "instance") {
        if (const InstanceType* type = findEntry(catalogue.instances, entry.id)) {
            addOfInstance(links, *type, catalogue);
        }
    } else if (entry.kind == "price") {
        links.add(say("Instance"), "instances", catalogue.instances, entry.id);
    }
    return links.html();
}

} // namespace roofplan::ui
