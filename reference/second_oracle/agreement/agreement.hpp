// SPDX-License-Identifier: Apache-2.0
// Puts one question to two oracles and finds the first input on which they disagree. This folder
// is the only place that knows both.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "reference/second_oracle/agreement/oracles.hpp"

namespace assay::agreement {

using Arguments = std::array<std::uint64_t, 3>;

/// Bits of the arguments of sample `index`; called on several threads at once.
using Draw = std::function<Arguments(std::int64_t index)>;

struct Disagreement {
  std::int64_t index;
  RoundMode mode;
  Arguments arguments;
  std::uint64_t first;
  std::uint64_t second;
};

/// "reciprocal_square_root f32 -> f32 nearest_even of 0x3f800001: first 0x..., second 0x..."
std::string describe(const Question& question, const Disagreement& disagreement);

/// Samples begin to end - 1.
struct Range {
  std::int64_t begin;
  std::int64_t end;
};

/// How far a comparison is: samples compared, and the index below which all of them are.
struct Position {
  std::int64_t compared;
  std::int64_t all_below;
};

/// How to compare. `done` is told after each block, by one thread at a time.
struct Manner {
  int threads = 1;
  Oracle first = by_batches;
  Oracle second = by_second_oracle;
  std::function<void(const Position&)> done = {};
};

/// Compares both oracles on every sample, in every mode of the question. Of all disagreements the
/// one with the lowest index, whatever the number of threads; of the modes the first. Throws what
/// an oracle throws.
std::optional<Disagreement> compare(const Question& question, const Range& range, const Draw& draw,
                                    const Manner& manner = {});

}  // namespace assay::agreement
