// Evaluates the open scenario after every change. An evaluation costs microseconds, so it runs in
// place; who listens gets a shared const result.
#pragma once

#include "core/base/diagnostic.h"
#include "core/catalogue/catalogue.h"
#include "core/result/result.h"

#include <QObject>
#include <QString>
#include <QTime>

#include <chrono>
#include <memory>

namespace roofplan::ui {

class ProjectDocument;

/// What is on the screen and how much it can be trusted.
struct Answer {
    /// Of the scenario, or the last good one while a text is being typed or was refused; null where
    /// the scenario itself is refused.
    std::shared_ptr<const Result> result;
    std::shared_ptr<const Catalogue> catalogue; ///< the one it was evaluated with
    Diagnostics problems;                       ///< why the scenario as it stands has no result
    bool blank = false;                         ///< nothing chosen yet
    QTime time;                                 ///< of the result
    std::chrono::nanoseconds duration{};

    /// What a view without a result says.
    [[nodiscard]] QString emptyText() const;

    /// The result answers the scenario as it stands.
    [[nodiscard]] bool isFresh() const { return result != nullptr && problems.empty() && !blank; }
};

class EvaluationService : public QObject {
    Q_OBJECT

public:
    explicit EvaluationService(const ProjectDocument& document, QObject* parent = nullptr);

    [[nodiscard]] const Answer& answer() const { return m_answer; }

    void evaluate();

    /// The last good result is of another project or scenario: nothing of it may be shown.
    void forget();

    /// A typed text was refused (or is fine again, with none): the result shown is not of it.
    void setInputProblems(Diagnostics problems);

Q_SIGNALS:
    void answered();

private:
    void fallBack();

    const ProjectDocument& m_document;
    Answer m_answer;
    Answer m_kept; ///< of the last good scenario that was not just being typed
    Diagnostics m_inputProblems;
    Diagnostics m_evaluationProblems;
};

} // namespace roofplan::ui
