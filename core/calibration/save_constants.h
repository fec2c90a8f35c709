// Writes fitted constants down: into the shipped specs, or as a user's own figures.
#pragma once

#include "core/base/expected.h"
#include "core/calibration/fitted_figures.h"

#include <filesystem>
#include <string>
#include <vector>

namespace roofplan {

/// What the facts cite as their source.
struct FitSource {
    std::string title; ///< "Fit to 921 training measurements, measurements/training.json"
    std::string date;
};

/// Changes the facts in the files of a specs folder: value, standard error, a range that excludes
/// the value, and the note, which keeps what stood there before; the fact then cites the source
/// "calibration". A figure that the data do not determine and that an earlier fit wrote becomes the
/// sourced one again. Everything else stays, in its order. All files are read before the first is
/// written, each atomically. Returns the files that changed, "efficiency/hopper.json".
[[nodiscard]] Expected<std::vector<std::string>>
saveShippedConstants(const std::filesystem::path& specs,
                     const std::vector<FittedFigure>& figures,
                     const FitSource& source);

/// Notes in the file of the constants what they were before the fit (`sourced`), so that a later
/// one starts from there. False where nothing changed.
[[nodiscard]] Expected<bool> saveSourcedConstants(const std::filesystem::path& file,
                                                  const Calibration& calibration);

/// Own figures for a user's folder: the determined ones of entries that the rows used. Takes those
/// of an earlier calibration out that are not determined any more. Returns the files with figures.
[[nodiscard]] Expected<std::vector<std::string>>
saveOwnConstants(const std::filesystem::path& own,
                 const std::vector<FittedFigure>& figures,
                 const FitSource& source);

} // namespace roofplan
