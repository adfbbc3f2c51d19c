// SPDX-License-Identifier: Apache-2.0
// How a machine converts one element.
#pragma once

#include <cstdint>

#include "runners/simulator/core/hooks.hpp"

namespace assay::simulator {

enum class Cast : std::uint8_t { none, rint, round, floor, ceil, trunc, odd };

/// The conversion of one call. `clamps` is the saturation; off if the call gives none.
struct Job {
  Machine machine;
  std::uint32_t from;
  std::uint32_t to;
  Cast mode;
  bool clamps;
  bool as_is = false;  ///< float to float without a rounding policy
};

/// The job that the attributes of a call describe, for operands dst, src and perhaps tmp.
Job job_of(const Request& request);

/// x as a whole number.
long double whole(const Job& job, long double x);

/// x on the grid of the format, as if it had no largest value.
long double on_grid(const Job& job, std::uint32_t to, long double x);

/// The pattern that the machine stores for a pattern of the source, and for what it is worth.
std::uint64_t convert_element(const Job& job, const Hooks& hooks, std::uint64_t bits);
std::uint64_t convert_number(const Job& job, const Hooks& hooks, long double x);

}  // namespace assay::simulator
