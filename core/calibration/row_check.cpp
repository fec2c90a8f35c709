#include "core/calibration/row_check.h"

#include "core/base/json_text.h"
#include "core/calibration/gpu_names.h"

#include <array>
#include <cmath>
#include <map>
#include <span>
#include <string_view>

namespace roofplan {

namespace {

using nlohmann::json;

enum class Form { Word, Positive, Count };

struct Need {
    const char* pointer;
    Form form;
};

constexpr std::array commonOfTraining{
    Need{"/hardware/gpu", Form::Word},
    Need{"/hardware/gpus", Form::Count},
    Need{"/model/layers", Form::Count},
    Need{"/model/hidden", Form::Count},
    Need{"/model/heads", Form::Count},
    Need{"/run/seq_len", Form::Count},
    Need{"/run/global_batch_seqs", Form::Count},
    Need{"/run/precision", Form::Word},
    Need{"/run/tp", Form::Count},
    Need{"/run/pp", Form::Count},
};
constexpr std::array ofCollectives{
    Need{"/gpu", Form::Word},
    Need{"/collective", Form::Word},
    Need{"/gpus", Form::Count},
    Need{"/message_bytes", Form::Positive},
};
constexpr std::array ofKernels{
    Need{"/gpu", Form::Word},
    Need{"/op", Form::Word},
    Need{"/dtype", Form::Word},
};
constexpr std::array ofGemm{
    Need{"/m", Form::Count},
    Need{"/n", Form::Count},
    Need{"/k", Form::Count},
};
constexpr std::array ofAttention{
    Need{"/batch", Form::Count},    Need{"/seq_kv", Form::Count},   Need{"/heads", Form::Count},
    Need{"/kv_heads", Form::Count}, Need{"/head_dim", Form::Count},
};
constexpr std::array ofLatentAttention{
    Need{"/batch", Form::Count},
    Need{"/seq_kv", Form::Count},
    Need{"/heads", Form::Count},
};

/// "latency_ms" → "latency_", "message_bytes" → "message_": what a field is called whatever its
/// unit.
std::string stem(const std::string& key) {
    const std::size_t end = key.rfind('_');
    return end == std::string::npos ? std::string() : key.substr(0, end + 1);
}

/// A sibling that says the same in another unit: "latency_us" for "latency_ms". Empty for none.
std::string otherUnit(const json& row, const std::string& pointer) {
    const std::size_t slash = pointer.rfind('/');
    const json::json_pointer parent(pointer.substr(0, slash));
    const std::string key = pointer.substr(slash + 1);
    const std::string start = stem(key);
    static const std::map<std::string, std::string, std::less<>> units{
        {"latency_", "us ms s ns"},
        {"message_", "bytes KiB MiB GiB KB MB GB"},
        {"step_time_", "s ms min h"}};
    const auto known = units.find(start);
    if (known == units.end() || !row.contains(parent) || !row.at(parent).is_object()) {
        return {};
    }
    for (const auto& member : row.at(parent).items()) {
        const std::string& other = member.key();
        if (other != key && other.starts_with(start) && !member.value().is_null() &&
            (" " + known->second + " ").find(" " + other.substr(start.size()) + " ") !=
                std::string::npos) {
            return other;
        }
    }
    return {};
}

const char* allowedText(Form form) {
    return form == Form::Word    ? translatable("core", "a text")
           : form == Form::Count ? translatable("core", "a whole number from 1")
                                 : translatable("core", "a number above 0");
}

bool fits(const json& value, Form form) {
    if (form == Form::Word) {
        return value.is_string() && !value.get<std::string>().empty();
    }
    if (!value.is_number()) {
        return false;
    }
    const double number = value.get<double>();
    constexpr double mostExact = 9007199254740992.0; // 2^53
    return form == Form::Count
               ? number >= 1.0 && number <= mostExact && number == std::floor(number)
               : number > 0.0 && std::isfinite(number);
}

class RowCheck {
public:
    RowCheck(const MeasurementRow& row, Diagnostics& findings)
        : m_row(&row), m_findings(&findings) {}

