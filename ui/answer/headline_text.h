// The texts of the six headline tiles.
#pragma once

#include "core/result/result.h"

#include <QString>

#include <array>

namespace roofplan::ui {

struct TileText {
    QString value;
    QString note;
    QString brief; ///< the note in a narrow tile; empty where the note is short
};

inline constexpr std::array<HeadlineNumber, 6> headlineTiles{
    HeadlineNumber::TimeToTrain,           HeadlineNumber::Cost,
    HeadlineNumber::TokensPerSecondPerGpu, HeadlineNumber::Mfu,
    HeadlineNumber::MemoryHeadroom,        HeadlineNumber::ExposedCommunication};

/// The label above the value.
[[nodiscard]] QString tileLabel(HeadlineNumber number);

/// Value and second line; dashes where an infeasible plan or a missing price leaves no number.
[[nodiscard]] TileText tileText(const Result& result, HeadlineNumber number);

/// What every tile shows of a scenario that is refused: a dash and the field that is to blame.
[[nodiscard]] TileText refusedText(const Diagnostics& problems);

} // namespace roofplan::ui
