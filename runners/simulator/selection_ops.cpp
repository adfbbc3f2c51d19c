// SPDX-License-Identifier: Apache-2.0
// Compare, select, convert.
#include <array>

#include "runners/simulator/conversion.hpp"
#include "runners/simulator/ops.hpp"
#include "runners/simulator/selection_masks.hpp"

namespace assay::simulator {
namespace {

constexpr std::array ops{
    Entry{"TCMP", run_tcmp}, Entry{"TCMPS", run_tcmps}, Entry{"TCVT", run_tcvt},
    Entry{"TSEL", run_tsel}, Entry{"TSELS", run_tsels},
};

}  // namespace

std::span<const Entry> selection_ops() { return ops; }

}  // namespace assay::simulator
