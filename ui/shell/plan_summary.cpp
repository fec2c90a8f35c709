#include "ui/shell/plan_summary.h"

#include "ui/style/text.h"

#include <QCoreApplication>

namespace roofplan::ui {

QString planSummary(const Result& result) {
    const ParallelPlan& plan = result.plan;
    QString text = QCoreApplication::translate("PlanSummary", "%1 GPUs · TP%2 PP%3")
                       .arg(prettyNumber(static_cast<double>(result.gpus), 0))
                       .arg(plan.tensorParallel)
                       .arg(plan.pipelineParallel);
    if (plan.virtualPipeline > 1) {
        text += QStringLiteral("×%1").arg(plan.virtualPipeline);
    }
    if (plan.contextParallel > 1) {
        text += QStringLiteral(" CP%1").arg(plan.contextParallel);
    }
    if (plan.expertParallel > 1) {
        text += QStringLiteral(" EP%1").arg(plan.expertParallel);
    }
    if (plan.expertTensorParallel > 1) {
        text += QStringLiteral(" ETP%1").arg(plan.expertTensorParallel);
    }
    if (plan.dataParallel) {
        text += QStringLiteral(" DP%1").arg(*plan.dataParallel);
    }
    return text;
}

} // namespace roofplan::ui
