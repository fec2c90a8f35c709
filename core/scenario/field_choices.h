// What the OneOf fields of a scenario may hold.
#pragma once

#include "core/scenario/field_table.h"

namespace roofplan {

/// The catalogue's, then the custom cluster.
[[nodiscard]] std::vector<Choice> instanceChoices(const Catalogue&, const Scenario&);

[[nodiscard]] std::vector<Choice> gpuChoices(const Catalogue&, const Scenario&);
[[nodiscard]] std::vector<Choice> fabricChoices(const Catalogue&, const Scenario&);

/// Every region that some price is known for; those where the chosen instance has one under the
/// chosen plan stand first, the others say that it has none.
[[nodiscard]] std::vector<Choice> regionChoices(const Catalogue&, const Scenario&);

/// Those without a price of the chosen instance in the chosen region say so.
[[nodiscard]] std::vector<Choice> pricePlanChoices(const Catalogue&, const Scenario&);

/// ISO 4217 without USD, which every cost is in.
[[nodiscard]] std::vector<Choice> currencyChoices(const Catalogue&, const Scenario&);

[[nodiscard]] std::vector<Choice> modelChoices(const Catalogue&, const Scenario&);

/// The formats that training is modelled in.
[[nodiscard]] std::vector<Choice> precisionChoices(const Catalogue&, const Scenario&);

[[nodiscard]] std::vector<Choice> phaseChoices(const Catalogue&, const Scenario&);
[[nodiscard]] std::vector<Choice> dispatcherChoices(const Catalogue&, const Scenario&);
[[nodiscard]] std::vector<Choice> contextExchangeChoices(const Catalogue&, const Scenario&);
[[nodiscard]] std::vector<Choice> offloadChoices(const Catalogue&, const Scenario&);
[[nodiscard]] std::vector<Choice> recomputeModuleChoices(const Catalogue&, const Scenario&);

[[nodiscard]] std::vector<Choice> stackChoices(const Catalogue&, const Scenario&);
[[nodiscard]] std::vector<Choice> attentionKernelChoices(const Catalogue&, const Scenario&);
[[nodiscard]] std::vector<Choice> graphModeChoices(const Catalogue&, const Scenario&);

/// `zero3` is another word for fsdp.
[[nodiscard]] std::vector<Choice> zeroStageChoices(const Catalogue&, const Scenario&);

[[nodiscard]] std::vector<Choice> recomputeChoices(const Catalogue&, const Scenario&);

} // namespace roofplan
