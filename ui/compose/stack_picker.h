// The software stacks of the catalogue, side by side.
#pragma once

#include "ui/compose/picker_model.h"

namespace roofplan::ui {

class StackPicker : public PickerModel {
    Q_OBJECT

public:
    using PickerModel::PickerModel;

    void fill(const std::vector<Choice>& choices,
              const Scenario& scenario,
              const Catalogue& catalogue) override;

    [[nodiscard]] QString title() const override;
};

} // namespace roofplan::ui
