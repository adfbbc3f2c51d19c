// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/flushing.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <utility>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"

namespace assay {
namespace {

/// Formats that units of the machine compute in. Those of 8 and 4 bits are widened first.
bool can_flush(ElementType type) {
  return type == ElementType::f16 || type == ElementType::bf16 || type == ElementType::f32;
}

/// Whether an element is so small that it, or the last place of it, is below the normal numbers.
bool has_small(const ElementArray& elements, std::uint64_t places) {
  const numerics::ElementClasses& classes = numerics::classes_of(elements.type());
  const std::uint64_t least = 1;
  const std::uint64_t end = classes.normal * (1 + places);
  return any_element(elements, [&](std::uint64_t bits) {
    const std::uint64_t magnitude = bits & classes.magnitude;
    return magnitude >= least && magnitude < end;
  });
}

ElementType lead_type(const Call& call) {
  return element_of(call.operands[call.form->index_of(call.form->lead)]);
}

/// Whether a scalar is a subnormal number of the type that the call computes in.
bool is_subnormal_scalar(const Call& call, std::size_t operand, const ElementArray& scalar) {
  const ElementType type = lead_type(call);
  const bool counts = call.form->operands[operand].kind == OperandKind::scalar &&
                      is_float(scalar.type()) && can_flush(type) && scalar.size() > 0;
  if (!counts) return false;
  const auto bits = numerics::convert(scalar.type(), scalar[0], type);
  return bits && numerics::is_subnormal(type, *bits);
}

bool has_subnormal_ends(const ExpectedTile& tile) {
  if (!can_flush(tile.value.type())) return false;
  return has_small(tile.value, 0) || has_small(tile.low, 0) || has_small(tile.high, 0);
}

/// Binades above the least normal number in which an element may lead to a subnormal intermediate
/// value: of a sum the last place of an element may be left alone, of products any number below 1.
std::uint64_t reach_of(const Result& result, ElementType from, ElementType to) {
  const ElementFormat& format = format_of(from);
  const bool wider = to == ElementType::f32 && from == ElementType::f16;
  switch (result.accumulates) {
    case Accumulates::nothing:
    case Accumulates::extreme:
      return 0;
    case Accumulates::elements:
      return wider ? 0 : static_cast<std::uint64_t>(format.precision);
    case Accumulates::steps:
    case Accumulates::factors:
    case Accumulates::products:
      return wider ? 0 : static_cast<std::uint64_t>(format.bias);
  }
  return 0;
}

void flush(ElementArray& elements) {
  if (!has_small(elements, 0)) return;
  const ElementType type = elements.type();
  const std::uint64_t sign = numerics::classes_of(type).sign;
  for (std::int64_t i = 0; i < elements.size(); ++i) {
    if (numerics::is_subnormal(type, elements[i])) elements.set(i, elements[i] & sign);
  }
}

/// Extends what is acceptable to results whose subnormal numbers become zero, of either sign.
class Flushing {
 public:
  explicit Flushing(ElementType type)
      : type_(type),
        classes_(numerics::classes_of(type)),
        least_(numerics::decode(type, classes_.normal).to_double()) {}

  void apply(ExpectedTile& tile, std::int64_t index) const {
    const Accept accept = tile.accept[static_cast<std::size_t>(index)];
    if (accept == Accept::exact) {
      flush(tile, index, tile.value[index], tile.value[index]);
    } else if (has_interval(accept)) {
      flush(tile, index, tile.low[index], tile.high[index]);
    } else if (accept == Accept::any_of) {
      flush_some(tile, index);
    }
  }

 private:
  std::int64_t key(std::uint64_t bits) const { return numerics::order_key(type_, bits); }

  /// Whether the exact value is subnormal and was rounded up to the least normal number: a machine
  /// may flush before it rounds.
  bool was_below(const ExpectedTile& tile, std::int64_t index) const {
    const double exact = std::fabs(tile.exact[static_cast<std::size_t>(index)]);
    return exact > 0 && exact < least_;
  }

