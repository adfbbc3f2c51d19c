// SPDX-License-Identifier: Apache-2.0
// Common parts of instructions with a scalar argument and of bitwise logic.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/elementwise/arithmetic.hpp"

namespace assay::simulator {

/// run_lanes, but the first generation combines bytes in pairs: an odd number of columns becomes
/// even, and one byte after each row changes.
void run_patterns(const Request& request, const Hooks& hooks,
                  std::initializer_list<std::size_t> inputs, const Lane& lane);

/// For errata: what the first generation adds instead of subtracting a scalar, and a power of
/// integers as the host's floats have it.
std::uint64_t negated_as_float(std::uint32_t element, std::uint64_t scalar);
std::uint64_t power_as_double(std::uint32_t element, Inputs in);

/// The scalar as the call passes it on: converted to an element type.
std::uint64_t passed(const Request& request, const Hooks& hooks, const assay_operand& scalar,
                     std::uint32_t element);

}  // namespace assay::simulator
