#include "core/base/diagnostic.h"

#include <QTest>

using namespace roofplan;

class DiagnosticTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void fillsItsHolesByNumber() {
        const Text text{"found {1}, allowed {0}", {"GB/s", "furlong"}};
        QCOMPARE(text.plain(), std::string("found furlong, allowed GB/s"));
    }

    void keepsABrokenPatternInsteadOfFailing() {
        const Text text{"found {7}", {"x"}};
        QCOMPARE(text.plain(), std::string("found {7}"));
    }

    void namesSeverityPlaceAndHintInALine() {
        const Diagnostic d{.severity = Severity::Warning,
                           .code = "x.y",
                           .place = "gpus/h100.json#/facts/3",
                           .text = {"found {0}", {"0"}},
                           .hint = {"try 1", {}}};
        QCOMPARE(plainLine(d), std::string("warning gpus/h100.json#/facts/3: found 0 (try 1)"));
        QVERIFY(!hasErrors({d}));
    }
};

QTEST_GUILESS_MAIN(DiagnosticTest)
#include "diagnostic_test.moc"
