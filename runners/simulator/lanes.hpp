// SPDX-License-Identifier: Apache-2.0
// Lane by lane: the valid region of an output from lanes of inputs, with the faults that every such
// instruction can have.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>

#include "runners/simulator/checks.hpp"
#include "runners/simulator/faults.hpp"
#include "runners/simulator/rules/tiles.hpp"

namespace assay::simulator {

/// The result pattern of one lane from the patterns of its inputs.
using Lane = std::function<std::uint64_t(std::span<const std::uint64_t> inputs)>;

/// Executes `lane` over the valid region of operand `output`; `inputs` are the tiles that are read,
/// lane (row, col) of each. Inputs pass through the device's data path first.
Answer run_lanes(const Request& request, Device& device, std::size_t output,
                 std::initializer_list<std::size_t> inputs, const Lane& lane);

/// The pattern of a floating-point result, one ulp too large on a device with that fault. NaN
/// payloads pass through the data path.
std::uint64_t finished(const Device& device, std::uint32_t element, std::uint64_t bits);

}  // namespace assay::simulator
