// The doors of the house: which room may include which, checked over every file of the tree.
#include <QTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

using Names = std::set<std::string>;
using Doors = std::map<std::string, Names>;

Names operator+(Names names, const Names& more) {
    names.insert(more.begin(), more.end());
    return names;
}

/// Room → rooms it may include besides itself. A room that is not named here must not exist.
Doors coreDoors() {
    const Names units{"base"};
    const Names architecture = units + Names{"units"};
    const Names catalogue = architecture + Names{"architecture"};
    const Names scenario = catalogue + Names{"catalogue"};
    const Names result = scenario + Names{"scenario"};
    const Names physics = result + Names{"result"};
    const Names training = physics + Names{"operators", "collectives", "memory", "schedule"};
    const Names evaluate = training + Names{"training", "cost"};
    return {{"base", {}},
            {"units", units},
            {"architecture", architecture},
            {"catalogue", catalogue},
            {"scenario", scenario},
            {"result", result},
            {"operators", physics},
            {"collectives", physics},
            {"memory", physics},
            {"schedule", physics},
            {"cost", physics},
            {"training", training},
            {"evaluate", evaluate},
            {"search", evaluate + Names{"evaluate"}},
            {"sweep", evaluate + Names{"evaluate", "search"}},
            {"sensitivity", evaluate + Names{"evaluate"}},
            {"project", physics},
            {"report", physics},
            {"calibration", evaluate + Names{"evaluate", "sensitivity", "report"}},
            {"interchange", scenario}};
}

/// Inside ui. Style is the ground; panels do not know each other; shell knows them all.
Doors uiDoors() {
    const Names style{"style"};
    const Names evaluation = style + Names{"document"};
    const Names models = evaluation + Names{"evaluation"};
    const Names panel = models + Names{"models"};
    const Names drawing = panel + Names{"charts"};
    const Names panels{"catalogue", "compose", "answer", "views", "why", "scenarios", "dialogs"};
    return {{"style", {}},
            {"charts", style},
            {"document", style},
            {"evaluation", evaluation},
            {"models", models},
            {"catalogue", panel},
            {"compose", panel},
            {"answer", panel},
            {"scenarios", panel},
            {"dialogs", panel},
            {"views", drawing},
            {"why", drawing},
            {"shell", drawing + panels}};
}

struct Include {
    std::string file;   ///< "core/units/quantity_text.h"
    std::string target; ///< what stands between the quotes or brackets
    bool quoted = false;
};

/// "core/units/quantity.h" → "core", "units"; a file at the top of a part has an empty room.
struct Room {
    std::string part;
    std::string name;
};

Room roomOf(const std::string& path) {
    const auto first = path.find('/');
    if (first == std::string::npos) {
        return {};
    }
    const auto second = path.find('/', first + 1);
    return {.part = path.substr(0, first),
            .name = second == std::string::npos ? std::string()
                                                : path.substr(first + 1, second - first - 1)};
}

std::vector<Include> includesIn(const std::string& file, std::istream& text) {
    std::vector<Include> found;
    std::string line;
    while (std::getline(text, line)) {
        const auto start = line.find_first_not_of(" \t");
        if (start == std::string::npos || line.compare(start, 8, "#include") != 0) {
            continue;
        }
        const auto open = line.find_first_of("<\"", start);
        const auto close = line.find_last_of(">\"");
        if (open != std::string::npos && close > open) {
            found.push_back({.file = file,
                             .target = line.substr(open + 1, close - open - 1),
                             .quoted = line[open] == '"'});
        }
    }
    return found;
}

std::vector<Include> includesOfTree(const fs::path& root) {
    std::vector<Include> all;
    for (const char* part : {"core", "ui", "app"}) {
        for (const auto& entry : fs::recursive_directory_iterator(root / part)) {
            const std::string extension = entry.path().extension().string();
            if (entry.is_regular_file() && (extension == ".h" || extension == ".cpp")) {
                std::ifstream stream(entry.path());
                const auto found =
                    includesIn(entry.path().lexically_relative(root).generic_string(), stream);
                all.insert(all.end(), found.begin(), found.end());
            }
        }
    }
    return all;
}

