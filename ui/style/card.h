// A titled card and labels of a type role: the pieces every panel is laid out from.
#pragma once

#include <QFrame>
#include <QLabel>

class QHBoxLayout;
class QVBoxLayout;

namespace roofplan::ui {

/// A label in one of the roles of the style sheet: "title", "note", "secondary", "field"…
[[nodiscard]] QLabel* makeLabel(const char* role, const QString& text = {});

/// Sets a property that the style sheet looks at, and lets the style see it.
void setStyleFlag(QWidget& widget, const char* name, bool on);

class Card : public QFrame {
    Q_OBJECT

public:
    explicit Card(const QString& title, QWidget* parent = nullptr);

    void setTitle(const QString& title);

    /// Small text at the right of the title.
    void setAside(const QString& text);

    /// A control at the right of the title, after the aside.
    void addToHeader(QWidget* widget);

    [[nodiscard]] QVBoxLayout& body() { return *m_body; }

private:
    QLabel* m_title;
    QLabel* m_aside;
    QHBoxLayout* m_header;
    QVBoxLayout* m_body;
};

} // namespace roofplan::ui
