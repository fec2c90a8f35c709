// The selected fact: its page, and the two ways to change it.
#pragma once

#include "core/catalogue/catalogue.h"

#include <QFrame>

class QLabel;
class QPushButton;

namespace roofplan::ui {

class DetailBrowser;

class FactPanel : public QFrame {
    Q_OBJECT

public:
    explicit FactPanel(QWidget* parent = nullptr);

    /// A fact, and whether a value of one's own can take its place or be taken back.
    void showFact(FactId id, const Catalogue& catalogue, bool changeable, bool resettable);

    /// A figure that does not exist.
    void showAbsent(const AbsentFigure& figure, const QString& entryName, bool changeable);

    /// Says instead of a fact.
    void showNothing(const QString& words);

    /// A line beside the buttons: what went wrong, where own numbers are kept.
    void setRemark(const QString& text, bool problem);

    [[nodiscard]] QString plainText() const;

Q_SIGNALS:
    void ownValueRequested();
    void resetRequested();

private:
    DetailBrowser* m_page;
    QPushButton* m_change;
    QPushButton* m_reset;
    QLabel* m_remark;
};

} // namespace roofplan::ui
