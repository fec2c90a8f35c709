#include "ui/views/roofline_view.h"

#include "core/result/verdict.h"
#include "ui/charts/chart_canvas.h"
#include "ui/charts/hover_card.h"
#include "ui/charts/painted_item.h"
#include "ui/evaluation/evaluation_service.h"
#include "ui/models/term_figures.h"
#include "ui/style/bound_palette.h"
#include "ui/style/card.h"
#include "ui/style/elided_label.h"
#include "ui/style/faded.h"
#include "ui/style/text.h"
#include "ui/views/roof_labels.h"
#include "ui/views/roofline_lens.h"
#include "ui/views/roofline_marks.h"

#include <QChart>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QLineSeries>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace roofplan::ui {
namespace {

/// Below it the filters leave no room for the legend.
constexpr int narrowest = 600;

QToolButton* toggle(const QString& text) {
    auto* button = new QToolButton;
    button->setText(text);
    button->setCheckable(true);
    button->setChecked(true);
    button->setProperty("segment", QStringLiteral("single"));
    return button;
}

} // namespace

RooflineView::RooflineView(QWidget* parent)
    : QWidget(parent),
      m_canvas(new ChartCanvas),
      m_marks(new PaintedItem(m_canvas->chart(), 25.0, [this](QPainter& p) { paintPlot(p); })),
      m_hoverLayer(
          new PaintedItem(m_canvas->chart(), 40.0, [this](QPainter& p) { paintHover(p); })) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(makeFilters());
    column->addWidget(m_canvas, 1);
    m_canvas->setObjectName(QStringLiteral("roofline"));
    m_canvas->setAccessibleName(tr("Roofline"));
    m_canvas->setTitles(tr("Intensity, FLOP per byte moved through the tier (log scale)"),
                        tr("TFLOP/s per GPU (log scale)"));
    m_canvas->setMinimumSize(300, 150);
    connectCanvas();
}

QWidget* RooflineView::makeFilters() {
    auto* bar = new QWidget;
    bar->setObjectName(QStringLiteral("plain"));
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    m_forward = toggle(tr("Forward"));
    m_backward = toggle(tr("Backward"));
    m_achievable = new QCheckBox(tr("achievable roofs"));
    m_achievable->setChecked(true);
    row->addWidget(m_forward);
    row->addSpacing(6);
    row->addWidget(m_backward);
    row->addSpacing(12);
    row->addWidget(m_achievable);
    row->addSpacing(12);
    row->addWidget(m_condition = makeLabel("secondary", tr("if it fitted")));
    m_condition->hide();
    m_legend = new ElidedLabel("secondary");
    m_legend->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_legend->setFullText(tr("● forward   ○ backward   area = time"));
    row->addWidget(m_legend, 1);
    for (QToolButton* button : {m_forward, m_backward}) {
        connect(button, &QToolButton::toggled, this, &RooflineView::filterPoints);
    }
    connect(m_achievable, &QCheckBox::toggled, this, [this](bool shown) {
        for (const RoofLines& lines : m_roofs) {
            lines.achievable->setVisible(shown);
        }
        m_marks->update();
    });
    return bar;
}

void RooflineView::connectCanvas() {
    connect(m_canvas, &ChartCanvas::viewChanged, this, [this] {
        for (PaintedItem* layer : {m_marks, m_hoverLayer}) {
            layer->setRect(m_canvas->rect());
        }
        styleRoofs();
    });
    connect(m_canvas, &ChartCanvas::pointerMoved, this, [this](const QPointF& position) {
        m_hovered = hitAt(position);
        m_canvas->setCursor(m_hovered ? Qt::PointingHandCursor : Qt::ArrowCursor);
        m_hoverLayer->update();
    });
    connect(m_canvas, &ChartCanvas::pointerLeft, this, [this] {
        m_hovered.reset();
        m_hoverLayer->update();
    });
    connect(m_canvas, &ChartCanvas::clicked, this, [this](const QPointF& position) {
        if (const auto hit = hitAt(position)) {
            Q_EMIT termSelected(hit->point.term);
        }
    });
    connect(m_canvas, &ChartCanvas::stepped, this, &RooflineView::step);
}

void RooflineView::showAnswer(const Answer& answer) {
    m_result = answer.result;
    m_empty = answer.emptyText();
    m_hovered.reset();
    m_canvas->chart()->setOpacity(answer.isFresh() || answer.blank ? 1.0 : fadedOpacity);
    m_condition->setVisible(m_result != nullptr && !m_result->feasible);
    if (m_result != nullptr) {
        m_points = rooflinePoints(*m_result);
        setRoofs(roofs(*m_result));
        m_canvas->setAccessibleDescription(QString::fromStdString(verdict(*m_result).plain()));
    } else {
        m_points.clear();
        setRoofs({});
        m_canvas->setAccessibleDescription(tr("Nothing to plot yet."));
    }
    filterPoints();
}

