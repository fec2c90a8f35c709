#include "ui/compose/field_editor.h"

#include "ui/compose/picker_box.h"
#include "ui/compose/picker_model.h"
#include "ui/compose/pickers.h"
#include "ui/style/card.h"
#include "ui/style/text.h"

#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>
#include <utility>

namespace roofplan::ui {
namespace {

constexpr int lineWidth = 110;
constexpr int listWidth = 150; ///< of several words
constexpr int rowWidth = 247;  ///< of a label and its combo box
constexpr int problemWidth = 300;
constexpr int roomForDigits = 48; ///< what a unit inside the editor must leave

/// "8192" with digit groups, "5T" with a space before the unit: all of it reads back the same. A
/// decimal point stays one in every locale: "1,234" would not read back.
QString shownText(const QString& text) {
    const auto unit = std::ranges::find_if(text, [](QChar c) { return c.isLetter(); });
    const qsizetype at = unit - text.begin();
    const QString number = text.left(at).trimmed();
    const QString shown = number.contains(u'.') ? number : pretty(number);
    const bool separate = !shown.isEmpty() && at < text.size();
    return shown + (separate ? QString(QChar(0x202F)) : QString()) + text.mid(at);
}

bool isUndoKey(QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride) {
        return false;
    }
    const auto* key = static_cast<QKeyEvent*>(event);
    return key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo);
}

} // namespace

FieldEditor::FieldEditor(const Field& field, QWidget* parent)
    : QWidget(parent), m_field(field), m_problem(makeLabel("problem")) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    auto* label = makeLabel("field", translated(field.label));
    label->setToolTip(translated(field.help));
    label->setWordWrap(true);
    row->addWidget(label, 1);
    if (field.type == FieldType::OneOf || field.type == FieldType::Flag) {
        makeComboBox();
    } else {
        makeLineEdit();
    }
    QWidget* input = editor();
    input->setToolTip(translated(field.help));
    input->setAccessibleName(label->text());
    input->setAccessibleDescription(translated(field.help));
    input->setObjectName(QString::fromUtf8(field.key.data(), static_cast<int>(field.key.size())));
    input->installEventFilter(this);
    label->setBuddy(input);
    if (m_combo != nullptr) {
        QFont font = label->font();
        font.setPixelSize(12);
        m_combo->setMaximumWidth(
            std::max(lineWidth, rowWidth - QFontMetrics(font).horizontalAdvance(label->text())));
    }
    row->addWidget(input);
    m_problem->setParent(this);
    m_problem->setWordWrap(true);
    m_problem->setFixedWidth(problemWidth);
    m_problem->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_problem->hide();
}

// In the window the message has another parent.
FieldEditor::~FieldEditor() {
    delete m_problem;
}

QWidget* FieldEditor::editor() const {
    return m_line != nullptr ? static_cast<QWidget*>(m_line) : m_combo;
}

void FieldEditor::makeLineEdit() {
    m_line = new QLineEdit;
    m_line->setFixedWidth(m_field.type == FieldType::Several ? listWidth : lineWidth);
    m_line->setAlignment(Qt::AlignRight);
    m_line->setAcceptDrops(false); // files dropped here are meant for the window
    const QString unit = translated(m_field.unitLabel);
    QFont font = m_line->font();
    font.setPixelSize(11);
    const int unitWidth = QFontMetrics(font).horizontalAdvance(unit);
    if (!unit.isEmpty() && unitWidth + 16 + roomForDigits <= lineWidth) {
        auto* label = makeLabel("unit", unit);
        auto* inside = new QHBoxLayout(m_line);
        inside->setContentsMargins(0, 0, 8, 0);
        inside->addStretch();
        inside->addWidget(label);
        label->setAttribute(Qt::WA_TransparentForMouseEvents);
        m_line->setTextMargins(0, 0, unitWidth + 4, 0);
    }
    connect(m_line, &QLineEdit::textEdited, this, [this](const QString& text) {
        m_typing = true;
        Q_EMIT typed(text);
    });
    connect(m_line, &QLineEdit::editingFinished, this, &FieldEditor::finishTyping);
}

void FieldEditor::makeComboBox() {
    if (std::unique_ptr<PickerModel> table = makePickerModel(m_field.key)) {
        m_picker = new PickerBox(std::move(table));
        connect(m_picker, &PickerBox::opening, this, &FieldEditor::pickerOpening);
        m_combo = m_picker;
    } else {
        m_combo = new QComboBox;
    }
    m_combo->setFocusPolicy(Qt::StrongFocus);
    m_combo->setPlaceholderText(tr("choose…"));
    m_combo->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_combo->setMinimumWidth(lineWidth);
    m_combo->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    connect(m_combo, &QComboBox::activated, this,
            [this](int index) { Q_EMIT entered(m_combo->itemData(index).toString()); });
}

void FieldEditor::showScenario(const Scenario& scenario, const Catalogue& catalogue) {
    if (m_combo != nullptr) {
        showChoices(scenario, catalogue);
        return;
    }
    if (m_field.group == FieldGroup::Stack && m_field.optional) {
        setDerivedText(QString::fromStdString(presetText(m_field, scenario, catalogue)));
    }
    if (m_typing) {
        return;
    }
    const QString value = QString::fromStdString(m_field.get(scenario));
    const bool number = m_field.type == FieldType::Whole || m_field.type == FieldType::Measure;
    const QString text = number ? shownText(value) : value;
    if (text != m_line->text()) {
        m_line->setText(text);
    }
}

