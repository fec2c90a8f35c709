#include "ui/compose/stack_picker.h"

#include "ui/compose/picker_cells.h"
#include "ui/models/own_numbers.h"
#include "ui/style/text.h"

#include <utility>

namespace roofplan::ui {
namespace {

std::vector<PickerColumn> stackColumns() {
    return {
        {.title = StackPicker::tr("Software stack"), .toolTip = {}},
        {.title = StackPicker::tr("Release"),
         .toolTip = StackPicker::tr("Month of the release that it stands for")},
        {.title = StackPicker::tr("Attention kernel"), .toolTip = {}},
        {.title = StackPicker::tr("CUDA graphs"), .toolTip = {}},
        {.title = StackPicker::tr("TP overlap"),
         .toolTip = StackPicker::tr("Tensor-parallel collectives hide behind the GEMMs")},
        {.title = StackPicker::tr("DP overlap"),
         .toolTip = StackPicker::tr("Data-parallel collectives hide behind the passes")},
        {.title = StackPicker::tr("Remarks"), .toolTip = {}},
    };
}

template <typename E, std::size_t N>
PickerCell choiceCell(E value, const std::array<ChoiceName<E>, N>& names) {
    for (const ChoiceName<E>& name : names) {
        if (name.value == value) {
            return textCell(translated(std::string(name.label).c_str()));
        }
    }
    return unknownCell();
}

PickerCell flagCell(bool on) {
    return on ? textCell(StackPicker::tr("yes")) : textCell(StackPicker::tr("no"), true);
}

PickerRow stackRow(const Stack& stack, const Catalogue& all) {
    return {
        .key = QString::fromStdString(stack.id),
        .cells = {textCell(QString::fromStdString(stack.name)),
                  stack.date.empty() ? unknownCell() : textCell(QString::fromStdString(stack.date)),
                  choiceCell(stack.choices.attentionKernel, attentionKernelNames),
                  choiceCell(stack.choices.cudaGraphs, graphModeNames),
                  flagCell(stack.choices.tensorParallelOverlap),
                  flagCell(stack.choices.dataParallelOverlap),
                  remarkCell({}, ownNumbers(all, {stack.id}))},
        .alsoFoundBy = {}};
}

} // namespace

void StackPicker::fill(const std::vector<Choice>& choices,
                       const Scenario& /*scenario*/,
                       const Catalogue& catalogue) {
    std::vector<PickerRow> rows;
    for (const Choice& choice : choices) {
        if (const Stack* stack = findEntry(catalogue.stacks, choice.key)) {
            rows.push_back(stackRow(*stack, catalogue));
        }
    }
    setTable(stackColumns(), std::move(rows));
}

QString StackPicker::title() const {
    return tr("Software stacks");
}

} // namespace roofplan::ui
