#include "ui/style/icon.h"

#include <QPainter>
#include <QPixmap>

namespace roofplan::ui {

QIcon tintedIcon(const QString& name, const QColor& colour) {
    const QIcon source(QStringLiteral(":/icons/%1.svg").arg(name));
    QIcon tinted;
    for (const int size : {16, 24, 32, 64}) {
        QPixmap pixmap = source.pixmap(size, size);
        QPainter painter(&pixmap);
        painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
        painter.fillRect(pixmap.rect(), colour);
        painter.end();
        tinted.addPixmap(pixmap);
    }
    return tinted;
}

} // namespace roofplan::ui
