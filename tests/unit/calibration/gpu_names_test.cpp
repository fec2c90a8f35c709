#include "core/calibration/gpu_names.h"
#include "tests/support/shipped.h"

#include <QTest>

#include <map>

using namespace roofplan;
using namespace roofplan::test;

class GpuNamesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void knowsWhatMeasurementsCallIt_data() {
        QTest::addColumn<QByteArray>("id");
        for (const auto& [name, id] : {std::pair{"A100", "a100-sxm-80gb"},
                                       std::pair{"A100-SXM-80GB", "a100-sxm-80gb"},
                                       std::pair{"A100-40GB", "a100-sxm-40gb"},
                                       std::pair{"A100-SXM-40GB", "a100-sxm-40gb"},
                                       std::pair{"A100-SXM4-80GB", "a100-sxm-80gb"},
                                       std::pair{"H100", "h100-sxm"},
                                       std::pair{"H100-80GB", "h100-sxm"},
                                       std::pair{"H100 SXM", "h100-sxm"},
                                       std::pair{"NVIDIA H100-SXM-80GB", "h100-sxm"},
                                       std::pair{"h100_sxm", "h100-sxm"},
                                       std::pair{"H100-96GB-500W", "h100-sxm-500w"},
                                       std::pair{"H200", "h200-sxm"},
                                       std::pair{"H200-SXM-141GB", "h200-sxm"},
                                       std::pair{"H800", "h800-sxm"},
                                       std::pair{"B200", "b200-hgx"},
                                       std::pair{"B200 SXM", "b200-hgx"},
                                       std::pair{"B300", "b300-hgx"},
                                       std::pair{"GB200", "gb200"},
                                       std::pair{"GB200 NVL72", "gb200"},
                                       std::pair{"GB300", "gb300"}}) {
            QTest::newRow(name) << QByteArray(id);
        }
    }

    void knowsWhatMeasurementsCallIt() {
        QFETCH(QByteArray, id);
        const auto found = gpuIdOf(QTest::currentDataTag(), shippedCatalogue());
        QVERIFY(found.has_value());
        QCOMPARE(QByteArray::fromStdString(*found), id);
    }

    void takesNoOtherGpuForIt() {
        for (const char* const name : {"", "NVIDIA", "H100 PCIe", "GH200", "MI300X", "H1000"}) {
            QVERIFY2(!gpuIdOf(name, shippedCatalogue()), name);
        }
    }

    void noNameStandsForTwoGpus() {
        for (const Gpu& gpu : shippedCatalogue().gpus) {
            for (const std::string& alias : gpu.aliases) {
                QCOMPARE(gpuIdOf(alias, shippedCatalogue()).value_or(""), gpu.id);
            }
        }
    }
};

QTEST_GUILESS_MAIN(GpuNamesTest)
#include "gpu_names_test.moc"
