// What would move the step time: each resource a little faster, twice or half as fast.
#pragma once

#include "core/result/result.h"
#include "ui/style/card.h"

#include <memory>
#include <vector>

class QToolButton;

namespace roofplan::ui {

class BarList;
struct Answer;

class SensitivityPanel : public Card {
    Q_OBJECT

public:
    explicit SensitivityPanel(QWidget* parent = nullptr);

    void showAnswer(const Answer& answer);

    [[nodiscard]] BarList& bars() { return *m_bars; }

private:
    void addFactor(const QString& text, double factor, const char* place);
    void fill();

    BarList* m_bars;
    std::vector<QToolButton*> m_factors;
    double m_factor = 1.1;
    std::shared_ptr<const Result> m_result;
};

} // namespace roofplan::ui
