// The verdict in one bar: what binds and what would move it; or what is missing, what is wrong,
// what would make it fit. Offers are links. Below it how well the answer is known.
#pragma once

#include "core/result/result.h"

#include <QFrame>

class QLabel;

namespace roofplan::ui {

class ElidedLabel;
struct Answer;

class VerdictBar : public QFrame {
    Q_OBJECT

public:
    explicit VerdictBar(QWidget* parent = nullptr);

    void showAnswer(const Answer& answer);

    /// The bar's words without their links.
    [[nodiscard]] QString plainText() const;

    [[nodiscard]] QLabel& label() { return *m_text; }

    /// How well the answer is known; hidden where there is none.
    [[nodiscard]] const ElidedLabel& confidence() const { return *m_confidence; }

Q_SIGNALS:
    void fixChosen(const std::vector<roofplan::FieldChange>& changes);
    void fieldChosen(const std::string& key);
    void exampleRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void follow(const QString& link);
    void showConfidence(const Answer& answer);

    QLabel* m_text;
    ElidedLabel* m_confidence;
    std::vector<Fix> m_fixes;
    Bound m_bound = Bound::Compute;
    bool m_binds = false; ///< the edge shows a bound, not a failure
    bool m_blank = true;
};

} // namespace roofplan::ui
