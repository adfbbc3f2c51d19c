// SPDX-License-Identifier: Apache-2.0
// How a machine converts one element.
#pragma once

#include <cstdint>

#include "runners/simulator/checks.hpp"
#include "runners/simulator/faults.hpp"

namespace assay::simulator {

enum class Cast : std::uint8_t { none, rint, round, floor, ceil, trunc, odd };

/// What one call converts, and how. `clamps` is the saturation that the machine applies.
struct Job {
  Machine machine;
  std::uint32_t from;
  std::uint32_t to;
  Cast mode;
  bool clamps;
};

/// The job that the attributes of a call describe, for operands dst, src and perhaps tmp.
Job job_of(const Request& request);

/// x as a whole number.
long double whole(const Job& job, const Device& device, long double x);

/// The pattern that the machine stores for a pattern of the source.
std::uint64_t convert_element(const Job& job, const Device& device, std::uint64_t bits);

Answer run_tcvt(const Request& request, Device& device);  ///< five forms

}  // namespace assay::simulator
