// The whole answer for the bundled example, every term and number, against a file that was looked
// at. On a mismatch the answer is written beside it as NAME.actual.
#include "core/base/text_file.h"
#include "core/project/project_file.h"
#include "core/report/report_json.h"
#include "core/sensitivity/elasticity.h"
#include "tests/support/shipped.h"

#include <QFile>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace roofplan;
using namespace roofplan::test;
using nlohmann::json;

namespace {

const std::string example =
    ROOFPLAN_SOURCE_DIR "/resources/examples/llama-3.1-70b-64xp5en.roofplan";
const std::string golden = ROOFPLAN_SOURCE_DIR "/tests/golden/llama-3.1-70b-64xp5en.json";

json answer() {
    const std::string text = readTextFile(example).value();
    const Project project = parseProject(text, "example", shippedCatalogue()).value();
    const Catalogue catalogue = withModels(shippedCatalogue(), project);
    const Scenario& scenario = project.scenarios.front();
    const Expected<Result> result = evaluateWithMoves(scenario, catalogue);
    return json::parse(jsonText(resultJson(scenario, *result, catalogue, TermTree::Included)));
}

/// The first place where two values differ by more than rounding, empty when none does.
std::string difference(const json& a, const json& b, const std::string& place) {
    if (a.is_number() && b.is_number()) {
        const double x = a.get<double>();
        const double y = b.get<double>();
        const bool same = x == y || std::abs(x - y) <= 1e-9 * std::max(std::abs(x), std::abs(y));
        return same ? "" : place + ": " + a.dump() + " instead of " + b.dump();
    }
    if (a.is_structured() && a.type() == b.type() && a.size() == b.size()) {
        for (const auto& [key, value] : a.items()) {
            if (b.is_object() && !b.contains(key)) {
                return place + "/" + key + ": not expected";
            }
            const json& other = b.is_object() ? b[key] : b[std::stoul(key)];
            if (std::string found = difference(value, other, place + "/" + key); !found.empty()) {
                return found;
            }
        }
        return {};
    }
    return a == b ? "" : place + ": " + a.dump() + " instead of " + b.dump();
}

} // namespace

class ExampleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void theWholeAnswerIsTheGoldenOne() {
        const json actual = answer();
        const json expected = json::parse(readTextFile(golden).value_or("null"));
        const std::string found = difference(actual, expected, "");
        if (!found.empty()) {
            QFile file(QString::fromStdString(golden) + QStringLiteral(".actual"));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QByteArray::fromStdString(actual.dump(1) + "\n"));
        }
        QVERIFY2(found.empty(), found.c_str());
    }
};

QTEST_GUILESS_MAIN(ExampleTest)
#include "example_test.moc"
