#include "ui/compose/model_picker.h"

#include "core/architecture/model_parts.h"
#include "core/architecture/parameter_count.h"
#include "core/scenario/model_check.h"
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
        {.title = ModelPicker::tr("Kind"),
         .toolTip =
             ModelPicker::tr("MoE: mixture of experts, of which a token meets a few; hybrid: "
                             "some layers have no attention but a state")},
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

/// "MoE", "hybrid MoE", "dense".
QString kindWords(const ModelParts& parts) {
    const bool experts = (parts & setOf({ModelPart::MixtureOfExperts})).any();
    const bool states = (parts & setOf({ModelPart::StateSpace, ModelPart::LinearAttention})).any();
    if (states) {
        return experts ? ModelPicker::tr("hybrid MoE") : ModelPicker::tr("hybrid");
    }
    return experts ? ModelPicker::tr("MoE") : ModelPicker::tr("dense");
}

QStringList remarks(const ModelEntry& model, bool timed) {
    QStringList remarks;
    if (!timed) {
        remarks << QStringLiteral("⚠ ") + ModelPicker::tr("time not modelled yet");
    }
    if (!model.origin.empty()) {
        remarks << ModelPicker::tr("imported from %1").arg(QString::fromStdString(model.origin));
    }
    return remarks;
}

PickerRow modelRow(const ModelEntry& model) {
    const ParameterCount count = parameterCount(model.transformer);
    const double billion = 1e9;
    const ModelParts parts = partsOf(model.transformer);
    const bool timed = untimedParts(model.transformer).none();
    return {.key = QString::fromStdString(model.id),
            .cells = {textCell(QString::fromStdString(model.transformer.name), !timed),
                      numberCell(static_cast<double>(count.total()) / billion, 3),
                      numberCell(static_cast<double>(count.active()) / billion, 3),
                      textCell(kindWords(parts)),
                      numberCell(static_cast<double>(model.transformer.layers.size())),
                      textCell(layerWords(model.transformer)), remarkCell(remarks(model, timed))},
            .alsoFoundBy = QString::fromStdString(partNames(parts))};
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
