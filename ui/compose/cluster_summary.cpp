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
    const QStringList own =
        ownNumbers(catalogue, {type->id, type->gpu, type->network,
                               gpu != nullptr ? std::string_view(gpu->nvlink) : std::string_view(),
                               gpu != nullptr ? std::string_view(gpu->efficiencyProfile)
                                              : std::string_view()});
    m_own->setText(
        QString(ownMark) + u' ' +
        (own.size() == 1 ? tr("1 number is yours") : tr("%1 numbers are yours").arg(own.size())));
    m_own->setToolTip(ownNumbersText(own));
    m_own->setVisible(!own.isEmpty());
}

} // namespace roofplan::ui
