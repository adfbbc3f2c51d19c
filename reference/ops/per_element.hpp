// SPDX-License-Identifier: Apache-2.0
// Results that a page gives element by element, from the elements of its operands.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "reference/isa/spec/op_spec.hpp"
#include "reference/numerics/real.hpp"
#include "reference/ops/placement.hpp"

namespace assay::ops {

/// An operand that is read. A scalar counts for every element, whatever the placement.
struct Argument {
  std::string operand;
  Placement placement = Placement::same;
};

/// One element of an argument.
struct Value {
  ElementType type;
  std::uint64_t bits;

  numerics::Real real() const { return numerics::decode(type, bits); }
};

/// The arguments of the result of one element.
struct ElementContext {
  const Call& call;
  ElementType to;                    ///< of the destination
  std::uint64_t old;                 ///< what the destination held
  std::span<const Value> arguments;  ///< in the order of the list
  const Tolerance& tolerance;
  std::int64_t row;
  std::int64_t col;
  const ChosenReadings& readings;
};

/// The acceptable values of one element. Members as in ExpectedTile.
struct Acceptable {
  Accept accept = Accept::exact;
  std::uint64_t value = 0;
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  double exact = not_a_number;

  static constexpr double not_a_number = __builtin_nan("");
};

/// These bits alone.
Acceptable exactly(std::uint64_t bits);
/// Any one of these bits; the first is what the manual says.
Acceptable either(std::uint64_t bits, std::uint64_t other);
Acceptable either(std::uint64_t bits, std::uint64_t other, std::uint64_t third);
Acceptable any_nan(ElementType type);
/// Recorded and never failed; `bits` is what IEEE 754 or two's complement would give.
Acceptable left_to_target(std::uint64_t bits);
/// The exact number rounded to `to` within the tolerance; any NaN for NaN. `to` is a float.
Acceptable within(ElementType to, const numerics::Real& exact, const Tolerance& tolerance);
using ElementFunction = std::function<Acceptable(const ElementContext&)>;

/// destination[i,j] for every element of its valid region; the rest is unspecified. Of floats this
/// is arithmetic, whose subnormal numbers may be flushed (Choice::subnormals).
Result per_element(std::vector<Argument> arguments, ElementFunction function,
                   std::string accuracy = {}, std::string destination = "dst");

/// The result with its flow said (Flow::grows, Flow::copies). What is copied is no arithmetic.
Result growing(Result result);
Result copying(Result result);

/// `operand` keeps what it held.
Result unchanged(const std::string& operand);

/// The result where subnormal numbers are not those of arithmetic (Choice::subnormals_elsewhere).
Result no_arithmetic(Result result);
/// The same of a conversion, which copies what has the type of the result.
Result converting(Result result);
/// A result whose function computes in steps, and flushes intermediate values (flushes_results).
Result in_steps(Result result);
/// One formula for floating-point destinations, another for integer ones. Both name one
/// destination.
Result by_kind(Result floating, Result integer);

}  // namespace assay::ops
