// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/difference.hpp"

#include <algorithm>

#include "reference/judge/verdict/compare.hpp"
#include "reference/numerics/classify.hpp"

namespace assay {
namespace {

/// What elements held before a call; null if that is not considered.
using Before = const ElementArray*;

/// Whether all bits that `other` accepts at a place are among those that the promise accepts there.
/// Without the previous value of an element "preserved" is only within itself.
bool is_within(const ExpectedTile& other, const ExpectedTile& promise, std::int64_t index,
               Before before) {
  const auto accepted = [&](std::uint64_t bits) {
    return is_acceptable(promise, index, before != nullptr ? (*before)[index] : ~bits, bits);
  };
  const Accept accept = promise.accept[static_cast<std::size_t>(index)];
  switch (other.accept[static_cast<std::size_t>(index)]) {
    case Accept::exact:
      return accepted(other.value[index]);
    case Accept::any_of:
      return accepted(other.value[index]) && accepted(other.low[index]) &&
             accepted(other.high[index]);
    case Accept::interval:
      return (accept == Accept::interval || accept == Accept::interval_or_zero) &&
             accepted(other.low[index]) && accepted(other.high[index]);
    case Accept::preserved:
      return before != nullptr && accepted((*before)[index]);
    default:
      return false;
  }
}

bool differs_at(const ExpectedTile& promise, const ExpectedTile& other, std::int64_t index,
                Before before = nullptr) {
  const Accept accept = promise.accept[static_cast<std::size_t>(index)];
  const Accept instead = other.accept[static_cast<std::size_t>(index)];
  const bool compared = accept != Accept::unspecified && accept != Accept::target_defined;
  if (!compared || instead == Accept::unspecified) return false;
  if (accept != instead) return !is_within(other, promise, index, before);
  switch (accept) {
    case Accept::exact:
      return promise.value[index] != other.value[index];
    case Accept::interval:
    case Accept::any_of:
      return !is_within(other, promise, index, before);
    case Accept::interval_or_zero:
      return promise.low[index] != other.low[index] || promise.high[index] != other.high[index];
    case Accept::some_bits:
      return promise.low[index] != other.low[index] ||
             ((promise.value[index] ^ other.value[index]) & promise.low[index]) != 0;
    default:
      return false;
  }
}

}  // namespace

bool agrees(const ExpectedTile& expected, std::int64_t index, std::uint64_t a, std::uint64_t b) {
  if (a == b) return true;
  const auto place = static_cast<std::size_t>(index);
  const Accept accept =
      place < expected.accept.size() ? expected.accept[place] : Accept::unspecified;
  if (accept == Accept::unspecified) return true;
  if (accept == Accept::some_bits) return ((a ^ b) & expected.low[index]) == 0;
  const ElementType type = expected.value.type();
  const bool any_nan = accept == Accept::any_nan || accept == Accept::target_defined;
  return any_nan && numerics::is_nan(type, a) && numerics::is_nan(type, b);
}

bool are_alike(const Expected& one, const Expected& other) {
  const auto *a = std::get_if<ExpectedTile>(&one), *b = std::get_if<ExpectedTile>(&other);
  if (a == nullptr) return !difference(one, other).front();
  if (b == nullptr) return false;
  const bool same =
      a->accept == b->accept && a->value == b->value && a->low == b->low && a->high == b->high;
  for (std::int64_t i = 0; !same && i < std::ssize(a->accept); ++i) {
    if (differs_at(*a, *b, i) || differs_at(*b, *a, i)) return false;
  }
  return true;
}

std::vector<bool> difference(const Expected& promise, const Expected& other,
                             const ElementArray* before) {
  if (const auto* text = std::get_if<ExpectedText>(&promise)) {
    const auto same = [](const PrintedText& a, const PrintedText& b) {
      return a.text == b.text && a.width == b.width;
    };
    return {!std::ranges::equal(text->readings, std::get<ExpectedText>(other).readings, same)};
  }
  const auto& tile = std::get<ExpectedTile>(promise);
  const auto& instead = std::get<ExpectedTile>(other);
  std::vector<bool> differs(tile.accept.size());
  for (std::size_t i = 0; i < differs.size(); ++i) {
    differs[i] = differs_at(tile, instead, static_cast<std::int64_t>(i), before);
  }
  return differs;
}

}  // namespace assay