void RooflineView::select(int term) {
    m_selected = term;
    m_marks->update();
}

QPointF RooflineView::screenPosition(const RooflinePoint& point) const {
    return m_canvas->toScreen({point.intensity, point.rate});
}

void RooflineView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_legend->setVisible(width() >= narrowest);
    m_hovered.reset();
}

void RooflineView::filterPoints() {
    m_visible.clear();
    for (const RooflinePoint& point : m_points) {
        if (point.backward ? m_backward->isChecked() : m_forward->isChecked()) {
            m_visible.push_back(point);
        }
    }
    m_hovered.reset();
    m_marks->update();
    m_hoverLayer->update();
}

void RooflineView::setRoofs(const std::vector<Roof>& roofs) {
    while (m_roofs.size() > roofs.size()) {
        for (QLineSeries* series : {m_roofs.back().datasheet, m_roofs.back().achievable}) {
            m_canvas->chart()->removeSeries(series);
            delete series;
        }
        m_roofs.pop_back();
    }
    while (m_roofs.size() < roofs.size()) {
        const RoofLines lines{{}, new QLineSeries, new QLineSeries};
        m_canvas->attach(lines.datasheet);
        m_canvas->attach(lines.achievable);
        lines.achievable->setVisible(m_achievable->isChecked());
        m_roofs.push_back(lines);
    }
    for (std::size_t i = 0; i < roofs.size(); ++i) {
        m_roofs[i].roof = roofs[i];
    }
    m_canvas->setFrame(rooflineFrame(roofs));
    placeRoofs();
    styleRoofs();
}

void RooflineView::placeRoofs() {
    double firstRidge = 0.0;
    for (const RoofLines& lines : m_roofs) {
        const double x = ridge(lines.roof, peak());
        firstRidge = x > 0.0 && (firstRidge == 0.0 || x < firstRidge) ? x : firstRidge;
    }
    const QRectF frame = rooflineFrame(shownRoofs());
    for (const RoofLines& lines : m_roofs) {
        const Roof& roof = lines.roof;
        if (roof.tier == Bound::Compute) {
            lines.datasheet->replace(
                QList<QPointF>{{firstRidge, roof.datasheet}, {frame.right(), roof.datasheet}});
            lines.achievable->replace(
                QList<QPointF>{{firstRidge, roof.achievable}, {frame.right(), roof.achievable}});
            continue;
        }
        const double top = ridge(roof, peak());
        lines.datasheet->replace(
            QList<QPointF>{{frame.left(), frame.left() * roof.datasheet}, {top, peak()}});
        lines.achievable->replace(QList<QPointF>{{frame.left(), frame.left() * roof.achievable},
                                                 {top, top * roof.achievable}});
    }
}

void RooflineView::styleRoofs() {
    const Theme& theme = m_canvas->colours();
    for (const RoofLines& lines : m_roofs) {
        const QColor colour = theme.bound(lines.roof.tier).fill;
        const bool subject = lines.roof.tier == Bound::Compute;
        lines.datasheet->setPen(QPen(colour, subject ? 2.4 : 1.5));
        lines.achievable->setPen(QPen(colour, 1.5, Qt::DashLine));
    }
    m_marks->update();
}

double RooflineView::peak() const {
    const auto found = findCompute();
    return found == nullptr ? 0.0 : found->datasheet;
}

double RooflineView::achievablePeak() const {
    const auto found = findCompute();
    return found == nullptr ? 0.0 : found->achievable;
}

const Roof* RooflineView::findCompute() const {
    const auto found = std::ranges::find_if(
        m_roofs, [](const RoofLines& lines) { return lines.roof.tier == Bound::Compute; });
    return found == m_roofs.end() ? nullptr : &found->roof;
}

std::vector<Roof> RooflineView::shownRoofs() const {
    std::vector<Roof> shown;
    for (const RoofLines& lines : m_roofs) {
        shown.push_back(lines.roof);
    }
    return shown;
}

MarkSpace RooflineView::space() const {
    return {m_canvas->plotRect(),
            [this](const QPointF& value) { return m_canvas->toScreen(value); },
            m_canvas->colours()};
}

std::optional<RooflineLens> RooflineView::lens() const {
    return m_canvas->isZoomed() ? std::nullopt : placeLens(space(), m_visible, peak());
}

