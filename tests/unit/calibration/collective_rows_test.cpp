#include "core/calibration/collective_rows.h"
#include "core/calibration/row_links.h"
#include "tests/unit/calibration/measurement_rows.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;
using nlohmann::json;

namespace {

constexpr double mebibyte = 1048576.0;

json rowOf(const char* collective, const char* gpu, int nodes, int perNode, double bytes) {
    return {{"id", "row"},
            {"collective", collective},
            {"gpu", gpu},
            {"nodes", nodes},
            {"gpus", nodes * perNode},
            {"gpus_per_node", perNode},
            {"network", "NVLink"},
            {"system", "a system"},
            {"message_bytes", bytes},
            {"latency_us", 1.0},
            {"score", {{"tier", "A"}, {"target", "latency_us"}}}};
}

json onNetwork(json row, const char* network, const char* system = "a system") {
    row["network"] = network;
    row["system"] = system;
    return row;
}

} // namespace

class CollectiveRowsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // Check numbers of the collective curves, microseconds.
    void meetsTheCheckNumbers_data() {
        QTest::addColumn<QByteArray>("row");
        QTest::addColumn<double>("microseconds");
        const auto row = [](const char* name, const json& members, double us) {
            QTest::newRow(name) << QByteArray::fromStdString(members.dump()) << us;
        };
        row("A100 all-reduce", rowOf("all_reduce", "A100", 1, 8, 64 * mebibyte), 611.0);
        row("H100 all-reduce", rowOf("all_reduce", "H100", 1, 8, 8192.0), 16.5);
        row("B200 all-gather", rowOf("all_gather", "B200", 1, 8, 64 * mebibyte), 132.6);
        row("B200 all-to-all", rowOf("alltoall", "B200", 1, 8, 64 * mebibyte), 142.0);
        const json twoNodes = rowOf("all_reduce", "H100-SXM-80GB", 2, 8, 64 * mebibyte);
        row("two nodes, NDR", onNetwork(twoNodes, "IB NDR 8x400"), 437.0);
        row("two nodes, EFA v2", onNetwork(twoNodes, "EFA 32x100"), 591.0);
        row("a rack",
            onNetwork(rowOf("all_reduce", "GB200", 18, 4, 1024 * mebibyte), "NVLink5 MNNVL"),
            3094.0);
        row("B300 all-to-all",
            onNetwork(rowOf("alltoall", "B300", 8, 8, 64 * mebibyte), "EFA 16x400"), 863.0);
        row("B300 reduce-scatter",
            onNetwork(rowOf("reduce_scatter", "B300", 2, 8, 256 * mebibyte), "EFA 16x400"), 682.0);
    }

    void meetsTheCheckNumbers() {
        QFETCH(QByteArray, row);
        QFETCH(double, microseconds);
        const FidelityItem item = scoredRow(json::parse(row.toStdString()));
        QVERIFY2(item.scored(), item.reason.c_str());
        QVERIFY2(near(item.predicted, microseconds, 0.006),
                 qPrintable(QString::number(item.predicted)));
    }

    void findsTheNetwork_data() {
        QTest::addColumn<QByteArray>("gpu");
        QTest::addColumn<QByteArray>("network");
        QTest::addColumn<QByteArray>("system");
        QTest::addColumn<QByteArray>("fabric");
        QTest::addColumn<double>("gigabytes"); // a second, a GPU
        const auto row = [](const char* gpu, const char* network, const char* system,
                            const char* fabric, double rate) {
            QTest::newRow((std::string(gpu) + " " + network + " " + system).c_str())
                << QByteArray(gpu) << QByteArray(network) << QByteArray(system)
                << QByteArray(fabric) << rate;
        };
        row("H100", "EFA", "AWS p5.48xlarge, EFA 3200 Gb/s/node", "efa-v2", 50.0);
        row("H100", "EFA 32x100", "4x AWS p5.48xlarge", "efa-v2", 50.0);
        row("H200", "EFA 16x200", "AWS p5en.48xlarge EFA", "efa-v3", 50.0);
        row("H200", "EFA", "AWS p5e.48xlarge", "efa-v2", 50.0);
        row("A100", "EFA", "AWS p4de.24xlarge, EFA 400 Gb/s/node", "efa-v1", 6.25);
        row("B200", "EFA 8x400", "4x AWS p6-b200.48xlarge", "efa-v4", 50.0);
        row("B300", "EFA 16x400", "p6-b300.48xlarge", "efa-v4-b300", 100.0);
        row("H100", "IB NDR 8x400", "HGX H100", "infiniband-ndr", 50.0);
        row("H100", "IB NDR", "HGX H100", "infiniband-ndr", 50.0);
        row("H100", "IB NDR (+SHARP manifest)", "CoreWeave H100", "infiniband-ndr", 50.0);
        row("A100", "InfiniBand HDR", "DGX A100", "infiniband-hdr", 25.0);
        row("H100", "RoCEv2 16x200", "OCI", "roce-v2", 50.0);
        row("H100", "TCPXO Ethernet 1600 Gb/s/node", "GCP", "tcpxo", 25.0);
    }

    void findsTheNetwork() {
        QFETCH(QByteArray, gpu);
        QFETCH(QByteArray, network);
        QFETCH(QByteArray, system);
        QFETCH(QByteArray, fabric);
        QFETCH(double, gigabytes);
        const json row = onNetwork(rowOf("all_reduce", gpu.constData(), 2, 8, mebibyte),
                                   network.constData(), system.constData());
        const auto found = rowLinks(row, shippedCatalogue());
        QVERIFY2(found.has_value(), qPrintable(QString::fromStdString(row.dump())));
        QCOMPARE(QByteArray::fromStdString(found->links.network->id), fabric);
        QVERIFY2(near(found->links.nic.base() / 1e9, gigabytes, 0.01),
                 qPrintable(QString::number(found->links.nic.base() / 1e9)));
    }

    void saysThatANetworkIsUnknown() {
        for (const char* const network : {"NVLink", "carrier pigeon", "TCPXO", "ribbon"}) {
            const FidelityItem item =
                scoredRow(onNetwork(rowOf("all_reduce", "H100", 2, 8, mebibyte), network));
            QVERIFY2(!item.scored(), network);
            QVERIFY2(item.reason.find(network) != std::string::npos, item.reason.c_str());
        }
    }

    void countsDomains() {
        const auto placement = [](const json& row) {
            const auto found = rowLinks(row, shippedCatalogue());
            return found ? found->group : Placement{};
        };
        QVERIFY((placement(rowOf("all_reduce", "H100", 1, 4, 1.0)) ==
                 Placement{.ranks = 4, .domains = 1, .perDomain = 4}));
        QVERIFY((placement(onNetwork(rowOf("all_reduce", "H100", 4, 8, 1.0), "EFA")) ==
                 Placement{.ranks = 32, .domains = 4, .perDomain = 8}));
        QVERIFY((placement(onNetwork(rowOf("all_reduce", "GB200", 18, 4, 1.0), "MNNVL")) ==
                 Placement{.ranks = 72, .domains = 1, .perDomain = 72}));
        QVERIFY(
            (placement(onNetwork(rowOf("all_reduce", "GB200", 32, 4, 1.0), "MNNVL + RoCE 8x400")) ==
             Placement{.ranks = 128, .domains = 2, .perDomain = 64}));
    }

    void aRowOfTheRingAloneIsSlower() {
        json row = rowOf("all_reduce", "H200", 1, 8, 8192 * mebibyte);
        const double any = scoredRow(row).predicted;
        row["algorithm_notes"] = "Ring (NCCL_NVLS_ENABLE=0)";
        QVERIFY(scoredRow(row).predicted > 1.1 * any);
    }

    void anEagerCallTakesTheHostsTime() {
        json row = rowOf("all_reduce", "H200", 1, 8, 65536.0);
        QVERIFY(scoredRow(row).predicted < 25.0);
        row["method"] = "all_reduce_bench.py";
        QVERIFY(near(scoredRow(row).predicted, 41.0, 1e-9));
    }

    void takesTheSmallestAndOddest() {
        for (const char* const collective :
             {"all_reduce", "all_gather", "reduce_scatter", "alltoall", "sendrecv"}) {
            for (const int gpus : {1, 2, 3}) {
                const FidelityItem item = scoredRow(rowOf(collective, "H100", 1, gpus, 0.5));
                QVERIFY(item.scored() && std::isfinite(item.predicted) && item.predicted >= 0.0);
            }
        }
    }
};

QTEST_GUILESS_MAIN(CollectiveRowsTest)
#include "collective_rows_test.moc"
