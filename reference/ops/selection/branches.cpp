// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/selection/branches.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "reference/numerics/classify.hpp"
#include "reference/ops/selection/compared.hpp"
#include "reference/ops/selection/selection_constraints.hpp"

namespace assay::ops {
namespace {

/// One element of what is known.
struct KnownElement {
  BoundKind kind = BoundKind::open;
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

KnownElement element_of(const KnownElements& all, std::int64_t index) {
  return {all.of(index), all.low[index], all.high[index]};
}

KnownElement exact_element(std::uint64_t bits) { return {BoundKind::exact, bits, bits}; }

// ---- comparisons ----

/// The possible outcomes of a comparison.
struct Outcomes {
  bool yes = false;
  bool no = false;

  void add(const Outcomes& more) {
    yes = yes || more.yes;
    no = no || more.no;
  }
};

/// Numbers from one place of the order to another, zeros in one place; or NaN.
struct OrderRange {
  bool is_nan;
  std::int64_t first = 0;
  std::int64_t last = 0;
};

OrderRange order_range_of(ElementType type, std::uint64_t low, std::uint64_t high) {
  if (numerics::is_nan(type, low) || numerics::is_nan(type, high)) return {true};
  const auto place = [type](std::uint64_t bits) {
    return numerics::is_zero(type, bits) ? 0 : numerics::order_key(type, bits);
  };
  return {false, place(low), place(high)};
}

/// The one or two ranges that an element is in; none if nothing is known of it.
struct CallRanges {
  std::array<OrderRange, 2> all{};
  std::size_t count = 0;
};

CallRanges stretches_of(ElementType type, const KnownElement& element) {
  switch (element.kind) {
    case BoundKind::exact:
    case BoundKind::range:
      return {{order_range_of(type, element.low, element.high)}, 1};
    case BoundKind::either:
      return {{order_range_of(type, element.low, element.low),
               order_range_of(type, element.high, element.high)},
              2};
    case BoundKind::nan:
      return {{OrderRange{true}}, 1};
    default:
      return {};
  }
}

Outcomes compared(CmpMode mode, const OrderRange& a, const OrderRange& b) {
  if (a.is_nan || b.is_nan) return {mode == CmpMode::ne, mode != CmpMode::ne};
  const bool meet = a.first <= b.last && b.first <= a.last;
  const bool same = a.first == a.last && b.first == b.last && a.first == b.first;
  switch (mode) {
    case CmpMode::eq:
      return {meet, !same};
    case CmpMode::ne:
      return {!same, meet};
    case CmpMode::lt:
      return {a.first < b.last, a.last >= b.first};
    case CmpMode::le:
      return {a.first <= b.last, a.last > b.first};
    case CmpMode::gt:
      return {a.last > b.first, a.first <= b.last};
    case CmpMode::ge:
      return {a.last >= b.first, a.first < b.last};
  }
  return {true, true};
}

Outcomes compared(CmpMode mode, const CallRanges& a, const CallRanges& b) {
  if (a.count == 0 || b.count == 0) return {true, true};
  Outcomes outcomes;
  for (std::size_t i = 0; i < a.count; ++i) {
    for (std::size_t k = 0; k < b.count; ++k) {
      outcomes.add(compared(mode, a.all.at(i), b.all.at(k)));
    }
  }
  return outcomes;
}

/// The lanes of a comparison.
class Comparison {
 public:
  Comparison(const Call& call, std::span<const KnownElements> before)
      : call_(&call), left_(&before[call.form->index_of("src0")]) {
    if (call.form->has("src1")) right_ = &before[call.form->index_of("src1")];
    const bool equality_alone =
        call.target == Target::a2a3 && left_->low.type() == ElementType::i32;
    mode_ = equality_alone ? CmpMode::eq : cmp_mode_of(call);
  }

  Outcomes operator()(std::int64_t row, std::int64_t lane) const {
    const ElementType type = left_->low.type();
    const std::int64_t place = row * call_->tile("src0").cols() + lane;
    return compared(mode_, stretches_of(type, element_of(*left_, place)),
                    stretches_of(type, right_of(row, lane)));
  }

 private:
  KnownElement right_of(std::int64_t row, std::int64_t lane) const {
    if (right_ == nullptr) return exact_element(scalar_as(*call_, "src0").value_or(0));
    if (call_->form->name == "tile") return element_of(*right_, 0);
    const std::int64_t pitch = call_->tile("src1").cols(), place = row * pitch + lane;
    if (lane >= pitch || place >= right_->size()) return exact_element(0);
    return element_of(*right_, place);
  }

