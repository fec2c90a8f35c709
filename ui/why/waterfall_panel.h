// The step as a waterfall: exposed seconds by category, each bar beginning where the last ended.
#pragma once

#include "core/result/result.h"
#include "ui/style/card.h"

#include <memory>

namespace roofplan::ui {

class BarList;
struct Answer;

class WaterfallPanel : public Card {
    Q_OBJECT

public:
    explicit WaterfallPanel(QWidget* parent = nullptr);

    void showAnswer(const Answer& answer);

    /// Marks the bar a term belongs to.
    void selectTerm(int term);

    [[nodiscard]] BarList& bars() { return *m_bars; }

Q_SIGNALS:
    void termSelected(int term);

private:
    void fill();

    BarList* m_bars;
    std::shared_ptr<const Result> m_result;
};

/// The leaf of a category that the step waits for longest; −1 for none.
[[nodiscard]] int largestTerm(const Result& result, Category category);

} // namespace roofplan::ui
