#include "core/result/cost_text.h"

#include "core/units/quantity_text.h"

#include <fmt/format.h>

namespace roofplan {

std::string billedText(const Headline& headline) {
    if (!headline.billedTime || *headline.billedTime <= headline.timeToTrain) {
        return {};
    }
    const auto time = [](Seconds t) { return quantityText(t.base(), UnitKind::Time); };
    return Text{translatable("core", "billed {0} for a run of {1}"),
                {time(*headline.billedTime), time(headline.timeToTrain)}}
        .plain();
}

std::string convertedText(const ConvertedCost& cost, int digits) {
    constexpr std::string_view dollars = "USD";
    std::string text = quantityText(cost.value, UnitKind::Currency, digits);
    text.replace(text.find(dollars), dollars.size(), cost.currency);
    return text;
}

std::string rateText(const ConvertedCost& cost) {
    return Text{translatable("core", "{0} {1} per USD of {2}, given by you"),
                {exactText(cost.rate), cost.currency, cost.date}}
        .plain();
}

} // namespace roofplan
