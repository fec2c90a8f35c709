// What the chosen cluster is, in three lines.
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/scenario/scenario.h"

#include <QFrame>

#include <array>
#include <string_view>

class QLabel;

namespace roofplan::ui {

class ClusterSummary : public QFrame {
    Q_OBJECT

public:
    explicit ClusterSummary(QWidget* parent = nullptr);

    void showScenario(const Scenario& scenario, const Catalogue& catalogue);

private:
    void showInstances(const InstanceType& type,
                       const Gpu* gpu,
                       std::int64_t count,
                       const Catalogue& catalogue);
    void showCustom(const CustomCluster& cluster, const Gpu& gpu, const Catalogue& catalogue);
    void showOwn(const Catalogue& catalogue,
                 const std::array<std::string_view, 2>& entries,
                 const Gpu* gpu);

    QLabel* m_title;
    QLabel* m_lines;
    QLabel* m_own; ///< that some of its numbers are the user's
};

} // namespace roofplan::ui
