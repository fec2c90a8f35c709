// Kernels of a layer as tests look at them: listed, summed, compared.
#pragma once

#include "core/operators/layer_operators.h"
#include "tests/support/shipped.h"

#include <string_view>
#include <vector>

namespace roofplan::test {

/// A GPU of the catalogue at the ceilings of training steps.
inline Device trainingDevice(const char* gpu, Precision precision = Precision::Bf16) {
    const Gpu& entry = *findEntry(shippedCatalogue().gpus, gpu);
    return makeDevice(entry,
                      *findEntry(shippedCatalogue().efficiencyProfiles, entry.efficiencyProfile),
                      precision, GemmKernels::TunedSustained, false);
}

inline const Transformer& shippedModel(std::string_view id) {
    return findEntry(shippedCatalogue().models, std::string(id))->transformer;
}

/// A kind that has experts; the first one where none has.
inline const LayerKind& expertKind(const Transformer& model) {
    for (const LayerKind& kind : model.layerKinds) {
        if (std::holds_alternative<MixtureOfExperts>(kind.channelMixer)) {
            return kind;
        }
    }
    return model.layerKinds.front();
}

using Kernels = std::vector<Kernel>;

inline Kernels forwardKernels(const Transformer& model,
                              const LayerKind& kind,
                              const LayerContext& context,
                              const Device& device) {
    Kernels list;
    visitForward(model, kind, context, device, Phase::Forward,
                 [&list](const Kernel& kernel) { list.push_back(kernel); });
    return list;
}

inline Kernels backwardKernels(const Transformer& model,
                               const LayerKind& kind,
                               const LayerContext& context,
                               const Device& device) {
    Kernels list;
    visitBackward(model, kind, context, device,
                  [&list](const Kernel& kernel) { list.push_back(kernel); });
    return list;
}

inline Kernels recomputedKernels(const Transformer& model,
                                 const LayerKind& kind,
                                 const LayerContext& context,
                                 const Device& device,
                                 RecomputeModules modules) {
    Kernels list;
    visitRecomputed(model, kind, context, device, modules,
                    [&list](const Kernel& kernel) { list.push_back(kernel); });
    return list;
}

/// What tells two kernels apart beside their phase.
inline bool sameKernel(const Kernel& a, const Kernel& b) {
    return a.name == b.name && a.cost.time == b.cost.time && a.cost.flops == b.cost.flops &&
           a.cost.hbm == b.cost.hbm;
}

inline bool sameKernels(const Kernels& a, const Kernels& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), sameKernel);
}

template <typename Keep>
Kernels filtered(const Kernels& list, Keep keep) {
    Kernels kept;
    std::copy_if(list.begin(), list.end(), std::back_inserter(kept), keep);
    return kept;
}

/// FLOPs of matrix products, attention included.
inline double matrixFlops(const Kernels& list) {
    double flops = 0.0;
    for (const Kernel& kernel : list) {
        flops += std::holds_alternative<MemoryWork>(kernel.work) ? 0.0 : kernel.cost.flops.base();
    }
    return flops;
}

/// FLOPs of the kernels called `name`.
inline double flopsOf(const Kernels& list, TermName name) {
    double flops = 0.0;
    for (const Kernel& kernel : list) {
        flops += kernel.name == name ? kernel.cost.flops.base() : 0.0;
    }
    return flops;
}

/// HBM bytes of the kernels called `name`.
inline double bytesOf(const Kernels& list, TermName name) {
    double bytes = 0.0;
    for (const Kernel& kernel : list) {
        bytes += kernel.name == name ? kernel.cost.hbm.base() : 0.0;
    }
    return bytes;
}

inline RecomputeModules moduleSet(std::initializer_list<RecomputeModule> modules) {
    RecomputeModules set{.bits = 0};
    for (const RecomputeModule module : modules) {
        set.bits = static_cast<std::uint8_t>(set.bits | 1U << static_cast<unsigned>(module));
    }
    return set;
}

} // namespace roofplan::test
