// SPDX-License-Identifier: Apache-2.0
// The plan of a sweep, made before its first call.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "generators/values/input_space.hpp"
#include "reference/isa/case/case.hpp"
#include "runners/cases/plan/shard.hpp"
#include "runners/run/backend_choice.hpp"

namespace assay::runners {

using generators::Codes;
using generators::InputSpace;

struct SweepOptions {
  std::string op = {};
  std::string dtype = {};  ///< of the lead operand
  std::optional<std::string> form = {};
  std::optional<std::string> target = {};
  std::optional<std::string> to = {};        ///< element type of the result
  std::vector<std::string> attributes = {};  ///< "RoundMode=CAST_RTZ"
  BackendChoice on = {};                     ///< its timeout is for one call
  Shard shard = {};
  std::string out = {};
  std::string accuracy = {};
  std::string choices = {};                              ///< file of readings, see load_choices()
  std::optional<std::chrono::seconds> time_budget = {};  ///< stop after so long
  std::optional<int> sample = {};                        ///< log2 of the largest sample, 20 to 24
  unsigned jobs = 0;                                     ///< 0: one per processor
  bool exhaustive = false;
  bool resume = false;
  bool partial_ok = false;  ///< one that ends early may exit with 0
  bool json = false;
};

/// One legal call of an op whose result is a function element by element, and what goes into it.
struct SweepPlan {
  const OpSpec* op = nullptr;
  Result result = {};  ///< of the page; its arguments are named even where the page does not
  Case test = {};  ///< every argument and the result are tiles of one shape, valid as a whole, that
                   ///< put element (row, col) at the same place of their memory
  std::vector<std::size_t> arguments = {};  ///< operands, in the order of the function
  std::size_t output = 0;                   ///< operand
  ElementType from = ElementType::f32;      ///< of every argument
  ElementType to = ElementType::f32;        ///< of the result
  Tolerance tolerance = {};
  ChosenReadings readings = {};           ///< by which it is judged
  std::vector<Choice> open_choices = {};  ///< of the result; those that are not pinned
  InputSpace inputs;
  std::string selection = {};  ///< "sample of 2^24"

  const TileSpec& tile() const { return std::get<TileSpec>(test.call.operands[output]); }
  std::uint64_t tile_inputs() const { return static_cast<std::uint64_t>(tile().type.elements()); }
};

/// Choices that are not pinned have their first reading. Throws UsageError where the page, the
/// target or the type leave nothing to sweep.
SweepPlan plan_sweep(const SweepOptions& options);

}  // namespace assay::runners
