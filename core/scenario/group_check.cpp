#include "core/scenario/group_check.h"

#include "core/base/integer.h"
#include "core/scenario/divisor_text.h"
#include "core/scenario/scenario_finding.h"

namespace roofplan {

namespace {

constexpr std::int64_t mostListed = 4096; ///< largest group that a plan may have

/// Whether each rank holds whole KV heads, or copies of one.
bool suitsKeyValueHeads(std::int64_t heads, std::int64_t tp) {
    return heads % tp == 0 || tp % heads == 0;
}

void checkHeads(const GroupedQueryAttention& attention, std::int64_t tp, Findings& out) {
    const auto suits = [&attention](std::int64_t group) {
        return suitsKeyValueHeads(attention.keyValueHeads, group);
    };
    const auto allowed = [&] {
        return Text{translatable("core", "allowed: {0}"),
                    {divisors(attention.queryHeads, mostListed, suits)}};
    };
    if (attention.queryHeads % tp != 0) {
        out.addOnce(finding(Severity::Error, "plan.heads", "tp",
                            {translatable("core", "TP {0} does not divide the {1} query heads."),
                             {number(tp), number(attention.queryHeads)}},
                            allowed()));
    } else if (!suits(tp)) {
        out.addOnce(
            finding(Severity::Error, "plan.kv_heads", "tp",
                    {translatable("core", "TP {0} neither divides the {1} KV heads nor is a "
                                          "multiple of them."),
                     {number(tp), number(attention.keyValueHeads)}},
                    allowed()));
    } else if (out.remarks() && attention.keyValueHeads % tp != 0) {
        out.addOnce(
            finding(Severity::Warning, "plan.kv_heads", "tp",
                    {translatable("core", "TP {0} is not a divisor of the {1} KV heads: each rank "
                                          "holds {2} of them, copies of its neighbours' ones "
                                          "included."),
                     {number(tp), number(attention.keyValueHeads),
                      number(ceilDivide(attention.keyValueHeads, tp))}}));
    }
}

void checkHeads(const LatentAttention& attention, std::int64_t tp, Findings& out) {
    if (attention.heads % tp != 0) {
        out.addOnce(finding(
            Severity::Error, "plan.heads", "tp",
            {translatable("core", "TP {0} does not divide the {1} attention heads."),
             {number(tp), number(attention.heads)}},
            {translatable("core", "allowed: {0}"), {divisors(attention.heads, mostListed)}}));
    }
}

void checkWidth(const char* pattern, std::int64_t width, std::int64_t tp, Findings& out) {
    if (out.remarks() && width % tp != 0) {
        out.addOnce(finding(Severity::Warning, "plan.width", "tp",
                            {pattern, {number(tp), number(width), number(ceilDivide(width, tp))}}));
    }
}

void checkWidths(const ChannelMixer& mixer, std::int64_t tp, Findings& out) {
    if (const auto* dense = std::get_if<DenseFeedForward>(&mixer)) {
        checkWidth(translatable("core", "TP {0} does not divide the feed-forward width {1}: priced "
                                        "with the columns of the largest rank, {2}."),
                   dense->width, tp, out);
    } else if (const auto* experts = std::get_if<MixtureOfExperts>(&mixer)) {
        checkWidth(translatable("core", "TP {0} does not divide the width {1} of the shared "
                                        "experts: priced with the columns of the largest rank, "
                                        "{2}."),
                   experts->sharedWidth, tp, out);
    }
}

/// Remarks alone.
void checkTensorDomains(const ResolvedScenario& r, Findings& out) {
    if (!out.remarks()) {
        return;
    }
    const std::int64_t tp = r.plan.tensorParallel;
    if (tp > r.nvlinkDomain.value) {
        out.add(finding(
            Severity::Warning, "plan.tp_across", "tp",
            {translatable("core",
                          "TP {0} spans more than one {2} domain of {1} GPUs: its collectives "
                          "cross the network in every layer."),
             {number(tp), number(r.nvlinkDomain.value), r.nvlink->family}}));
    }
    if (tp % r.nvlinkDomain.value != 0 && r.nvlinkDomain.value % tp != 0) {
        out.add(finding(
            Severity::Warning, "plan.tp_straddles", "tp",
            {translatable(
                 "core",
                 "TP {0} neither divides the {2} domain of {1} GPUs nor is a multiple of it: "
                 "some groups straddle two domains, and the worst of them is priced."),
             {number(tp), number(r.nvlinkDomain.value), r.nvlink->family}}));
    }
}

std::int64_t queryHeads(const TokenMixer& mixer) {
    if (const auto* grouped = std::get_if<GroupedQueryAttention>(&mixer)) {
        return grouped->queryHeads;
    }
    const auto* latent = std::get_if<LatentAttention>(&mixer);
    return latent != nullptr ? latent->heads : 0;
}

/// All-to-all over the heads hands each rank whole ones.
void checkExchangedHeads(const ResolvedScenario& r, Findings& out) {
    const std::int64_t cp = r.plan.contextParallel;
    for (const LayerKind& kind : r.model->layerKinds) {
        const std::int64_t heads = queryHeads(kind.tokenMixer);
        const std::int64_t local = heads / r.plan.tensorParallel;
        if (heads % r.plan.tensorParallel == 0 && local > 0 && local % cp != 0) {
            out.addOnce(
                finding(Severity::Error, "plan.context_heads", "cp",
                        {translatable("core", "CP {0} by all-to-all does not divide the {1} "
                                              "heads that TP {2} leaves a rank."),
                         {number(cp), number(local), number(r.plan.tensorParallel)}},
                        {translatable("core", "allowed: {0}, or another context exchange"),
                         {divisors(local, mostListed)}}));
        }
    }
}

void checkExperts(const MixtureOfExperts& experts, const ParallelPlan& plan, Findings& out) {
    const std::int64_t ep = plan.expertParallel;
    const std::int64_t etp = plan.expertTensorParallel;
    if (experts.experts % ep != 0) {
        out.addOnce(finding(
            Severity::Error, "plan.experts", "ep",
            {translatable("core", "EP {0} does not divide the {1} experts."),
             {number(ep), number(experts.experts)}},
            {translatable("core", "allowed: {0}"), {divisors(experts.experts, mostListed)}}));
    }
    if (experts.width % etp != 0) {
        out.addOnce(
            finding(Severity::Error, "plan.expert_width", "etp",
                    {translatable("core", "ETP {0} does not divide the width {1} of an "
                                          "expert."),
                     {number(etp), number(experts.width)}},
                    {translatable("core", "allowed: {0}"), {divisors(experts.width, mostListed)}}));
    }
}

/// Experts lie over consecutive ranks of a stage.
void checkExpertRanks(const ResolvedScenario& r, Findings& out) {
    const ParallelPlan& plan = r.plan;
    const std::int64_t ranks = plan.tensorParallel * plan.contextParallel * r.dataParallel();
    const std::int64_t experts = plan.expertParallel * plan.expertTensorParallel;
    if (ranks % experts != 0) {
        out.add(finding(
            Severity::Error, "plan.expert_ranks", "ep",
            {translatable("core", "EP × ETP is {0} × {1} = {2}, which does not divide the {3} GPUs "
                                  "of a stage, TP × CP × DP = {4} × {5} × {6}."),
             {number(plan.expertParallel), number(plan.expertTensorParallel), number(experts),
              number(ranks), number(plan.tensorParallel), number(plan.contextParallel),
              number(r.dataParallel())}},
            {translatable("core", "products that divide it: {0}"), {divisors(ranks, mostListed)}}));
        return;
    }
    const std::int64_t domain = r.nvlinkDomain.value;
    if (out.remarks() && experts % domain != 0 && domain % experts != 0) {
        out.add(finding(
            Severity::Warning, "plan.ep_straddles", "ep",
            {translatable(
                 "core",
                 "EP × ETP = {0} neither divides the {2} domain of {1} GPUs nor is a multiple "
                 "of it: some groups straddle two domains, and the worst of them is priced."),
             {number(experts), number(domain), r.nvlink->family}}));
    }
}

} // namespace

void checkTensorParallel(const ResolvedScenario& r, Findings& out) {
    const std::int64_t tp = r.plan.tensorParallel;
    for (const LayerKind& kind : r.model->layerKinds) {
        if (const auto* grouped = std::get_if<GroupedQueryAttention>(&kind.tokenMixer)) {
            checkHeads(*grouped, tp, out);
        } else if (const auto* latent = std::get_if<LatentAttention>(&kind.tokenMixer)) {
            checkHeads(*latent, tp, out);
        }
        checkWidths(kind.channelMixer, tp, out);
    }
    checkTensorDomains(r, out);
    if (out.remarks() && tp > 1 && r.plan.sequenceParallel && r.workload.sequenceLength % tp != 0) {
        out.add(finding(
            Severity::Warning, "plan.sequence_parallel", "seq_len",
            {translatable("core",
                          "Sequence parallelism splits {0} tokens over TP {1} with a remainder: "
                          "priced as if split evenly."),
             {number(r.workload.sequenceLength), number(tp)}}));
    }
}

void checkContextParallel(const ResolvedScenario& r, Findings& out) {
    const std::int64_t cp = r.plan.contextParallel;
    const std::int64_t sequence = r.workload.sequenceLength;
    if (cp == 1) {
        return;
    }
    // Each rank takes a piece from the front and its mirror from the back: causal work is even.
    if (sequence % (2 * cp) != 0) {
        const std::int64_t below = sequence / (2 * cp) * 2 * cp;
        const std::string near =
            below > 0 ? number(below) + ", " + number(below + 2 * cp) : number(2 * cp);
        out.add(
            finding(Severity::Error, "plan.context", "cp",
                    {translatable("core", "CP {0} cuts each sequence into {1} pieces, which do not "
                                          "divide its {2} tokens."),
                     {number(cp), number(2 * cp), number(sequence)}},
                    {translatable("core", "allowed with this CP: sequences of {0}"), {near}}));
    }
    if (r.choices.contextExchange == ContextExchange::AllToAll) {
        checkExchangedHeads(r, out);
    }
}

void checkExpertParallel(const ResolvedScenario& r, Findings& out) {
    bool any = false;
    for (const LayerKind& kind : r.model->layerKinds) {
        if (const auto* experts = std::get_if<MixtureOfExperts>(&kind.channelMixer)) {
            any = true;
            checkExperts(*experts, r.plan, out);
        }
    }
    if (!any) {
        return;
    }
    checkExpertRanks(r, out);
    if (r.plan.tensorParallel > 1 && !r.plan.sequenceParallel) {
        out.add(
            finding(Severity::Error, "plan.expert_sequence", "sequence_parallel",
                    {translatable("core", "Experts under TP {0} take the tokens that sequence "
                                          "parallelism leaves each rank: found no, allowed yes."),
                     {number(r.plan.tensorParallel)}}));
    }
}

} // namespace roofplan
