#include "ui/compose/picker_cells.h"

#include "core/units/quantity_literals.h"
#include "ui/models/own_numbers.h"
#include "ui/style/text.h"

#include <utility>

namespace roofplan::ui {

using namespace literals;

PickerCell textCell(const QString& text, bool muted) {
    return {.text = text, .sort = text, .toolTip = {}, .muted = muted};
}

PickerCell numberCell(double value, int digits) {
    return {.text = prettySignificant(value, digits), .sort = value, .toolTip = {}};
}

PickerCell unknownCell() {
    return {.text = PickerModel::tr("unknown"), .sort = {}, .toolTip = {}, .muted = true};
}

PickerCell linkCell(const NvlinkFabric* fabric) {
    if (fabric == nullptr) {
        return unknownCell();
    }
    PickerCell cell = numberCell(fabric->bandwidth.value.in(1.0_GBps));
    cell.toolTip = QString::fromStdString(fabric->name);
    if (fabric->family != "NVLink") {
        cell.text = QString::fromStdString(fabric->family) + u' ' + cell.text;
    }
    return cell;
}

PickerCell remarkCell(QStringList remarks, const QStringList& own) {
    if (!own.isEmpty()) {
        remarks.prepend(QString(ownMark) + u' ' + PickerModel::tr("your numbers"));
    }
    PickerCell cell = textCell(remarks.join(QStringLiteral(" · ")), true);
    if (!own.isEmpty()) {
        cell.toolTip = cell.text + u'\n' + ownNumbersText(own);
    }
    return cell;
}

} // namespace roofplan::ui
