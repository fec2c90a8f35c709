#include "core/cost/billing.h"

#include "core/cost/price.h"
#include "core/units/quantity_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace roofplan {

namespace {

constexpr Seconds year(365.0 * 86400.0); // of a commitment

/// How long the plan commits to pay for, nothing where it does not.
Seconds commitment(PricePlan plan) {
    switch (plan) {
    case PricePlan::SavingsOneYear:
        return year;
    case PricePlan::SavingsThreeYears:
        return year * 3.0;
    case PricePlan::OnDemand:
    case PricePlan::CapacityBlock:
    case PricePlan::Spot:
    case PricePlan::Own:
        break;
    }
    return {};
}

std::string timeText(Seconds time) {
    return quantityText(time.base(), UnitKind::Time);
}

std::string numberText(double number) {
    return fmt::format("{:.0f}", number);
}

const Sourced<Seconds>& earlyStop(const ResolvedScenario& r) {
    return r.ultraServer() ? r.purchaseRules->ultraServersStopEarly : r.purchaseRules->stopsEarly;
}

/// How the time of the last purchase was rounded: its step, and the facts that chose it.
void addRules(const ResolvedScenario& r, const Bill& bill, Derivation& d) {
    const PurchaseRules& rules = *r.purchaseRules;
    const Seconds last = bill.paid - rules.longest.value * (bill.purchases - 1.0);
    const bool inShort = last <= rules.shortMost.value;
    const Sourced<Seconds>& step = inShort ? rules.shortStep : rules.longStep;
    d.add(Symbol::PaidTime, bill.paid.base());
    d.add(Symbol::TimeStep, step.value.base());
    d.add(Symbol::EarlyStop, earlyStop(r).value.base());
    d.add(Symbol::Purchases, bill.purchases);
    d.add(Symbol::LongestPurchase, rules.longest.value.base());
    d.add(step.fact);
    d.add(rules.shortMost.fact);
    d.add(earlyStop(r).fact);
    d.add(rules.longest.fact);
}

Diagnostic severalPurchases(const ResolvedScenario& r, Seconds run, const Bill& bill) {
    return {.severity = Severity::Warning,
            .code = "price.several_purchases",
            .place = "price_plan",
            .text = {translatable("core", "The run of {0} is longer than the longest Capacity "
                                          "Block, {1}: {2} of them one after the other, each "
                                          "stopped {3} before its end, and none of them is sure "
                                          "to follow."),
                     {timeText(run), timeText(r.purchaseRules->longest.value),
                      numberText(bill.purchases), timeText(earlyStop(r).value)}},
            .hint = {}};
}

Diagnostic wholeCommitment(const ResolvedScenario& r, Seconds run, Seconds term) {
    const double terms = std::max(1.0, std::ceil(run / term));
    const Money whole = paidPrice(r) * term * (paidUnits(r) * terms);
    return {.severity = Severity::Info,
            .code = "price.commitment",
            .place = "price_plan",
            .text = {translatable("core", "A savings plan is paid every hour of its term, used or "
                                          "not: {0} for {1} in all, of which this run uses {2} %. "
                                          "It holds no capacity."),
                     {quantityText(whole.base(), UnitKind::Currency), timeText(term * terms),
                      fmt::format("{:.3g}", 100.0 * (run / (term * terms)))}},
            .hint = {}};
}

} // namespace

std::optional<Bill> billOf(const ResolvedScenario& r, Seconds run) {
    if (!r.price) {
        return std::nullopt;
    }
    Bill bill{.paid = run};
    if (r.purchaseRules != nullptr) {
        const PurchasedTime bought = purchasedTime(*r.purchaseRules, run, r.ultraServer());
        bill.paid = bought.paid;
        bill.purchases = bought.purchases;
    }
    bill.cost = paidPrice(r) * bill.paid * paidUnits(r);
    return bill;
}

Derivation deriveCost(const ResolvedScenario& r, Seconds run, const std::optional<Bill>& bill) {
    if (!bill) {
        return {Formula::NoPrice, {{Symbol::Gpus, static_cast<double>(r.gpus)}}, {}};
    }
    const bool own = r.pricePlan == PricePlan::Own;
    Derivation d(own ? Formula::OwnCost : Formula::Cost,
                 {{own ? Symbol::Gpus : Symbol::Instances, paidUnits(r)},
                  {own ? Symbol::GpuPrice : Symbol::PriceRate, paidPrice(r).base()}},
                 {r.price->fact});
    if (r.discount > 0.0) {
        d.add(Symbol::ListPrice, r.price->value.base());
        d.add(Symbol::Discount, r.discount);
    }
    d.add(Symbol::TimeTotal, run.base());
    if (r.purchaseRules != nullptr) {
        d.formula = Formula::PurchasedCost;
        addRules(r, *bill, d);
    }
    d.add(Symbol::CostTotal, bill->cost.base());
    return d;
}

Diagnostics billingFindings(const ResolvedScenario& r, Seconds run, const Bill& bill) {
    Diagnostics out;
    if (bill.purchases > 1.0) {
        out.push_back(severalPurchases(r, run, bill));
    }
    if (const Seconds term = commitment(r.pricePlan); term > Seconds()) {
        out.push_back(wholeCommitment(r, run, term));
    }
    return out;
}

} // namespace roofplan