void FieldEditor::showChoices(const Scenario& scenario, const Catalogue& catalogue) {
    std::vector<std::pair<QString, QString>> items; // key, label
    if (m_field.type == FieldType::Flag) {
        items.emplace_back(QStringLiteral("yes"), tr("yes"));
        items.emplace_back(QStringLiteral("no"), tr("no"));
    } else {
        for (const Choice& choice : m_field.choices(catalogue, scenario)) {
            // An instance type is known by its id; its full name does not fit.
            const bool byId = m_field.key == "instance" && choice.key != customInstance;
            const std::string& label = byId ? choice.key : choice.label;
            const QString shown = translated(label.c_str());
            items.emplace_back(
                QString::fromStdString(choice.key),
                *choice.note == '\0' ? shown : tr("%1 (%2)").arg(shown, translated(choice.note)));
        }
    }
    if (m_field.optional) {
        // No silent default: the empty choice says what the preset makes of it.
        const QString preset = QString::fromStdString(presetText(m_field, scenario, catalogue));
        const auto named = std::ranges::find(items, preset, &std::pair<QString, QString>::first);
        const QString empty = m_field.group == FieldGroup::Stack ? tr("as the preset") : tr("none");
        items.insert(
            items.begin(),
            {QString(), named == items.end() ? empty : tr("preset: %1").arg(named->second)});
    }
    bool same = static_cast<int>(items.size()) == m_combo->count();
    for (int i = 0; same && i < m_combo->count(); ++i) {
        const auto& item = items[static_cast<std::size_t>(i)];
        same = m_combo->itemData(i) == item.first && m_combo->itemText(i) == item.second;
    }
    if (!same) {
        m_combo->clear();
        for (const auto& [key, label] : items) {
            m_combo->addItem(label, key);
            m_combo->setItemData(m_combo->count() - 1, label, Qt::ToolTipRole);
        }
    }
    const QString value = QString::fromStdString(m_field.get(scenario));
    m_combo->setCurrentIndex(m_combo->findData(value));
}

void FieldEditor::fillPicker(const Scenario& scenario, const Catalogue& catalogue) {
    if (m_picker != nullptr) {
        m_picker->model().fill(m_field.choices(catalogue, scenario), scenario, catalogue);
    }
}

void FieldEditor::discardText() {
    m_typing = false;
}

void FieldEditor::setDerivedText(const QString& text) {
    if (m_line != nullptr && text != m_derived) {
        m_derived = text;
        m_line->setPlaceholderText(text);
    }
}

void FieldEditor::setProblem(const QString& message) {
    if (message == m_problem->text()) {
        return;
    }
    m_problem->setText(message);
    m_dismissed = false;
    placeProblem();
    editor()->setToolTip(message.isEmpty() ? translated(m_field.help) : message);
    setStyleFlag(*editor(), "problem", !message.isEmpty());
    editor()->setAccessibleDescription(message.isEmpty() ? translated(m_field.help) : message);
}

QString FieldEditor::problem() const {
    return m_problem->text();
}

void FieldEditor::placeProblem() {
    const bool shown = !m_problem->text().isEmpty() && editor()->hasFocus() && !m_dismissed &&
                       !editor()->visibleRegion().isEmpty();
    if (!shown) {
        hideProblem();
        return;
    }
    qApp->installEventFilter(this);
    if (m_problem->parentWidget() != window()) {
        m_problem->setParent(window());
    }
    m_problem->setFixedHeight(m_problem->heightForWidth(problemWidth));
    const QPoint beside(editor()->width() + 22, (editor()->height() - m_problem->height()) / 2);
    m_problem->move(editor()->mapTo(window(), beside));
    m_problem->show();
    m_problem->raise();
}

void FieldEditor::hideProblem() {
    m_problem->hide();
    qApp->removeEventFilter(this);
}

void FieldEditor::finishTyping() {
    if (m_typing) {
        Q_EMIT entered(m_line->text());
    }
}

bool FieldEditor::eventFilter(QObject* watched, QEvent* event) {
    if (watched != editor()) {
        // Much that can be clicked takes no focus: tabs, tiles, the chart.
        if (event->type() == QEvent::MouseButtonPress && watched->isWidgetType()) {
            m_dismissed = true;
            hideProblem();
        }
        return QWidget::eventFilter(watched, event);
    }
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
        m_dismissed = m_dismissed && event->type() == QEvent::FocusOut;
        QMetaObject::invokeMethod(this, &FieldEditor::placeProblem, Qt::QueuedConnection);
    }
    // The wheel scrolls the form; it changes a choice only where the person is.
    if (event->type() == QEvent::Wheel && !editor()->hasFocus()) {
        event->ignore();
        return true;
    }
    // Once a text is kept, undo means the last edit of the project, not of the text.
    if (m_line != nullptr && !m_typing && isUndoKey(event)) {
        event->ignore();
        return true;
    }
    if (event->type() == QEvent::KeyPress && m_typing &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        Q_EMIT cancelled();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace roofplan::ui
