#include "core/catalogue/catalogue_check.h"
#include "core/catalogue/catalogue_loader.h"

#include <QTest>

#include <algorithm>

using namespace roofplan;

namespace {

bool found(const Diagnostics& findings, std::string_view code) {
    return std::ranges::any_of(findings, [&](const Diagnostic& d) { return d.code == code; });
}

Fact& factOf(Catalogue& catalogue, FactId id) {
    return catalogue.facts[static_cast<std::size_t>(id)];
}

} // namespace

class CatalogueCheckTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() {
        const LoadedCatalogue loaded = loadCatalogue(ROOFPLAN_SPECS_DIR);
        QVERIFY(loaded.whole());
        m_shipped = loaded.catalogue;
    }

    void findsNothingInTheShippedOne() {
        const Diagnostics findings = checkCatalogue(m_shipped);
        QVERIFY2(findings.empty(), findings.empty() ? "" : plainLine(findings.front()).c_str());
    }

    void noticesFp8BelowBf16() {
        Catalogue catalogue = m_shipped;
        catalogue.gpus.back().peaks[static_cast<std::size_t>(Precision::Fp8)].rate = FlopRate(1e12);
        const Diagnostics findings = checkCatalogue(catalogue);
        QVERIFY(found(findings, "check.peak"));
        QVERIFY(hasErrors(findings));
    }

    void noticesMemoryBeyondItsLabel() {
        Catalogue catalogue = m_shipped;
        factOf(catalogue, findEntry(catalogue.gpus, "b200-hgx")->memory.fact).used *= 1.1;
        QVERIFY(found(checkCatalogue(catalogue), "check.memory"));
    }

    void noticesAnAggregateThatIsNotPerGpuTimesGpus() {
        Catalogue catalogue = m_shipped;
        const FactId id = findEntry(catalogue.instances, "p5en.48xlarge")->networkBandwidth.fact;
        Fact& rival = factOf(catalogue, catalogue.fact(id).rivals.front());
        rival.convention = "per_gpu";
        QVERIFY(!found(checkCatalogue(catalogue), "check.network"));
        rival.used = 400e9;
        QVERIFY(found(checkCatalogue(catalogue), "check.network"));
    }

    void noticesANvlinkDomainThatCutsInstances() {
        Catalogue catalogue = m_shipped;
        catalogue.instances.front().nvlinkDomain.value = 3.0;
        QVERIFY(found(checkCatalogue(catalogue), "check.domain"));
        catalogue.instances.front().nvlinkDomain.value = 72.0;
        QVERIFY(!found(checkCatalogue(catalogue), "check.domain"));
    }

    void noticesAPreferenceWithoutAReason() {
        Catalogue catalogue = m_shipped;
        factOf(catalogue, findEntry(catalogue.gpus, "h200-sxm")->peak(Precision::Bf16).fact).why =
            "";
        QVERIFY(found(checkCatalogue(catalogue), "check.why"));
    }

    void noticesAnOldPrice() {
        Catalogue catalogue = m_shipped;
        factOf(catalogue, catalogue.prices.front().perInstance.fact).source.date = "2025-08";
        QVERIFY(found(checkCatalogue(catalogue), "check.price_date"));
    }

    void noticesAValueOutsideItsOwnRange() {
        Catalogue catalogue = m_shipped;
        factOf(catalogue, catalogue.efficiencyProfiles.front().hbmFraction.fact).published = 0.5;
        QVERIFY(found(checkCatalogue(catalogue), "check.range"));
    }

private:
    Catalogue m_shipped;
};

QTEST_GUILESS_MAIN(CatalogueCheckTest)
#include "catalogue_check_test.moc"