  /// Of several values, those that are subnormal.
  void flush_some(ExpectedTile& tile, std::int64_t index) const {
    std::vector<std::uint64_t> kept, zeros;
    for (const std::uint64_t bits : {tile.value[index], tile.low[index], tile.high[index]}) {
      (numerics::is_subnormal(type_, bits) ? zeros : kept).push_back(bits);
    }
    if (zeros.empty()) return;
    for (std::uint64_t& bits : zeros) bits &= classes_.sign;
    const std::uint64_t first = kept.empty() ? zeros.front() : kept.front();
    const bool one = std::ranges::count(kept, first) == std::ssize(kept);
    // Of either sign, where there is room for both.
    tile.value.set(index, first);
    tile.low.set(index, one ? 0 : kept.back());
    tile.high.set(index, one ? classes_.sign : zeros.front());
  }

  void flush(ExpectedTile& tile, std::int64_t index, std::uint64_t low, std::uint64_t high) const {
    const std::uint64_t normal = classes_.normal, minus = classes_.sign;
    const bool large = (low & classes_.magnitude) > normal && (high & classes_.magnitude) > normal;
    if (large && ((low ^ high) & minus) == 0) return;
    // Of the order of these formats: numbers without a sign from key 0 on, others from -1 down.
    const std::int64_t least = key(low), most = key(high), end = key(normal);
    const bool has_tiny = (least < end && most > 0) || (least < -1 && most > -1 - end);
    if (!has_tiny && !was_below(tile, index)) return;
    const bool below = least <= -1 - end;
    const bool above = most >= end;
    const std::uint64_t value = tile.value[index];
    if (numerics::is_subnormal(type_, value)) tile.value.set(index, value & minus);
    tile.low.set(index, below ? low : minus);
    tile.high.set(index, above ? high : 0);
    tile.set_accept(index, Accept::interval);
    // Distances are those from what is promised, which the exact value no longer is.
    double& exact = tile.exact[static_cast<std::size_t>(index)];
    if (!below && !above) exact = std::copysign(0.0, exact);
    if (below == above) return;
    // Zero, or a normal number of one sign.
    tile.set_accept(index, Accept::interval_or_zero);
    if (above && least >= 0) {
      tile.low.set(index, normal);
      tile.value.set(index, std::max(value, normal));
      exact = std::max(exact, least_);
    } else if (below && most < 0) {
      tile.high.set(index, minus | normal);
      tile.value.set(index, minus | std::max(value & classes_.magnitude, normal));
      exact = std::min(exact, -least_);
    }
  }

  ElementType type_;
  const numerics::ElementClasses& classes_;
  double least_;
};

/// Elements of a result that sums lines of the lead for which a partial sum may be subnormal. Where
/// all terms are zero or multiples of the least normal number, so are all partial sums.
class SmallSums {
 public:
  SmallSums(const Result& result, const Call& call, std::span<const ElementArray> contents)
      : out_(call.tile(result.operand)), in_(call.tile(call.form->lead)) {
    const ElementArray& terms = contents[call.form->index_of(call.form->lead)];
    const numerics::ElementClasses& classes = numerics::classes_of(terms.type());
    const std::uint64_t end =
        classes.normal * (1 + reach_of(result, terms.type(), out_.type.element));
    rows_.resize(static_cast<std::size_t>(in_.valid_rows));
    cols_.resize(static_cast<std::size_t>(in_.valid_cols));
    for (std::int64_t row = 0; row < in_.valid_rows; ++row) {
      for (std::int64_t col = 0; col < in_.valid_cols; ++col) {
        const std::uint64_t magnitude = terms[row * in_.cols() + col] & classes.magnitude;
        if (magnitude == 0 || magnitude >= end) continue;
        rows_[static_cast<std::size_t>(row)] = cols_[static_cast<std::size_t>(col)] = true;
      }
    }
  }

