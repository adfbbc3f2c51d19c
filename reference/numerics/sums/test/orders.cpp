// SPDX-License-Identifier: Apache-2.0
// Legal orders of evaluation.
#include "reference/numerics/sums/test/orders.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace assay::numerics::orders {
namespace {

using Leaves = std::span<const Leaf>;
using Values = std::vector<double>;

ElementType wider(ElementType type) {
  return type == ElementType::f32 ? ElementType::f64 : ElementType::f32;
}

double forward(Leaves leaves, const Machine& machine, Random&) {
  double sum = machine.leaf(leaves[0]);
  for (const Leaf& leaf : leaves.subspan(1)) sum = machine.add_leaf(sum, leaf);
  return sum;
}

double forward_from_zero(Leaves leaves, const Machine& machine, Random&) {
  double sum = machine.neutral();
  for (const Leaf& leaf : leaves) sum = machine.add_leaf(sum, leaf);
  return sum;
}

double backward(Leaves leaves, const Machine& machine, Random&) {
  double sum = machine.leaf(leaves.back());
  for (std::size_t i = leaves.size() - 1; i-- > 0;) sum = machine.add_leaf(sum, leaves[i]);
  return sum;
}

/// By descending key; among equals the first comes first. NaN counts as infinity.
template <typename Key>
double sorted(Leaves leaves, const Machine& machine, Random& random, Key key) {
  std::vector<std::pair<double, std::size_t>> places;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const double of_leaf = key(leaves[i].a * leaves[i].b);
    places.emplace_back(std::isnan(of_leaf) ? -HUGE_VAL : -of_leaf, i);
  }
  std::ranges::sort(places);
  std::vector<Leaf> copy;
  copy.reserve(places.size());
  for (const auto& place : places) copy.push_back(leaves[place.second]);
  return forward(copy, machine, random);
}

double largest_first(Leaves leaves, const Machine& machine, Random& random) {
  return sorted(leaves, machine, random, [](double term) { return std::abs(term); });
}

double smallest_first(Leaves leaves, const Machine& machine, Random& random) {
  return sorted(leaves, machine, random, [](double term) { return -std::abs(term); });
}

double positive_first(Leaves leaves, const Machine& machine, Random& random) {
  return sorted(leaves, machine, random, [](double term) { return term; });
}

double shuffled(Leaves leaves, const Machine& machine, Random& random) {
  std::vector<Leaf> copy(leaves.begin(), leaves.end());
  for (std::size_t i = copy.size(); i-- > 1;) std::swap(copy[i], copy[random() % (i + 1)]);
  return forward(copy, machine, random);
}

Values products(Leaves leaves, const Machine& machine) {
  Values values;
  for (const Leaf& leaf : leaves) values.push_back(machine.leaf(leaf));
  return values;
}

double halves_of(std::span<const double> values, const Machine& machine) {
  if (values.size() == 1) return values[0];
  const std::size_t half = values.size() / 2;
  return machine.add(halves_of(values.first(half), machine),
                     halves_of(values.subspan(half), machine));
}

double halves(Leaves leaves, const Machine& machine, Random&) {
  return halves_of(products(leaves, machine), machine);
}

/// Rounds of neighbours; a value without one joins the first or the last pair.
double neighbours(Leaves leaves, const Machine& machine, bool odd_joins_first) {
  Values values = products(leaves, machine);
  while (values.size() > 1) {
    Values next;
    for (std::size_t i = 0; i + 1 < values.size(); i += 2) {
      next.push_back(machine.add(values[i], values[i + 1]));
    }
    double& joined = odd_joins_first ? next.front() : next.back();
    if (values.size() % 2 != 0) joined = machine.add(joined, values.back());
    values = std::move(next);
  }
  return values[0];
}

double odd_first(Leaves leaves, const Machine& machine, Random&) {
  return neighbours(leaves, machine, true);
}
double odd_last(Leaves leaves, const Machine& machine, Random&) {
  return neighbours(leaves, machine, false);
}

/// sum + (x1 + x2), sum + (x3 + x4), ...
double pairs_first(Leaves leaves, const Machine& machine, Random&) {
  double sum = machine.leaf(leaves[0]);
  std::size_t i = 1;
  for (; i + 1 < leaves.size(); i += 2) {
    const double pair = machine.add_leaf(machine.leaf(leaves[i]), leaves[i + 1]);
    sum = machine.add(sum, pair);
  }
  return i < leaves.size() ? machine.add_leaf(sum, leaves[i]) : sum;
}

template <std::size_t size>
double blocks(Leaves leaves, const Machine& machine, Random& random) {
  double sum = machine.neutral();
  for (std::size_t begin = 0; begin < leaves.size(); begin += size) {
    const Leaves block = leaves.subspan(begin, std::min(size, leaves.size() - begin));
    sum = machine.add(sum, forward(block, machine, random));
  }
  return sum;
}

