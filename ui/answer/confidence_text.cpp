#include "ui/answer/confidence_text.h"

#include "ui/style/text.h"

#include <QCoreApplication>
#include <QStringList>

namespace roofplan::ui {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ConfidenceText)
};

QString share(double fraction) {
    constexpr double wholePercent = 0.0995; // from here on a decimal says nothing
    return prettyPercent(fraction, fraction < wholePercent ? 1 : 0);
}

/// With its numbers grouped.
QString shown(Text text) {
    for (std::string& argument : text.arguments) {
        argument = pretty(QString::fromStdString(argument)).toStdString();
    }
    return translated(text);
}

QString foundIn(const OutsideMeasured& outside) {
    return shown(foundText(outside));
}

QString foundAndMeasured(const OutsideMeasured& outside) {
    const QString measured = shown(measuredText(outside));
    return measured.isEmpty() ? foundIn(outside)
                              : Words::tr("%1 (measured: %2)").arg(foundIn(outside), measured);
}

using Part = QString (*)(const OutsideMeasured&);

QStringList listed(const Confidence& confidence, Part part) {
    QStringList parts;
    for (const OutsideMeasured& outside : confidence.outside) {
        parts << part(outside);
    }
    return parts;
}

QString whereOf(const Confidence& confidence) {
    return QString::fromStdString(groupLabel(confidence));
}

/// Beyond what was measured nothing bounds the error.
QString bandOf(const Confidence& confidence) {
    const std::optional<double> expected = confidence.expectedError();
    if (!expected) {
        return Words::tr("Error unknown");
    }
    return (confidence.outside.empty() ? Words::tr("Expect ±%1") : Words::tr("Expect ±%1 or more"))
        .arg(share(*expected));
}

QString helpOf(const Confidence& confidence) {
    QStringList lines;
    if (const auto& group = confidence.group) {
        lines << Words::tr("The model against %1 published runs (%2):")
                     .arg(prettyNumber(static_cast<double>(group->rows), 0), whereOf(confidence));
        lines << Words::tr("mean error of the step time %1 · bias %2 · 9 in 10 runs within %3")
                     .arg(share(group->meanAbsolute), prettyChange(group->bias),
                          share(group->p90Absolute));
        if (group->leftOutMeanAbsolute) {
            lines << Words::tr("mean error %1 on sources that no constant was fitted to")
                         .arg(share(*group->leftOutMeanAbsolute));
        }
    } else {
        lines << Words::tr("No measured runs of this kind are known: %1.").arg(whereOf(confidence));
    }
    if (confidence.outside.empty()) {
        lines << Words::tr("The plan lies inside what was measured.");
    } else {
        lines << QString() << Words::tr("Outside what was measured:");
        for (const QString& part : listed(confidence, foundAndMeasured)) {
            lines << QStringLiteral("• ") + part;
        }
    }
    return lines.join(u'\n');
}

} // namespace

ConfidenceText shownConfidence(const Confidence& confidence) {
    ConfidenceText text{.line = {}, .brief = bandOf(confidence), .help = helpOf(confidence)};
    text.line = Words::tr("%1: %2").arg(text.brief, whereOf(confidence));
    if (confidence.group) {
        text.line += Words::tr(" · %1 measured runs")
                         .arg(prettyNumber(static_cast<double>(confidence.group->rows), 0));
    }
    if (!confidence.outside.empty()) {
        const QString outside = Words::tr(" · outside what was measured: %1");
        const QString comma = QStringLiteral(", ");
        text.line += outside.arg(listed(confidence, foundAndMeasured).join(comma));
        text.brief += outside.arg(listed(confidence, foundIn).join(comma));
    }
    return text;
}

} // namespace roofplan::ui
