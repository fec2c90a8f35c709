#include "ui/compose/model_picker.h"

#include "core/architecture/model_parts.h"
#include "core/architecture/parameter_count.h"
#include "core/scenario/scenario_check.h"
#include "ui/compose/picker_cells.h"

#include <utility>

namespace roofplan::ui {
namespace {

std::vector<PickerColumn> modelColumns() {
    return {
        {.title = ModelPicker::tr("Model"), .toolTip = {}},
        {.title = ModelPicker::tr("Parameters, B"),
         .toolTip = ModelPicker::tr("All parameters, 10⁹"),
         .number = true},
        {.title = ModelPicker::tr("Active, B"),
         .toolTip = ModelPicker::tr("Parameters that a token meets, 10⁹"),
         .number = true},
        {.title = ModelPicker::tr("Layers"), .toolTip = {}, .number = true},
        {.title = ModelPicker::tr("Made of"),
         .toolTip = ModelPicker::tr("Kinds of layers, in order of first appearance")},
        {.title = ModelPicker::tr("Remarks"), .toolTip = {}},
    };
}

/// "61 layers: 3 × MLA + dense, …" without the number of layers, which has a column.
QString layerWords(const Transformer& model) {
    const QString text = QString::fromStdString(layersText(model));
    return text.section(QStringLiteral(": "), 1);
}

QStringList remarks(const ModelEntry& model) {
    QStringList remarks;
    if (untimedParts(model.transformer).any()) {
        remarks << ModelPicker::tr("time not modelled yet");
    }
    if (!model.origin.empty()) {
        remarks << ModelPicker::tr("imported from %1").arg(QString::fromStdString(model.origin));
    }
    return remarks;
}

PickerRow modelRow(const ModelEntry& model) {
    const ParameterCount count = parameterCount(model.transformer);
    const double billion = 1e9;
    return {.key = QString::fromStdString(model.id),
            .cells = {textCell(QString::fromStdString(model.transformer.name)),
                      numberCell(static_cast<double>(count.total()) / billion, 3),
                      numberCell(static_cast<double>(count.active()) / billion, 3),
                      numberCell(static_cast<double>(model.transformer.layers.size())),
                      textCell(layerWords(model.transformer)), remarkCell(remarks(model))},
            .alsoFoundBy = {}};
}

} // namespace

void ModelPicker::fill(const std::vector<Choice>& choices,
                       const Scenario& /*scenario*/,
                       const Catalogue& catalogue) {
    std::vector<PickerRow> rows;
    for (const Choice& choice : choices) {
        if (const ModelEntry* model = findEntry(catalogue.models, choice.key)) {
            rows.push_back(modelRow(*model));
        }
    }
    setTable(modelColumns(), std::move(rows));
}

QString ModelPicker::title() const {
    return tr("Models");
}

} // namespace roofplan::ui
