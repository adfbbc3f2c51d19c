// SPDX-License-Identifier: Apache-2.0
#include "generators/enumerate/widest_case.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "generators/draw/choices.hpp"
#include "generators/draw/drawing.hpp"
#include "generators/draw/solve_constraints.hpp"
#include "generators/values/plans.hpp"

namespace assay::generators {
namespace {

constexpr std::uint64_t most_elements = 1U << 16U;
constexpr std::size_t enough_calls = 32;
constexpr std::uint32_t most_draws = 1024;  // few of them have a wanted type of the result
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
  Shaper(const WantedCall& wanted, const Result& result) : wanted_(wanted), result_(result) {}

  /// The call with every tile reshaped, where that is legal.
  std::optional<Call> reshaped(const Call& drawn, std::int64_t rows, std::int64_t cols) const {
    Call call = drawn;
    for (OperandValue& value : call.operands) {
      if (auto* tile = std::get_if<TileSpec>(&value)) *tile = shaped(*tile, rows, cols);
    }
    Choices choices(0);
    try {
      if (!solve_constraints(call, choices, nullptr)) return std::nullopt;
    } catch (const EmptyChoice&) {
      return std::nullopt;
    }
    if (!fulfils(call, nullptr) || !fits(call, rows, cols)) return std::nullopt;
    return call;
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
    if (element_of(call.operands[call.form->index_of(call.form->lead)]) != wanted_.lead) {
      return false;
    }
    if (wanted_.to &&
        element_of(call.operands[call.form->index_of(result_.operand)]) != *wanted_.to)
      return false;
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

  const WantedCall& wanted_;
  const Result& result_;
};

/// Sets those that are wanted, and else the first value, which is what a reader expects.
void set_attributes(Call& call, const AttributeValues& wanted) {
  for (std::size_t i = 0; i < call.attributes.size(); ++i) {
    const Attribute& attribute = call.form->attributes[i];
    const auto found = wanted.find(attribute.name);
    const auto value = found == wanted.end() ? attribute.values.begin()
                                             : std::ranges::find(attribute.values, found->second);
    call.attributes[i] = static_cast<int>(value - attribute.values.begin());
  }
}

/// Legal calls with the attributes and the type of the result. What is known only at launch is the
/// same in each.
std::vector<Call> drawn_calls(const WantedCall& wanted, const std::string& result,
                              std::size_t enough) {
  Recipe recipe;
  recipe.op = wanted.op;
  recipe.form = wanted.form;
  recipe.target = wanted.target;
  recipe.lead = wanted.lead;
  recipe.plan = plans_of(*wanted.form).front();
  std::vector<Call> calls;
  for (std::uint32_t k = 0; k < most_draws && calls.size() < enough; ++k) {
    std::optional<Call> call = draw_signature(recipe, k << 16U, most_attempts);
    if (!call) break;
    set_attributes(*call, wanted.attributes);
    const ElementType to = element_of(call->operands[wanted.form->index_of(result)]);
    if (wanted.to && to != *wanted.to) continue;
    if (fulfils(*call, nullptr)) calls.push_back(*std::move(call));
  }
  return calls;
}

}  // namespace

std::set<ElementType> result_types(const WantedCall& wanted, const std::string& result) {
  std::set<ElementType> types;
  for (const Call& one : drawn_calls(wanted, result, most_draws)) {
    types.insert(element_of(one.operands[wanted.form->index_of(result)]));
  }
  return types;
}

std::optional<Case> widest_case(const WantedCall& asked, const Result& result,
                                std::uint64_t inputs) {
  const std::vector<Call> calls = drawn_calls(asked, result.operand, enough_calls);
  const Shaper shaper(asked, result);
  const auto wanted =
      static_cast<std::int64_t>(std::bit_ceil(std::clamp<std::uint64_t>(inputs, 1, most_elements)));
  const std::int64_t smallest = 8;
  for (std::int64_t size = std::max(wanted, smallest * smallest); size >= smallest; size /= 2) {
    for (const std::int64_t cols : widths) {
      if (cols > size) continue;
      for (const Call& call : calls) {
        auto found = shaper.reshaped(call, size / cols, cols);
        if (!found) continue;
        Case test_case;
        test_case.call = *std::move(found);
        test_case.plan = plans_of(*asked.form).front();
        test_case.lead = asked.lead;
        return test_case;
      }
    }
  }
  return std::nullopt;
}

}  // namespace assay::generators