  const Call* call_;
  const KnownElements* left_;
  const KnownElements* right_ = nullptr;
  CmpMode mode_;
};

void put(KnownElements& known, std::int64_t index, const KnownElement& element) {
  known.set(index, element.kind, element.low, element.high);
}

// ---- selections ----

/// A bit of a mask; nothing if it may be either.
std::optional<bool> known_bit(const TileSpec& mask, const KnownElements& contents, std::int64_t row,
                              std::int64_t lane) {
  const std::int64_t bits = bits_of(mask.type.element);
  const std::int64_t col = lane / bits;
  if (row >= mask.rows() || col >= mask.cols()) return false;
  const KnownElement element = element_of(contents, row * mask.cols() + col);
  const bool told = element.kind == BoundKind::exact || element.kind == BoundKind::either ||
                    element.kind == BoundKind::some_bits;
  const bool low = (element.low >> (lane % bits) & 1) != 0;
  const bool high = (element.high >> (lane % bits) & 1) != 0;
  return told && low == high ? std::optional(low) : std::nullopt;
}

bool is_number(ElementType type, const KnownElement& element) {
  const bool bounded = element.kind == BoundKind::exact || element.kind == BoundKind::range ||
                       element.kind == BoundKind::either;
  return bounded && !numerics::is_nan(type, element.low) && !numerics::is_nan(type, element.high);
}

/// One or the other: two patterns, or all numbers from the least to the greatest.
KnownElement one_of(ElementType type, const KnownElement& a, const KnownElement& b) {
  const bool patterns = a.kind == BoundKind::exact && b.kind == BoundKind::exact;
  if (patterns && a.low == b.low) return a;
  if (!is_number(type, a) || !is_number(type, b)) {
    return patterns ? KnownElement{BoundKind::either, a.low, b.low} : KnownElement{};
  }
  const auto ends =
      std::minmax({numerics::order_key(type, a.low), numerics::order_key(type, a.high),
                   numerics::order_key(type, b.low), numerics::order_key(type, b.high)});
  return {patterns ? BoundKind::either : BoundKind::range,
          numerics::from_order_key(type, ends.first), numerics::from_order_key(type, ends.second)};
}

/// The scalar as an element; a NaN that changes its format keeps no payload.
KnownElement scalar_element(const Call& call, ElementType to) {
  const std::uint64_t bits = scalar_as(call, "dst").value_or(0);
  const bool changes = call.scalar("scalar").element != to;
  if (changes && numerics::is_nan(to, bits)) return {BoundKind::nan, bits, bits};
  return exact_element(bits);
}

}  // namespace

KnownElements compared_branches(const Call& call, std::span<const KnownElements> before) {
  const TileSpec &out = call.tile("dst"), &lanes = call.tile("src0");
  const ElementType type = out.type.element;
  KnownElements known = nothing_of(type, out.rows() * out.cols());
  const Comparison outcomes(call, before);
  const std::int64_t width = bits_of(type);
  const std::int64_t cols = std::min(mask_units(type, lanes.valid_cols), out.cols());
  for (std::int64_t row = 0; row < std::min(lanes.valid_rows, out.rows()); ++row) {
    for (std::int64_t col = 0; col < cols; ++col) {
      KnownElement element{BoundKind::exact, 0, mask_of(type)};
      for (std::int64_t bit = 0; bit < width && col * width + bit < lanes.valid_cols; ++bit) {
        const Outcomes one = outcomes(row, col * width + bit);
        if (!one.no) element.low |= std::uint64_t{1} << bit;
        if (!one.yes) element.high &= ~(std::uint64_t{1} << bit);
      }
      if (element.low != element.high) element.kind = BoundKind::some_bits;
      put(known, row * out.cols() + col, element);
    }
  }
  return known;
}

KnownElements selected_branches(const Call& call, std::span<const KnownElements> before) {
  const Form& form = *call.form;
  const TileSpec &out = call.tile("dst"), &mask = call.tile("mask");
  const ElementType type = out.type.element;
  KnownElements known = nothing_of(type, out.rows() * out.cols());
  const bool tiles = form.has("src1");
  const std::string first = tiles ? "src0" : "src";
  const KnownElements& bits = before[form.index_of("mask")];
  for (std::int64_t row = 0; row < out.valid_rows; ++row) {
    for (std::int64_t col = 0; col < out.valid_cols; ++col) {
      const auto met = [&](const std::string& operand) {
        return element_of(before[form.index_of(operand)], row * call.tile(operand).cols() + col);
      };
      const KnownElement one = met(first);
      const KnownElement other = tiles ? met("src1") : scalar_element(call, type);
      const std::optional<bool> set = known_bit(mask, bits, row, col);
      put(known, row * out.cols() + col, !set ? one_of(type, one, other) : *set ? one : other);
    }
  }
  return known;
}

}  // namespace assay::ops