    void need(const std::string& pointer, Form form) {
        const json::json_pointer path(pointer);
        const json found = m_row->json.contains(path) ? m_row->json.at(path) : json();
        if (fits(found, form)) {
            return;
        }
        const std::string name = pointer.substr(1);
        if (!found.is_null()) {
            add("measurement.value", pointer,
                {translatable("core", "{0}: found {1}; allowed: {2}"),
                 {name, shownJson(found), allowedText(form)}});
        } else if (const std::string other = otherUnit(m_row->json, pointer); !other.empty()) {
            add("measurement.unit", pointer,
                {translatable("core",
                              "{0} is missing, found {1}; allowed: the unit that {0} names"),
                 {name, other}});
        } else {
            add("measurement.missing", pointer,
                {translatable("core", "{0} is missing; allowed: {1}"), {name, allowedText(form)}});
        }
    }

    void need(std::span<const Need> needs) {
        for (const Need& each : needs) {
            need(each.pointer, each.form);
        }
    }

    /// That the word at `pointer` is one of `allowed`, "gemm attention_decode".
    void oneOf(const std::string& pointer, std::string_view allowed) {
        const std::string word = textAt(m_row->json, pointer);
        if (!word.empty() &&
            (" " + std::string(allowed) + " ").find(" " + word + " ") == std::string::npos) {
            add("measurement.value", pointer,
                {translatable("core", "{0}: found {1}; allowed: {2}"),
                 {pointer.substr(1), word, std::string(allowed)}});
        }
    }

    /// That a stated number is what others make of it, within `share`.
    void agrees(const std::string& pointer, double computed, double share, const char* from) {
        const double stated = numberAt(m_row->json, pointer);
        if (stated > 0.0 && computed > 0.0 && std::abs(computed / stated - 1.0) > share) {
            add("measurement.contradiction", pointer,
                {translatable("core", "{0}: found {1}; {2} make {3}"),
                 {pointer.substr(1), exact(stated), from, exact(computed)}});
        }
    }

    void gpu(const std::string& pointer, const Catalogue& catalogue) {
        const std::string name = textAt(m_row->json, pointer);
        if (name.empty() || gpuIdOf(name, catalogue)) {
            return;
        }
        std::string ids;
        for (const Gpu& known : catalogue.gpus) {
            ids += (ids.empty() ? "" : ", ") + known.id;
        }
        add("measurement.gpu", pointer,
            {translatable("core", "{0}: found {1}; allowed: a GPU of the catalogue ({2}) by id, "
                                  "name or alias"),
             {pointer.substr(1), name, ids}});
    }

    [[nodiscard]] bool clean() const { return m_findings->empty(); }

    [[nodiscard]] double number(const char* pointer, double otherwise = 0.0) const {
        return numberAt(m_row->json, pointer, otherwise);
    }

    [[nodiscard]] std::string text(const char* pointer) const {
        return textAt(m_row->json, pointer);
    }

private:
    static std::string exact(double number) { return shownJson(json(number)); }

    void add(const char* code, const std::string& pointer, Text text) {
        m_findings->push_back(rowFinding(*m_row, code, pointer, std::move(text)));
    }

