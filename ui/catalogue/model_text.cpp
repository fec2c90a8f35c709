#include "ui/catalogue/model_text.h"

#include "core/architecture/model_parts.h"
#include "core/architecture/parameter_count.h"
#include "core/scenario/model_check.h"
#include "ui/catalogue/page_text.h"
#include "ui/style/text.h"

#include <QCoreApplication>

namespace roofplan::ui {
namespace {

QString say(const char* text) {
    return QCoreApplication::translate("ModelPage", text);
}

QString count(std::int64_t number) {
    return prettyNumber(static_cast<double>(number), 0);
}

/// "70.6 B".
QString rounded(std::int64_t number) {
    return prettyQuantity(static_cast<double>(number), UnitKind::Count, 3);
}

using Rows = std::vector<std::vector<QString>>;

void addPart(Rows& rows, const char* name, std::int64_t parameters, std::int64_t all) {
    if (parameters > 0) {
        const double share = static_cast<double>(parameters) / static_cast<double>(all);
        rows.push_back({say(name), count(parameters), prettyPercent(share)});
    }
}

QString parameterTable(const ParameterCount& parameters) {
    const std::int64_t all = parameters.total();
    const LayerParameters& layers = parameters.layers;
    Rows rows;
    addPart(rows, "Embedding", parameters.embedding, all);
    addPart(rows, "Learned positions", parameters.positions, all);
    addPart(rows, "Token mixers", layers.tokenMixer, all);
    addPart(rows, "Indexers", layers.indexer, all);
    addPart(rows, "Feed-forward", layers.dense, all);
    addPart(rows, "Routers", layers.router, all);
    addPart(rows, "Routed experts", layers.routedExperts, all);
    addPart(rows, "Shared experts", layers.sharedExperts, all);
    addPart(rows, "Norms", layers.norms, all);
    addPart(rows, "Hyper-connections", layers.hyperConnections, all);
    addPart(rows, "LM head", parameters.lmHead, all);
    rows.push_back({QStringLiteral("<b>%1</b>").arg(say("In all")),
                    QStringLiteral("<b>%1</b>").arg(count(all)),
                    {}});
    return pageTable({{.title = say("Part")},
                      {.title = say("Parameters"), .number = true},
                      {.title = say("Share"), .number = true}},
                     rows);
}

QString apart(const ParameterCount& parameters) {
    QString html;
    if (parameters.multiTokenPrediction > 0) {
        html += named(say("Multi-token prediction, counted apart"),
                      count(parameters.multiTokenPrediction));
    }
    if (parameters.vision > 0) {
        html += named(say("Vision tower, counted apart"), count(parameters.vision));
    }
    return html;
}

QString source(const ModelEntry& model) {
    QString html;
    if (!model.source.title.empty()) {
        html += named(say("Source"), sourceLine(model.source));
    }
    if (!model.origin.empty()) {
        html += named(say("Imported into this project from"), escapedText(model.origin));
    }
    return html;
}

} // namespace

QString modelPage(const ModelEntry& model) {
    const Transformer& shape = model.transformer;
    const ParameterCount parameters = parameterCount(shape);
    QString html =
        paragraph(QStringLiteral("<span style=\"font-size: 15px;\">%1</span>")
                      .arg(say("%1 parameters, %2 of them active for a token")
                               .arg(QStringLiteral("<b>%1</b>").arg(rounded(parameters.total())),
                                    rounded(parameters.active()))));
    html += source(model);
    html += named(say("Hidden width"), count(shape.hidden));
    html += named(say("Vocabulary"),
                  count(shape.vocabulary) +
                      (shape.tiedEmbeddings ? say(", tied to the LM head") : QString()));
    html += named(say("Made of"), escapedText(layersText(shape)));
    if (const ModelParts untimed = untimedParts(shape); untimed.any()) {
        html += named(say("Time not modelled yet, because of"), escapedText(partNames(untimed)));
    }
    html += sectionTitle(say("Parameters by part")) + parameterTable(parameters);
    return html + apart(parameters);
}

} // namespace roofplan::ui