bool isQt(const Include& include) {
    return !include.quoted && include.target.size() > 1 && include.target[0] == 'Q' &&
           (std::isupper(static_cast<unsigned char>(include.target[1])) != 0 ||
            include.target[1] == 't');
}

/// Why `include` is not allowed; empty when it is.
std::string complaint(const Include& include, const Doors& core, const Doors& ui) {
    const Room from = roomOf(include.file);
    const std::string line = include.file + " includes " + include.target;
    if (from.part == "core" && isQt(include)) {
        return line + ": core has no Qt";
    }
    const Room to = roomOf(include.target);
    const bool ours = to.part == "core" || to.part == "ui" || to.part == "app";
    if (!ours) {
        return {};
    }
    if (to.part == "app" && from.part != "app") {
        return line + ": nobody includes app";
    }
    if (from.part == "core" && to.part != "core") {
        return line + ": core knows no other part";
    }
    if (from.part != to.part || from.part == "app" || from.name == to.name) {
        return {};
    }
    const Doors& doors = from.part == "core" ? core : ui;
    const auto allowed = doors.find(from.name);
    if (allowed == doors.end() || allowed->second.contains(to.name)) {
        return {}; // an unknown room is reported by the test of rooms
    }
    return line + ": room " + from.name + " may not use room " + to.name;
}

using Graph = std::map<std::string, std::vector<std::string>>;

Graph fileGraph(const std::vector<Include>& includes) {
    Graph graph;
    for (const Include& include : includes) {
        if (include.quoted) {
            graph[include.file].push_back(include.target);
        }
    }
    return graph;
}

enum class Mark { Open, Done };

/// The files of a circle through `file`, joined by arrows; empty when there is none.
std::string circleFrom(const std::string& file,
                       const Graph& graph,
                       std::map<std::string, Mark>& marks,
                       std::vector<std::string>& path) {
    path.push_back(file);
    marks[file] = Mark::Open;
    if (const auto targets = graph.find(file); targets != graph.end()) {
        for (const std::string& target : targets->second) {
            const auto mark = marks.find(target);
            if (mark != marks.end() && mark->second == Mark::Open) {
                std::string text;
                for (auto step = std::ranges::find(path, target); step != path.end(); ++step) {
                    text += *step + " → ";
                }
                return text + target;
            }
            if (mark == marks.end()) {
                if (std::string circle = circleFrom(target, graph, marks, path); !circle.empty()) {
                    return circle;
                }
            }
        }
    }
    marks[file] = Mark::Done;
    path.pop_back();
    return {};
}

std::string circle(const Graph& graph) {
    std::map<std::string, Mark> marks;
    for (const auto& [file, targets] : graph) {
        std::vector<std::string> path;
        if (!marks.contains(file)) {
            if (std::string found = circleFrom(file, graph, marks, path); !found.empty()) {
                return found;
            }
        }
    }
    return {};
}

} // namespace

class IncludeRulesTest : public QObject {
    Q_OBJECT

private:
    const fs::path m_root{ROOFPLAN_SOURCE_DIR};
    const Doors m_core = coreDoors();
    const Doors m_ui = uiDoors();

private Q_SLOTS:

    void everyRoomIsInTheTable() {
        const std::map<std::string, const Doors*> parts{{"core", &m_core}, {"ui", &m_ui}};
        std::string unknown;
        for (const auto& [part, doors] : parts) {
            for (const auto& entry : fs::directory_iterator(m_root / part)) {
                const std::string name = entry.path().filename().string();
                if (entry.is_directory() && !doors->contains(name)) {
                    unknown += part + "/" + name + " ";
                }
            }
        }
        QVERIFY2(unknown.empty(), unknown.c_str());
    }

