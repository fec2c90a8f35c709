#include "core/catalogue/catalogue_check.h"
#include "core/catalogue/catalogue_loader.h"

#include <QTest>

#include <algorithm>

using namespace roofplan;

namespace {

bool found(const Diagnostics& findings, std::string_view code, std::string_view words = {}) {
    return std::ranges::any_of(findings, [&](const Diagnostic& d) {
        return d.code == code && plainLine(d).find(words) != std::string::npos;
    });
}

Fact& factOf(Catalogue& catalogue, FactId id) {
    return catalogue.facts[static_cast<std::size_t>(id)];
}

template <typename Entry>
Entry& entryOf(std::vector<Entry>& entries, std::string_view id) {
    return *std::ranges::find(entries, id, &Entry::id);
}

/// The preferred fact of a property of an entry.
Fact& factOf(Catalogue& catalogue, std::string_view entry, std::string_view property) {
    return *std::ranges::find_if(catalogue.facts, [&](const Fact& fact) {
        return fact.entry == entry && fact.property == property && fact.preferred;
    });
}

InstancePrice& priceOf(Catalogue& catalogue, PricePlan plan) {
    return *std::ranges::find_if(catalogue.prices, [plan](const InstancePrice& price) {
        return price.instance == "p5en.48xlarge" && price.plan == plan &&
               price.region == "us-east-1";
    });
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

    void findsNothingWrongInTheShippedOne() {
        for (const Diagnostic& finding : checkCatalogue(m_shipped)) {
            QVERIFY2(finding.severity == Severity::Info, plainLine(finding).c_str());
        }
    }

    void findsNothingInNothing() { QVERIFY(checkCatalogue(Catalogue()).empty()); }

    void noticesFp8BelowBf16() {
        Catalogue catalogue = m_shipped;
        catalogue.gpus.back().peaks[static_cast<std::size_t>(Precision::Fp8)].rate = FlopRate(1e12);
        const Diagnostics findings = checkCatalogue(catalogue);
        QVERIFY(found(findings, "check.peak"));
        QVERIFY(hasErrors(findings));
    }

    void noticesFp4BelowFp8() {
        Catalogue catalogue = m_shipped;
        entryOf(catalogue.gpus, "b200-hgx").peaks[static_cast<std::size_t>(Precision::Nvfp4)].rate =
            FlopRate(1e15);
        QVERIFY(
            found(checkCatalogue(catalogue), "check.peak", "NVFP4 peak of b200-hgx (1 PFLOP/s)"));
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

    void noticesAnNvlinkAggregateThatIsNotPerGpuTimesGpus() {
        Catalogue catalogue = m_shipped;
        factOf(catalogue, "p5en.48xlarge", "nvlink_aggregate").used *= 2.0;
        const Diagnostics findings = checkCatalogue(catalogue);
        QVERIFY(found(findings, "check.nvlink_aggregate", "makes 900 GB/s a GPU one way"));
        QVERIFY(found(findings, "check.nvlink_aggregate", "both directions?"));
        factOf(catalogue, "p5en.48xlarge", "nvlink_aggregate").used = 450e9 * 1.01;
        QVERIFY(!found(checkCatalogue(catalogue), "check.nvlink_aggregate"));
    }

    void noticesALinkTakenForTwo() {
        Catalogue catalogue = m_shipped;
        const FactId id = entryOf(catalogue.nvlinks, "nvlink-4").bandwidth.fact;
        QVERIFY(!catalogue.fact(id).rivals.empty());
        factOf(catalogue, id).used = 900e9;
        QVERIFY(found(checkCatalogue(catalogue), "check.link", "450 GB/s by another fact"));
    }

    void noticesGpuMemoryThatIsNotGpusTimesCapacity() {
        Catalogue catalogue = m_shipped;
        factOf(catalogue, "p5en.48xlarge", "gpu_memory").used /= 2.0;
        QVERIFY(found(checkCatalogue(catalogue), "check.gpu_memory", "8 × h200-sxm"));
    }

    void noticesANicOfARateThatNoPortHas() {
        Catalogue catalogue = m_shipped;
        entryOf(catalogue.instances, "p5en.48xlarge").nicsPerGpu->value = 3.0;
        QVERIFY(found(checkCatalogue(catalogue), "check.nics", "3 NICs a GPU and 400 Gbit/s"));
    }

    void noticesMoreNetworkThanItsGenerationGives() {
        Catalogue catalogue = m_shipped;
        InstanceType& instance = entryOf(catalogue.instances, "p5en.48xlarge");
        instance.networkBandwidth.value = Bandwidth(100e9);
        QVERIFY(found(checkCatalogue(catalogue), "check.network_most", "efa-v3"));
        entryOf(catalogue.instances, "u-p6e-gb200x72").members.reset();
        QVERIFY(found(checkCatalogue(catalogue), "check.network_most", "u-p6e-gb200x72"));
    }

    void noticesMembersThatDoNotAddUp() {
        Catalogue catalogue = m_shipped;
        InstanceType& whole = entryOf(catalogue.instances, "u-p6e-gb200x72");
        whole.members->value = 17.0;
        QVERIFY(
            found(checkCatalogue(catalogue), "check.members", "17 × p6e-gb200.36xlarge have 68"));
        whole.members->value = 18.0;
        entryOf(catalogue.instances, "p6e-gb200.36xlarge").gpu = "gb300";
        QVERIFY(found(checkCatalogue(catalogue), "check.members", "(gb300)"));
    }

    void noticesMembersWithoutTheirNumber() {
        Catalogue catalogue = m_shipped;
        entryOf(catalogue.instances, "u-p6e-gb200x72").members.reset();
        QVERIFY(found(checkCatalogue(catalogue), "check.members", "not both"));
    }

    void noticesPartAndWholeThatDisagree() {
        Catalogue catalogue = m_shipped;
        InstanceType& part = entryOf(catalogue.instances, "p6e-gb200.36xlarge");
        part.soldIn = {"u-p6e-gb200x36"};
        QVERIFY(found(checkCatalogue(catalogue), "check.sold_in", "u-p6e-gb200x72 is made of"));
        part.soldIn = {"u-p6e-gb200x36", "u-p6e-gb200x72", "p5.48xlarge"};
        QVERIFY(found(checkCatalogue(catalogue), "check.sold_in", "sold in p5.48xlarge"));
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

    void noticesAFigureWithoutSourceOrDate() {
        Catalogue catalogue = m_shipped;
        catalogue.facts.front().source.title.clear();
        QVERIFY(found(checkCatalogue(catalogue), "check.source"));
        catalogue = m_shipped;
        catalogue.facts.front().source.date.clear();
        QVERIFY(found(checkCatalogue(catalogue), "check.source"));
    }

    void noticesADateThatIsNone_data() {
        QTest::addColumn<QByteArray>("date");
        for (const char* date : {"2026-13", "2026-00-01", "2026-09-32", "2026-09-15-1", "soon"}) {
            QTest::newRow(date) << QByteArray(date);
        }
    }

    void noticesADateThatIsNone() {
        QFETCH(QByteArray, date);
        Catalogue catalogue = m_shipped;
        catalogue.facts.front().source.date = date.toStdString();
        QVERIFY(found(checkCatalogue(catalogue), "check.date", date.toStdString()));
    }

    void noticesADateInTheFuture() {
        Catalogue catalogue = m_shipped;
        factOf(catalogue, priceOf(catalogue, PricePlan::OnDemand).perInstance.fact).source.date =
            "2036-09-19";
        const Diagnostics findings = checkCatalogue(catalogue);
        QVERIFY(found(findings, "check.date", "2036-09-19"));
        const auto old = [](const Diagnostics& list) {
            return std::ranges::count(list, std::string("check.price_date"), &Diagnostic::code);
        };
        QCOMPARE(old(findings), old(checkCatalogue(m_shipped))); // no price looks older by it
    }

    void noticesANumberInTheWrongUnit_data() {
        QTest::addColumn<QByteArray>("entry");
        QTest::addColumn<QByteArray>("property");
        QTest::addColumn<double>("factor");
        const auto row = [](const char* entry, const char* property, double factor) {
            QTest::addRow("%s %s", entry, property)
                << QByteArray(entry) << QByteArray(property) << factor;
        };
        row("h200-sxm", "hbm_bandwidth", 1e-3);
        row("h200-sxm", "hbm_bandwidth", 1e3);
        row("h200-sxm", "memory", 1e-3);
        row("h200-sxm", "memory", 1e3);
        row("h200-sxm", "bf16_peak", 1e-6);
        row("h200-sxm", "bf16_peak", 1e6);
        row("nvlink-4", "bandwidth", 1e-3);
        row("nvlink-4", "bandwidth", 1e3);
        row("efa-v3", "hop_latency", 1e3);
        row("p5en.48xlarge", "network_bandwidth", 1e3);
        row("p5en.48xlarge", "host_memory", 1e-6);
    }

    void noticesANumberInTheWrongUnit() {
        QFETCH(QByteArray, entry);
        QFETCH(QByteArray, property);
        QFETCH(double, factor);
        Catalogue catalogue = m_shipped;
        factOf(catalogue, entry.toStdString(), property.toStdString()).used *= factor;
        QVERIFY(found(checkCatalogue(catalogue), "check.magnitude", entry.toStdString()));
    }

    void noticesAPriceThatNobodyPays() {
        for (const double factor : {100.0, 0.01}) {
            Catalogue catalogue = m_shipped;
            Sourced<Price>& price = priceOf(catalogue, PricePlan::OnDemand).perInstance;
            price.value = price.value * factor;
            QVERIFY(found(checkCatalogue(catalogue), "check.price", "per GPU or per instance"));
        }
    }

    void noticesADiscountThatIsNone() {
        Catalogue catalogue = m_shipped;
        Sourced<Price>& block = priceOf(catalogue, PricePlan::CapacityBlock).perInstance;
        block.value = priceOf(catalogue, PricePlan::OnDemand).perInstance.value * 1.4;
        QVERIFY(!found(checkCatalogue(catalogue), "check.discount"));
        block.value = priceOf(catalogue, PricePlan::OnDemand).perInstance.value * 1.6;
        QVERIFY(found(checkCatalogue(catalogue), "check.discount", "p5en.48xlarge in us-east-1"));
    }

    void saysWhatHasNoPrice() {
        Catalogue catalogue = m_shipped;
        std::erase_if(catalogue.prices,
                      [](const InstancePrice& price) { return price.instance == "p5.48xlarge"; });
        QVERIFY(found(checkCatalogue(catalogue), "check.unpriced", "p5.48xlarge"));
        QVERIFY(!hasErrors(checkCatalogue(catalogue)));
        QVERIFY(!found(checkCatalogue(m_shipped), "check.unpriced", "p6e-gb200.36xlarge"));
    }

    void noticesStorageLimitsThatContradict() {
        Catalogue catalogue;
        const auto fact = [&catalogue](double used) {
            catalogue.facts.push_back({.entry = "tier",
                                       .label = "limit",
                                       .kind = UnitKind::Size,
                                       .used = used,
                                       .source = {.title = "x", .date = "2026"},
                                       .preferred = true});
            return Sourced<Bytes>{Bytes(used), FactId(catalogue.facts.size() - 1)};
        };
        StorageTier tier{.id = "tier"};
        tier.capacityLeast = fact(1200.0);
        tier.capacityMost = fact(2400.0);
        tier.capacityStep = fact(1200.0);
        catalogue.storageTiers = {tier};
        QVERIFY(checkCatalogue(catalogue).empty());
        catalogue.storageTiers.front().capacityMost->value = Bytes(600.0);
        QVERIFY(found(checkCatalogue(catalogue), "check.limits"));
        catalogue.storageTiers = {tier};
        catalogue.storageTiers.front().capacityStep->value = Bytes(900.0);
        QVERIFY(found(checkCatalogue(catalogue), "check.steps"));
    }

    void noticesABurstBelowWhatLasts() {
        Catalogue catalogue = m_shipped;
        const auto tier = std::ranges::find_if(catalogue.storageTiers, [](const StorageTier& t) {
            return t.network && t.networkBurst;
        });
        QVERIFY(tier != catalogue.storageTiers.end());
        tier->networkBurst->value = tier->network->value * 0.5;
        QVERIFY(found(checkCatalogue(catalogue), "check.limits", tier->id));
    }

    void noticesAStoragePriceThatNobodyPays() {
        Catalogue catalogue = m_shipped;
        StoragePrices& prices = catalogue.storageTiers.front().prices.front();
        prices.capacity->value = prices.capacity->value * 1e3;
        QVERIFY(found(checkCatalogue(catalogue), "check.price", "GB-month"));
    }

    void noticesAnOldPrice() {
        Catalogue catalogue = m_shipped;
        factOf(catalogue, catalogue.prices.front().perInstance.fact).source.date = "2019-08";
        const Diagnostics findings = checkCatalogue(catalogue);
        const bool said = std::ranges::any_of(findings, [](const Diagnostic& finding) {
            return finding.code == "check.price_date" &&
                   finding.text.plain().find("2019-08, more than a year") != std::string::npos;
        });
        QVERIFY(said);
    }

    void saysOnceHowManyPricesAreAsOld() {
        Catalogue catalogue = m_shipped;
        std::size_t changed = 0;
        for (const InstancePrice& price : catalogue.prices) {
            if (price.instance == "p5.48xlarge") {
                factOf(catalogue, price.perInstance.fact).source.date = "2019-08";
                ++changed;
            }
        }
        QVERIFY(changed > 1);
        std::vector<std::string> said;
        for (const Diagnostic& finding : checkCatalogue(catalogue)) {
            if (finding.text.plain().find("2019-08") != std::string::npos) {
                said.push_back(finding.text.plain());
            }
        }
        QCOMPARE(said.size(), std::size_t{1});
        QVERIFY(said.front().starts_with(std::to_string(changed) + " prices of p5.48xlarge"));
    }

    void noticesAValueOutsideItsOwnRange() {
        Catalogue catalogue = m_shipped;
        Fact& fact = factOf(catalogue, catalogue.efficiencyProfiles.front().hbmFraction.fact);
        fact.published = 0.5;
        QVERIFY(found(checkCatalogue(catalogue), "check.range", "outside"));
        fact.low = *fact.high + 0.1;
        QVERIFY(found(checkCatalogue(catalogue), "check.range", "empty"));
    }

private:
    Catalogue m_shipped;
};

QTEST_GUILESS_MAIN(CatalogueCheckTest)
#include "catalogue_check_test.moc"
