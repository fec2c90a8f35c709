// Runs the real roofplan-cli and keeps what it said.
#pragma once

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>

namespace roofplan::cli {

struct Run {
    int code = -1;
    QByteArray out;
    QByteArray err;

    [[nodiscard]] QJsonDocument json() const { return QJsonDocument::fromJson(out); }

    [[nodiscard]] QJsonObject object() const { return json().object(); }

    /// For the message of a failing comparison.
    [[nodiscard]] QByteArray all() const { return out + "\n--- stderr\n" + err; }
};

/// Without what is the developer's own.
inline QProcessEnvironment testEnvironment() {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("ROOFPLAN_OWN_SPECS"), QString());
    environment.remove(QStringLiteral("ROOFPLAN_SPECS"));
    return environment;
}

inline Run run(const QStringList& arguments,
               const QByteArray& input = {},
               const QProcessEnvironment& environment = testEnvironment()) {
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(ROOFPLAN_CLI), arguments);
    process.write(input);
    process.closeWriteChannel();
    Run result;
    if (process.waitForFinished(60000) && process.exitStatus() == QProcess::NormalExit) {
        result.code = process.exitCode();
    }
    result.out = process.readAllStandardOutput();
    result.err = process.readAllStandardError();
    return result;
}

inline QString exampleFile() {
    return QStringLiteral(ROOFPLAN_SOURCE_DIR "/resources/examples/llama-3.1-70b-64xp5en.roofplan");
}

/// A scenario made of flags alone, and more flags behind it.
inline QStringList evaluateFlags(const QStringList& more = {}) {
    return QStringList{QStringLiteral("evaluate"),
                       QStringLiteral("--instance"),
                       QStringLiteral("p5en.48xlarge"),
                       QStringLiteral("--instances"),
                       QStringLiteral("64"),
                       QStringLiteral("--model"),
                       QStringLiteral("llama-3.1-70b"),
                       QStringLiteral("--tokens"),
                       QStringLiteral("5T"),
                       QStringLiteral("--seq-len"),
                       QStringLiteral("8192"),
                       QStringLiteral("--global-batch"),
                       QStringLiteral("2048"),
                       QStringLiteral("--tp"),
                       QStringLiteral("4"),
                       QStringLiteral("--pp"),
                       QStringLiteral("4"),
                       QStringLiteral("--recompute"),
                       QStringLiteral("selective")} +
           more;
}

} // namespace roofplan::cli
