#include "core/report/text_columns.h"

#include <QTest>

using namespace roofplan;

class TextColumnsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void alignsLettersLeftAndNumbersRight() {
        TextColumns columns("  ", {1});
        columns.add({"a", "1", "x"});
        columns.add({"long", "100"});
        QCOMPARE(columns.text(), std::string("  a       1  x\n  long  100\n"));
    }

    void countsLettersAndNotBytes() {
        TextColumns columns("");
        columns.add({"η", "1"});
        columns.add({"ab", "2"});
        QCOMPARE(columns.text(), std::string("η   1\nab  2\n"));
    }

    void withoutRowsThereIsNoText() { QVERIFY(TextColumns("").text().empty()); }
};

QTEST_GUILESS_MAIN(TextColumnsTest)
#include "text_columns_test.moc"