  /// A line is the row or the column of the element, where the valid regions share that.
  bool operator()(std::int64_t index) const {
    const std::int64_t row = index / out_.cols(), col = index % out_.cols();
    const bool same_rows = out_.valid_rows == in_.valid_rows && row < in_.valid_rows;
    const bool same_cols = out_.valid_cols == in_.valid_cols && col < in_.valid_cols;
    if (!same_rows && !same_cols) return true;
    return (same_rows && rows_[static_cast<std::size_t>(row)]) ||
           (same_cols && cols_[static_cast<std::size_t>(col)]);
  }

 private:
  const TileSpec& out_;
  const TileSpec& in_;
  std::vector<bool> rows_, cols_;  ///< with a small term
};

/// Sums whose intermediate values are flushed are off by at most the smallest normal number once a
/// term, and by one place of the result if that changes its rounding.
void widen(ExpectedTile& tile, std::int64_t terms,
           const std::function<bool(std::int64_t)>& may_flush) {
  const ElementType type = tile.value.type();
  const numerics::ElementClasses& classes = numerics::classes_of(type);
  const auto width = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(terms)));
  const int fraction = format_of(type).precision - 1;
  const numerics::Real slack(std::ldexp(numerics::decode(type, classes.normal).to_double(), width));
  // From here on half a place is no less than the slack.
  const std::uint64_t large = static_cast<std::uint64_t>(width + fraction + 2) << fraction;
  const auto widened = [&](std::uint64_t end, bool up) {
    const std::uint64_t size = end & classes.magnitude;
    if (size >= large && size < classes.infinity) {
      return numerics::from_order_key(type, numerics::order_key(type, end) + (up ? 1 : -1));
    }
    const numerics::Real number = numerics::decode(type, end);
    return up ? numerics::encode(type, number + slack, numerics::RoundMode::ceil)
              : numerics::encode(type, number - slack, numerics::RoundMode::floor);
  };
  for (std::int64_t i = 0; i < tile.rows * tile.cols; ++i) {
    const Accept accept = tile.accept[static_cast<std::size_t>(i)];
    if (accept != Accept::interval && accept != Accept::exact) continue;
    if (!may_flush(i)) continue;
    if (accept == Accept::exact) {
      tile.low.set(i, tile.value[i]);
      tile.high.set(i, tile.value[i]);
    }
    if (numerics::is_nan(type, tile.low[i]) || numerics::is_nan(type, tile.high[i])) continue;
    tile.low.set(i, widened(tile.low[i], false));
    tile.high.set(i, widened(tile.high[i], true));
    tile.set_accept(i, Accept::interval);
  }
}

std::int64_t terms_of(const Call& call) {
  std::int64_t most = 1;
  for (const OperandValue& value : call.operands) {
    const auto* tile = std::get_if<TileSpec>(&value);
    if (tile != nullptr) most = std::max({most, tile->rows(), tile->cols()});
  }
  return 2 * most + 2;
}

/// Operands of the result of which one may have an element where another has none.
std::vector<const TileSpec*> partial_tiles(const Result& result, const Call& call) {
  std::vector<const TileSpec*> tiles;
  for (const std::string& name : result.flow.in_place) {
    const auto* tile = std::get_if<TileSpec>(&call.operands[call.form->index_of(name)]);
    if (tile == nullptr) return {};  // a scalar meets every element
    tiles.push_back(tile);
  }
  const auto is_alike = [&](const TileSpec* tile) {
    return tile->valid_rows == tiles.front()->valid_rows &&
           tile->valid_cols == tiles.front()->valid_cols;
  };
  if (std::ranges::all_of(tiles, is_alike)) tiles.clear();
  return tiles;
}

/// Where one of several operands alone has an element there is nothing to compute: it is copied.
void keep_copies(const std::vector<const TileSpec*>& tiles, const ExpectedTile& kept,
                 ExpectedTile& flushed) {
  for (std::int64_t row = 0; row < kept.rows; ++row) {
    for (std::int64_t col = 0; col < kept.cols; ++col) {
      const auto arguments = std::ranges::count_if(
          tiles, [=](const TileSpec* tile) { return tile->is_valid(row, col); });
      const std::int64_t index = kept.at(row, col);
      if (arguments == 1) flushed.take(index, kept, index);
    }
  }
}

