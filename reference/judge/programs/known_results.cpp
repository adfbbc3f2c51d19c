// SPDX-License-Identifier: Apache-2.0
// The results of a call of whose operands only bounds are known.
#include "reference/judge/programs/known_results.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "reference/isa/spec/result.hpp"
#include "reference/judge/judge_parts.hpp"
#include "reference/judge/programs/known_elements.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/numerics/integer.hpp"
#include "reference/numerics/real.hpp"

namespace assay {
namespace {

using Contents = std::vector<ElementArray>;

/// From what a page accepts where all that counts is known to the bit; `old` is what stood there.
void take(const ExpectedTile& tile, std::int64_t index, const KnownElements& old,
          KnownElements& known) {
  const ElementType type = tile.value.type();
  const std::uint64_t value = tile.value[index];
  const bool fresh = old.of(index) == BoundKind::exact;
  switch (tile.accept[static_cast<std::size_t>(index)]) {
    case Accept::preserved:
      return keep(old, index, known);
    case Accept::exact:
      if (!fresh && value == old.low[index]) return keep(old, index, known);
      return known.set(index, BoundKind::exact, value, value);
    case Accept::any_nan:
      return known.set(index, BoundKind::nan, value, value);
    case Accept::some_bits: {
      if (!fresh && ((value ^ old.low[index]) & tile.low[index]) == 0) return;
      const std::uint64_t free = ~tile.low[index] & mask_of(type);
      return known.set(index, BoundKind::some_bits, value & ~free, value | free);
    }
    case Accept::any_of: {
      Patterns patterns;
      patterns.add(tile, index);
      if (fresh && patterns.put(type, known, index)) return;
      [[fallthrough]];
    }
    default: {
      // One of two readings, or what was there before: there is little between them.
      const bool choice = tile.accept[static_cast<std::size_t>(index)] == Accept::any_of;
      Bounds bounds(type);
      bounds.add(tile, index);
      bounds.put(known, index);
      const bool wide = known.of(index) == BoundKind::range &&
                        says_little(type, known.low[index], known.high[index]);
      if (choice && (!fresh || wide)) known.set(index, BoundKind::open, 0, 0);
    }
  }
}

KnownElements accepted(const ExpectedTile& tile, const KnownElements& old) {
  KnownElements known = nothing_of(old.low.type(), old.size());
  for (std::int64_t i = 0; i < known.size(); ++i) take(tile, i, old, known);
  return known;
}

class BoundsTransfer {
 public:
  BoundsTransfer(const Call& call, const std::vector<KnownElements>& before,
                 const ToleranceLookup& tolerances)
      : call_(call), before_(before), tolerances_(tolerances) {
    for (const KnownElements& one : before) low_.push_back(one.low);
  }

  KnownElements result(const Result& result) const;
  bool all_exact() const;

 private:
  const KnownElements& of(const std::string& operand) const {
    return before_[call_.form->index_of(operand)];
  }
  struct Arguments {
    bool bounded = false;  ///< finite, and of a result that its values at their ends bound
    bool ended = true;     ///< nothing lies between their ends
    bool ranged = false;
    bool lost = false;
    bool has_nan = false;

    /// Whether what is acceptable at all their ends is all that is acceptable.
    bool is_told_by_ends() const { return bounded || (ended && !has_nan); }
  };

  template <typename Visit>
  void for_each_read(const Visit& visit) const;
  bool all_finite() const;
  ExpectedTile expected(const Result& result, const Contents& contents, double widened) const;
  std::vector<ExpectedTile> worlds(const Result& result, std::vector<std::size_t> moved) const;
  KnownElements exactly(const Result& result) const;
  KnownElements in_place(const Result& result) const;
  KnownElements copied(const Result& result) const;
  KnownElements grown(const Result& result) const;
  Contents with(const Contents& from) const;
  std::vector<std::size_t> arguments_of(const Result& result) const;
  std::int64_t place_in(std::size_t operand, std::int64_t row, std::int64_t col) const;
  Arguments arguments_at(const Result& result, const std::vector<std::size_t>& arguments,
                         std::int64_t row, std::int64_t col) const;

