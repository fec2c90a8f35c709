// What the chosen cluster is, in three lines.
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/scenario/scenario.h"

#include <QFrame>

class QLabel;

namespace roofplan::ui {

class ClusterSummary : public QFrame {
    Q_OBJECT

public:
    explicit ClusterSummary(QWidget* parent = nullptr);

    void showScenario(const Scenario& scenario, const Catalogue& catalogue);

private:
    QLabel* m_title;
    QLabel* m_lines;
    QLabel* m_own; ///< that some of its numbers are the user's
};

} // namespace roofplan::ui
