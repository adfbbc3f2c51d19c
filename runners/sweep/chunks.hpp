// SPDX-License-Identifier: Apache-2.0
// The pieces of a sweep: what a line of its journal holds.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "runners/cases/plan/shard.hpp"

namespace assay::runners {

/// Inputs of a chunk. It depends on the sweep alone, so that sums do not depend on how many threads
/// there are, nor on shards.
inline constexpr std::uint64_t chunk_inputs = std::uint64_t{1} << 18;

/// The chunks of a shard of a sweep: those of the whole whose number modulo the count of shards is
/// the shard's.
class Chunks {
 public:
  explicit Chunks(std::uint64_t inputs, Shard shard = {}) : inputs_(inputs), shard_(shard) {}

  std::size_t size() const {
    const std::uint64_t all = (inputs_ + chunk_inputs - 1) / chunk_inputs;
    return static_cast<std::size_t>((all + shard_.count - shard_.index) / shard_.count);
  }
  /// Number in the whole sweep of the shard's k-th chunk, from 0 both.
  std::size_t operator[](std::size_t k) const {
    return static_cast<std::size_t>(shard_.index - 1 + k * shard_.count);
  }
  /// Of the shard.
  std::uint64_t inputs() const {
    std::uint64_t sum = 0;
    for (std::size_t k = 0; k < size(); ++k) {
      sum += std::min(chunk_inputs, inputs_ - (*this)[k] * chunk_inputs);
    }
    return sum;
  }

 private:
  std::uint64_t inputs_;
  Shard shard_;
};

}  // namespace assay::runners
