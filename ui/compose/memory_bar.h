// HBM of the worst pipeline stage against what a GPU has: a bar of its parts.
#pragma once

#include "core/result/result.h"

#include <QWidget>

#include <memory>

class QLabel;

namespace roofplan::ui {

class MemoryBar : public QWidget {
    Q_OBJECT

public:
    explicit MemoryBar(QWidget* parent = nullptr);

    /// Null for none.
    void setResult(std::shared_ptr<const Result> result);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::shared_ptr<const Result> m_result;
    QLabel* m_title;
    QLabel* m_value;
};

} // namespace roofplan::ui