bool names(const Result& result, Choice choice) {
  return std::ranges::find(result.choices, choice) != result.choices.end();
}

}  // namespace

ElementType written_type(const Call& call, const Result& result) {
  return element_of(call.operands[call.form->index_of(result.operand)]);
}

bool meets_subnormals(const Result& result, const Call& call, std::span<const ElementArray> before,
                      const Expected& expected) {
  const auto* tile = std::get_if<ExpectedTile>(&expected);
  if (tile == nullptr) return false;
  const auto small = [&](const ElementArray& elements) {
    if (!can_flush(elements.type())) return false;
    return has_small(elements, reach_of(result, elements.type(), tile->value.type()));
  };
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (is_subnormal_scalar(call, i, before[i])) return true;
  }
  return any_read(call, before, small) || has_subnormal_ends(*tile);
}

bool counts_subnormals(const Result& result, const Call& call) {
  return !result.only_converting ||
         written_type(call, result) != element_of(call.operands[call.form->index_of("src")]);
}

std::uint8_t flushing_of(const Result& result, const Call& call, const ChosenReadings& readings) {
  if (!counts_subnormals(result, call)) return subnormals_kept;
  if (names(result, Choice::subnormals)) return readings.of(Choice::subnormals);
  if (names(result, Choice::subnormals_elsewhere)) {
    return readings.of(Choice::subnormals_elsewhere);
  }
  return subnormals_kept;
}

std::vector<ElementArray> flushed_operands(const Evaluation& inputs) {
  std::vector<ElementArray> contents(inputs.contents.begin(), inputs.contents.end());
  for (std::size_t i = 0; i < contents.size(); ++i) {
    const Operand& operand = inputs.call.form->operands[i];
    if (operand.kind != OperandKind::scalar) {
      if (can_flush(contents[i].type()) && is_read(operand.role)) flush(contents[i]);
    } else if (is_subnormal_scalar(inputs.call, i, contents[i])) {
      const std::uint64_t sign = mask_of(contents[i].type()) / 2 + 1;
      contents[i].set(0, contents[i][0] & sign);
    }
  }
  return contents;
}

Expected with_flushed_results(const Result& result, const Call& call,
                              std::span<const ElementArray> contents, Expected expected) {
  auto* tile = std::get_if<ExpectedTile>(&expected);
  if (tile == nullptr || !can_flush(tile->value.type())) return expected;
  if (result.accumulates == Accumulates::elements) {
    widen(*tile, terms_of(call), SmallSums(result, call, contents));
  } else if (result.accumulates == Accumulates::products) {
    widen(*tile, terms_of(call), [](std::int64_t) { return true; });
  }
  const Flushing flushed(tile->value.type());
  for (std::int64_t i = 0; i < tile->rows * tile->cols; ++i) flushed.apply(*tile, i);
  return expected;
}

bool may_copy_lone(const Result& result, const Call& call) {
  return result.accumulates == Accumulates::factors || result.accumulates == Accumulates::extreme ||
         !partial_tiles(result, call).empty();
}

void accept_lone_elements(const Result& result, const Call& call, const Expected& kept,
                          Expected& flushed) {
  if (const auto tiles = partial_tiles(result, call); !tiles.empty()) {
    return keep_copies(tiles, std::get<ExpectedTile>(kept), std::get<ExpectedTile>(flushed));
  }
  if (!may_copy_lone(result, call)) return;
  const auto& as_is = std::get<ExpectedTile>(kept);
  auto& tile = std::get<ExpectedTile>(flushed);
  const TileSpec& in = call.tile(call.form->lead);
  const auto lines =
      std::ssize(as_is.accept) - std::ranges::count(as_is.accept, Accept::unspecified);
  if (lines != in.valid_rows * in.valid_cols) return;
  const ElementType type = tile.value.type();
  for (std::int64_t i = 0; i < tile.rows * tile.cols; ++i) {
    const std::uint64_t bits = as_is.value[i];
    if (!numerics::is_subnormal(type, bits)) continue;
    tile.set_any_of(i, bits & numerics::classes_of(type).sign, bits);
  }
}

