#include "ui/compose/cluster_summary.h"

#include "ui/style/card.h"
#include "ui/style/text.h"

#include <QVBoxLayout>

#include <cmath>

namespace roofplan::ui {

ClusterSummary::ClusterSummary(QWidget* parent)
    : QFrame(parent), m_title(new QLabel), m_lines(makeLabel("note")) {
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
}

void ClusterSummary::showScenario(const Scenario& scenario, const Catalogue& catalogue) {
    const InstanceType* type = findEntry(catalogue.instances, scenario.cluster.instance);
    setVisible(type != nullptr);
    if (type == nullptr) {
        return;
    }
    const Gpu* gpu = findEntry(catalogue.gpus, type->gpu);
    const NetworkFabric* network = findEntry(catalogue.networks, type->network);
    const double perInstance = type->gpus.value;
    const auto instances = static_cast<double>(scenario.cluster.instances);
    m_title->setText(
        tr("%1 × %2").arg(prettyNumber(instances, 0), QString::fromStdString(type->id)));
    m_lines->setText(
        tr("%1 × %2\n%3 per NVLink domain\n%4, %5 per GPU")
            .arg(prettyNumber(std::round(instances * perInstance), 0),
                 QString::fromStdString(gpu != nullptr ? gpu->name : type->gpu),
                 prettyNumber(type->nvlinkDomain.value, 0),
                 QString::fromStdString(network != nullptr ? network->name : type->network),
                 prettyQuantity(type->networkBandwidth.value.base(), UnitKind::DataRate)));
}

} // namespace roofplan::ui
