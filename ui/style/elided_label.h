// A one-line label that shortens its text to the room it has, between words where it can; the whole
// text is its tool tip.
#pragma once

#include <QLabel>

namespace roofplan::ui {

class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(const char* role, QWidget* parent = nullptr);

    /// `brief` says the same shorter, for where `text` does not fit; empty for nothing shorter.
    void setFullText(const QString& text, const QString& brief = {});

    /// A tool tip that says more than the whole text; empty for none.
    void setHelp(const QString& help);

    [[nodiscard]] const QString& fullText() const { return m_full; }

    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void elide();

    QString m_full;
    QString m_brief;
    QString m_help;
};

/// `text` in `width` pixels: whole, or cut behind a word, or inside of one where that would cost
/// more than half of what fits.
[[nodiscard]] QString elidedAtWords(const QString& text, const QFontMetrics& metrics, int width);

} // namespace roofplan::ui