ChosenReadings keeping(ChosenReadings readings) {
  readings.take(Choice::subnormals, subnormals_kept);
  readings.take(Choice::subnormals_elsewhere, subnormals_kept);
  return readings;
}

namespace {

/// Whether the operand is an accumulator that is converted and then added to what is in memory.
bool is_converted_addend(const Call& call, std::size_t operand) {
  const auto* tile = std::get_if<TileSpec>(&call.operands[operand]);
  return tile != nullptr && tile->type.location == Location::acc &&
         std::ranges::any_of(call.form->operands, [](const Operand& one) {
           return one.role == Role::in_out && one.kind == OperandKind::global;
         });
}

}  // namespace

void accept_converted_addends(const Result& result, const Call& call,
                              std::span<const ElementArray> before,
                              std::span<const ElementArray> flushed_contents,
                              const std::function<Expected(std::span<const ElementArray>)>& promise,
                              Expected& flushed) {
  std::vector<ElementArray> contents(flushed_contents.begin(), flushed_contents.end());
  for (std::size_t i = 0; i < contents.size(); ++i) {
    if (is_converted_addend(call, i)) contents[i] = before[i];
  }
  if (std::ranges::equal(contents, flushed_contents)) return;
  const Expected kept = with_flushed_results(result, call, before, promise(contents));
  auto& tile = std::get<ExpectedTile>(flushed);
  const auto& other = std::get<ExpectedTile>(kept);
  const ElementType type = tile.value.type();
  const auto end = [type](const ExpectedTile& one, std::int64_t i, bool upper) {
    const bool exact = one.accept[static_cast<std::size_t>(i)] == Accept::exact;
    const std::uint64_t bits = exact ? one.value[i] : upper ? one.high[i] : one.low[i];
    return std::pair(numerics::order_key(type, bits), bits);
  };
  for (std::int64_t i = 0; i < std::ssize(tile.accept); ++i) {
    const auto has_ends = [i](const ExpectedTile& one) {
      const Accept accept = one.accept[static_cast<std::size_t>(i)];
      return accept == Accept::exact || accept == Accept::interval;
    };
    if (!has_ends(tile) || !has_ends(other)) continue;
    const auto low = std::min(end(tile, i, false), end(other, i, false));
    const auto high = std::max(end(tile, i, true), end(other, i, true));
    if (low == end(tile, i, false) && high == end(tile, i, true)) continue;
    tile.low.set(i, low.second);
    tile.high.set(i, high.second);
    tile.set_accept(i, Accept::interval);
  }
}

Expected read_as(const Result& result, const Evaluation& inputs,
                 const std::function<Expected(const Evaluation&)>& evaluate) {
  const std::uint8_t flushing = flushing_of(result, inputs.call, inputs.readings);
  if (flushing == subnormals_kept) return evaluate(inputs);
  std::vector<ElementArray> contents(inputs.contents.begin(), inputs.contents.end());
  if (flushing == subnormals_flushed) contents = flushed_operands(inputs);
  Expected flushed =
      with_flushed_results(result, inputs.call, inputs.contents,
                           evaluate({inputs.call, contents, inputs.tolerance, inputs.readings}));
  if (flushing == subnormals_flushed) {
    accept_converted_addends(
        result, inputs.call, inputs.contents, contents,
        [&](std::span<const ElementArray> read) {
          return evaluate({inputs.call, read, inputs.tolerance, inputs.readings});
        },
        flushed);
  }
  if (may_copy_lone(result, inputs.call)) {
    const Evaluation as_is{inputs.call, inputs.contents, inputs.tolerance,
                           keeping(inputs.readings)};
    accept_lone_elements(result, inputs.call, evaluate(as_is), flushed);
  }
  return flushed;
}

}  // namespace assay
