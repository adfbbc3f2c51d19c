// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/arg_reduction.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "reference/numerics/classify.hpp"
#include "reference/ops/reduce_expand/shared/reduction.hpp"

namespace assay::ops {
namespace {

/// One row or column of src.
struct Searched {
  const Evaluation& inputs;
  const TileSpec& tile;
  Search search;
  std::int64_t line;

  std::int64_t count() const {
    return search.axis == Axis::rows ? tile.valid_cols : tile.valid_rows;
  }
  std::uint64_t bits(std::int64_t i) const {
    const std::int64_t row = search.axis == Axis::rows ? line : i;
    const std::int64_t col = search.axis == Axis::rows ? i : line;
    return inputs.of("src")[row * tile.cols() + col];
  }
};

/// Places of the extreme by the order of one type. `first` is the promise: the lowest place that
/// holds it, zeros being equal whatever their sign.
struct Places {
  bool promised = true;
  std::int64_t first = 0;
  std::int64_t zero_order = 0;      ///< the same with -0 below +0
  std::vector<std::int64_t> equal;  ///< all places that hold it, `first` among them
};

class Order {
 public:
  Order(ElementType as, bool largest) : as_(as), largest_(largest) {}

  bool before(std::uint64_t a, std::uint64_t b, bool zeros_apart) const {
    if (!zeros_apart && is_zero(a) && is_zero(b)) return false;
    const auto x = numerics::order_key(as_, a), y = numerics::order_key(as_, b);
    return largest_ ? x < y : y < x;
  }
  bool equal(std::uint64_t a, std::uint64_t b) const {
    return !before(a, b, false) && !before(b, a, false);
  }
  bool knows(std::uint64_t bits) const { return !numerics::is_nan(as_, bits); }

 private:
  bool is_zero(std::uint64_t bits) const { return numerics::is_zero(as_, bits); }

  ElementType as_;
  bool largest_;
};

Places places_of(const Searched& searched, ElementType as) {
  const Order order(as, searched.search.largest);
  Places places;
  for (std::int64_t i = 0; i < searched.count(); ++i) {
    const std::uint64_t bits = searched.bits(i);
    if (!order.knows(bits)) return {.promised = false, .equal = {}};
    if (order.before(searched.bits(places.first), bits, false)) places.first = i;
    if (order.before(searched.bits(places.zero_order), bits, true)) places.zero_order = i;
  }
  for (std::int64_t i = places.first; i < searched.count(); ++i) {
    if (order.equal(searched.bits(i), searched.bits(places.first))) places.equal.push_back(i);
  }
  return places;
}

/// The element type whose order A2A3 is reported to use for unsigned sources of column searches.
std::optional<ElementType> disputed_order(const Searched& searched) {
  if (searched.inputs.call.target != a2a3 || searched.search.axis == Axis::rows)
    return std::nullopt;
  const ElementType element = searched.tile.type.element;
  if (element == u16) return f16;
  if (element == u32) return f32;
  return std::nullopt;
}

/// A row number that went through half precision, as A2A3 is reported to do for two-byte sources.
std::int64_t through_half(std::int64_t row) {
  const auto bits = numerics::encode(f16, numerics::Real(row), numerics::RoundMode::nearest_even);
  return static_cast<std::int64_t>(numerics::decode(f16, bits).to_double());
}

/// What is accepted, the promise first; nothing where all is left to the target.
using Accepted = std::vector<std::int64_t>;

Accepted accepted_in_column(const Searched& searched, bool index_only) {
  const ElementType element = searched.tile.type.element;
  const Places places = places_of(searched, element);
  if (!places.promised) return {};
  std::int64_t other = places.zero_order;
  if (const auto order = disputed_order(searched)) {
    const Places disputed = places_of(searched, *order);
    if (!disputed.promised) return {};
    other = disputed.first;
  }
  const bool narrow = searched.inputs.call.target == a2a3 && index_only && size_of(element) == 2;
  if (narrow && places.first > 2048) other = through_half(places.first);
  return {places.first, other};
}

/// No document states the constraint of the hardware's search along a row: any equal place
/// (decision 033).
Accepted accepted_in_row(const Searched& searched) {
  const Places places = places_of(searched, searched.tile.type.element);
  if (!places.promised) return {};
  if (searched.inputs.call.target == cpu) return {places.first, places.zero_order};
  return places.equal;
}

Accepted accepted_places(const Searched& searched, bool index_only) {
  return searched.search.axis == Axis::rows ? accepted_in_row(searched)
                                            : accepted_in_column(searched, index_only);
}

/// More than three different readings cannot be told apart from all others.
void accept(ExpectedTile& expected, std::int64_t inputs, const std::vector<std::uint64_t>& readings,
            std::uint64_t otherwise) {
  if (readings.empty() || readings.size() > 3) {
    expected.set_exact(inputs, readings.empty() ? otherwise : readings.front());
    expected.set_accept(inputs, Accept::target_defined);
    return;
  }
  const Acceptable any =
      either(readings.front(), readings.at(readings.size() / 2), readings.back());
  expected.set_accept(inputs, any.accept);
  expected.value.set(inputs, any.value);
  expected.low.set(inputs, any.low);
  expected.high.set(inputs, any.high);
}

/// `reading(searched, place)` of every line, into `destination`.
template <typename Reading>
Expected search_lines(const Search& search, const Evaluation& inputs,
                      const std::string& destination, bool index_only, Reading reading) {
  const TileSpec& out = inputs.call.tile(destination);
  const TileSpec& in = inputs.call.tile("src");
  ExpectedTile expected(out.type.element, out.rows(), out.cols());
  const bool by_rows = search.axis == Axis::rows;
  for (std::int64_t line = 0; line < (by_rows ? in.valid_rows : in.valid_cols); ++line) {
    const Searched searched{inputs, in, search, line};
    std::vector<std::uint64_t> readings;
    for (const std::int64_t place : accepted_places(searched, index_only)) {
      const std::uint64_t bits = reading(searched, place);
      if (std::ranges::find(readings, bits) == readings.end()) readings.push_back(bits);
    }
    accept(expected, by_rows ? line * out.cols() : line, readings, reading(searched, 0));
  }
  return expected;
}

}  // namespace

Result indices_of(const Search& search) {
  return {.operand = "dst", .semantics = [search](const Evaluation& inputs) {
            const bool index_only = !inputs.call.form->has("dst_val");
            return search_lines(search, inputs, "dst", index_only,
                                [](const Searched&, std::int64_t place) {
                                  return static_cast<std::uint64_t>(place);
                                });
          }};
}

Result values_of(const Search& search) {
  return {.operand = "dst_val", .semantics = [search](const Evaluation& inputs) {
            return search_lines(
                search, inputs, "dst_val", false,
                [](const Searched& searched, std::int64_t place) { return searched.bits(place); });
          }};
}

Constraint index_of_source_width(bool exactly, const std::string& page) {
  const auto legal = [exactly](const Call& call) {
    const bool narrow = size_of(call.tile("src").type.element) == 2 && call.target != cpu;
    if (!narrow) return vocabulary::Elements{u32, i32};
    return exactly ? vocabulary::Elements{u16, i16} : vocabulary::Elements{u16, i16, u32, i32};
  };
  return vocabulary::constraint(
             "dst.element",
             exactly ? "dst counts in 16 bits for two-byte sources and in 32 bits otherwise"
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
