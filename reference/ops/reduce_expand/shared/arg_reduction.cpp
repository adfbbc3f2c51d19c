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

/// The first of each, in order.
std::vector<std::uint64_t> without_repeats(std::vector<std::uint64_t> all) {
  auto end = all.begin();
  for (const std::uint64_t one : all) {
    if (std::find(all.begin(), end, one) == end) *end++ = one;
  }
  all.erase(end, all.end());
  return all;
}

/// Position in the order that is searched: zeros of both signs have one unless they are told apart.
std::int64_t position_of(ElementType type, std::uint64_t bits, bool zeros_apart) {
  return !zeros_apart && numerics::is_zero(type, bits) ? 0 : numerics::order_key(type, bits);
}

Result with_choices(Result result) {
  return depending_on({Choice::zeros_in_searches, Choice::subnormals_elsewhere}, std::move(result));
}

/// The lowest place of the extreme of the numbers; 0 if there are none.
std::int64_t first_extreme(const Searched& searched, bool zeros_apart) {
  std::optional<std::int64_t> best;
  std::int64_t extreme = 0;
  for (std::int64_t i = 0; i < searched.count(); ++i) {
    if (searched.is_nan(i)) continue;
    const std::int64_t key = position_of(searched.tile.type.element, searched.bits(i), zeros_apart);
    if (best && !(searched.search.largest ? extreme < key : key < extreme)) continue;
    best = i;
    extreme = key;
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
  const bool apart = searched.readings.of(Choice::zeros_in_searches) == zeros_apart;
  return {first_extreme(searched, apart)};
}

Result found(const Search& search, const std::string& destination, const SearchReadings& readings) {
  return {.operand = destination, .semantics = [=](const Evaluation& inputs) {
            const TileSpec& out = inputs.call.tile(destination);
            const TileSpec& in = inputs.call.tile("src");
            const ElementArray& elements = inputs.of("src");
            ExpectedTile expected(out.type.element, out.rows(), out.cols());
            const bool by_rows = search.axis == Axis::rows;
            const bool is_value = destination == "dst_val";
            for (std::int64_t i = 0; i < (by_rows ? in.valid_rows : in.valid_cols); ++i) {
              const Searched searched{inputs.call, elements, in, search, i, inputs.readings};
              const std::vector<std::uint64_t> different = without_repeats(readings(searched));
              const std::int64_t place = by_rows ? i * out.cols() : i;
              accept(expected, place, different, 0);
              const bool nan = is_value && !different.empty() &&
                               numerics::is_nan(out.type.element, different.front());
              if (nan) expected.set_accept(place, Accept::any_nan);
            }
            return Expected(expected);
          }};
}

SearchReadings indices_at(Places places) {
  return [places = std::move(places)](const Searched& searched) {
    std::vector<std::uint64_t> numbers;
    for (const std::int64_t place : places(searched)) {
      numbers.push_back(static_cast<std::uint64_t>(place));
    }
    return numbers;
  };
}

SearchReadings values_at(Places places) {
  return [places = std::move(places)](const Searched& searched) {
    std::vector<std::uint64_t> values;
    for (const std::int64_t place : places(searched)) values.push_back(searched.bits(place));
    return values;
  };
}

Result indices_of(const Search& search) {
  Result result = with_choices(found(search, "dst", indices_at(promised_places)));
  result.branches = places_within(search);
  return result;
}

Result values_of(const Search& search) {
  Result result = with_choices(found(search, "dst_val", values_at(promised_places)));
  result.branches = extremes_within(search);
  return result;
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
