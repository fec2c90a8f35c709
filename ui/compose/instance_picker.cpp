#include "ui/compose/instance_picker.h"

#include "core/units/quantity_literals.h"
#include "ui/compose/picker_cells.h"
#include "ui/models/own_numbers.h"
#include "ui/style/text.h"

#include <algorithm>
#include <utility>

namespace roofplan::ui {
namespace {

using namespace literals;

/// The plan whose prices the table shows: a price of the user's own says nothing of the others.
PricePlan shownPlan(const Scenario& scenario) {
    const PricePlan plan = scenario.cluster.pricePlan;
    return plan == PricePlan::Own ? PricePlan::OnDemand : plan;
}

QString planLabel(PricePlan plan) {
    for (const PricePlanName& name : pricePlanNames) {
        if (name.plan == plan) {
            return translated(std::string(name.label).c_str());
        }
    }
    return {};
}

std::vector<PickerColumn> instanceColumns() {
    return {
        {.title = InstancePicker::tr("Instance type"), .toolTip = {}},
        {.title = InstancePicker::tr("Provider"), .toolTip = {}},
        {.title = InstancePicker::tr("GPUs"), .toolTip = InstancePicker::tr("GPUs of an instance")},
        {.title = InstancePicker::tr("HBM, GiB"),
         .toolTip = InstancePicker::tr("Memory of a GPU that a job sees, GiB"),
         .number = true},
        {.title = InstancePicker::tr("Domain"),
         .toolTip = InstancePicker::tr("GPUs in one NVLink domain"),
         .number = true},
        {.title = InstancePicker::tr("NVLink, GB/s"),
         .toolTip = InstancePicker::tr("Bandwidth of a GPU inside the domain, one direction, GB/s"),
         .number = true},
        {.title = InstancePicker::tr("Network, GB/s"),
         .toolTip = InstancePicker::tr("Network bandwidth of a GPU, one direction, GB/s"),
         .number = true},
        {.title = InstancePicker::tr("Fabric"),
         .toolTip = InstancePicker::tr("Network between the NVLink domains")},
        {.title = InstancePicker::tr("$/GPU-h"),
         .toolTip = InstancePicker::tr("List price of a GPU-hour in USD, see below the table"),
         .number = true},
        {.title = InstancePicker::tr("Remarks"), .toolTip = {}},
    };
}

/// The name without its maker, who is the same in every row.
QString withoutMaker(const QString& name) {
    constexpr QLatin1StringView maker("NVIDIA ");
    return name.startsWith(maker) ? name.mid(maker.size()) : name;
}

PickerCell gpuCell(const InstanceType& type, const Gpu* gpu) {
    const QString full = QString::fromStdString(gpu != nullptr ? gpu->name : type.gpu);
    const QString name = withoutMaker(full);
    const QString text = InstancePicker::tr("%1 × %2").arg(prettyNumber(type.gpus.value, 0), name);
    const QString sort = name + QStringLiteral(" %1").arg(type.gpus.value);
    return {.text = text, .sort = sort, .toolTip = full};
}

PickerCell priceCell(const InstanceType& type, const Scenario& scenario, const Catalogue& all) {
    const PricePlan plan = shownPlan(scenario);
    const std::string& region = scenario.cluster.region;
    if (const InstancePrice* price = findPrice(all, type.id, plan, region)) {
        const double dollars = price->perInstance.value.in(1.0_USDph) / type.gpus.value;
        return {.text = prettyNumber(dollars, 3), .sort = dollars, .toolTip = {}};
    }
    PickerCell unknown = unknownCell();
    if (const AbsentFigure* absent = findAbsentPrice(all, type.id, plan, region)) {
        if (absent->state == Absence::None) {
            unknown.text = InstancePicker::tr("not offered");
        }
        unknown.toolTip = QString::fromStdString(absent->why);
    }
    return unknown;
}

QString joined(const std::vector<std::string>& ids) {
    QStringList list;
    for (const std::string& id : ids) {
        list << QString::fromStdString(id);
    }
    return list.join(QStringLiteral(", "));
}

QStringList remarks(const InstanceType& type, const Gpu* gpu) {
    QStringList remarks;
    if (gpu != nullptr && gpu->announced) {
        remarks << InstancePicker::tr("announced");
    }
    if (!type.soldIn.empty()) {
        remarks << InstancePicker::tr("sold only in %1").arg(joined(type.soldIn));
    }
    if (!type.member.empty()) {
        const double servers = type.members ? type.members->value : 1.0;
        remarks << InstancePicker::tr("%1 × %2").arg(prettyNumber(servers, 0),
                                                     QString::fromStdString(type.member));
    }
    return remarks;
}

/// A GPU that has no neighbour on its NVLink shares none.
PickerCell domainLinkCell(const InstanceType& type, const NvlinkFabric* link) {
    const bool alone = link != nullptr && link->family == "NVLink" && type.nvlinkDomain.value == 1;
    return alone ? PickerCell{.text = InstancePicker::tr("none"), .sort = 0.0, .toolTip = {}}
                 : linkCell(link);
}

PickerRow instanceRow(const InstanceType& type, const Scenario& scenario, const Catalogue& all) {
    const Gpu* gpu = findEntry(all.gpus, type.gpu);
    const NvlinkFabric* link = gpu == nullptr ? nullptr : findEntry(all.nvlinks, gpu->nvlink);
    const NetworkFabric* network = findEntry(all.networks, type.network);
    const QStringList own =
        ownNumbers(all, {type.id, type.gpu, type.network,
                         gpu != nullptr ? std::string_view(gpu->nvlink) : std::string_view()});
    PickerCell name = textCell(QString::fromStdString(type.id));
    name.toolTip = QString::fromStdString(type.name);
    return {.key = QString::fromStdString(type.id),
            .cells = {std::move(name), textCell(QString::fromStdString(type.provider)),
                      gpuCell(type, gpu),
                      gpu != nullptr ? numberCell(gpu->memory.value.in(1.0_GiB)) : unknownCell(),
                      numberCell(type.nvlinkDomain.value), domainLinkCell(type, link),
                      numberCell(type.networkBandwidth.value.in(1.0_GBps)),
                      textCell(QString::fromStdString(network != nullptr ? network->name
                                                                         : type.network)),
                      priceCell(type, scenario, all), remarkCell(remarks(type, gpu), own)},
            .alsoFoundBy = QString::fromStdString(type.gpu)};
}

/// A choice that no entry stands behind: a cluster of one's own making.
PickerRow freeRow(const Choice& choice, std::size_t columns) {
    PickerRow row{.key = QString::fromStdString(choice.key), .cells = {}, .alsoFoundBy = {}};
    row.cells.resize(columns);
    row.cells.front() = textCell(translated(choice.label.c_str()));
    row.cells.front().sort = QVariant(); // after the types
    row.cells.back() = textCell(InstancePicker::tr("you say what it is made of"), true);
    return row;
}

} // namespace

void InstancePicker::fill(const std::vector<Choice>& choices,
                          const Scenario& scenario,
                          const Catalogue& catalogue) {
    std::vector<PickerColumn> columns = instanceColumns();
    std::vector<PickerRow> rows;
    for (const Choice& choice : choices) {
        const InstanceType* type = findEntry(catalogue.instances, choice.key);
        rows.push_back(type != nullptr ? instanceRow(*type, scenario, catalogue)
                                       : freeRow(choice, columns.size()));
    }
    QString note =
        tr("Prices: %1 in %2")
            .arg(planLabel(shownPlan(scenario)), QString::fromStdString(scenario.cluster.region));
    if (scenario.cluster.pricePlan == PricePlan::Own) {
        note += tr("; this scenario has a price of its own");
    }
    setTable(std::move(columns), std::move(rows), note);
}

QString InstancePicker::title() const {
    return tr("Instance types");
}

} // namespace roofplan::ui
