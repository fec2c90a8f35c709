#include "ui/answer/headline_text.h"

#include "core/result/cost_text.h"
#include "core/scenario/field_table.h"
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
    const QString steps = prettyNumber(result.headline.steps, 0);
    const QString time = prettyQuantity(result.headline.stepTime.base(), UnitKind::Time);
    return {.value = prettyQuantity(result.headline.timeToTrain.base(), UnitKind::Time),
            .note = say("%1 steps of %2").arg(steps, time),
            .brief = say("%1 a step").arg(time)};
}

TileText cost(const Result& result) {
    if (!result.headline.cost) {
        return {.value = dash, .note = say("no price known"), .brief = {}};
    }
    const double dollars = result.headline.cost->base();
    const Seconds run = result.headline.timeToTrain;
    const Seconds paid = result.headline.billedTime.value_or(run);
    const auto days = [](Seconds time) { return prettyQuantity(time.base(), UnitKind::Time, 3); };
    TileText text{.value = prettyMoney(dollars), .note = {}, .brief = {}};
    if (result.costConverted) {
        text.brief = pretty(QString::fromStdString(convertedText(*result.costConverted, 3)));
        text.note = paid > run ? say("%1 · %2 billed").arg(text.brief, days(paid)) : text.brief;
    } else if (paid > run) {
        text.note = say("%1 billed for %2").arg(days(paid), days(run));
        text.brief = say("%1 billed").arg(days(paid));
    } else if (const double hours = paid.in(1.0_h) * static_cast<double>(result.gpus);
               hours > 0.0) {
        text.note = say("%1 a GPU-hour").arg(prettyPrice(dollars / hours));
        text.brief = say("%1/GPU-h").arg(prettyPrice(dollars / hours));
    }
    return text;
}

TileText tokenRate(const Result& result) {
    const double all = result.headline.tokensPerSecond.base();
    return {.value = prettyNumber(result.headline.tokensPerSecondPerGpu.base(), 0),
            .note = say("%1 in all").arg(prettyQuantity(all, UnitKind::TokensPerSecond)),
            .brief = say("%1/s in all").arg(prettySignificant(all, 3))};
}

TileText mfu(const Result& result) {
    const auto name = precisionLabel(result.precision);
    const QString precision = QString::fromUtf8(name.data(), static_cast<int>(name.size()));
    const QString hfu = prettyPercent(result.headline.hfu);
    return {.value = prettyPercent(result.headline.mfu),
            .note = say("HFU %1 · %2 dense").arg(hfu, precision),
            .brief = say("HFU %1").arg(hfu)};
}

TileText headroom(const Result& result) {
    const Headline& headline = result.headline;
    const double free = (headline.memoryCapacity - headline.memoryPeak).in(1.0_GiB);
    const QString unit = QChar(0x202F) + QStringLiteral("GiB");
    const QString peak = prettyNumber(headline.memoryPeak.in(1.0_GiB), 0);
    const QString capacity = prettyNumber(headline.memoryCapacity.in(1.0_GiB), 0) + unit;
    return {.value = prettyNumber(free, free > -10.0 && free < 10.0 ? 1 : 0) + unit,
            .note =
                say("%1 of %2 on stage %3").arg(peak, capacity, QString::number(result.worstStage)),
            .brief = say("%1 of %2").arg(peak, capacity)};
}

TileText exposed(const Result& result) {
    const Headline& headline = result.headline;
    const double step = headline.stepTime.base();
    const double share = step > 0.0 ? headline.exposedCommunication.base() / step : 0.0;
    const QString link = boundLabel(Bound::Nvlink, result);
    const QString network = boundLabel(Bound::Network, result);
    const bool mostlyLink = headline.exposedNvlink >= headline.exposedNetwork;
    return {.value = prettyPercent(share),
            .note = say("%1 %2 · %3 %4")
                        .arg(link, prettyQuantity(headline.exposedNvlink.base(), UnitKind::Time, 2),
                             network,
                             prettyQuantity(headline.exposedNetwork.base(), UnitKind::Time, 2)),
            .brief = say("mostly %1").arg(mostlyLink ? link : network)};
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
        return {.value = dash,
                .note = number == HeadlineNumber::Cost ? say("not priced") : say("does not fit"),
                .brief = {}};
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

TileText refusedText(const Diagnostics& problems) {
    for (const Diagnostic& problem : problems) {
        if (problem.severity != Severity::Error) {
            continue;
        }
        const Field* field = findField(problem.place);
        return {.value = dash,
                .note = field != nullptr ? say("refused: %1").arg(translated(field->label))
                                         : say("refused"),
                .brief = {}};
    }
    return {.value = dash, .note = {}, .brief = {}};
}

} // namespace roofplan::ui
