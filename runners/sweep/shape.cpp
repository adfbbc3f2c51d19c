// SPDX-License-Identifier: Apache-2.0
#include "runners/sweep/shape.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "generators/draw/choices.hpp"
#include "generators/draw/solve_constraints.hpp"
#include "generators/generate.hpp"
#include "generators/values/plans.hpp"

namespace assay::runners {
namespace {

using generators::Recipe;

constexpr std::uint64_t most_elements = 1U << 16U;
constexpr std::uint32_t most_draws = 32;
// Rows of 128 elements are what the vector units like best; the others are for pages with limits.
constexpr std::array<std::int64_t, 10> widths{128, 64, 256, 32, 512, 16, 1024, 8, 2048, 4096};

/// Bytes of vector memory that a call may use. A2A3 keeps 8 KiB of 192 for itself.
std::int64_t vector_memory(Target target) {
  constexpr std::int64_t kib = 1024;
  switch (target) {
    case Target::a2a3:
      return 184 * kib;
    case Target::a5:
      return 256 * kib;
    case Target::cpu:
      break;
  }
  return 512 * kib;
}

class Shaper {
 public:
  Shaper(const Recipe& recipe, const Result& result) : recipe_(recipe), result_(result) {}

  /// The case with every tile reshaped, where that is legal.
  std::optional<Case> reshaped(const Case& drawn, std::int64_t rows, std::int64_t cols) const {
    Case test_case = drawn;
    for (OperandValue& value : test_case.call.operands) {
      if (auto* tile = std::get_if<TileSpec>(&value)) *tile = shaped(*tile, rows, cols);
    }
    generators::Choices draw(0);
    try {
      if (!generators::solve_constraints(test_case.call, draw, nullptr)) return std::nullopt;
    } catch (const generators::EmptyChoice&) {
      return std::nullopt;
    }
    if (!generators::fulfils(test_case.call, nullptr) || !fits(test_case.call, rows, cols)) {
      return std::nullopt;
    }
    return test_case;
  }

 private:
  static TileSpec shaped(const TileSpec& drawn, std::int64_t rows, std::int64_t cols) {
    TileSpec tile = drawn;
    tile.type = TileType{.element = drawn.type.element, .location = drawn.type.location};
    tile.type.rows = rows;
    tile.type.cols = cols;
    make_well_formed(tile.type);
    tile.valid_rows = rows;
    tile.valid_cols = cols;
    return tile;
  }

  bool fits(const Call& call, std::int64_t rows, std::int64_t cols) const {
    std::int64_t bytes = 0;
    for (const OperandValue& value : call.operands) {
      if (const auto* tile = std::get_if<TileSpec>(&value)) bytes += tile->type.bytes();
    }
    if (bytes > vector_memory(call.target)) return false;
    if (element_of(call.operands[call.form->index_of(call.form->lead)]) != recipe_.lead) {
      return false;
    }
    return is_whole(call, result_.operand, rows, cols) &&
           std::ranges::all_of(result_.arguments, [&](const std::string& name) {
             return is_whole(call, name, rows, cols);
           });
  }

  static bool is_whole(const Call& call, const std::string& operand, std::int64_t rows,
                       std::int64_t cols) {
    if (!call.is_tile(operand)) return false;
    const TileSpec& tile = call.tile(operand);
    return !tile.type.conv && tile.type.layout() == TileLayout::ND && tile.type.rows == rows &&
           tile.type.cols == cols && tile.valid_rows == rows && tile.valid_cols == cols;
  }

  const Recipe& recipe_;
  const Result& result_;
};

std::vector<Case> drawn_cases(const Recipe& recipe) {
  std::vector<Case> cases;
  for (std::uint32_t k = 0; k < most_draws; ++k) {
    try {
      cases.push_back(generators::draw(recipe, k << 16U));
    } catch (const generators::Unreachable&) {
      continue;
    }
    // The first value of every attribute, where that is legal, is what a reader expects.
    std::ranges::fill(cases.back().call.attributes, 0);
    if (!generators::fulfils(cases.back().call, nullptr)) cases.pop_back();
  }
  return cases;
}

}  // namespace

std::optional<Case> widest_case(const OpSpec& op, const Form& form, Target target, ElementType lead,
                                const Result& result, std::uint64_t inputs) {
  Recipe recipe;
  recipe.op = &op;
  recipe.form = &form;
  recipe.target = target;
  recipe.lead = lead;
  recipe.plan = generators::plans_of(form).front();
  const std::vector<Case> cases = drawn_cases(recipe);
  const Shaper shaper(recipe, result);
  const auto wanted =
      static_cast<std::int64_t>(std::bit_ceil(std::clamp<std::uint64_t>(inputs, 1, most_elements)));
  const std::int64_t smallest = 8;
  for (std::int64_t size = std::max(wanted, smallest * smallest); size >= smallest; size /= 2) {
    for (const std::int64_t cols : widths) {
      if (cols > size) continue;
      for (const Case& test_case : cases) {
        if (auto found = shaper.reshaped(test_case, size / cols, cols)) return found;
      }
    }
  }
  return std::nullopt;
}

}  // namespace assay::runners
