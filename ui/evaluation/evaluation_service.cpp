#include "ui/evaluation/evaluation_service.h"

#include "core/sensitivity/elasticity.h"
#include "ui/document/project_document.h"

#include <utility>

namespace roofplan::ui {

QString Answer::emptyText() const {
    return blank
               ? EvaluationService::tr("No model yet: pick one on the left, or drop a config.json.")
               : EvaluationService::tr("No answer: the message above says why.");
}

EvaluationService::EvaluationService(const ProjectDocument& document, QObject* parent)
    : QObject(parent), m_document(document) {
    connect(&document, &ProjectDocument::projectReplaced, this, &EvaluationService::forget);
    connect(&document, &ProjectDocument::scenarioChanged, this, &EvaluationService::evaluate);
}

void EvaluationService::forget() {
    m_answer.result.reset();
    m_kept.result.reset();
}

void EvaluationService::evaluate() {
    m_answer.blank = m_document.isBlank();
    m_evaluationProblems.clear();
    if (m_answer.blank) {
        forget();
        m_answer.catalogue = m_document.catalogue();
    } else {
        const auto start = std::chrono::steady_clock::now();
        Expected<Result> result = evaluateWithMoves(m_document.scenario(), *m_document.catalogue());
        if (result) {
            m_answer.duration = std::chrono::steady_clock::now() - start;
            m_answer.result = std::make_shared<const Result>(std::move(*result));
            m_answer.catalogue = m_document.catalogue();
            m_answer.time = QTime::currentTime();
            if (!m_document.isPreviewing()) {
                m_kept = m_answer;
            }
        } else {
            m_evaluationProblems = result.error();
            fallBack();
        }
    }
    m_answer.problems = m_inputProblems.empty() ? m_evaluationProblems : m_inputProblems;
    Q_EMIT answered();
}

void EvaluationService::fallBack() {
    if (!m_document.isPreviewing()) {
        forget();
    } else if (m_kept.result != nullptr) {
        // "63" is typed through "6", which is no answer to fall back to.
        m_answer = m_kept;
    }
}

void EvaluationService::setInputProblems(Diagnostics problems) {
    if (problems == m_inputProblems) {
        return;
    }
    m_inputProblems = std::move(problems);
    m_answer.problems = m_inputProblems.empty() ? m_evaluationProblems : m_inputProblems;
    Q_EMIT answered();
}

} // namespace roofplan::ui
