#include "ui/shell/theme_controller.h"

#include <QActionGroup>
#include <QApplication>
#include <QMenu>
#include <QSettings>

namespace roofplan::ui {
namespace {

const QString key = QStringLiteral("theme");

} // namespace

ThemeController::ThemeController(QApplication& application, QObject* parent)
    : QObject(parent),
      m_application(application),
      m_systemDark(QApplication::palette().color(QPalette::Window).lightness() < 128) {}

void ThemeController::show(ThemeChoice choice) {
    m_choice = choice;
    applyTheme(m_application, choice, m_systemDark);
}

void ThemeController::choose(ThemeChoice choice) {
    QSettings().setValue(key, static_cast<int>(choice));
    show(choice);
}

void ThemeController::restore() {
    const int stored = QSettings().value(key, 0).toInt();
    show(stored == 1 ? ThemeChoice::Light : stored == 2 ? ThemeChoice::Dark : ThemeChoice::System);
}

QMenu* ThemeController::makeMenu(QWidget* parent) {
    auto* menu = new QMenu(parent);
    auto* group = new QActionGroup(menu);
    const std::pair<QString, ThemeChoice> choices[] = {{tr("As the system"), ThemeChoice::System},
                                                       {tr("Light"), ThemeChoice::Light},
                                                       {tr("Dark"), ThemeChoice::Dark}};
    for (const auto& [text, choice] : choices) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        action->setActionGroup(group);
        action->setData(static_cast<int>(choice));
        connect(action, &QAction::triggered, this, [this, chosen = choice] { choose(chosen); });
    }
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        for (QAction* action : menu->actions()) {
            action->setChecked(action->data().toInt() == static_cast<int>(m_choice));
        }
    });
    return menu;
}

} // namespace roofplan::ui
