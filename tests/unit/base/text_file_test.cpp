#include "core/base/text_file.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <sys/stat.h>

using namespace roofplan;

namespace fs = std::filesystem;

class TextFileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_root = m_folder->path().toStdString();
    }

    void readsWhatWasWritten() {
        const std::string text("line\nline\r\n\0é", 14);
        QVERIFY(writeTextFile(m_root / "a" / "b" / "x.txt", text));
        QCOMPARE(readTextFile(m_root / "a" / "b" / "x.txt").value(), text);
        QVERIFY(writeTextFile(m_root / "a" / "b" / "x.txt", ""));
        QCOMPARE(readTextFile(m_root / "a" / "b" / "x.txt").value(), std::string());
    }

    void keepsTheModeOfTheFile() {
        const fs::path path = m_root / "x.txt";
        QVERIFY(writeTextFile(path, "a"));
        fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
        QVERIFY(writeTextFile(path, "b"));
        QVERIFY(fs::status(path).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
    }

    void writesWhatALinkPointsTo() {
        QVERIFY(writeTextFile(m_root / "real.txt", "a"));
        fs::create_symlink(m_root / "real.txt", m_root / "link.txt");
        QVERIFY(writeTextFile(m_root / "link.txt", "b"));
        QVERIFY(fs::is_symlink(m_root / "link.txt"));
        QCOMPARE(readTextFile(m_root / "real.txt").value(), std::string("b"));
    }

    void leavesNothingBehindWhereItFails() {
        fs::create_directory(m_root / "x.txt");
        std::ofstream(m_root / "x.txt" / "inner") << "a";
        const Expected<void> written = writeTextFile(m_root / "x.txt", "b");
        QVERIFY(!written);
        QCOMPARE(written.error().front().code, std::string("file.unwritable"));
        QCOMPARE(written.error().front().place, (m_root / "x.txt").string());
        QCOMPARE(std::distance(fs::directory_iterator(m_root), {}), 1);
    }

    void refusesWhatIsLargerThanAllowed() {
        QVERIFY(writeTextFile(m_root / "x.txt", std::string(11, 'a')));
        QVERIFY(readTextFile(m_root / "x.txt", 11).has_value());
        QCOMPARE(readTextFile(m_root / "x.txt", 10).error().front().code,
                 std::string("file.too_large"));
    }

    void refusesWhatIsNoFile() {
        QVERIFY(!readTextFile(m_root).has_value());
        QVERIFY(!readTextFile(m_root / "none").has_value());
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

QTEST_GUILESS_MAIN(TextFileTest)
#include "text_file_test.moc"
