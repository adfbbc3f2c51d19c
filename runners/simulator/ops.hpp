// SPDX-License-Identifier: Apache-2.0
// The instructions that the simulator executes.
#pragma once

#include <span>

#include "runners/simulator/checks.hpp"
#include "runners/simulator/faults.hpp"

namespace assay::simulator {

/// Checks the call, then executes it on the memory of its operands. Nothing is written when the
/// answer is not ASSAY_DONE. A form that is not listed here is answered ASSAY_UNSUPPORTED.

Answer run_trsqrt(const Request& request, Device& device);      ///< "plain", "tmp"
Answer run_texpands(const Request& request, Device& device);    ///< "tile", "conv"
Answer run_tcolargmax(const Request& request, Device& device);  ///< "index", "value_index"
Answer run_tload(const Request& request, Device& device);       ///< "tile"
Answer run_tprint(const Request& request, Device& device);      ///< "tile", "scratch", "global"

/// An instruction and what executes it.
struct Entry {
  std::string_view op;
  Answer (*run)(const Request&, Device&);
};

std::span<const Entry> founding_ops();
std::span<const Entry> arithmetic_ops();   ///< tile with tile
std::span<const Entry> compound_ops();     ///< the same in several steps or with scratch
std::span<const Entry> tile_scalar_ops();  ///< tile with scalar, and bitwise logic
std::span<const Entry> selection_ops();    ///< compare, select, convert
std::span<const Entry> reduction_ops();
std::span<const Entry> expansion_ops();

}  // namespace assay::simulator
