#include "ui/models/natural_order.h"

#include <algorithm>

namespace roofplan::ui {
namespace {

constexpr QChar thinSpace(0x202F);

/// The digits from `at` on without leading zeros; `at` moves behind them.
QStringView takeNumber(QStringView text, qsizetype& at) {
    while (at < text.size() && text[at] == u'0') {
        ++at;
    }
    const qsizetype first = at;
    while (at < text.size() && text[at].isDigit()) {
        ++at;
    }
    return text.mid(first, at - first);
}

} // namespace

bool naturalLess(const QString& a, const QString& b) {
    qsizetype i = 0;
    qsizetype j = 0;
    while (i < a.size() && j < b.size()) {
        if (a[i].isDigit() && b[j].isDigit()) {
            const QStringView left = takeNumber(a, i);
            const QStringView right = takeNumber(b, j);
            if (left.size() != right.size()) {
                return left.size() < right.size();
            }
            if (left != right) {
                return left < right;
            }
            continue;
        }
        const QChar left = a[i++].toCaseFolded();
        const QChar right = b[j++].toCaseFolded();
        if (left != right) {
            return left < right;
        }
    }
    return a.size() - i < b.size() - j;
}

QString searchable(const QString& text) {
    QString plain = text;
    return plain.remove(thinSpace).simplified().toLower();
}

bool holdsAllWords(const QString& text, const QStringList& words) {
    return std::ranges::all_of(words, [&text](const QString& word) { return text.contains(word); });
}

QStringList filterWords(const QString& typed) {
    return searchable(typed).split(u' ', Qt::SkipEmptyParts);
}

} // namespace roofplan::ui