/// Every block in pairs, as an instruction that adds across a register would do it.
template <std::size_t size>
double tree_blocks(Leaves leaves, const Machine& machine, Random& random) {
  double sum = machine.neutral();
  for (std::size_t begin = 0; begin < leaves.size(); begin += size) {
    const Leaves block = leaves.subspan(begin, std::min(size, leaves.size() - begin));
    sum = machine.add(sum, halves(block, machine, random));
  }
  return sum;
}

template <std::size_t count>
double lanes(Leaves leaves, const Machine& machine, Random&) {
  std::array<double, count> sums;
  sums.fill(machine.neutral());
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    sums[i % count] = machine.add_leaf(sums[i % count], leaves[i]);
  }
  return halves_of(sums, machine);
}

double random_tree(Leaves leaves, const Machine& machine, Random& random) {
  Values values = products(leaves, machine);
  while (values.size() > 1) {
    const std::size_t i = random() % values.size();
    std::swap(values[i], values.back());
    const double last = values.back();
    values.pop_back();
    double& other = values[random() % values.size()];
    other = machine.add(other, last);
  }
  return values[0];
}

/// Sixteen at a time in the wider type, each result narrowed before it is used.
double wide_blocks(Leaves leaves, const Machine& machine, Random& random) {
  Machine wide = machine;
  wide.accumulator = wider(machine.accumulator);
  double sum = machine.neutral();
  for (std::size_t begin = 0; begin < leaves.size(); begin += 16) {
    const Leaves block = leaves.subspan(begin, std::min<std::size_t>(16, leaves.size() - begin));
    sum = machine.add(sum, rounded(machine.accumulator, forward(block, wide, random)));
  }
  return sum;
}

constexpr std::array all_orders{
    Order{"forward", forward},
    Order{"forward from zero", forward_from_zero},
    Order{"backward", backward},
    Order{"largest first", largest_first},
    Order{"smallest first", smallest_first},
    Order{"positive first", positive_first},
    Order{"shuffled", shuffled},
    Order{"halves", halves},
    Order{"neighbours, odd one first", odd_first},
    Order{"neighbours, odd one last", odd_last},
    Order{"pairs first", pairs_first},
    Order{"blocks of 8", blocks<8>},
    Order{"blocks of 16", blocks<16>},
    Order{"blocks of 32", blocks<32>},
    Order{"blocks of 64", blocks<64>},
    Order{"trees of 64", tree_blocks<64>},
    Order{"2 lanes", lanes<2>},
    Order{"4 lanes", lanes<4>},
    Order{"8 lanes", lanes<8>},
    Order{"16 lanes", lanes<16>},
    Order{"64 lanes", lanes<64>},
    Order{"random tree", random_tree},
    Order{"wider blocks of 16", wide_blocks, false, Wider::some},
    Order{"wider", forward, false, Wider::all},
    Order{"wider tree", halves, false, Wider::all},
    Order{"fused", forward_from_zero, true},
    Order{"fused in 8 lanes", lanes<8>, true},
    Order{"fused and shuffled", shuffled, true},
};

}  // namespace

double rounded(ElementType type, double value) {
  if (type == ElementType::f64 || !std::isfinite(value) || value == 0) return value;
  if (type == ElementType::f32) return static_cast<double>(static_cast<float>(value));
  const bool half = type == ElementType::f16;
  const int precision = half ? 11 : 8;
  const int lowest = half ? -14 : -126;
  const int exponent = std::max(std::ilogb(value), lowest);
  const double quantum = std::ldexp(1.0, exponent - precision + 1);
  const double result = std::copysign(std::nearbyint(value / quantum) * quantum, value);
  const double beyond = std::ldexp(1.0, half ? 16 : 128);
  return std::abs(result) < beyond ? result : std::copysign(HUGE_VAL, value);
}

double Machine::leaf(const Leaf& leaf) const { return rounded(accumulator, leaf.a * leaf.b); }

double Machine::add(double a, double b) const {
  return rounded(accumulator, product ? a * b : a + b);
}

double Machine::add_leaf(double sum, const Leaf& leaf) const {
  if (!fused) return add(sum, this->leaf(leaf));
  if (accumulator != ElementType::f32) return rounded(accumulator, sum + leaf.a * leaf.b);
  return static_cast<double>(
      std::fma(static_cast<float>(leaf.a), static_cast<float>(leaf.b), static_cast<float>(sum)));
}

std::span<const Order> legal_orders() { return all_orders; }

double evaluate(const Order& order, std::span<const Leaf> leaves, const Accumulation& how,
                Random& random, bool product) {
  const ElementType in = order.wider == Wider::all ? wider(how.accumulator) : how.accumulator;
  return rounded(how.result, order.evaluate(leaves, Machine{in, order.fused, product}, random));
}

}  // namespace assay::numerics::orders
