// SPDX-License-Identifier: Apache-2.0
// Value plans: which values the elements of an input have.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "generators/values/counter.hpp"
#include "generators/values/pattern.hpp"
#include "reference/isa/spec/op_spec.hpp"
#include "reference/isa/types/element_type.hpp"

namespace assay::generators {

/// Two ways to make the elements of one kind of format: a mixture of patterns, which is fast, or a
/// formula of the counter where values depend on the case or on their neighbours. Formulas are
/// pure; their results are cut to the width of the element. A plan that means nothing for a format
/// gives that format something sensible instead.
using MixtureOf = Mixture (*)(const ElementFormat& format);
using Formula = std::uint64_t (*)(const ElementFormat& format, const Counter& counter);
using ValueRule = std::variant<MixtureOf, Formula>;

/// A named distribution of bit patterns. An element is a function of its counter.
struct ValuePlan {
  std::string_view name;
  std::string_view text;
  ValueRule floating;
  ValueRule integer;
  /// Of e8m0, a format of scales, where it is not all of its codes.
  Formula scale = nullptr;

  std::uint64_t value(const ElementFormat& format, const Counter& counter) const;
};

/// A plan applied to one element format.
class PlannedValues {
 public:
  PlannedValues(const ValuePlan& plan, const ElementFormat& format);

  std::uint64_t at(const Counter& counter) const {
    return table_ != nullptr ? table_->value(counter) : formula_(*format_, counter) & mask_;
  }
  /// Elements first.index to first.index + count - 1 of `out`.
  void fill(const Counter& first, std::int64_t count, ElementArray& out) const;

 private:
  const ElementFormat* format_;
  std::uint64_t mask_;
  const PatternTable* table_ = nullptr;  // or else
  Formula formula_ = nullptr;
};

std::span<const ValuePlan> value_plans();

/// The plan of a name, also of an enumeration (InputPlan). Throws std::invalid_argument that names
/// the plan.
const ValuePlan& plan_named(std::string_view name);

/// Special values that a scalar argument is given one after the other.
inline constexpr std::size_t special_scalars = 12;

/// The special value of a number below special_scalars: zeros, ones, ends of the range and of the
/// subnormal numbers, infinities, NaN; for integers zero, ones, ends, amounts around the width.
std::uint64_t special_scalar(const ElementFormat& format, std::size_t number);

/// Special values of a scalar that is passed as `from` and converted to `to`.
std::size_t specials_between(const ElementFormat& from, const ElementFormat& to);

/// The special value of a number below specials_between(): that of special_scalar(), except when a
/// float becomes a narrower one. There it is an edge of the conversion as well: what is halfway to
/// the smallest or above the largest number of `to`, the neighbors of both, and numbers whose
/// digits are shifted by as many places as a register has.
std::uint64_t special_between(const ElementFormat& from, const ElementFormat& to,
                              std::size_t number);

/// Plans that suit every op; they come first in plans_of().
inline constexpr std::size_t common_plans = 4;

/// Plans of a form: those that suit every op, then its own.
std::vector<std::string> plans_of(const Form& form);

/// In no form's own plans: every form may have it in addition to its own.
inline constexpr std::string_view mosaic_name = "mosaic";

/// The counter of an input element: `purpose` keeps values and poisons apart, and `redraws` the
/// contents that a case could have had (Case::redraws).
constexpr Counter element_counter(std::uint64_t purpose, std::uint32_t key, std::size_t operand,
                                  std::int64_t index, std::uint64_t redraws = 0) {
  return Counter{combine(purpose + (redraws << 8U), key), operand,
                 static_cast<std::uint64_t>(index)};
}
inline constexpr std::uint64_t purpose_value = 1;
inline constexpr std::uint64_t purpose_poison = 2;

/// Place of an element on a sawtooth over [0, count) that rises with the index: start and step are
/// those of the case.
std::uint64_t on_sawtooth(const Counter& counter, std::uint64_t count);

/// Formats without fields: their codes, and now and then those that often are special.
Mixture codes(const ElementFormat& format);

namespace floats {
Mixture uniform(const ElementFormat& format);
Mixture exponent(const ElementFormat& format);
Mixture specials(const ElementFormat& format);
Mixture extremes(const ElementFormat& format);
Mixture ones(const ElementFormat& format);
std::uint64_t ties(const ElementFormat& format, const Counter& c);
std::uint64_t nearties(const ElementFormat& format, const Counter& c);
std::uint64_t cancellation(const ElementFormat& format, const Counter& c);
std::uint64_t domain(const ElementFormat& format, const Counter& c);
std::uint64_t text(const ElementFormat& format, const Counter& c);
std::uint64_t rising(const ElementFormat& format, const Counter& c);
std::uint64_t falling(const ElementFormat& format, const Counter& c);
std::uint64_t conversion(const ElementFormat& format, const Counter& c);
std::uint64_t twins(const ElementFormat& format, const Counter& c);
std::uint64_t moderate(const ElementFormat& format, const Counter& c);
std::uint64_t multiples(const ElementFormat& format, const Counter& c);
std::uint64_t factors(const ElementFormat& format, const Counter& c);
std::uint64_t foursomes(const ElementFormat& format, const Counter& c);
std::uint64_t rare(const ElementFormat& format, const Counter& c);
std::uint64_t wholes(const ElementFormat& format, const Counter& c);
std::uint64_t mosaic(const ElementFormat& format, const Counter& c);
std::uint64_t ends(const ElementFormat& format, const Counter& c);
std::uint64_t held(const ElementFormat& format, const Counter& c);
std::uint64_t thresholds(const ElementFormat& format, const Counter& c);
}  // namespace floats

/// Codes of e8m0, powers of two that leave something to see of what they scale.
namespace scales {
std::uint64_t narrow(const ElementFormat& format, const Counter& c);  ///< 1, 2 or 4 times another
std::uint64_t around_one(const ElementFormat& format, const Counter& c);  ///< 2^-4 to 2^4
std::uint64_t rare(const ElementFormat& format,
                   const Counter& c);  ///< 1, now and then NaN or an end
}  // namespace scales

namespace integers {
Mixture uniform(const ElementFormat& format);
Mixture exponent(const ElementFormat& format);
Mixture specials(const ElementFormat& format);
Mixture extremes(const ElementFormat& format);
Mixture ones(const ElementFormat& format);
std::uint64_t ties(const ElementFormat& format, const Counter& c);
std::uint64_t nearties(const ElementFormat& format, const Counter& c);
std::uint64_t cancellation(const ElementFormat& format, const Counter& c);
std::uint64_t shifts(const ElementFormat& format, const Counter& c);
std::uint64_t domain(const ElementFormat& format, const Counter& c);
std::uint64_t text(const ElementFormat& format, const Counter& c);
std::uint64_t rising(const ElementFormat& format, const Counter& c);
std::uint64_t falling(const ElementFormat& format, const Counter& c);
std::uint64_t conversion(const ElementFormat& format, const Counter& c);
std::uint64_t twins(const ElementFormat& format, const Counter& c);
std::uint64_t rare(const ElementFormat& format, const Counter& c);
std::uint64_t moderate(const ElementFormat& format, const Counter& c);
std::uint64_t multiples(const ElementFormat& format, const Counter& c);
std::uint64_t factors(const ElementFormat& format, const Counter& c);
std::uint64_t mosaic(const ElementFormat& format, const Counter& c);
std::uint64_t ends(const ElementFormat& format, const Counter& c);
std::uint64_t held(const ElementFormat& format, const Counter& c);
}  // namespace integers

}  // namespace assay::generators
