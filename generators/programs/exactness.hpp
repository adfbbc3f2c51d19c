// SPDX-License-Identifier: Apache-2.0
// Programs in which every result is known to the bit.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "reference/isa/case/program.hpp"
#include "reference/judge/programs/memory_bounds.hpp"

namespace assay::generators {

/// Plans of values of which much follows exactly.
std::span<const std::string_view> exact_plans();

/// The contents of the memories of a program while it is drawn, by the pages.
class Exactness {
 public:
  /// Whether every implementation that keeps the page leaves the same bits after the call: none of
  /// its results depends on an order, a rounding or a choice that the page leaves open. Then the
  /// call is taken; `images` are those of the program with it.
  bool take(const ProgramStep& step, const std::vector<ProgramImage>& images);

 private:
  MemoryBounds known_{ProgramMemory{}};
  std::size_t calls_ = 0;
};

}  // namespace assay::generators