  const Call& call_;
  const std::vector<KnownElements>& before_;
  const ToleranceLookup& tolerances_;
  Contents low_;
};

/// Elements that the call may read: those of valid regions, and all of global memory.
template <typename Visit>
void BoundsTransfer::for_each_read(const Visit& visit) const {
  for (std::size_t i = 0; i < before_.size(); ++i) {
    if (!is_read(call_.form->operands[i].role)) continue;
    const auto* tile = std::get_if<TileSpec>(&call_.operands[i]);
    if (tile == nullptr || tile->type.conv) {
      for (std::int64_t k = 0; k < before_[i].size(); ++k) visit(before_[i], k);
      continue;
    }
    for (std::int64_t row = 0; row < tile->valid_rows; ++row) {
      for (std::int64_t col = 0; col < tile->valid_cols; ++col) {
        visit(before_[i], row * tile->cols() + col);
      }
    }
  }
}

bool BoundsTransfer::all_exact() const {
  bool exact = true;
  for_each_read([&](const KnownElements& elements, std::int64_t index) {
    exact = exact && elements.of(index) == BoundKind::exact;
  });
  return exact;
}

/// Floats, all of them numbers, and few enough that a sum's error grows slower than the sum.
bool BoundsTransfer::all_finite() const {
  bool finite = true;
  std::int64_t count = 0;
  int precision = std::numeric_limits<int>::max();
  for_each_read([&](const KnownElements& elements, std::int64_t index) {
    const ElementType type = elements.low.type();
    finite = finite && is_float(type) && is_number(elements, index);
    precision = std::min(precision, format_of(type).precision);
    ++count;
  });
  constexpr int most_digits = 40;
  return finite && count <= std::int64_t{1} << std::clamp(precision - 2, 0, most_digits);
}

/// An accepted distance in ulp shrinks at a power of two: twice as much covers what lies between.
ExpectedTile BoundsTransfer::expected(const Result& result, const Contents& contents,
                                      double widened) const {
  const auto wide = [&](const ToleranceKey& key) {
    Tolerance tolerance = tolerances_(key);
    tolerance.bound *= widened;
    return tolerance;
  };
  return std::get<ExpectedTile>(
      expect(call_, result, contents, ToleranceLookup(wide).under(tolerances_.readings(call_))));
}

/// What is acceptable if the operands `moved`, each separately, hold their low or high ends.
std::vector<ExpectedTile> BoundsTransfer::worlds(const Result& result,
                                                 std::vector<std::size_t> moved) const {
  std::vector<ExpectedTile> all;
  for (std::size_t world = 0; world < std::size_t{1} << moved.size(); ++world) {
    Contents contents = low_;
    for (std::size_t i = 0; i < moved.size(); ++i) {
      if ((world >> i & 1U) != 0) contents[moved[i]] = before_[moved[i]].high;
    }
    all.push_back(expected(result, contents, 2));
  }
  return all;
}

KnownElements BoundsTransfer::exactly(const Result& result) const {
  return accepted(expected(result, low_, 1), of(result.operand));
}

std::vector<std::size_t> BoundsTransfer::arguments_of(const Result& result) const {
  std::vector<std::size_t> arguments;
  for (const std::string& name : result.flow.in_place) {
    arguments.push_back(call_.form->index_of(name));
  }
  const std::size_t out = call_.form->index_of(result.operand);
  const bool named = std::ranges::find(arguments, out) != arguments.end();
  if (call_.form->operands[out].role == Role::in_out && !named) arguments.push_back(out);
  return arguments;
}

std::int64_t BoundsTransfer::place_in(std::size_t operand, std::int64_t row,
                                      std::int64_t col) const {
  const auto* tile = std::get_if<TileSpec>(&call_.operands[operand]);
  return tile == nullptr ? 0 : row * tile->cols() + col;
}

/// The arguments of an element: those of operands that have one there.
BoundsTransfer::Arguments BoundsTransfer::arguments_at(const Result& result,
                                                       const std::vector<std::size_t>& arguments,
                                                       std::int64_t row, std::int64_t col) const {
  Arguments found{.bounded = result.flow.grows || result.function};
  const ElementType to = of(result.operand).low.type();
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const auto* tile = std::get_if<TileSpec>(&call_.operands[arguments[k]]);
    if (tile != nullptr && !tile->type.conv && !tile->is_valid(row, col)) continue;
    const KnownElements& from = before_[arguments[k]];
    const std::int64_t place = place_in(arguments[k], row, col);
    const bool by_corners = !result.function || result.flow.grows ||
                            is_bounded_by_corners(*result.function, k, from, place);
    const BoundKind kind = from.of(place);
    found.lost = found.lost || kind == BoundKind::open || kind == BoundKind::some_bits;
    found.has_nan = found.has_nan || kind == BoundKind::nan;
    found.ranged = found.ranged || kind == BoundKind::range || kind == BoundKind::either;
    found.ended = found.ended && is_all_at_its_ends(from, place);
    found.bounded = found.bounded && is_float(from.low.type()) && is_number(from, place) &&
                    by_corners && stays_inside(to, from, place);
  }
  return found;
}

/// From arguments that are known to the bit, or are any NaN: so may be what they give.
void take_beside_nan(const ExpectedTile& tile, std::int64_t index, const KnownElements& old,
                     KnownElements& known) {
  take(tile, index, old, known);
  if (known.of(index) != BoundKind::exact) return;
  const ElementType type = known.low.type();
  const std::uint64_t bits = known.low[index];
  if (!is_float(type)) known.set(index, BoundKind::open, 0, 0);
  if (numerics::is_nan(type, bits)) known.set(index, BoundKind::nan, bits, bits);
}

KnownElements BoundsTransfer::in_place(const Result& result) const {
  const KnownElements& old = of(result.operand);
  const TileSpec& out = call_.tile(result.operand);
  const std::vector<std::size_t> arguments = arguments_of(result);
  const ExpectedTile plain = expected(result, low_, 1);
  std::vector<ExpectedTile> corners;
  KnownElements known = nothing_of(old.low.type(), old.size());
  const auto take_one = [&](std::int64_t index, const Arguments& from) {
    if (from.lost || (from.ranged && !from.is_told_by_ends())) return;
    if (!from.ranged) {
      const auto taker = from.has_nan ? take_beside_nan : take;
      return taker(plain, index, old, known);
    }
    if (corners.empty()) corners = worlds(result, arguments);
    Bounds bounds(known.low.type());
    Patterns patterns;
    for (const ExpectedTile& corner : corners) {
      bounds.add(corner, index);
      patterns.add(corner, index);
    }
    if (!from.ended || !patterns.put(known.low.type(), known, index)) bounds.put(known, index);
  };
  for (std::int64_t row = 0; row < out.rows(); ++row) {
    for (std::int64_t col = 0; col < out.cols(); ++col) {
      const std::int64_t index = row * out.cols() + col;
      if (out.is_valid(row, col)) {
        take_one(index, arguments_at(result, arguments, row, col));
      } else if (plain.accept[static_cast<std::size_t>(index)] == Accept::preserved) {
        keep(old, index, known);
      }
    }
  }
  return known;
}

/// The contents that are read, with other elements in place of those that are read and written.
Contents BoundsTransfer::with(const Contents& from) const {
  Contents contents = low_;
  for (std::size_t i = 0; i < contents.size(); ++i) {
    const bool scalar = std::holds_alternative<ScalarSpec>(call_.operands[i]);
    if (!scalar) contents[i] = from[i];
  }
  return contents;
}

/// Marks go the way of the elements. What does not change with any of them depends on none.
KnownElements BoundsTransfer::copied(const Result& result) const {
  const KnownElements& old = of(result.operand);
  Contents high, marks, flipped;
  bool alike = true;
  for (const KnownElements& one : before_) {
    high.push_back(one.high);
    ElementArray mark(one.low.type(), one.size()), flip(one.low.type(), one.size());
    for (std::int64_t i = 0; i < one.size(); ++i) {
      mark.set(i, mark_of(one.of(i), one.low.type()));
      flip.set(i, ~one.low[i]);
    }
    alike = alike && (one.size() == 1 || one.low.type() == old.low.type());
    marks.push_back(std::move(mark));
    flipped.push_back(std::move(flip));
  }
  const ExpectedTile low = expected(result, low_, 1), other = expected(result, with(flipped), 1);
  const ExpectedTile most = expected(result, with(high), 1);
  const ExpectedTile kinds = expected(result, with(marks), 1);
  KnownElements known = nothing_of(old.low.type(), old.size());
  for (std::int64_t i = 0; i < known.size(); ++i) {
    const Accept accept = low.accept[static_cast<std::size_t>(i)];
    if (accept == Accept::preserved) keep(old, i, known);
    if (accept != Accept::exact) continue;
    if (low.value[i] == other.value[i]) {
      known.set(i, BoundKind::exact, low.value[i], low.value[i]);
      continue;
    }
    const std::optional<BoundKind> kind = marked(kinds.value[i], known.low.type());
    if (!kind || (*kind != BoundKind::exact && !alike)) continue;  // bounds of another format
    known.set(i, *kind, low.value[i], most.value[i]);
  }
  return known;
}

KnownElements BoundsTransfer::grown(const Result& result) const {
  const KnownElements& old = of(result.operand);
  KnownElements known = nothing_of(old.low.type(), old.size());
  if (!all_finite() || !is_float(known.low.type())) return known;
  Contents high;
  for (const KnownElements& one : before_) high.push_back(one.high);
  const ExpectedTile low = expected(result, low_, 2), most = expected(result, with(high), 2);
  for (std::int64_t i = 0; i < known.size(); ++i) {
    if (low.accept[static_cast<std::size_t>(i)] == Accept::preserved) {
      keep(old, i, known);
      continue;
    }
    Bounds bounds(known.low.type());
    bounds.add(low, i);
    bounds.add(most, i);
    bounds.put(known, i);
  }
  return known;
}

KnownElements BoundsTransfer::result(const Result& result) const {
  if (all_exact()) return exactly(result);
  const Flow& flow = result.flow;
  if (result.branches) return result.branches(call_, before_);
  const bool is_tile = call_.is_tile(result.operand);
  if (!flow.in_place.empty() && is_tile) return in_place(result);
  if (flow.copies) return copied(result);
  if (flow.grows) return grown(result);
  const KnownElements& old = of(result.operand);
  return nothing_of(old.low.type(), old.size());
}

}  // namespace

bool inputs_are_exact(const Call& call, const std::vector<KnownElements>& before) {
  return BoundsTransfer(call, before, {}).all_exact();
}

std::vector<KnownElements> known_results(const Call& call, const std::vector<KnownElements>& before,
                                         std::span<const Expected> acceptable) {
  std::vector<KnownElements> results;
  for (std::size_t i = 0; i < acceptable.size(); ++i) {
    const KnownElements& old = before[call.form->index_of(call.form->results[i].operand)];
    results.push_back(accepted(std::get<ExpectedTile>(acceptable[i]), old));
  }
  return results;
}

std::vector<KnownElements> known_results(const Call& call, const std::vector<KnownElements>& before,
                                         const ToleranceLookup& tolerances) {
  const BoundsTransfer passage(call, before, tolerances);
  std::vector<KnownElements> results;
  for (const Result& result : call.form->results) results.push_back(passage.result(result));
  return results;
}

}  // namespace assay