    void roomsUseOnlyTheRoomsTheyMay() {
        const std::vector<Include> includes = includesOfTree(m_root);
        QVERIFY(includes.size() > 50);
        std::string complaints;
        for (const Include& include : includes) {
            if (const std::string found = complaint(include, m_core, m_ui); !found.empty()) {
                complaints += "\n" + found;
            }
        }
        QVERIFY2(complaints.empty(), complaints.c_str());
    }

    void ourHeadersAreNamedFromTheRoot() {
        std::string strangers;
        for (const Include& include : includesOfTree(m_root)) {
            const bool moc = include.target.ends_with(".moc") ||
                             include.target.starts_with("moc_") ||
                             include.target.starts_with("ui_");
            if (include.quoted && !moc && !fs::exists(m_root / include.target)) {
                strangers += "\n" + include.file + " includes " + include.target;
            }
        }
        QVERIFY2(strangers.empty(), strangers.c_str());
    }

    void noFilesStandInACircle() {
        const std::string found = circle(fileGraph(includesOfTree(m_root)));
        QVERIFY2(found.empty(), found.c_str());
    }

    void theTableItselfHasNoCircle() {
        for (const Doors* doors : {&m_core, &m_ui}) {
            Graph graph;
            for (const auto& [room, allowed] : *doors) {
                graph[room].assign(allowed.begin(), allowed.end());
            }
            const std::string found = circle(graph);
            QVERIFY2(found.empty(), found.c_str());
        }
    }

    void coreLinksNoQt() {
        std::string found;
        for (const auto& entry : fs::recursive_directory_iterator(m_root / "core")) {
            if (entry.path().filename() == "CMakeLists.txt") {
                std::ifstream stream(entry.path());
                const std::string text((std::istreambuf_iterator<char>(stream)),
                                       std::istreambuf_iterator<char>());
                found += text.find("Qt6") == std::string::npos ? "" : entry.path().string() + " ";
            }
        }
        QVERIFY2(found.empty(), found.c_str());
    }

    void aForbiddenIncludeIsFound_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("allowed");
        QTest::newRow("down") << "core/units/a.cpp"
                              << "#include \"core/base/expected.h\"" << true;
        QTest::newRow("up") << "core/base/a.h"
                            << "#include \"core/units/quantity.h\"" << false;
        QTest::newRow("physics to physics") << "core/memory/a.h"
                                            << "#include \"core/schedule/b.h\"" << false;
        QTest::newRow("report to physics") << "core/report/a.h"
                                           << "#include \"core/training/b.h\"" << false;
        QTest::newRow("core to ui") << "core/result/a.h"
                                    << "#include \"ui/style/b.h\"" << false;
        QTest::newRow("Qt in core") << "core/result/a.h"
                                    << "#include <QString>" << false;
        QTest::newRow("Qt folder in core") << "core/result/a.h"
                                           << "  #include <QtCore/QString>" << false;
        QTest::newRow("Qt in app") << "app/a.h"
                                   << "#include <QString>" << true;
        QTest::newRow("app from ui") << "ui/shell/a.h"
                                     << "#include \"app/paths.h\"" << false;
        QTest::newRow("panel to panel") << "ui/why/a.h"
                                        << "#include \"ui/compose/b.h\"" << false;
        QTest::newRow("shell to panel") << "ui/shell/a.h"
                                        << "#include \"ui/compose/b.h\"" << true;
    }

    void aForbiddenIncludeIsFound() {
        QFETCH(QString, file);
        QFETCH(QString, text);
        QFETCH(bool, allowed);
        std::istringstream stream(text.toStdString());
        const std::vector<Include> found = includesIn(file.toStdString(), stream);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(complaint(found.front(), m_core, m_ui).empty(), allowed);
    }

    void aCircleIsFound() {
        const Graph graph{{"a", {"b"}}, {"b", {"c"}}, {"c", {"b"}}};
        QCOMPARE(circle(graph), std::string("b → c → b"));
    }
};

QTEST_GUILESS_MAIN(IncludeRulesTest)
#include "include_rules_test.moc"
