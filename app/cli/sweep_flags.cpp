#include "app/cli/sweep_flags.h"

#include "core/sweep/axis_text.h"
#include "core/units/quantity_text.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <thread>

namespace roofplan::cli {

namespace {

constexpr const char* varyFlag = "vary";
constexpr const char* scalingFlag = "scaling";
constexpr const char* replanFlag = "replan";
constexpr const char* pinFlag = "pin";
constexpr const char* planeFlag = "plane";
constexpr const char* threadsFlag = "threads";
constexpr const char* jsonFlag = "json";
constexpr const char* csvFlag = "csv";

constexpr double mostThreads = 256;

QString name(const char* flag) {
    return QString::fromLatin1(flag);
}

std::string pinnableKeys() {
    std::string keys;
    for (std::size_t i = 0; i < static_cast<std::size_t>(PlanField::Count); ++i) {
        keys += (i == 0 ? "" : ", ") + std::string(planFieldKey(static_cast<PlanField>(i)));
    }
    return keys;
}

/// Reads flags, and collects what is wrong with them.
class Reader {
public:
    explicit Reader(const QCommandLineParser& parser) : m_parser(parser) {}

    SweepFlags read(const std::vector<FieldFlag>& fields) {
        SweepFlags flags;
        readAxes(flags);
        readScaling(flags);
        flags.plan = isSet(replanFlag) ? PlanChoice::Best : PlanChoice::Fixed;
        readPinned(flags, fields);
        flags.plane = isSet(planeFlag);
        flags.threads = threads();
        flags.format = isSet(jsonFlag)  ? SweepFormat::Json
                       : isSet(csvFlag) ? SweepFormat::Commas
                                        : SweepFormat::Tabs;
        if (isSet(jsonFlag) && isSet(csvFlag)) {
            complain(csvFlag, "--json --csv", "one of them");
        }
        return flags;
    }

    [[nodiscard]] const Diagnostics& problems() const { return m_problems; }

private:
    [[nodiscard]] bool isSet(const char* flag) const { return m_parser.isSet(name(flag)); }

    [[nodiscard]] std::string value(const char* flag) const {
        return m_parser.value(name(flag)).trimmed().toStdString();
    }

    void complain(const char* flag, const std::string& found, std::string allowed) {
        m_problems.push_back({.code = "flag.value",
                              .place = std::string("--") + flag,
                              .text = {translatable("core", "found \"{0}\"; allowed: {1}."),
                                       {found, std::move(allowed)}}});
    }

    void readAxes(SweepFlags& flags) {
        for (const QString& text : m_parser.values(name(varyFlag))) {
            Expected<AxisRequest> axis = parseAxis(text.toStdString());
            if (axis) {
                flags.axes.push_back(std::move(*axis));
            } else {
                std::ranges::move(axis.error(), std::back_inserter(m_problems));
            }
        }
        if (!isSet(varyFlag) && !isSet(scalingFlag)) {
            complain(varyFlag, "", "what varies, as in --vary global_batch=16..8192:20:log");
        }
    }

    void readScaling(SweepFlags& flags) {
        if (!isSet(scalingFlag)) {
            return;
        }
        const std::string word = value(scalingFlag);
        if (word == "strong" || word == "weak") {
            flags.scaling = word == "weak" ? Scaling::Weak : Scaling::Strong;
        } else {
            complain(scalingFlag, word, "strong, weak");
        }
        if (!flags.axes.empty() && flags.axes.front().key != "gpus" &&
            flags.axes.front().key != "instances") {
            complain(scalingFlag, flags.axes.front().key,
                     "gpus or instances as the first that varies");
        }
    }

    void readPinned(SweepFlags& flags, const std::vector<FieldFlag>& fields) {
        for (const FieldFlag& field : fields) {
            if (const auto dimension = planFieldOf(field.key)) {
                flags.pinned.pin(*dimension);
            }
        }
        if (isSet(pinFlag) && !isSet(replanFlag)) {
            complain(pinFlag, value(pinFlag), "only with --replan");
        }
        for (const QString& word :
             isSet(pinFlag) ? m_parser.value(name(pinFlag)).split(u',') : QStringList()) {
            std::string key = word.trimmed().toLower().toStdString();
            std::ranges::replace(key, '-', '_');
            if (const auto dimension = planFieldOf(key)) {
                flags.pinned.pin(*dimension);
            } else {
                complain(pinFlag, key, pinnableKeys() + ", with commas between");
            }
        }
    }

    int threads() {
        const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
        if (!isSet(threadsFlag)) {
            return cores;
        }
        const Expected<double> number =
            parseQuantity(value(threadsFlag), UnitKind::Count, threadsFlag);
        if (!number || *number != std::floor(*number) || *number < 1.0 || *number > mostThreads) {
            complain(threadsFlag, value(threadsFlag), "a whole number from 1 to 256");
            return cores;
        }
        return static_cast<int>(*number);
    }

    const QCommandLineParser& m_parser;
    Diagnostics m_problems;
};

} // namespace

void addSweepFlags(QCommandLineParser& parser) {
    const auto add = [&parser](const char* flag, const QString& help, const char* value = "") {
        parser.addOption(*value == '\0'
                             ? QCommandLineOption(name(flag), help)
                             : QCommandLineOption(name(flag), help, QString::fromLatin1(value)));
    };
    add(varyFlag,
        QStringLiteral("A field and its values: KEY=FROM..TO:COUNT:log (10 and linear where they "
                       "are left out), KEY=VALUE,VALUE,… or KEY alone for all its choices. Once "
                       "or twice."),
        "AXIS");
    add(scalingFlag,
        QStringLiteral("Efficiency against the first size: strong, the global batch stays, or "
                       "weak, it grows with the GPUs. Without --vary the GPUs double six times."),
        "strong|weak");
    add(replanFlag, QStringLiteral("Search the best plan at each point. Fields of the plan that "
                                   "vary or are given as flags are pinned."));
    add(pinFlag,
        QStringLiteral("With --replan: fields of the plan that stay as the file says. (allowed: "
                       "%1, with commas between)")
            .arg(QString::fromStdString(pinnableKeys())),
        "FIELDS");
    add(planeFlag,
        QStringLiteral("Add where each step stands on the 2-D roofline: FLOPs a byte of HBM, bytes "
                       "of HBM a byte of NVLink and of the network, and the corners of the "
                       "planes."));
    add(threadsFlag, QStringLiteral("Threads. (default: one a core)"), "N");
    add(jsonFlag, QStringLiteral("Print JSON."));
    add(csvFlag, QStringLiteral("Separate columns by commas in place of tabs."));
}

Expected<SweepFlags> sweepFlags(const QCommandLineParser& parser,
                                const std::vector<FieldFlag>& fields) {
    Reader reader(parser);
    SweepFlags flags = reader.read(fields);
    if (!reader.problems().empty()) {
        return tl::unexpected(reader.problems());
    }
    return flags;
}

} // namespace roofplan::cli
