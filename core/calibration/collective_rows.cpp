#include "core/calibration/collective_rows.h"

#include "core/calibration/row_links.h"
#include "core/collectives/all_reduce.h"
#include "core/collectives/all_to_all.h"
#include "core/collectives/point_to_point.h"

#include <algorithm>

namespace roofplan {

namespace {

using nlohmann::json;

struct Question {
    std::string collective;
    Bytes buffer;
    bool ringOnly = false; ///< the library was told so
};

Seconds timeOf(const Question& q, const Placement& group, const Links& links) {
    if (q.collective == "all_reduce") {
        return (q.ringOnly ? ringAllReduce(q.buffer, group, links)
                           : allReduce(q.buffer, group, links))
            .time;
    }
    if (q.collective == "alltoall") {
        return allToAll(q.buffer, group, links).time;
    }
    if (q.collective == "sendrecv") {
        return sendReceive(q.buffer, group.domains > 1, links).time;
    }
    return gatherOrScatter(q.buffer, group, links).time; // all_gather, reduce_scatter
}

/// "Ring (NCCL_NVLS_ENABLE=0)…", "Ring forced…"
bool namesRing(const json& row) {
    return textAt(row, "/algorithm_notes").starts_with("Ring");
}

/// What a call from eager PyTorch takes at least; nothing for rows that nccl-tests timed.
Seconds hostTime(const json& row, const EfficiencyProfile* profile) {
    const bool eager = textAt(row, "/method") == "all_reduce_bench.py";
    return eager && profile != nullptr && profile->eagerCollective ? profile->eagerCollective->value
                                                                   : Seconds();
}

std::string scaleOf(double bytes) {
    constexpr double kib = 1024.0;
    return bytes < 64.0 * kib            ? "below 64 KiB"
           : bytes < 16.0 * 1024.0 * kib ? "64 KiB to 16 MiB"
                                         : "16 MiB and more";
}

} // namespace

void predictCollective(const MeasurementRow& row, const Catalogue& catalogue, FidelityItem& item) {
    const double bytes = numberAt(row.json, "/message_bytes");
    item.scale = scaleOf(bytes);
    const Expected<RowLinks> found = rowLinks(row.json, catalogue);
    if (!found) {
        item.reason = found.error().front().text.plain();
        return;
    }
    item.op += found->group.domains > 1 ? ", several domains" : ", one domain";
    const Question question{.collective = textAt(row.json, "/collective"),
                            .buffer = Bytes(bytes),
                            .ringOnly = namesRing(row.json)};
    const Seconds time =
        std::max(timeOf(question, found->group, found->links), hostTime(row.json, found->profile));
    constexpr double microsecond = 1e-6;
    item.predicted = time.base() / microsecond;
}

} // namespace roofplan
