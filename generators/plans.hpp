// SPDX-License-Identifier: Apache-2.0
// Value plans: which values the elements of an input have.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "generators/hash.hpp"
#include "reference/isa/element_type.hpp"
#include "reference/isa/op_spec.hpp"

namespace assay::generators {

/// A named distribution of bit patterns. `value` is pure: the element is a function of the counter.
/// A plan that means nothing for a format gives that format something sensible instead.
struct ValuePlan {
  std::string_view name;
  std::string_view text;
  std::uint64_t (*floating)(const ElementFormat& format, const Counter& counter);
  std::uint64_t (*integer)(const ElementFormat& format, const Counter& counter);

  std::uint64_t value(const ElementFormat& format, const Counter& counter) const;
};

std::span<const ValuePlan> value_plans();

/// The plan of a name. Throws std::invalid_argument that names the plan.
const ValuePlan& plan_named(std::string_view name);

/// Plans of a form: those that suit every op, then its own.
std::vector<std::string> plans_of(const Form& form);

/// The counter of an input element: `purpose` keeps values and poisons apart.
constexpr Counter element_counter(std::uint64_t purpose, std::uint32_t key, std::size_t operand,
                                  std::int64_t index) {
  return Counter{combine(purpose, key), operand, static_cast<std::uint64_t>(index)};
}
inline constexpr std::uint64_t purpose_value = 1;
inline constexpr std::uint64_t purpose_poison = 2;

/// Place of an element on a sawtooth over [0, count) that rises with the index: start and step are
/// those of the case.
std::uint64_t on_sawtooth(const Counter& counter, std::uint64_t count);

namespace floats {
std::uint64_t uniform(const ElementFormat& format, const Counter& c);
std::uint64_t exponent(const ElementFormat& format, const Counter& c);
std::uint64_t specials(const ElementFormat& format, const Counter& c);
std::uint64_t extremes(const ElementFormat& format, const Counter& c);
std::uint64_t ones(const ElementFormat& format, const Counter& c);
std::uint64_t ties(const ElementFormat& format, const Counter& c);
std::uint64_t nearties(const ElementFormat& format, const Counter& c);
std::uint64_t cancellation(const ElementFormat& format, const Counter& c);
std::uint64_t domain(const ElementFormat& format, const Counter& c);
std::uint64_t text(const ElementFormat& format, const Counter& c);
std::uint64_t rising(const ElementFormat& format, const Counter& c);
}  // namespace floats

namespace integers {
std::uint64_t uniform(const ElementFormat& format, const Counter& c);
std::uint64_t exponent(const ElementFormat& format, const Counter& c);
std::uint64_t specials(const ElementFormat& format, const Counter& c);
std::uint64_t extremes(const ElementFormat& format, const Counter& c);
std::uint64_t ones(const ElementFormat& format, const Counter& c);
std::uint64_t ties(const ElementFormat& format, const Counter& c);
std::uint64_t nearties(const ElementFormat& format, const Counter& c);
std::uint64_t cancellation(const ElementFormat& format, const Counter& c);
std::uint64_t shifts(const ElementFormat& format, const Counter& c);
std::uint64_t domain(const ElementFormat& format, const Counter& c);
std::uint64_t text(const ElementFormat& format, const Counter& c);
std::uint64_t rising(const ElementFormat& format, const Counter& c);
}  // namespace integers

}  // namespace assay::generators
