#include "tests/ui/window_case.h"

#include <QFile>
#include <QSignalSpy>
#include <QTest>

using namespace roofplan;
using namespace roofplan::ui;

class DocumentTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void previewIsNoEdit();
    void commitIsOneCommand();
    void sameValueIsNoCommand();
    void refusedTextChangesNothing_data();
    void refusedTextChangesNothing();
    void severalFieldsAreOneCommand();
    void allOrNothing();
    void importIsOneCommand();
    void saveAndOpenAgain();
    void brokenFilesLoseNothing_data();
    void brokenFilesLoseNothing();
    void unwritablePlace();

private:
    [[nodiscard]] static const Field& field(const char* key) { return *findField(key); }

    test::PrivateSettings m_settings;
    std::unique_ptr<ProjectDocument> m_document;
};

void DocumentTest::init() {
    m_document = std::make_unique<ProjectDocument>(test::shippedCatalogue());
    QVERIFY(m_document->isBlank());
    QCOMPARE(m_document->openExample(test::examplePath()), Diagnostics{});
    QVERIFY(!m_document->isBlank());
    QVERIFY(m_document->filePath().isEmpty());
}

void DocumentTest::previewIsNoEdit() {
    QSignalSpy changes(m_document.get(), &ProjectDocument::scenarioChanged);
    QCOMPARE(m_document->preview(field("global_batch"), QStringLiteral("4 096")), Diagnostics{});
    QCOMPARE(m_document->scenario().workload.globalBatch, 4096);
    QCOMPARE(m_document->project().scenarios.front().workload.globalBatch, 2048);
    QVERIFY(!m_document->isModified());
    m_document->dropPreview();
    QCOMPARE(m_document->scenario().workload.globalBatch, 2048);
    QCOMPARE(changes.count(), 2);
}

void DocumentTest::commitIsOneCommand() {
    QCOMPARE(m_document->commit(field("global_batch"), QStringLiteral("4096")), Diagnostics{});
    QCOMPARE(m_document->undoStack().count(), 1);
    QVERIFY(m_document->isModified());
    m_document->undoStack().undo();
    QCOMPARE(m_document->scenario().workload.globalBatch, 2048);
    QVERIFY(!m_document->isModified());
    m_document->undoStack().redo();
    QCOMPARE(m_document->scenario().workload.globalBatch, 4096);
}

void DocumentTest::sameValueIsNoCommand() {
    QCOMPARE(m_document->commit(field("global_batch"), QStringLiteral("2k")).size(), 0U);
    m_document->undoStack().clear();
    QCOMPARE(m_document->commit(field("tokens"), QStringLiteral("5e12")), Diagnostics{});
    QCOMPARE(m_document->undoStack().count(), 0);
}

void DocumentTest::refusedTextChangesNothing_data() {
    QTest::addColumn<QString>("text");
    for (const char* text : {"0", "-4", "nan", "1e308", "", "many", "0,5"}) {
        QTest::newRow(text) << QString::fromLatin1(text);
    }
}

void DocumentTest::refusedTextChangesNothing() {
    QFETCH(QString, text);
    const Scenario before = m_document->scenario();
    const Diagnostics found = m_document->commit(field("global_batch"), text);
    QCOMPARE(found.size(), 1U);
    QCOMPARE(found.front().place, std::string("global_batch"));
    QVERIFY(m_document->scenario() == before);
    QCOMPARE(m_document->undoStack().count(), 0);
}

void DocumentTest::severalFieldsAreOneCommand() {
    QCOMPARE(m_document->apply({{"tp", "4", "8"}, {"recompute", "none", "full"}}), Diagnostics{});
    QCOMPARE(m_document->scenario().plan.tensorParallel, 8);
    QVERIFY(m_document->scenario().plan.recompute == Recompute::Full);
    QCOMPARE(m_document->undoStack().count(), 1);
}

void DocumentTest::allOrNothing() {
    QVERIFY(!m_document->apply({{"tp", "4", "8"}, {"pp", "4", "-1"}}).empty());
    QCOMPARE(m_document->scenario().plan.tensorParallel, 4);
    QCOMPARE(m_document->undoStack().count(), 0);
}

void DocumentTest::importIsOneCommand() {
    const QString path = m_settings.path(QStringLiteral("config.json"));
    QFile::remove(path);
    QVERIFY(QFile::copy(QStringLiteral(ROOFPLAN_SOURCE_DIR
                                       "/resources/examples/"
                                       "meta-llama--Meta-Llama-3.1-70B.config.json"),
                        path));
    const Diagnostics assumptions = m_document->importModel(path);
    QCOMPARE(assumptions.size(), std::size_t{1}); // the file leaves the size of heads open
    QVERIFY(assumptions.front().severity == Severity::Info);
    QVERIFY(!m_document->project().models.empty());
    const std::string id = m_document->scenario().workload.model;
    QVERIFY(findEntry(m_document->catalogue()->models, id) != nullptr);
    m_document->undoStack().undo();
    QVERIFY(!m_document->isModified());
}

void DocumentTest::saveAndOpenAgain() {
    const QString path = m_settings.path(QStringLiteral("saved.roofplan"));
    QCOMPARE(m_document->commit(field("pp"), QStringLiteral("8")), Diagnostics{});
    QCOMPARE(m_document->save(path), Diagnostics{});
    QVERIFY(!m_document->isModified());
    QCOMPARE(m_document->filePath(), path);
    ProjectDocument other(test::shippedCatalogue());
    QCOMPARE(other.open(path), Diagnostics{});
    QVERIFY(other.project() == m_document->project());
}

void DocumentTest::brokenFilesLoseNothing_data() {
    QTest::addColumn<QByteArray>("content");
    const QByteArray good = test::readFile(test::examplePath());
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("not JSON") << QByteArray("Roofplan");
    QTest::newRow("truncated") << good.left(good.size() / 2);
    QTest::newRow("another thing") << QByteArray("[1, 2]");
}

void DocumentTest::brokenFilesLoseNothing() {
    QFETCH(QByteArray, content);
    const QString path = m_settings.path(QStringLiteral("broken.roofplan"));
    test::writeFile(path, content);
    QCOMPARE(m_document->commit(field("pp"), QStringLiteral("8")), Diagnostics{});
    const Project before = m_document->project();
    QVERIFY(hasErrors(m_document->open(path)));
    QVERIFY(hasErrors(m_document->importModel(path)));
    QVERIFY(m_document->project() == before);
    QVERIFY(m_document->isModified());
    QCOMPARE(m_document->undoStack().count(), 1);
}

void DocumentTest::unwritablePlace() {
    const QString path = m_settings.path(QStringLiteral("no/such/folder/a.roofplan"));
    const Diagnostics found = m_document->save(path);
    QCOMPARE(found.size(), 1U);
    QVERIFY(found.front().text.plain().find("a.roofplan") != std::string::npos);
    QVERIFY(m_document->filePath().isEmpty());
}

QTEST_MAIN(DocumentTest)
#include "document_test.moc"
