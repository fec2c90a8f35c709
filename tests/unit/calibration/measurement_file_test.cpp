#include "core/calibration/measurement_file.h"
#include "tests/unit/calibration/measurement_rows.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;
using nlohmann::json;

namespace {

/// For the message of a failing comparison; the findings may be none.
QByteArray lines(const Diagnostics& findings) {
    QByteArray all;
    for (const Diagnostic& finding : findings) {
        all += QByteArray::fromStdString(plainLine(finding)) + '\n';
    }
    return all;
}

} // namespace

class MeasurementFileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void findsTheKind_data() {
        QTest::addColumn<QByteArray>("row");
        QTest::newRow("training") << QByteArray(R"({"run": {"seq_len": 1}, "measured": {}})");
        QTest::newRow("inference") << QByteArray(R"({"run": {"engine": "vLLM"}, "measured": {}})");
        QTest::newRow("collectives") << QByteArray(R"({"collective": "all_reduce"})");
        QTest::newRow("gemm") << QByteArray(R"({"op": "gemm"})");
        QTest::newRow("storage") << QByteArray(R"({"kind": "fio", "throughput_GBps": 1})");
    }

    void findsTheKind() {
        QFETCH(QByteArray, row);
        const auto file = readMeasurements("[" + row.toStdString() + "]", "f", shippedCatalogue());
        QVERIFY(file.has_value());
        QCOMPARE(QByteArray(measurementKindName(file->kind)), QByteArray(QTest::currentDataTag()));
    }

    void takesSoundRows() {
        for (const char* const name : {"kernels.json", "collectives.json"}) {
            const auto file = readMeasurements(dataText(name), name, shippedCatalogue());
            QVERIFY(file.has_value());
            QVERIFY2(file->findings.empty(), lines(file->findings));
            QVERIFY(file->rows.size() >= 3);
        }
    }

    void shippedRowsAreSound() {
        for (const char* const name : {"training", "gemm", "collectives", "inference", "storage"}) {
            const auto text =
                readTextFile(std::string(ROOFPLAN_SPECS_DIR "/measurements/") + name + ".json");
            QVERIFY(text.has_value());
            const auto file = readMeasurements(*text, name, shippedCatalogue());
            QVERIFY(file.has_value());
            QCOMPARE(std::string(measurementKindName(file->kind)), std::string(name));
            QVERIFY2(file->findings.empty(), lines(file->findings));
        }
    }

    void refusesWhatIsNoListOfRows_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("empty") << QByteArray() << QByteArray("truncated");
        QTest::newRow("cut") << QByteArray("[{\"op\": \"gemm\"") << QByteArray("truncated");
        QTest::newRow("no JSON") << QByteArray("id,op\n1,gemm\n") << QByteArray("line 1");
        QTest::newRow("object") << QByteArray("{\"op\": \"gemm\"}")
                                << QByteArray("allowed: a list");
        QTest::newRow("no rows") << QByteArray("[]") << QByteArray("allowed: a list");
        QTest::newRow("other rows") << QByteArray("[1, [], {\"a\": 2}]")
                                    << QByteArray("training, inference, collectives, gemm");
    }

    void refusesWhatIsNoListOfRows() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, words);
        const auto file = readMeasurements(text.toStdString(), "rows.json", shippedCatalogue());
        QVERIFY(!file.has_value());
        const QByteArray line = plainLine(file.error().front()).c_str();
        QVERIFY2(line.contains("rows.json") && line.contains(words), line);
    }

    void namesWhatIsWrongInARow_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<int>("index");
        QTest::addColumn<QByteArray>("changes");
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QByteArray>("place");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char* name, const char* file, int index, const char* changes,
                            const char* code, const char* place, const char* words) {
            QTest::newRow(name) << QByteArray(file) << index << QByteArray(changes)
                                << QByteArray(code) << QByteArray(place) << QByteArray(words);
        };
        const char* const kernels = "kernels.json";
        const char* const collectives = "collectives.json";
        row("missing", kernels, 0, R"({"m": null})", "missing", "/m", "allowed: a whole number");
        row("text for number", kernels, 0, R"({"latency_ms": "4.2 ms"})", "value", "/latency_ms",
            "found \"4.2 ms\"; allowed: a number above 0");
        row("negative", kernels, 0, R"({"k": -8192})", "value", "/k", "found -8192");
        row("zero", kernels, 0, R"({"latency_ms": 0})", "value", "/latency_ms", "above 0");
        row("half a row", kernels, 0, R"({"n": 0.5})", "value", "/n", "found 0.5");
        row("huge", kernels, 0, R"({"m": 1e300})", "value", "/m", "a whole number");
        row("list for number", kernels, 0, R"({"m": [1]})", "value", "/m", "a whole number");
        row("other unit", kernels, 0, R"({"latency_ms": null, "latency_us": 4188})", "unit",
            "/latency_ms", "found latency_us");
        row("other size unit", collectives, 0, R"({"message_bytes": null, "message_KiB": 1})",
            "unit", "/message_bytes", "found message_KiB");
        row("unknown GPU", kernels, 0, R"({"gpu": "H900"})", "gpu", "/gpu", "found H900; allowed:");
        row("unknown operator", kernels, 0, R"({"op": "conv2d"})", "value", "/op",
            "found conv2d; allowed: gemm");
        row("unknown format", kernels, 0, R"({"dtype": "int3"})", "value", "/dtype", "found int3");
        row("unknown collective", collectives, 0, R"({"collective": "gossip"})", "value",
            "/collective", "allowed: all_reduce");
        row("unknown tier", kernels, 0, R"({"score": {"tier": "Z"}})", "value", "/score/tier",
            "found \"Z\"; allowed: A, B");
        row("no tier", kernels, 0, R"({"score": null})", "value", "/score/tier", "nothing");
        row("no target", kernels, 0, R"({"score": {"target": null}})", "missing", "/score/target",
            "a text");
        row("foreign target", kernels, 0, R"({"score": {"target": "mfu"}})", "value",
            "/score/target", "allowed: latency_ms");
        row("no id", kernels, 0, R"({"id": null})", "missing", "/id", "id is missing");
        row("another kind", kernels, 0, R"({"op": null, "collective": "all_reduce"})", "kind", "",
            "found collectives; allowed in this file: a row of kind gemm");
        row("contradictory rate", kernels, 0, R"({"tflops": 2625})", "contradiction", "/tflops",
            "m, n, k and latency_ms make 262.5");
        row("heads that do not divide", kernels, 1, R"({"kv_heads": 7})", "contradiction",
            "/kv_heads", "heads, which it must divide");
        row("contradictory nodes", collectives, 1, R"({"nodes": 3})", "contradiction", "/gpus",
            "nodes and gpus_per_node make 24");
        row("rate in another unit", collectives, 2, R"({"algbw_GBps": 1670})", "contradiction",
            "/algbw_GBps", "message_bytes and latency_us");
    }

    void namesWhatIsWrongInARow() {
        QFETCH(QByteArray, file);
        QFETCH(int, index);
        QFETCH(QByteArray, changes);
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, place);
        QFETCH(QByteArray, words);
        // Two rows that are sound stand around it, so that the file keeps its kind.
        json sound = changedRow(file, 0);
        json twin = sound;
        twin["id"] = "twin";
        json broken = changedRow(file, static_cast<std::size_t>(index), changes);
        if (broken.contains("id")) {
            broken["id"] = "broken";
        }
        const auto read = readRows(json::array({sound, broken, twin}));
        QVERIFY(read.has_value());
        QVERIFY(!read->findings.empty());
        const Diagnostic& finding = read->findings.front();
        const QByteArray line = plainLine(finding).c_str();
        QCOMPARE(QByteArray::fromStdString(finding.code), "measurement." + code);
        QCOMPARE(QByteArray::fromStdString(finding.place), "rows.json#/1" + place);
        QVERIFY2(line.contains(words), line);
        QVERIFY2(line.contains(broken.contains("id") ? "broken" : "#1"), line);
        QVERIFY(read->rows[0].sound && !read->rows[1].sound && read->rows[2].sound);
    }

    void namesContradictoryParallelism() {
        const auto text = readTextFile(ROOFPLAN_SPECS_DIR "/measurements/korthikanti-table5.json");
        json rows = json::parse(text.value_or("[]"));
        rows[1]["run"]["tp"] = 3;
        const auto read = readRows(rows);
        QVERIFY(read.has_value());
        QCOMPARE(read->findings.size(), std::size_t{1});
        const QByteArray line = plainLine(read->findings.front()).c_str();
        QVERIFY2(line.contains("rows.json#/1/hardware/gpus") && line.contains("tp, pp, cp and dp"),
                 line);
    }

    void takesNoIdTwice() {
        const json row = changedRow("kernels.json", 0);
        const auto read = readRows(json::array({row, row}));
        QVERIFY(read.has_value());
        QCOMPARE(read->findings.size(), std::size_t{1});
        QCOMPARE(read->findings.front().code, std::string("measurement.duplicate"));
    }

    void asksLittleOfRowsThatAreNotScored() {
        const auto read = readRows(
            json::array({changedRow("kernels.json", 0, R"({"score": {"tier": "C"}, "m": null})")}));
        QVERIFY(read.has_value() && read->findings.empty());
    }

    void readsTheFirstOfSeveralTargets() {
        QCOMPARE(targetOf(json::parse(R"({"score": {"target": ["a", "b"]}})")), std::string("a"));
        QCOMPARE(targetOf(json::parse(R"({"score": {"target": []}})")), std::string());
    }
};

QTEST_GUILESS_MAIN(MeasurementFileTest)
#include "measurement_file_test.moc"
