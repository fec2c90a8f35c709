// Which fields are chosen from a table.
#pragma once

#include <memory>
#include <string_view>

namespace roofplan::ui {

class PickerModel;

/// The table of a field's choices; null for a field whose choices need none.
[[nodiscard]] std::unique_ptr<PickerModel> makePickerModel(std::string_view fieldKey);

} // namespace roofplan::ui
