// SPDX-License-Identifier: Apache-2.0
// Elements of which bounds are known.
#include "reference/judge/programs/known_elements.hpp"

#include <algorithm>
#include <cmath>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/real.hpp"

namespace assay {
namespace {

std::uint64_t steps_between(ElementType type, std::uint64_t low, std::uint64_t high) {
  return static_cast<std::uint64_t>(numerics::order_key(type, high)) -
         static_cast<std::uint64_t>(numerics::order_key(type, low));
}

bool holds_zero(const KnownElements& elements, std::int64_t index) {
  const ElementType type = elements.low.type();
  return numerics::is_zero(type, elements.low[index]) ||
         numerics::is_zero(type, elements.high[index]) ||
         numerics::is_negative(type, elements.low[index]) !=
             numerics::is_negative(type, elements.high[index]);
}

}  // namespace

void Bounds::add(const ExpectedTile& tile, std::int64_t index) {
  switch (tile.accept[static_cast<std::size_t>(index)]) {
    case Accept::exact:
      return number(tile.value[index]);
    case Accept::interval_or_zero:
      number(0);
      if (numerics::is_negative(type_, tile.value[index])) {
        number(numerics::classes_of(type_).sign);
      }
      [[fallthrough]];
    case Accept::interval:
    case Accept::any_of:
      number(tile.value[index]);
      number(tile.low[index]);
      return number(tile.high[index]);
    default:
      known_ = false;
  }
}

void Bounds::put(KnownElements& elements, std::int64_t index) const {
  if (!known_) return elements.set(index, BoundKind::open, 0, 0);
  const std::uint64_t low = numerics::from_order_key(type_, low_);
  const std::uint64_t high = numerics::from_order_key(type_, high_);
  elements.set(index, low_ == high_ ? BoundKind::exact : BoundKind::range, low, high);
}

void Bounds::number(std::uint64_t bits) {
  if (numerics::is_nan(type_, bits)) {
    known_ = false;
    return;
  }
  const std::int64_t key = numerics::order_key(type_, bits);
  low_ = std::min(low_, key);
  high_ = std::max(high_, key);
}

void keep(const KnownElements& old, std::int64_t index, KnownElements& known) {
  known.set(index, old.of(index), old.low[index], old.high[index]);
}

bool is_number(const KnownElements& elements, std::int64_t index) {
  const ElementType type = elements.low.type();
  const BoundKind kind = elements.of(index);
  if (kind != BoundKind::exact && kind != BoundKind::range && kind != BoundKind::either) {
    return false;
  }
  for (const std::uint64_t bits : {elements.low[index], elements.high[index]}) {
    if (numerics::is_nan(type, bits) || numerics::is_infinite(type, bits)) return false;
  }
  return true;
}

bool is_all_at_its_ends(const KnownElements& elements, std::int64_t index) {
  const ElementType type = elements.low.type();
  switch (elements.of(index)) {
    case BoundKind::exact:
    case BoundKind::either:
      return true;
    case BoundKind::range:
      return steps_between(type, elements.low[index], elements.high[index]) <= 1;
    default:
      return false;
  }
}

bool is_bounded_by_corners(Function function, std::size_t argument, const KnownElements& elements,
                           std::int64_t index) {
  switch (function) {
    case Function::identity:
    case Function::add:
    case Function::subtract:
    case Function::multiply:
    case Function::fused_multiply_add:
    case Function::square_root:
    case Function::exponential:
    case Function::logarithm:
      return true;
    case Function::divide:
      return argument == 0 || !holds_zero(elements, index);
    case Function::reciprocal:
    case Function::reciprocal_square_root:
      return !holds_zero(elements, index);
    default:
      return false;
  }
}

bool stays_inside(ElementType to, const KnownElements& elements, std::int64_t index) {
  if (is_float(to)) return true;
  const auto limit = [&](bool negative) {
    return numerics::decode(to, numerics::largest_finite(to, negative)).to_double();
  };
  const ElementType from = elements.low.type();
  return numerics::decode(from, elements.low[index]).to_double() >= limit(true) + 1 &&
         numerics::decode(from, elements.high[index]).to_double() <= limit(false) - 1;
}

void Patterns::add(std::uint64_t bits) {
  if (count_ > 0 && (first_ == bits || (count_ > 1 && second_ == bits))) return;
  (count_ == 0 ? first_ : second_) = count_ < 2 ? bits : second_;
  ++count_;
}

void Patterns::add(const ExpectedTile& tile, std::int64_t index) {
  switch (tile.accept[static_cast<std::size_t>(index)]) {
    case Accept::any_of:
      add(tile.low[index]);
      add(tile.high[index]);
      [[fallthrough]];
    case Accept::exact:
      return add(tile.value[index]);
    default:
      several_ = true;
  }
}

bool Patterns::put(ElementType type, KnownElements& elements, std::int64_t index) const {
  if (several_ || count_ == 0 || count_ > 2) return false;
  if (count_ == 1) {
    elements.set(index, BoundKind::exact, first_, first_);
    return true;
  }
  const bool numbers = !numerics::is_nan(type, first_) && !numerics::is_nan(type, second_);
  const bool turned =
      numbers && numerics::order_key(type, first_) > numerics::order_key(type, second_);
  elements.set(index, BoundKind::either, turned ? second_ : first_, turned ? first_ : second_);
  return true;
}

std::uint64_t mark_of(BoundKind kind, ElementType type) {
  return static_cast<std::uint64_t>(kind) * 0x1111111111111111U & mask_of(type);
}

std::optional<BoundKind> marked(std::uint64_t mark, ElementType type) {
  for (const BoundKind kind : {BoundKind::exact, BoundKind::range, BoundKind::nan,
                               BoundKind::either, BoundKind::some_bits}) {
    if (mark == mark_of(kind, type)) return kind;
  }
  return std::nullopt;
}

bool says_little(ElementType type, std::uint64_t low, std::uint64_t high) {
  constexpr std::uint64_t most_integers = 4;
  if (!is_float(type)) {
    return steps_between(type, low, high) >= most_integers;
  }
  const double least = numerics::decode(type, low).to_double();
  const double greatest = numerics::decode(type, high).to_double();
  constexpr double models = 10;
  constexpr int digits_of_half_models = 8;
  const double size = std::max(std::abs(least), std::abs(greatest));
  if (std::isinf(size)) return true;
  // No narrower than a machine leaves it that flushes subnormal numbers.
  const std::uint64_t normal = numerics::classes_of(type).normal;
  if (size <= numerics::decode(type, normal).to_double()) return false;
  const ElementFormat& format = format_of(type);
  if (format.precision < digits_of_half_models) {
    return numerics::order_key(type, high) - numerics::order_key(type, low) > 2;
  }
  const int digits = type == ElementType::f32 ? 13 : std::min(format.precision - 1, 30);
  return greatest - least > models * std::ldexp(size, -digits);
}

}  // namespace assay
