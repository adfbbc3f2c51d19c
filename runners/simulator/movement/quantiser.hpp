// SPDX-License-Identifier: Apache-2.0
// How the unit behind the accumulators converts one element.
#pragma once

#include <cstdint>

#include "runners/simulator/core/seams.hpp"

namespace assay::simulator {

/// One way out of the accumulators.
struct Drain {
  Machine machine;
  std::uint32_t from;
  std::uint32_t to;
  bool rectifies;
  bool signed_offsets = true;
  bool exact = true;  ///< products and sums are not floats in between
};

/// The pattern of `to` for a pattern of `from` and a descriptor: multiplied, rounded, moved by the
/// offset, saturated, rectified.
std::uint64_t drained(const Drain& drain, const Seams& seams, std::uint64_t bits,
                      std::uint64_t descriptor);

}  // namespace assay::simulator
