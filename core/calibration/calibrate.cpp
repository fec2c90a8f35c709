#include "core/calibration/calibrate.h"

#include "core/calibration/coverage.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <set>
#include <thread>
#include <utility>

namespace roofplan {

namespace {

constexpr double expectedSpread = 0.08; ///< of log(predicted/measured)
constexpr double enoughData = 1.0 / 3.0;

struct Scored {
    std::size_t row;
    double weight;
};

bool uses(const ResolvedScenario& question, const FittedConstant& constant) {
    const std::string& entry = constant.stack ? question.stack->id : question.profile->id;
    return std::ranges::find(constant.entries, entry) != constant.entries.end();
}

/// The rows that can be asked, weighted so that groups count alike in a family, and families alike;
/// in total as many as there are groups.
std::vector<Scored> weighted(const TrainingQuestions& questions) {
    std::map<std::string, std::map<std::string, double>> families;
    double groups = 0.0;
    const auto groupOf = [](const FidelityItem& item) {
        return item.group.empty() ? item.id : item.group;
    };
    for (std::size_t i = 0; i < questions.rows().size(); ++i) {
        if (questions.question(i)) {
            const FidelityItem& item = questions.rows()[i].item;
            double& count = families[item.family][groupOf(item)];
            groups += count == 0.0 ? 1.0 : 0.0;
            count += 1.0;
        }
    }
    std::vector<Scored> all;
    for (std::size_t i = 0; i < questions.rows().size(); ++i) {
        if (questions.question(i)) {
            const FidelityItem& item = questions.rows()[i].item;
            const auto& family = families[item.family];
            all.push_back({i, groups / static_cast<double>(families.size()) /
                                  static_cast<double>(family.size()) / family.at(groupOf(item))});
        }
    }
    return all;
}

bool every(const FidelityItem& /*item*/) {
    return true;
}

class Fitter {
public:
    Fitter(TrainingQuestions& questions, ConstantSet& set, PriorAt at)
        : m_questions(questions),
          m_set(set),
          m_scored(weighted(questions)),
          m_priors(m_set.priors(at)) {}

    /// The same on copies of questions and constants.
    Fitter(const Fitter& other, TrainingQuestions& questions, ConstantSet& set)
        : m_questions(questions), m_set(set), m_scored(other.m_scored), m_priors(other.m_priors) {}

    /// Over the rows for which `in` holds.
    template <typename In>
    LeastSquaresFit fit(const std::vector<double>& start, int iterations, bool spread, In in) {
        std::vector<Scored> rows;
        std::copy_if(m_scored.begin(), m_scored.end(), std::back_inserter(rows),
                     [&](const Scored& s) { return in(item(s)); });
        LeastSquaresProblem problem;
        for (const Scored& s : rows) {
            problem.weights.push_back(s.weight);
        }
        problem.priors = m_priors;
        problem.start = start;
        problem.mostIterations = iterations;
        problem.spread = spread;
        problem.touched = touched(rows);
        problem.residuals = [&](const std::vector<double>& x,
                                const std::vector<std::size_t>& observations) {
            m_set.apply(x);
            std::vector<double> residuals;
            residuals.reserve(observations.size());
            for (const std::size_t i : observations) {
                residuals.push_back(
                    std::log(m_questions.predict(rows[i].row) / item(rows[i]).measured) /
                    expectedSpread);
            }
            return residuals;
        };
        return leastSquares(problem);
    }

    /// Keeps a constant where its prior is from now on.
    void hold(std::size_t index) {
        m_priors[index].deviation = 1e-6;
        m_priors[index].low = m_priors[index].mean;
        m_priors[index].high = m_priors[index].mean;
    }

    [[nodiscard]] const ConstantSet& set() const { return m_set; }

    [[nodiscard]] const std::vector<Prior>& priors() const { return m_priors; }

    /// The rows for which `in` holds, as predicted with the constants at `x`.
    template <typename In>
    std::vector<FidelityItem> predicted(const std::vector<double>& x, In in) {
        m_set.apply(x);
        std::vector<FidelityItem> items;
        for (const Scored& s : m_scored) {
            if (in(item(s))) {
                items.push_back(item(s));
                items.back().predicted = m_questions.predict(s.row);
            }
        }
        return items;
    }

    [[nodiscard]] std::set<std::string> keys(std::string FidelityItem::*member) const {
        std::set<std::string> all;
        for (const Scored& s : m_scored) {
            all.insert(item(s).*member);
        }
        return all;
    }

    [[nodiscard]] std::size_t rows() const { return m_scored.size(); }

    /// What constants that have not seen the rows of `key` say of them.
    LeftOut leaveOut(const std::vector<double>& start,
                     std::string FidelityItem::*member,
                     const std::string& key) {
        constexpr int refitIterations = 6;
        const auto part = [&](const FidelityItem& item) { return item.*member == key; };
        const LeastSquaresFit without =
            fit(start, refitIterations, false, [&](const auto& item) { return !part(item); });
        LeftOut left{.key = key, .items = predicted(without.parameters, part)};
        left.error = errorStatistics(left.items);
        if (member == &FidelityItem::family) {
            left.seen =
                predicted(without.parameters, [&](const auto& item) { return !part(item); });
        }
        return left;
    }

private:
    [[nodiscard]] const FidelityItem& item(const Scored& scored) const {
        return m_questions.rows()[scored.row].item;
    }

