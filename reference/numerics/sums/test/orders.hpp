// SPDX-License-Identifier: Apache-2.0
// Legal ways to evaluate sums, and the data to do it with: what the enclosures are tested against.
// Only for tests; it shares no arithmetic with what they test.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include "reference/isa/call/contents.hpp"
#include "reference/isa/types/element_type.hpp"
#include "reference/numerics/sums/sum.hpp"

namespace assay::numerics::orders {

/// To nearest even in f32, f16, bf16; f64 keeps the double. Overflows to infinity.
double rounded(ElementType type, double value);

/// A term or the two factors of one.
struct Leaf {
  double a;
  double b = 1;
};

/// How nodes of the tree are computed. The sum of two doubles that is rounded again to at most 24
/// bits is either the correctly rounded one or one that was rounded to double first: both are
/// legal.
struct Machine {
  ElementType accumulator;
  bool fused = false;    ///< a product is not rounded before it is added
  bool product = false;  ///< nodes multiply: a product of factors instead of a sum

  double neutral() const { return product ? 1 : 0; }
  double leaf(const Leaf& leaf) const;
  double add(double a, double b) const;
  double add_leaf(double sum, const Leaf& leaf) const;
};

using Random = std::mt19937_64;

/// Which nodes are computed in a wider type.
enum class Wider : std::uint8_t { none, some, all };

/// One way to evaluate.
struct Order {
  std::string_view name;
  double (*evaluate)(std::span<const Leaf> leaves, const Machine& machine, Random& random);
  bool fused = false;
  Wider wider = Wider::none;
};

/// More than twenty, those with fused products last: they differ from the others in dots alone.
/// There is at least one leaf.
std::span<const Order> legal_orders();
inline constexpr std::size_t fused_orders = 3;

/// The result of an order as the destination has it: a sum, or a product of factors.
double evaluate(const Order& order, std::span<const Leaf> leaves, const Accumulation& how,
                Random& random, bool product = false);

// ---- data ----

/// An element of a type: a random bit pattern, changed by a plan.
struct Plan {
  std::string_view name;
  std::vector<double> (*values)(ElementType type, std::int64_t count, Random& random);
};
std::span<const Plan> value_plans();

/// A double as an element of the type that holds it, and back.
ElementArray as_elements(ElementType type, std::span<const double> values);
std::vector<double> as_doubles(const ElementArray& elements);

Terms terms_of(const ElementArray& elements);

/// From 1 to `most`, all lengths of the same number of bits alike.
std::int64_t mixed_length(std::int64_t most, Random& random);

std::int64_t below(std::int64_t bound, Random& random);

}  // namespace assay::numerics::orders
