#include "ui/compose/picker_box.h"

#include "ui/compose/picker_model.h"

#include <QKeyEvent>
#include <QStylePainter>
#include <QWheelEvent>

#include <utility>

namespace roofplan::ui {

PickerBox::PickerBox(std::unique_ptr<PickerModel> model, QWidget* parent)
    : QComboBox(parent), m_model(std::move(model)), m_popup(new PickerPopup(*m_model)) {
    connect(m_popup, &PickerPopup::picked, this, &PickerBox::take);
}

// The table looks at the model.
PickerBox::~PickerBox() {
    delete m_popup;
}

void PickerBox::showPopup() {
    openWith({});
}

void PickerBox::hidePopup() {
    m_popup->hide();
}

void PickerBox::openWith(const QString& filter) {
    Q_EMIT opening();
    m_popup->open(*this, currentData().toString(), filter);
}

void PickerBox::take(const QString& key) {
    const int index = findData(key);
    if (index >= 0 && index != currentIndex()) {
        setCurrentIndex(index);
        Q_EMIT activated(index);
    }
}

void PickerBox::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Down:
    case Qt::Key_Up:
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_F4:
        openWith({});
        return;
    default:
        break;
    }
    const bool command = (event->modifiers() & (Qt::ControlModifier | Qt::MetaModifier)) != 0;
    const QString typed = event->text();
    if (!command && !typed.isEmpty() && typed.front().isPrint()) {
        openWith(typed);
    } else {
        event->ignore();
    }
}

void PickerBox::keyReleaseEvent(QKeyEvent* event) {
    event->ignore();
}

void PickerBox::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        openWith({});
    } else {
        event->ignore();
    }
}

/// The wheel scrolls the form.
void PickerBox::wheelEvent(QWheelEvent* event) {
    event->ignore();
}

/// As a combo box, with a name that is too long cut visibly.
void PickerBox::paintEvent(QPaintEvent* /*event*/) {
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    if (currentIndex() < 0) {
        option.palette.setBrush(QPalette::ButtonText, option.palette.placeholderText());
        option.currentText = placeholderText();
    }
    const QRect field =
        style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    option.currentText =
        option.fontMetrics.elidedText(option.currentText, Qt::ElideRight, field.width() - 4);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

} // namespace roofplan::ui