void RooflineView::paintPlot(QPainter& painter) const {
    painter.setFont(font());
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_result == nullptr) {
        painter.setPen(m_canvas->colours().muted);
        painter.drawText(m_canvas->plotRect(), Qt::AlignCenter, m_empty);
        return;
    }
    const bool achievable = m_achievable->isChecked();
    const std::vector<Roof> roofs = shownRoofs();
    const MarkSpace plot = space();
    const auto enlarged = lens();
    std::vector<QRectF> avoid = markRects(plot, m_visible);
    if (enlarged) {
        avoid.push_back(enlarged->card);
    }
    avoid.push_back(outsideBadgeRect(plot, m_visible, font()));
    const std::vector<SlopedLabel> labels =
        slopedLabels(*m_canvas, roofs, *m_result, achievable, avoid, font());
    painter.setClipRect(m_canvas->plotRect().adjusted(-6.0, -26.0, 6.0, 6.0));
    paintSlopedLabels(painter, *m_canvas, labels);
    paintFlatLabels(painter, *m_canvas, roofs, *m_result, achievable, font());
    paintMarks(painter, plot, m_visible, m_selected);
    std::vector<QRectF> taken = labelRoom(*m_canvas, roofs, *m_result, labels, font());
    std::vector<RooflinePoint> named = m_visible;
    if (enlarged) {
        std::erase_if(named, [&](const RooflinePoint& point) {
            return std::ranges::find(enlarged->crowd, point.term, &RooflinePoint::term) !=
                   enlarged->crowd.end();
        });
        taken.push_back(enlarged->card);
        taken.push_back(enlarged->source);
        paintLens(painter, *enlarged, m_canvas->colours(), *m_result,
                  achievable ? achievablePeak() : 0.0, m_selected);
    }
    painter.setFont(font());
    paintMarkNames(painter, plot, named, *m_result, std::move(taken));
    paintOutsideBadge(painter, plot, m_visible);
    painter.setClipping(false);
}

void RooflineView::paintHover(QPainter& painter) const {
    if (!m_hovered || m_result == nullptr) {
        return;
    }
    const RooflinePoint& point = m_hovered->point;
    const Term& term = m_result->terms[static_cast<std::size_t>(point.term)];
    const double call = term.count > 0.0 ? term.busy.base() / term.count : term.busy.base();
    const auto share = shareOfRoof(term, *m_result);
    const HoverCard card{
        termTitle(term) + QStringLiteral(", ") + phaseTitle(term.phase),
        {{tr("time, × %1 a step").arg(prettyNumber(term.count, 0)),
          prettyQuantity(call, UnitKind::Time) + QStringLiteral(", ") +
              prettyQuantity(term.busy.base(), UnitKind::Time)},
         {tr("attained"), prettyQuantity(point.rate * 1e12, UnitKind::ComputeRate)},
         {tr("intensity"), tr("%1 FLOP/byte").arg(prettySignificant(point.intensity, 4))},
         {tr("of the datasheet roof"), share ? prettyPercent(*share, 0) : QStringLiteral("—")},
         {tr("binds"), boundLabel(term.bound, *m_result)}}};
    drawHoverCard(painter, card, m_hovered->position, m_canvas->plotRect(), m_canvas->colours());
}

std::optional<RooflineView::Hit> RooflineView::hitAt(const QPointF& position) const {
    if (const auto enlarged = lens(); enlarged && enlarged->card.contains(position)) {
        const MarkSpace inside = enlarged->space(m_canvas->colours());
        const int index = markAt(inside, enlarged->crowd, position);
        if (index < 0) {
            return std::nullopt;
        }
        const RooflinePoint& point = enlarged->crowd[static_cast<std::size_t>(index)];
        return Hit{point, inside.positionOf(point)};
    }
    const int index = markAt(space(), m_visible, position);
    if (index < 0) {
        return std::nullopt;
    }
    const RooflinePoint& point = m_visible[static_cast<std::size_t>(index)];
    return Hit{point, screenPosition(point)};
}

void RooflineView::step(int direction) {
    std::vector<RooflinePoint> ordered = m_visible;
    std::ranges::stable_sort(ordered, {}, &RooflinePoint::intensity);
    if (ordered.empty()) {
        return;
    }
    const auto count = static_cast<int>(ordered.size());
    const auto found = std::ranges::find(ordered, m_selected, &RooflinePoint::term);
    int next = direction > 0 ? 0 : count - 1;
    if (found != ordered.end()) {
        next = (static_cast<int>(found - ordered.begin()) + direction + count) % count;
    }
    Q_EMIT termSelected(ordered[static_cast<std::size_t>(next)].term);
}

} // namespace roofplan::ui
