// SPDX-License-Identifier: Apache-2.0
// Puts one question to both oracles and finds the first input on which they disagree. This folder
// is the only place that knows both.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "reference/isa/element_type.hpp"
#include "reference/isa/function.hpp"

namespace assay::agreement {

/// All modes at once cost little more than one.
inline const std::vector<RoundMode> all_modes{std::begin(every_round_mode),
                                              std::end(every_round_mode)};

struct Question {
  Function function;
  ElementType from;
  ElementType to;
  std::vector<RoundMode> modes = all_modes;
};

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

/// Compares numerics::round() with second_oracle::rounded() on every sample. Of all disagreements
/// the one with the lowest index, whatever the number of threads. `done` is told from time to time,
/// by one thread at a time, how many samples have been compared.
std::optional<Disagreement> compare(const Question& question, const Range& range, const Draw& draw,
                                    int threads,
                                    const std::function<void(std::int64_t)>& done = {});

}  // namespace assay::agreement