    const MeasurementRow* m_row;
    Diagnostics* m_findings;
};

void checkKernel(RowCheck& check, const Catalogue& catalogue) {
    check.need(ofKernels);
    check.oneOf("/op", "gemm attention_prefill attention_decode mla_prefill mla_decode");
    check.oneOf("/dtype", "bfloat16 bf16 float16 fp16 fp8 fp8_block mxfp8 nvfp4");
    check.oneOf("/kv_dtype", "bfloat16 bf16 float16 fp16 fp8");
    check.gpu("/gpu", catalogue);
    const std::string op = check.text("/op");
    const bool prefill = op.ends_with("_prefill");
    if (op == "gemm") {
        check.need(ofGemm);
    } else if (op.starts_with("mla_")) {
        check.need(ofLatentAttention);
    } else if (op.starts_with("attention_")) {
        check.need(ofAttention);
    }
    if (prefill) {
        check.need("/seq_q", Form::Count);
    }
    if (!check.clean()) {
        return;
    }
    const double seconds = check.number("/latency_ms") * 1e-3;
    constexpr double rounding = 0.05;
    if (op == "gemm") {
        check.agrees("/tflops",
                     2.0 * check.number("/m") * check.number("/n") * check.number("/k") / seconds /
                         1e12,
                     rounding, "m, n, k and latency_ms");
    }
    if (!op.starts_with("attention_")) {
        return;
    }
    if (std::fmod(check.number("/heads"), check.number("/kv_heads")) != 0.0) {
        check.agrees("/kv_heads", check.number("/heads"), 0.0, "heads, which it must divide,");
    }
    if (prefill) {
        check.agrees("/tflops",
                     2.0 * check.number("/batch") * check.number("/seq_q") *
                         check.number("/seq_kv") * check.number("/heads") *
                         check.number("/head_dim") / seconds / 1e12,
                     rounding, "batch, seq_q, seq_kv, heads, head_dim and latency_ms");
    }
}

void checkCollective(RowCheck& check, const Catalogue& catalogue) {
    check.need(ofCollectives);
    check.oneOf("/collective", "all_reduce all_gather reduce_scatter alltoall sendrecv");
    check.gpu("/gpu", catalogue);
    if (!check.clean()) {
        return;
    }
    const double nodes = check.number("/nodes");
    check.agrees("/gpus", nodes * check.number("/gpus_per_node"), 1e-6, "nodes and gpus_per_node");
    const double rate = check.number("/algbw_GBps");
    // Smaller rates are printed with too few digits to compare.
    if (rate > 1.0 && check.number("/latency_us") > 0.0) {
        check.agrees("/algbw_GBps",
                     check.number("/message_bytes") / check.number("/latency_us") / 1e3, 0.1,
                     "message_bytes and latency_us");
    }
}

/// The GPU is looked up later: conventions may say that its rows are not scored.
void checkTraining(RowCheck& check) {
    check.need(commonOfTraining);
    check.oneOf("/run/precision", "bf16 fp16 fp8 mxfp8 nvfp4");
    if (!check.clean()) {
        return;
    }
    const double gpus = check.number("/hardware/gpus");
    const double inGroup =
        check.number("/run/tp") * check.number("/run/pp") * check.number("/run/cp", 1.0);
    check.agrees("/hardware/gpus",
                 check.number("/run/dp") > 0.0 ? inGroup * check.number("/run/dp")
                                               : inGroup * std::ceil(gpus / inGroup),
                 1e-6, "tp, pp, cp and dp");
    const double tokens = check.number("/run/seq_len") * check.number("/run/global_batch_seqs");
    constexpr double loggedApart = 0.2; // printed columns may average other steps
    if (check.number("/measured/step_time_s") > 0.0) {
        check.agrees("/measured/tokens_per_s_per_gpu",
                     tokens / check.number("/measured/step_time_s") / gpus, loggedApart,
                     "seq_len, global_batch_seqs, step_time_s and gpus");
    }
}

const char* targets(MeasurementKind kind) {
    switch (kind) {
    case MeasurementKind::Training:
        return "step_time_s tokens_per_s_per_gpu";
    case MeasurementKind::Collectives:
        return "latency_us";
    case MeasurementKind::Gemm:
        return "latency_ms";
    case MeasurementKind::Inference:
    case MeasurementKind::Storage:
        break;
    }
    return "";
}

} // namespace

Diagnostic
rowFinding(const MeasurementRow& row, const char* code, const std::string& pointer, Text text) {
    return {.code = code,
            .place = row.place + pointer,
            .text = {translatable("core", "Row {0}: {1}."), {row.id, text.plain()}}};
}

Diagnostics
rowFindings(const MeasurementRow& row, MeasurementKind kind, const Catalogue& catalogue) {
    Diagnostics findings;
    RowCheck check(row, findings);
    if (kind == MeasurementKind::Inference || kind == MeasurementKind::Storage) {
        return findings; // listed, not scored
    }
    check.need("/score/target", Form::Word);
    check.oneOf("/score/target", targets(kind));
    if (findings.empty()) {
        check.need(targetPointer(kind, targetOf(row.json)), Form::Positive);
    }
    switch (kind) {
    case MeasurementKind::Training:
        checkTraining(check);
        break;
    case MeasurementKind::Collectives:
        checkCollective(check, catalogue);
        break;
    case MeasurementKind::Gemm:
        checkKernel(check, catalogue);
        break;
    case MeasurementKind::Inference:
    case MeasurementKind::Storage:
        break;
    }
    return findings;
}

} // namespace roofplan
