// SPDX-License-Identifier: Apache-2.0
// Blocks of results to elements, with the definition for what the kernels leave undecided.
#pragma once

#include <cstdint>
#include <span>

#include "reference/numerics/kernels/run.hpp"

namespace assay::numerics::kernels {

class Rounder {
 public:
  /// Both types of the operation have kernels. Keeps references to all three.
  Rounder(const Kernels& kernels, const Operation& operation, std::span<const Bits> arguments)
      : operation_(operation), arguments_(arguments), target_(kernels, operation.to) {}

  /// Elements [first, first + count) of `values` from the block of `results` that begins there.
  void store(Results& results, std::int64_t first, int count, MutableBits values);

  /// Whether the last store() needed the definition, anywhere or for its element i.
  bool any_escalated() const { return any_; }
  bool escalated(int i) const { return any_ && codes_.undecided[static_cast<std::size_t>(i)] != 0; }

 private:
  bool settle(Results& results, int i);

  const Operation& operation_;
  std::span<const Bits> arguments_;
  bool any_ = false;
  Target target_;
  Codes codes_;
};

/// values[index] by the definition.
void round_by_definition(const Operation& operation, std::span<const Bits> arguments,
                         std::int64_t index, MutableBits values);

}  // namespace assay::numerics::kernels
