#include "ui/compose/pickers.h"

#include "ui/compose/gpu_picker.h"
#include "ui/compose/instance_picker.h"
#include "ui/compose/model_picker.h"
#include "ui/compose/stack_picker.h"

namespace roofplan::ui {

std::unique_ptr<PickerModel> makePickerModel(std::string_view fieldKey) {
    if (fieldKey == "instance") {
        return std::make_unique<InstancePicker>();
    }
    if (fieldKey == "model") {
        return std::make_unique<ModelPicker>();
    }
    if (fieldKey == "gpu") {
        return std::make_unique<GpuPicker>();
    }
    if (fieldKey == "stack") {
        return std::make_unique<StackPicker>();
    }
    return nullptr;
}

} // namespace roofplan::ui
