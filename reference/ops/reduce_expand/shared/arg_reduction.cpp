// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/arg_reduction.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "reference/numerics/classify.hpp"
#include "reference/ops/reduce_expand/shared/arg_branches.hpp"
#include "reference/ops/reduce_expand/shared/reduction.hpp"

namespace assay::ops {
namespace {

/// More than three different readings cannot be told apart from all others.
void accept(ExpectedTile& expected, std::int64_t place, const std::vector<std::uint64_t>& readings,
            std::uint64_t otherwise) {
  if (readings.empty() || readings.size() > 3) {
    expected.set_exact(place, readings.empty() ? otherwise : readings.front());
    expected.set_accept(place, Accept::target_defined);
    return;
  }
  const Acceptable any =
      either(readings.front(), readings.at(readings.size() / 2), readings.back());
  expected.set_accept(place, any.accept);
  expected.value.set(place, any.value);
  expected.low.set(place, any.low);
  expected.high.set(place, any.high);
}

bool is_above(const Searched& searched, std::uint64_t a, std::uint64_t b, bool zeros_apart) {
  const ElementType type = searched.tile.type.element;
  if (!zeros_apart && numerics::is_zero(type, a) && numerics::is_zero(type, b)) return false;
  const auto x = numerics::order_key(type, a), y = numerics::order_key(type, b);
  return searched.search.largest ? y < x : x < y;
}

/// The lowest place of the extreme of the numbers; 0 where there are none.
std::int64_t first_extreme(const Searched& searched, bool zeros_apart) {
  std::optional<std::int64_t> best;
  for (std::int64_t i = 0; i < searched.count(); ++i) {
    if (searched.is_nan(i)) continue;
    if (!best || is_above(searched, searched.bits(i), searched.bits(*best), zeros_apart)) best = i;
  }
  return best.value_or(0);
}

}  // namespace

std::int64_t Searched::count() const {
  return search.axis == Axis::rows ? tile.valid_cols : tile.valid_rows;
}

std::uint64_t Searched::bits(std::int64_t i) const {
  const std::int64_t row = search.axis == Axis::rows ? line : i;
  const std::int64_t col = search.axis == Axis::rows ? i : line;
  return elements[row * tile.cols() + col];
}

bool Searched::is_nan(std::int64_t i) const { return numerics::is_nan(tile.type.element, bits(i)); }

std::vector<std::int64_t> promised_places(const Searched& searched) {
  return {first_extreme(searched, false), first_extreme(searched, true)};
}

Result found(const Search& search, const std::string& destination, const Readings& readings) {
  return {.operand = destination, .semantics = [=](const Evaluation& inputs) {
            const TileSpec& out = inputs.call.tile(destination);
            const TileSpec& in = inputs.call.tile("src");
            const ElementArray& elements = inputs.of("src");
            ExpectedTile expected(out.type.element, out.rows(), out.cols());
            const bool by_rows = search.axis == Axis::rows;
            const bool is_value = destination == "dst_val";
            for (std::int64_t i = 0; i < (by_rows ? in.valid_rows : in.valid_cols); ++i) {
              const Searched searched{inputs.call, elements, in, search, i};
              std::vector<std::uint64_t> different;
              for (const std::uint64_t bits : readings(searched)) {
                if (std::ranges::find(different, bits) == different.end())
                  different.push_back(bits);
              }
              const std::int64_t place = by_rows ? i * out.cols() : i;
              accept(expected, place, different, 0);
              const bool nan = is_value && !different.empty() &&
                               numerics::is_nan(out.type.element, different.front());
              if (nan) expected.set_accept(place, Accept::any_nan);
            }
            return Expected(expected);
          }};
}

Readings indices_at(Places places) {
  return [places = std::move(places)](const Searched& searched) {
    std::vector<std::uint64_t> numbers;
    for (const std::int64_t place : places(searched)) {
      numbers.push_back(static_cast<std::uint64_t>(place));
    }
    return numbers;
  };
}

Readings values_at(Places places) {
  return [places = std::move(places)](const Searched& searched) {
    std::vector<std::uint64_t> values;
    for (const std::int64_t place : places(searched)) values.push_back(searched.bits(place));
    return values;
  };
}

Result indices_of(const Search& search) {
  return branching(found(search, "dst", indices_at(promised_places)), places_within(search));
}

Result values_of(const Search& search) {
  return branching(found(search, "dst_val", values_at(promised_places)), extremes_within(search));
}

Constraint index_of_source_width(bool exactly, const std::string& page) {
  const auto legal = [exactly](const Call& call) {
    if (size_of(call.tile("src").type.element) != 2) return vocabulary::Elements{u32, i32};
    const bool narrow = exactly && call.target != cpu;
    return narrow ? vocabulary::Elements{u16, i16} : vocabulary::Elements{u16, i16, u32, i32};
  };
  return vocabulary::constraint(
             "dst.element",
             exactly
                 ? "dst counts in 16 bits for two-byte sources, on the CPU also in 32 bits, and in "
                   "32 bits otherwise"
                 : "dst counts in 32 bits, or in 16 bits for two-byte sources",
             [=](const Call& call) {
               const vocabulary::Elements list = legal(call);
               return std::ranges::find(list, call.tile("dst").type.element) != list.end();
             },
             [=](Call& call, Draw& draw) {
               const vocabulary::Elements list = legal(call);
               TileType& type = call.tile("dst").type;
               type.element = draw.pick(std::span<const ElementType>(list));
               make_well_formed(type);
             },
             [=](Call& call, Draw& draw) {
               TileType& type = call.tile("dst").type;
               vocabulary::draw_other_element(draw, legal(call), {}, type.element);
               make_well_formed(type);
             })
      .from(page, "index types of the value form");
}

}  // namespace assay::ops
