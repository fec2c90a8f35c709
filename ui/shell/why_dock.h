// The right side of the window: why, the step's waterfall, what would move it.
#pragma once

#include <QWidget>

namespace roofplan::ui {

class DerivationPanel;
class SensitivityPanel;
class WaterfallPanel;

class WhyDock : public QWidget {
    Q_OBJECT

public:
    explicit WhyDock(QWidget* parent = nullptr);

    [[nodiscard]] DerivationPanel& derivation() { return *m_derivation; }

    [[nodiscard]] WaterfallPanel& waterfall() { return *m_waterfall; }

    [[nodiscard]] SensitivityPanel& sensitivity() { return *m_sensitivity; }

private:
    DerivationPanel* m_derivation;
    WaterfallPanel* m_waterfall;
    SensitivityPanel* m_sensitivity;
};

} // namespace roofplan::ui
