#include "ui/answer/headline_text.h"

#include "core/result/cost_text.h"
#include "core/units/quantity_literals.h"
#include "ui/style/bound_palette.h"
#include "ui/style/text.h"

#include <QCoreApplication>

namespace roofplan::ui {
namespace {

using namespace literals;

QString say(const char* text) {
    return QCoreApplication::translate("HeadlineTiles", text);
}

const QString dash = QStringLiteral("—");

TileText timeToTrain(const Result& result) {
    return {prettyQuantity(result.headline.timeToTrain.base(), UnitKind::Time),
            say("%1 steps of %2")
                .arg(prettyNumber(result.headline.steps, 0),
                     prettyQuantity(result.headline.stepTime.base(), UnitKind::Time))};
}

TileText cost(const Result& result) {
    if (!result.headline.cost) {
        return {dash, say("no price known")};
    }
    const double dollars = result.headline.cost->base();
    const Seconds run = result.headline.timeToTrain;
    const Seconds paid = result.headline.billedTime.value_or(run);
    const auto days = [](Seconds time) { return prettyQuantity(time.base(), UnitKind::Time, 3); };
    if (result.costConverted) {
        const QString other =
            pretty(QString::fromStdString(convertedText(*result.costConverted, 3)));
        return {prettyMoney(dollars),
                paid > run ? say("%1 · %2 billed").arg(other, days(paid)) : other};
    }
    if (paid > run) {
        return {prettyMoney(dollars), say("%1 billed for %2").arg(days(paid), days(run))};
    }
    const double hours = paid.in(1.0_h) * static_cast<double>(result.gpus);
    return {prettyMoney(dollars),
            hours > 0.0 ? say("%1 a GPU-hour").arg(prettyPrice(dollars / hours)) : QString()};
}

TileText tokenRate(const Result& result) {
    return {prettyNumber(result.headline.tokensPerSecondPerGpu.base(), 0),
            say("%1 in all")
                .arg(prettyQuantity(result.headline.tokensPerSecond.base(),
                                    UnitKind::TokensPerSecond))};
}

TileText mfu(const Result& result) {
    const auto precision = precisionLabel(result.precision);
    return {prettyPercent(result.headline.mfu),
            say("HFU %1 · %2 dense")
                .arg(prettyPercent(result.headline.hfu),
                     QString::fromUtf8(precision.data(), static_cast<int>(precision.size())))};
}

TileText headroom(const Result& result) {
    const Headline& headline = result.headline;
    const double free = (headline.memoryCapacity - headline.memoryPeak).in(1.0_GiB);
    const QString unit = QChar(0x202F) + QStringLiteral("GiB");
    return {prettyNumber(free, free > -10.0 && free < 10.0 ? 1 : 0) + unit,
            say("%1 of %2 on stage %3")
                .arg(prettyNumber(headline.memoryPeak.in(1.0_GiB), 0),
                     prettyNumber(headline.memoryCapacity.in(1.0_GiB), 0) + unit,
                     QString::number(result.worstStage))};
}

TileText exposed(const Result& result) {
    const Headline& headline = result.headline;
    const double step = headline.stepTime.base();
    const double share = step > 0.0 ? headline.exposedCommunication.base() / step : 0.0;
    return {prettyPercent(share),
            say("%1 %2 · %3 %4")
                .arg(boundLabel(Bound::Nvlink, result),
                     prettyQuantity(headline.exposedNvlink.base(), UnitKind::Time, 2),
                     boundLabel(Bound::Network, result),
                     prettyQuantity(headline.exposedNetwork.base(), UnitKind::Time, 2))};
}

} // namespace

QString tileLabel(HeadlineNumber number) {
    switch (number) {
    case HeadlineNumber::TimeToTrain:
        return say("Time to train");
    case HeadlineNumber::Cost:
        return say("Cost");
    case HeadlineNumber::TokensPerSecondPerGpu:
        return say("Tokens/s/GPU");
    case HeadlineNumber::Mfu:
        return say("MFU");
    case HeadlineNumber::MemoryHeadroom:
        return say("HBM headroom");
    case HeadlineNumber::ExposedCommunication:
        return say("Exposed comm.");
    default:
        return translated(headlineLabel(number));
    }
}

TileText tileText(const Result& result, HeadlineNumber number) {
    if (number == HeadlineNumber::MemoryHeadroom) {
        return headroom(result);
    }
    if (!result.feasible) {
        return {dash, number == HeadlineNumber::Cost ? say("not priced") : say("does not fit")};
    }
    switch (number) {
    case HeadlineNumber::TimeToTrain:
        return timeToTrain(result);
    case HeadlineNumber::Cost:
        return cost(result);
    case HeadlineNumber::TokensPerSecondPerGpu:
        return tokenRate(result);
    case HeadlineNumber::Mfu:
        return mfu(result);
    case HeadlineNumber::ExposedCommunication:
        return exposed(result);
    default:
        return {};
    }
}

} // namespace roofplan::ui
