#include "ui/compose/gpu_picker.h"

#include "core/units/quantity_literals.h"
#include "ui/compose/picker_cells.h"
#include "ui/models/own_numbers.h"

#include <utility>

namespace roofplan::ui {
namespace {

using namespace literals;

std::vector<PickerColumn> gpuColumns() {
    return {
        {.title = GpuPicker::tr("GPU"), .toolTip = {}},
        {.title = GpuPicker::tr("BF16, TFLOP/s"),
         .toolTip = GpuPicker::tr("Dense BF16 peak, TFLOP/s"),
         .number = true},
        {.title = GpuPicker::tr("FP8, TFLOP/s"),
         .toolTip = GpuPicker::tr("Dense FP8 peak, TFLOP/s"),
         .number = true},
        {.title = GpuPicker::tr("HBM, GiB"),
         .toolTip = GpuPicker::tr("Memory that a job sees, GiB"),
         .number = true},
        {.title = GpuPicker::tr("HBM, TB/s"),
         .toolTip = GpuPicker::tr("Datasheet bandwidth of the memory, TB/s"),
         .number = true},
        {.title = GpuPicker::tr("NVLink, GB/s"),
         .toolTip = GpuPicker::tr("Bandwidth inside a domain, one direction, GB/s"),
         .number = true},
        {.title = GpuPicker::tr("TDP, W"),
         .toolTip = GpuPicker::tr("Thermal design power, W"),
         .number = true},
        {.title = GpuPicker::tr("Remarks"), .toolTip = {}},
    };
}

PickerCell peakCell(const Peak& peak) {
    if (peak.state == PeakState::Unknown) {
        return unknownCell();
    }
    if (peak.state == PeakState::Unsupported) {
        PickerCell none = textCell(GpuPicker::tr("none"), true);
        none.sort = 0.0;
        none.toolTip = GpuPicker::tr("The hardware lacks this number format.");
        return none;
    }
    return numberCell(peak.rate.in(1.0_TFLOPS));
}

PickerRow gpuRow(const Gpu& gpu, const Catalogue& all) {
    const QStringList own = ownNumbers(all, {gpu.id, gpu.nvlink, gpu.efficiencyProfile});
    return {.key = QString::fromStdString(gpu.id),
            .cells = {textCell(QString::fromStdString(gpu.name)),
                      peakCell(gpu.peak(Precision::Bf16)), peakCell(gpu.peak(Precision::Fp8)),
                      numberCell(gpu.memory.value.in(1.0_GiB)),
                      numberCell(gpu.hbmBandwidth.value.in(1.0_TBps)),
                      linkCell(findEntry(all.nvlinks, gpu.nvlink)),
                      gpu.thermalDesignPower ? numberCell(gpu.thermalDesignPower->value.base())
                                             : unknownCell(),
                      remarkCell(gpu.announced ? QStringList(GpuPicker::tr("announced"))
                                               : QStringList(),
                                 own)},
            .alsoFoundBy = {}};
}

} // namespace

void GpuPicker::fill(const std::vector<Choice>& choices,
                     const Scenario& /*scenario*/,
                     const Catalogue& catalogue) {
    std::vector<PickerRow> rows;
    for (const Choice& choice : choices) {
        if (const Gpu* gpu = findEntry(catalogue.gpus, choice.key)) {
            rows.push_back(gpuRow(*gpu, catalogue));
        }
    }
    setTable(gpuColumns(), std::move(rows));
}

QString GpuPicker::title() const {
    return tr("GPUs");
}

} // namespace roofplan::ui
