#include "core/scenario/nearest_word.h"

#include <QTest>

using namespace roofplan;

class NearestWordTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void findsTheNearest_data() {
        QTest::addColumn<QByteArray>("word");
        QTest::addColumn<QByteArray>("nearest");
        QTest::newRow("one letter") << QByteArray("global_bach") << QByteArray("global_batch");
        QTest::newRow("dash and case") << QByteArray("Global-Batch") << QByteArray("global_batch");
        QTest::newRow("two equally near") << QByteArray("ep") << QByteArray("tp, pp");
        QTest::newRow("far") << QByteArray("furlong") << QByteArray("");
        QTest::newRow("empty") << QByteArray("") << QByteArray("");
        QTest::newRow("endless") << QByteArray(100000, 'x') << QByteArray("");
    }

    void findsTheNearest() {
        QFETCH(QByteArray, word);
        QFETCH(QByteArray, nearest);
        const std::vector<std::string> words{"global_batch", "tp", "pp", "tokens"};
        QCOMPARE(nearestWords(word.toStdString(), words), nearest.toStdString());
    }
};

QTEST_GUILESS_MAIN(NearestWordTest)
#include "nearest_word_test.moc"
