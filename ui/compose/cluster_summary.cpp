#include "ui/compose/cluster_summary.h"

#include "ui/models/own_numbers.h"
#include "ui/style/card.h"
#include "ui/style/text.h"

#include <QVBoxLayout>

#include <cmath>

namespace roofplan::ui {

ClusterSummary::ClusterSummary(QWidget* parent)
    : QFrame(parent), m_title(new QLabel), m_lines(makeLabel("note")), m_own(makeLabel("own")) {
    setProperty("card", true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(9, 6, 9, 7);
    column->setSpacing(2);
    QFont font = m_title->font();
    font.setWeight(QFont::DemiBold);
    m_title->setFont(font);
    m_lines->setWordWrap(true);
    column->addWidget(m_title);
    column->addWidget(m_lines);
    column->addWidget(m_own);
}

void ClusterSummary::showScenario(const Scenario& scenario, const Catalogue& catalogue) {
    const InstanceType* type = findEntry(catalogue.instances, scenario.cluster.instance);
    const bool custom = scenario.cluster.isCustom();
    const Gpu* gpu = type != nullptr ? findEntry(catalogue.gpus, type->gpu)
                     : custom        ? findEntry(catalogue.gpus, scenario.cluster.custom.gpu)
                                     : nullptr;
    setVisible(type != nullptr || gpu != nullptr);
    if (type != nullptr) {
        showInstances(*type, gpu, scenario.cluster.instances, catalogue);
    } else if (gpu != nullptr) {
        showCustom(scenario.cluster.custom, *gpu, catalogue);
    }
}

void ClusterSummary::showInstances(const InstanceType& type,
                                   const Gpu* gpu,
                                   std::int64_t count,
                                   const Catalogue& catalogue) {
    const NetworkFabric* network = findEntry(catalogue.networks, type.network);
    const auto instances = static_cast<double>(count);
    m_title->setText(
        tr("%1 × %2").arg(prettyNumber(instances, 0), QString::fromStdString(type.id)));
    m_lines->setText(
        tr("%1 × %2\n%3 per NVLink domain\n%4, %5 per GPU")
            .arg(prettyNumber(std::round(instances * type.gpus.value), 0),
                 QString::fromStdString(gpu != nullptr ? gpu->name : type.gpu),
                 prettyNumber(type.nvlinkDomain.value, 0),
                 QString::fromStdString(network != nullptr ? network->name : type.network),
                 prettyQuantity(type.networkBandwidth.value.base(), UnitKind::DataRate)));
    showOwn(catalogue, {type.id, type.network}, gpu);
}

void ClusterSummary::showCustom(const CustomCluster& cluster,
                                const Gpu& gpu,
                                const Catalogue& catalogue) {
    const auto number = [](std::int64_t count) {
        return prettyNumber(static_cast<double>(count), 0);
    };
    m_title->setText(tr("%1 × %2").arg(number(cluster.gpus), QString::fromStdString(gpu.name)));
    QStringList lines{
        tr("%1 per node").arg(number(cluster.gpusPerNode)),
        tr("%1 per NVLink domain").arg(number(cluster.nvlinkDomain.value_or(cluster.gpusPerNode)))};
    const NetworkFabric* network = findEntry(catalogue.networks, cluster.fabric);
    if (network != nullptr && cluster.networkPerGpu) {
        lines << tr("%1, %2 per GPU")
                     .arg(QString::fromStdString(network->name),
                          prettyQuantity(cluster.networkPerGpu->base(), UnitKind::DataRate));
    }
    m_lines->setText(lines.join(u'\n'));
    showOwn(catalogue, {cluster.fabric, {}}, &gpu);
}

/// That numbers of these entries, or of the GPU and what it refers to, are the user's.
void ClusterSummary::showOwn(const Catalogue& catalogue,
                             const std::array<std::string_view, 2>& entries,
                             const Gpu* gpu) {
    const auto idOf = [gpu](std::string Gpu::*member) {
        return gpu != nullptr ? std::string_view(gpu->*member) : std::string_view();
    };
    const QStringList own =
        ownNumbers(catalogue, {entries[0], entries[1], idOf(&Gpu::id), idOf(&Gpu::nvlink),
                               idOf(&Gpu::efficiencyProfile)});
    m_own->setText(
        QString(ownMark) + u' ' +
        (own.size() == 1 ? tr("1 number is yours") : tr("%1 numbers are yours").arg(own.size())));
    m_own->setToolTip(ownNumbersText(own));
    m_own->setVisible(!own.isEmpty());
}

} // namespace roofplan::ui
