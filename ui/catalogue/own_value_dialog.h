// "Use my own value": a number of the user's with its unit, convention and source, for one fact.
#pragma once

#include "core/base/expected.h"
#include "core/catalogue/fact_reader.h"
#include "core/catalogue/own_facts.h"

#include <QDialog>

#include <array>
#include <functional>
#include <string>
#include <vector>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;

namespace roofplan::ui {

/// What is asked for.
struct OwnValueQuestion {
    OwnFact fact; ///< which one; its number, unit, convention and so on as proposed
    PropertyRow row;
    QString title;         ///< "NVIDIA H200 SXM: HBM bandwidth"
    QString shipped;       ///< "4.8 TB/s, peak → 4.8 TB/s", empty where nothing is shipped
    bool proposed = false; ///< the number is proposed too
    double gpusPerInstance = 1.0;
    std::vector<std::string> regions; ///< to choose from, or type another; empty: not asked for
};

class OwnValueDialog : public QDialog {
    Q_OBJECT

public:
    /// Keeps a number; what it returns is wrong with it.
    using Keep = std::function<Diagnostics(const OwnFact&)>;

    OwnValueDialog(OwnValueQuestion question, Keep keep, QWidget* parent = nullptr);

    void accept() override;

private:
    void layOut();
    void addRow(QFormLayout& form, const QString& label, QWidget* editor, const char* name);
    void addRowIf(
        QFormLayout& form, bool asked, const QString& label, QComboBox* editor, const char* name);
    [[nodiscard]] std::array<QWidget*, 7> editors() const;
    void showUse();
    void showProblem(const Diagnostics& problems);
    [[nodiscard]] QWidget* editorOf(const std::string& place) const;
    [[nodiscard]] Expected<double> number() const;
    [[nodiscard]] Expected<double> used() const;
    [[nodiscard]] Expected<OwnFact> answer() const;

    OwnValueQuestion m_question;
    Keep m_keep;
    QLineEdit* m_value;
    QComboBox* m_unit;
    QComboBox* m_convention;
    QComboBox* m_region;
    QLineEdit* m_source;
    QLineEdit* m_date;
    QLineEdit* m_note;
    QLabel* m_use;
    QLabel* m_problem;
};

} // namespace roofplan::ui
