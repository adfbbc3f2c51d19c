// SPDX-License-Identifier: Apache-2.0
// Lane by lane: the valid region of an output from lanes of inputs.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>

#include "runners/simulator/core/hooks.hpp"
#include "runners/simulator/core/walk.hpp"

namespace assay::simulator {

/// The result pattern of one lane from the patterns of its inputs.
using Lane = std::function<std::uint64_t(Inputs inputs)>;

/// Executes `lane` over the valid region of operand 0; `inputs` are the tiles that are read, lane
/// (row, col) of each. Inputs pass through the data path first.
void run_lanes(const Request& request, const Hooks& hooks,
               std::initializer_list<std::size_t> inputs, const Lane& lane);

/// The region of a tile that an instruction works on.
Region worked_region(const Request& request, const Hooks& hooks, const assay_operand& tile);

/// One lane of an input, after the data path.
std::uint64_t read_lane(const Hooks& hooks, const Tile& tile, Region worked, Place place);

}  // namespace assay::simulator
