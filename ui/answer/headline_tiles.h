// The six numbers on top; a click or Enter on one asks why.
#pragma once

#include "core/result/result.h"

#include <QFrame>
#include <QStringList>

#include <optional>
#include <vector>

class QGridLayout;

namespace roofplan::ui {

class ElidedLabel;
class FittedLabel;
struct Answer;
struct TileText;

class HeadlineTile : public QFrame {
    Q_OBJECT

public:
    explicit HeadlineTile(HeadlineNumber number, QWidget* parent = nullptr);

    void show(const TileText& text, bool stale);

    /// The user's own numbers that the value comes from: a mark, with a tool tip that names them.
    void setOwnNumbers(const QStringList& numbers);

    [[nodiscard]] const QStringList& ownNumbers() const { return m_own; }

    /// Without the second line.
    void setCompact(bool compact);

    /// Outlined while its derivation is on the screen.
    void setExplained(bool explained);

    [[nodiscard]] bool isExplained() const { return m_explained; }

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
    FittedLabel* m_value;
    ElidedLabel* m_note;
    QStringList m_own;
    QString m_help; ///< the tool tip without them
    bool m_explained = false;
    bool m_byKeyboard = false; ///< has the focus and came to it by a key
};

class HeadlineTiles : public QWidget {
    Q_OBJECT

public:
    explicit HeadlineTiles(QWidget* parent = nullptr);

    void showAnswer(const Answer& answer);

    /// Outlines the number whose derivation is on the screen; none for none.
    void setExplained(std::optional<HeadlineNumber> number);

    [[nodiscard]] const HeadlineTile& tile(HeadlineNumber number) const;

Q_SIGNALS:
    void activated(roofplan::HeadlineNumber number);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void placeTiles();

    QGridLayout* m_grid;
    std::vector<HeadlineTile*> m_tiles;
    int m_columns = 0;
};

} // namespace roofplan::ui
