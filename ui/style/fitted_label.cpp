#include "ui/style/fitted_label.h"

#include <QPainter>

namespace roofplan::ui {
namespace {

constexpr int smallestPixels = 13;

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
    while (pixels > smallestPixels &&
           QFontMetrics(fitted).horizontalAdvance(text()) > contentsRect().width()) {
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
