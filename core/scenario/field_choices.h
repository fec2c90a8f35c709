// What the OneOf fields of a scenario may hold.
#pragma once

#include "core/scenario/field_table.h"

namespace roofplan {

[[nodiscard]] std::vector<Choice> instanceChoices(const Catalogue&, const Scenario&);

/// Every region that some price is known for.
[[nodiscard]] std::vector<Choice> regionChoices(const Catalogue&, const Scenario&);

[[nodiscard]] std::vector<Choice> pricePlanChoices(const Catalogue&, const Scenario&);
[[nodiscard]] std::vector<Choice> modelChoices(const Catalogue&, const Scenario&);

/// The formats that training is modelled in.
[[nodiscard]] std::vector<Choice> precisionChoices(const Catalogue&, const Scenario&);

[[nodiscard]] std::vector<Choice> stackChoices(const Catalogue&, const Scenario&);
[[nodiscard]] std::vector<Choice> attentionKernelChoices(const Catalogue&, const Scenario&);
[[nodiscard]] std::vector<Choice> graphModeChoices(const Catalogue&, const Scenario&);
[[nodiscard]] std::vector<Choice> zeroStageChoices(const Catalogue&, const Scenario&);
[[nodiscard]] std::vector<Choice> recomputeChoices(const Catalogue&, const Scenario&);

} // namespace roofplan
