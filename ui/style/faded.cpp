#include "ui/style/faded.h"

#include <QGraphicsOpacityEffect>
#include <QWidget>

namespace roofplan::ui {

void setFaded(QWidget& widget, bool faded) {
    if ((widget.graphicsEffect() != nullptr) == faded) {
        return;
    }
    if (!faded) {
        widget.setGraphicsEffect(nullptr);
        return;
    }
    auto* effect = new QGraphicsOpacityEffect(&widget);
    effect->setOpacity(fadedOpacity);
    widget.setGraphicsEffect(effect);
}

} // namespace roofplan::ui
