#include "ui/style/theme.h"

#include <QPalette>
#include <QWidget>

namespace roofplan::ui {
namespace {

QColor rgb(unsigned int value) {
    return QColor::fromRgb(value);
}

BoundColour boundColour(unsigned int fill, unsigned int text, unsigned int onFill) {
    return {rgb(fill), rgb(text), rgb(onFill)};
}

Theme lightTheme() {
    Theme theme;
    theme.page = rgb(0xf5f6f8);
    theme.card = rgb(0xffffff);
    theme.line = rgb(0xdfe3ea);
    theme.ink = rgb(0x1b2330);
    theme.muted = rgb(0x5f6b7e);
    theme.accent = rgb(0x2457d6);
    theme.onAccent = rgb(0xffffff);
    theme.field = rgb(0xf3f5f9);
    theme.selection = rgb(0xe5ebfb);
    theme.grid = rgb(0xe8ebf1);
    theme.minorGrid = rgb(0xf3f5f8);
    theme.error = rgb(0xb3261e);
    theme.bounds = {
        boundColour(0x3b6fd4, 0x2a57b3, 0xffffff), boundColour(0xe69f00, 0x8a5e00, 0x2b1e00),
        boundColour(0x009e73, 0x00704f, 0x03150f), boundColour(0xd55e00, 0xad4a00, 0x1f0b00),
        boundColour(0x8a5bb8, 0x6d449a, 0xffffff), boundColour(0xcc79a7, 0x8f3f6b, 0x2a0a1c),
        boundColour(0x9aa3b2, 0x596476, 0x1b2330)};
    theme.slate = {rgb(0x3d4759), rgb(0x63718a), rgb(0x8c99b0), rgb(0xb7c3d9),
                   rgb(0xcdd6e6), rgb(0xdce3ee), rgb(0xe9edf4)};
    return theme;
}

Theme darkTheme() {
    Theme theme;
    theme.dark = true;
    theme.page = rgb(0x12161d);
    theme.card = rgb(0x1a202a);
    theme.line = rgb(0x2d3644);
    theme.ink = rgb(0xe6eaf2);
    theme.muted = rgb(0x98a4b6);
    theme.accent = rgb(0x7aa2ff);
    theme.onAccent = rgb(0x0b1526);
    theme.field = rgb(0x12161d);
    theme.selection = rgb(0x24304a);
    theme.grid = rgb(0x272f3c);
    theme.minorGrid = rgb(0x1f2631);
    theme.error = rgb(0xff8a80);
    theme.bounds = {
        boundColour(0x6b99f2, 0x8db1ff, 0x0b1526), boundColour(0xf2b632, 0xf6c65b, 0x2b1e00),
        boundColour(0x2fbf93, 0x4fd6ad, 0x03150f), boundColour(0xf5843c, 0xff9f63, 0x2a1000),
        boundColour(0xb48be0, 0xc7a6ec, 0x180b28), boundColour(0xe29cc3, 0xf0b6d5, 0x2a0a1c),
        boundColour(0x7d889b, 0xa4afc0, 0x0f141b)};
    theme.slate = {rgb(0xd5dcea), rgb(0xa9b6cc), rgb(0x8391aa), rgb(0x62708a),
                   rgb(0x505d75), rgb(0x424e63), rgb(0x364052)};
    return theme;
}

} // namespace

const Theme& theme(bool dark) {
    static const Theme light = lightTheme();
    static const Theme night = darkTheme();
    return dark ? night : light;
}

const Theme& themeOf(const QWidget& widget) {
    return theme(widget.palette().color(QPalette::Window).lightness() < 128);
}

QColor readableOn(const QColor& fill) {
    return fill.lightnessF() > 0.55F ? QColor(0x1b, 0x23, 0x30) : QColor(Qt::white);
}

} // namespace roofplan::ui
