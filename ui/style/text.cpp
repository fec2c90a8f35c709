#include "ui/style/text.h"

#include "core/units/quantity_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace roofplan::ui {
namespace {

constexpr QChar thinSpace(0x202F);
constexpr QChar trueMinus(0x2212);

/// The digits of an integer part in groups of three.
QString grouped(const QString& digits) {
    if (digits.size() < 4) {
        return digits;
    }
    QString text = digits;
    for (qsizetype at = text.size() - 3; at > 0; at -= 3) {
        text.insert(at, thinSpace);
    }
    return text;
}

qsizetype endOfDigits(const QString& text, qsizetype from) {
    while (from < text.size() && text[from].isDigit()) {
        ++from;
    }
    return from;
}

} // namespace

QString pretty(const QString& number) {
    const qsizetype first = number.startsWith(u'-') ? 1 : 0;
    if (first >= number.size() || !number[first].isDigit()) {
        return number;
    }
    QString text;
    qsizetype at = 0;
    if (number.startsWith(u'-')) {
        text += trueMinus;
        at = 1;
    }
    const qsizetype whole = endOfDigits(number, at);
    text += grouped(number.mid(at, whole - at));
    at = whole;
    if (at < number.size() && number[at] == u'.') {
        const qsizetype end = endOfDigits(number, at + 1);
        text += QLocale().decimalPoint() + number.mid(at + 1, end - at - 1);
        at = end;
    }
    QString rest = number.mid(at);
    if (rest == QStringLiteral(" us")) {
        rest = QStringLiteral(" µs");
    }
    if (rest.startsWith(u' ')) {
        rest[0] = thinSpace;
    }
    return text + rest;
}

QString prettyQuantity(double value, UnitKind kind, int digits) {
    return pretty(QString::fromStdString(quantityText(value, kind, digits)));
}

QString prettyNumber(double value, int decimals) {
    return pretty(QString::number(value, 'f', decimals));
}

QString prettyPercent(double fraction, int decimals) {
    return prettyNumber(100.0 * fraction, decimals) + thinSpace + u'%';
}

QString prettyChange(double fraction, int decimals) {
    const double scale = std::pow(10.0, decimals);
    if (std::round(100.0 * std::abs(fraction) * scale) == 0.0) {
        return prettyPercent(0.0, decimals);
    }
    const QString text = prettyPercent(fraction, decimals);
    return fraction > 0.0 ? u'+' + text : text;
}

QString prettyMoney(double dollars) {
    static constexpr struct {
        double factor;
        const char* suffix;
    } scales[] = {{1e9, " B"}, {1e6, " M"}, {1e3, " k"}, {1.0, ""}};

    const QString sign = QStringLiteral("$") + thinSpace;
    for (const auto& scale : scales) {
        if (dollars >= 0.9995 * scale.factor || scale.factor == 1.0) {
            const double shown = dollars / scale.factor;
            const int decimals = shown >= 99.95 ? 0 : shown >= 9.995 ? 1 : 2;
            return sign +
                   pretty(QString::number(shown, 'f', decimals) + QLatin1StringView(scale.suffix));
        }
    }
    return sign;
}

QString prettyPrice(double dollars) {
    return QStringLiteral("$") + thinSpace + prettyNumber(dollars, 3);
}

QString prettySignificant(double value, int digits) {
    const double rounded = QString::number(value, 'g', digits).toDouble();
    const int whole =
        rounded == 0.0 ? 1 : static_cast<int>(std::floor(std::log10(std::abs(rounded)))) + 1;
    QString text = QString::number(rounded, 'f', std::max(0, digits - whole));
    if (text.contains(u'.')) {
        while (text.endsWith(u'0')) {
            text.chop(1);
        }
        if (text.endsWith(u'.')) {
            text.chop(1);
        }
    }
    return pretty(text);
}

QString printable(const QString& text) {
    QString shown;
    for (const QChar c : text) {
        if (c.isPrint() || c.isSurrogate()) {
            shown += c;
        } else if (c == u'\n' || c == u'\t') {
            shown += u' ';
        }
    }
    return shown;
}

QString translated(const char* coreText) {
    return QCoreApplication::translate("core", coreText);
}

QString translated(const Text& text) {
    QString sentence = translated(text.pattern.c_str());
    for (std::size_t i = 0; i < text.arguments.size(); ++i) {
        const QString hole = QStringLiteral("{%1}").arg(i);
        sentence.replace(hole, pretty(QString::fromStdString(text.arguments[i])));
    }
    return sentence;
}

QString findingText(const Diagnostic& diagnostic) {
    QString text = translated(diagnostic.text);
    if (!diagnostic.hint.pattern.empty()) {
        if (text.endsWith(u'.')) {
            text.chop(1);
        }
        text += QStringLiteral("; ") + translated(diagnostic.hint);
    }
    return printable(text);
}

} // namespace roofplan::ui