    /// A constant of a profile or stack that the question does not use cannot change it.
    [[nodiscard]] std::vector<std::vector<std::size_t>>
    touched(const std::vector<Scored>& rows) const {
        std::vector<std::vector<std::size_t>> all;
        for (std::size_t j = 0; j < m_priors.size(); ++j) {
            const FittedConstant& constant = m_set.constants()[j];
            std::vector<std::size_t>& some = all.emplace_back();
            const bool held = m_priors[j].low == m_priors[j].high;
            for (std::size_t i = 0; !held && i < rows.size(); ++i) {
                if (uses(*m_questions.question(rows[i].row), constant)) {
                    some.push_back(i);
                }
            }
        }
        return all;
    }

    TrainingQuestions& m_questions;
    ConstantSet& m_set;
    std::vector<Scored> m_scored;
    std::vector<Prior> m_priors;
};

/// A family, GPU or model to leave out.
struct LeaveOutTask {
    std::string FidelityItem::*member;
    std::string key;
    std::vector<LeftOut>* into;
    std::size_t index;
};

/// Each of them in its turn, on as many threads as there are; each thread has a catalogue of its
/// own.
void leaveOutEach(const Fitter& fitter,
                  const TrainingQuestions& questions,
                  const ConstantSet& set,
                  const std::vector<double>& start,
                  const std::vector<LeaveOutTask>& tasks) {
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        TrainingQuestions ownQuestions(questions);
        ConstantSet ownSet(set, ownQuestions.catalogue());
        Fitter own(fitter, ownQuestions, ownSet);
        for (std::size_t i = next++; i < tasks.size(); i = next++) {
            (*tasks[i].into)[tasks[i].index] = own.leaveOut(start, tasks[i].member, tasks[i].key);
        }
    };
    std::vector<std::thread> threads;
    const std::size_t count =
        std::min<std::size_t>(std::max(1U, std::thread::hardware_concurrency()), tasks.size());
    for (std::size_t i = 0; i < count; ++i) {
        threads.emplace_back(work);
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

void leaveOut(Calibration& result,
              const Fitter& fitter,
              const TrainingQuestions& questions,
              const ConstantSet& set) {
    std::vector<LeaveOutTask> tasks;
    for (const auto& [member, into] : {std::pair{&FidelityItem::family, &result.families},
                                       std::pair{&FidelityItem::chip, &result.gpus},
                                       std::pair{&FidelityItem::model, &result.models}}) {
        const std::set<std::string> keys = fitter.keys(member);
        if (keys.size() < 2) {
            continue; // nothing would be left
        }
        for (const std::string& key : keys) {
            tasks.push_back({member, key, into, into->size()});
            into->push_back({.key = key});
        }
    }
    leaveOutEach(fitter, questions, set, result.logFactors, tasks);
}

ConstantFit constantFit(const ConstantSet& set,
                        const Prior& prior,
                        std::size_t index,
                        const LeastSquaresFit& all,
                        const LeastSquaresFit& fit) {
    constexpr double edge = 1e-6;
    const FittedConstant& constant = set.constants()[index];
    const double value = set.value(index, fit.parameters[index]);
    const bool determined = all.dataShare[index] >= enoughData;
    return {.name = constant.name,
            .unit = constant.unit,
            .before = set.value(index, 0.0),
            .prior = set.value(index, prior.mean),
            .value = value,
            .standardError = value * (determined ? fit.deviations[index] : constant.deviation),
            .dataShare = all.dataShare[index],
            .rows = all.moved[index],
            .determined = determined,
            .atLimit = determined && (fit.parameters[index] < prior.low + edge ||
                                      fit.parameters[index] > prior.high - edge)};
}

} // namespace

Calibration
calibrate(TrainingQuestions& questions, ConstantSet& constants, const CalibrationOptions& options) {
    constexpr int iterations = 25;
    Fitter fitter(questions, constants, options.priorAt);
    const std::vector<Prior> priors = fitter.priors();
    Calibration result;
    result.rows = fitter.rows();
    result.before = fitter.predicted(std::vector<double>(priors.size(), 0.0), every);

    std::vector<double> start;
    for (const Prior& prior : priors) {
        start.push_back(prior.mean); // the same whatever the catalogue holds by now
    }
    const LeastSquaresFit all = fitter.fit(start, iterations, true, every);
    for (std::size_t i = 0; i < priors.size(); ++i) {
        if (all.dataShare[i] < enoughData) {
            fitter.hold(i);
        } else {
            start[i] = all.parameters[i];
        }
    }
    const LeastSquaresFit fit = fitter.fit(start, iterations, true, every);
    result.logFactors = fit.parameters;
    result.iterations = all.iterations + fit.iterations;
    result.converged = fit.converged;
    for (std::size_t i = 0; i < priors.size(); ++i) {
        result.constants.push_back(constantFit(constants, priors[i], i, all, fit));
    }
    if (options.leaveOut) {
        leaveOut(result, fitter, questions, constants);
    }
    result.fitted = fitter.predicted(fit.parameters, every); // leaves the fit in the catalogue
    addBands(result, questions, constants);
    return result;
}

double meanLeftOut(const std::vector<LeftOut>& parts) {
    double sum = 0.0;
    for (const LeftOut& part : parts) {
        sum += part.error.meanAbsolute;
    }
    return parts.empty() ? 0.0 : sum / static_cast<double>(parts.size());
}

} // namespace roofplan
