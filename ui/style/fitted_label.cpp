#include "ui/style/fitted_label.h"

#include <QPainter>

namespace roofplan::ui {
namespace {

constexpr int smallestPixels = 12;

} // namespace

FittedLabel::FittedLabel(const char* role, QWidget* parent) : QLabel(parent) {
    setProperty("role", QString::fromLatin1(role));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

QSize FittedLabel::minimumSizeHint() const {
    return {10, fontMetrics().height()};
}

QFont FittedLabel::fittedFont() const {
    QFont fitted = font();
    int pixels = fontInfo().pixelSize();
    const auto isCut = [this, &fitted] { // as it will be drawn: an advance is less to a fraction
        const QFontMetrics metrics(fitted, this);
        return metrics.elidedText(text(), Qt::ElideRight, contentsRect().width()) != text();
    };
    while (pixels > smallestPixels && isCut()) {
        fitted.setPixelSize(--pixels);
    }
    return fitted;
}

void FittedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setFont(fittedFont());
    painter.setPen(palette().color(foregroundRole()));
    const QString shown =
        painter.fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
    painter.drawText(contentsRect(), Qt::AlignLeft | Qt::AlignVCenter, shown);
}

} // namespace roofplan::ui
