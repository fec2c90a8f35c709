#include "ui/style/column_widths.h"

#include <algorithm>

namespace roofplan::ui {

std::vector<int> fittedWidths(std::vector<int> widths, int room, int least) {
    std::vector<int> ascending = widths;
    std::ranges::sort(ascending);
    int left = room;
    auto columns = static_cast<int>(ascending.size());
    for (const int width : ascending) {
        const int share = std::max(left / columns, least);
        if (width > share) {
            for (int& wide : widths) {
                wide = std::min(wide, share);
            }
            break;
        }
        left -= width;
        --columns;
    }
    return widths;
}

} // namespace roofplan::ui
