// The six numbers on top; a click or Enter on one asks why.
#pragma once

#include "core/result/result.h"

#include <QFrame>

#include <vector>

class QLabel;

namespace roofplan::ui {

class ElidedLabel;
struct Answer;
struct TileText;

class HeadlineTile : public QFrame {
    Q_OBJECT

public:
    explicit HeadlineTile(HeadlineNumber number, QWidget* parent = nullptr);

    void show(const TileText& text, bool stale);

    [[nodiscard]] HeadlineNumber number() const { return m_number; }

    [[nodiscard]] QString value() const;
    [[nodiscard]] QString note() const;

Q_SIGNALS:
    void activated(roofplan::HeadlineNumber number);

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    HeadlineNumber m_number;
    QLabel* m_value;
    ElidedLabel* m_note;
};

class HeadlineTiles : public QWidget {
    Q_OBJECT

public:
    explicit HeadlineTiles(QWidget* parent = nullptr);

    void showAnswer(const Answer& answer);

    [[nodiscard]] const HeadlineTile& tile(HeadlineNumber number) const;

Q_SIGNALS:
    void activated(roofplan::HeadlineNumber number);

private:
    std::vector<HeadlineTile*> m_tiles;
};

} // namespace roofplan::ui
