#include "core/architecture/flop_count.h"
#include "core/operators/attention.h"
#include "core/operators/elementwise.h"
#include "tests/support/shipped.h"

#include <QTest>
#include <rapidcheck.h>

using namespace roofplan;
using namespace roofplan::test;

namespace {

Device device(const char* gpu, bool flash2 = false) {
    const Gpu* entry = findEntry(shippedCatalogue().gpus, gpu);
    const EfficiencyProfile* profile =
        findEntry(shippedCatalogue().efficiencyProfiles, entry->efficiencyProfile);
    return makeDevice(*entry, *profile, Precision::Bf16, GemmKernels::Engine, flash2);
}

constexpr AttentionShape prefill{
    .sequences = 1, .queryHeads = 32, .keyValueHeads = 8, .headDimension = 128, .sequence = 4096};

AttentionShape anyShape() {
    return {.sequences = *rc::gen::inRange<std::int64_t>(1, 5),
            .queryHeads = *rc::gen::element<std::int64_t>(8, 16, 64),
            .keyValueHeads = *rc::gen::element<std::int64_t>(1, 8),
            .headDimension = *rc::gen::element<std::int64_t>(64, 128, 192),
            .sequence = *rc::gen::element<std::int64_t>(512, 4096, 32768),
            .contextParallel = *rc::gen::element<std::int64_t>(1, 2, 8),
            .backward = *rc::gen::arbitrary<bool>()};
}

} // namespace

class AttentionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // The check number (349 us) holds the engine's fused pass over Q, K and V for rotary and cache,
    // 2·(h + 2·hk) elements a token, which a training stack runs as a kernel of its own.
    void meetsThePrefillCheckNumber() {
        const Device h100 = device("h100-sxm");
        const Bytes fused(2.0 * 4096 * 128 * 2.0 * (32 + 2 * 8));
        const Seconds time =
            flashAttentionCost(prefill, h100).time + memoryKernelCost(fused, Flops(), h100).time;
        QVERIFY2(near(time.base() * 1e6, 349.0, 0.005),
                 qPrintable(QString::number(time.base() * 1e6)));
    }

    void countsCausalFlops() {
        const KernelCost forward = flashAttentionCost(prefill, device("h100-sxm"));
        QCOMPARE(forward.flops.base(), 2.0 * 32 * 4096.0 * 4096.0 * 128);
        AttentionShape backward = prefill;
        backward.backward = true;
        const KernelCost gradient = flashAttentionCost(backward, device("h100-sxm"));
        QCOMPARE(gradient.flops.base(), 2.5 * forward.flops.base());
        QVERIFY(gradient.time > forward.time * 2.5);
    }

    void runsOlderKernelsSlowerOnHopper() {
        const Seconds best = flashAttentionCost(prefill, device("h100-sxm")).time;
        const Seconds older = flashAttentionCost(prefill, device("h100-sxm", true)).time;
        QVERIFY(older > best * 1.6);
        QCOMPARE(flashAttentionCost(prefill, device("a100-sxm-80gb", true)).time,
                 flashAttentionCost(prefill, device("a100-sxm-80gb")).time);
    }

    // r(d) = (d + ramp)/d · 128/(128 + ramp): a FLOP costs more at small heads, the same at 128.
    void smallHeadsCostMoreAFlop() {
        const Device h100 = device("h100-sxm");
        const double ramp = h100.attentionHeadRamp;
        QCOMPARE(headSizeFactor(128.0, ramp), 1.0);
        QCOMPARE(headSizeFactor(64.0, 0.0), 1.0);
        for (const std::int64_t d : {64, 96, 192, 256}) {
            AttentionShape other = prefill;
            other.headDimension = d;
            const auto size = static_cast<double>(d);
            const double ratio =
                flashAttentionCost(other, h100).compute / flashAttentionCost(prefill, h100).compute;
            QVERIFY(near(ratio, (size + ramp) / (128.0 + ramp), 1e-12));
        }
    }

    // Latent attention: keys of 192, values of 128 count as their sum.
    void keysAndValuesMayDiffer() {
        AttentionShape latent = prefill;
        latent.headDimension = 192;
        latent.valueDimension = 128;
        AttentionShape mean = prefill;
        mean.headDimension = 160;
        const Device h100 = device("h100-sxm");
        QCOMPARE(flashAttentionCost(latent, h100).flops.base(),
                 32.0 * 4096.0 * 4096.0 * (192 + 128));
        QCOMPARE(flashAttentionCost(latent, h100).time, flashAttentionCost(mean, h100).time);
    }

    // Two routes to one number: the kernel's keys against those of the FLOP count.
    void averageKeysAreThoseOfTheFlopCount() {
        using Kind = AttentionSpan::Kind;
        for (const AttentionSpan span :
             {AttentionSpan{}, AttentionSpan{Kind::Sliding, 1024},
              AttentionSpan{Kind::Sliding, 8192}, AttentionSpan{Kind::Sliding, 65536},
              AttentionSpan{Kind::Chunked, 2048}}) {
            QCOMPARE(averageKeys(span, 8192.0),
                     averageKeys(span, 8192, AttentionFlops::CausalHalf));
        }
    }

    void windowsNeverCostMoreThanFullAttention() {
        const Device h100 = device("h100-sxm");
        QVERIFY(rc::check("a span takes no longer than all tokens", [&h100] {
            AttentionShape full = anyShape();
            AttentionShape part = full;
            part.span = {
                *rc::gen::element(AttentionSpan::Kind::Sliding, AttentionSpan::Kind::Chunked),
                *rc::gen::inRange<std::int64_t>(1, 2 * full.sequence)};
            const KernelCost some = flashAttentionCost(part, h100);
            const KernelCost all = flashAttentionCost(full, h100);
            RC_ASSERT(some.flops <= all.flops);
            RC_ASSERT(some.time.base() <= all.time.base() * (1.0 + 1e-12));
            if (part.span.tokens >= full.sequence) {
                RC_ASSERT(near(some.time.base(), all.time.base(), 1e-12));
            }
            // A wider window never gets cheaper.
            part.span.tokens *= 2;
            RC_ASSERT(flashAttentionCost(part, h100).time.base() >=
                      some.time.base() * (1.0 - 1e-12));
        }));
    }

    // Ranks of a context-parallel group share queries; each meets all keys, in as many launches.
    void contextRanksShareTheQueries() {
        const Device h100 = device("h100-sxm");
        QVERIFY(rc::check("the FLOPs of the ranks are those of one GPU", [&h100] {
            AttentionShape whole = anyShape();
            whole.contextParallel = 1;
            AttentionShape part = whole;
            part.contextParallel = *rc::gen::element<std::int64_t>(2, 4, 8);
            const auto ranks = static_cast<double>(part.contextParallel);
            const KernelCost one = flashAttentionCost(whole, h100);
            const KernelCost share = flashAttentionCost(part, h100);
            RC_ASSERT(near(share.flops.base() * ranks, one.flops.base(), 1e-12));
            RC_ASSERT(share.time * ranks >= one.time);
        }));
    }

    void moreBandwidthIsNeverSlower() {
        QVERIFY(rc::check("rates that grow shorten attention", [] {
            const AttentionShape shape = anyShape();
            Device h100 = device("h100-sxm");
            const Seconds before = flashAttentionCost(shape, h100).time;
            const double factor = *rc::gen::element(1.0, 1.01, 2.0, 10.0);
            h100.hbm = h100.hbm * factor;
            RC_ASSERT(flashAttentionCost(shape, h100).time <= before);
            h100.peak = h100.peak * factor;
            RC_ASSERT(flashAttentionCost(shape, h100).time <= before);
        }));
    }

    void growsWithTheSquareOfTheSequence() {
        const Device h100 = device("h100-sxm");
        AttentionShape longer = prefill;
        longer.sequence = 2 * prefill.sequence;
        QCOMPARE(flashAttentionCost(longer, h100).flops.base(),
                 4.0 * flashAttentionCost(prefill, h100).flops.base());
    }
};

QTEST_GUILESS_MAIN(AttentionTest)
#include "attention_test.moc"
