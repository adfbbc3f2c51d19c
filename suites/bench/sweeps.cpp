// SPDX-License-Identifier: Apache-2.0
// Every input of an op: the CPU time of the reference, and how many inputs need more than double
// arithmetic.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "reference/numerics/kernels/batch.hpp"
#include "suites/bench/sections.hpp"

namespace assay::bench {
namespace {

constexpr std::int64_t every = std::int64_t{1} << 32;
constexpr std::int64_t block = std::int64_t{1} << 16;

/// Blocks of 2^16 inputs, `step` blocks from one to the next.
struct Sweep {
  numerics::Operation operation;
  std::int64_t step;
  ElementArray first;
  ElementArray second;
  ElementArray values;
  numerics::BatchCounts counts;

  Sweep(Function function, ElementType type, std::int64_t blocks_apart)
      : operation{function, type, type},
        step(blocks_apart),
        first(type, block),
        second(type, block),
        values(type, block) {}

  /// Inputs number * 2^16 to number * 2^16 + 2^16 - 1: of one f32, or f16 by f16.
  void fill(std::int64_t number) {
    for (std::int64_t i = 0; i < block; ++i) {
      const auto bits = static_cast<std::uint64_t>(number * block + i);
      first.set(i, bits);
      if (arity(operation.function) == 2) second.set(i, bits >> 16);
    }
  }

  double run() {
    counts = {};
    double seconds = 0;
    const numerics::Bits arguments[] = {first.bytes(), second.bytes()};
    const auto used = static_cast<std::size_t>(arity(operation.function));
    for (std::int64_t number = step / 2; number < every / block; number += step) {
      fill(number);
      const double begin = process_seconds();
      counts += numerics::round(operation, std::span(arguments).first(used), block, values.bytes());
      seconds += process_seconds() - begin;
    }
    return seconds;
  }

  double escalated() const {
    if (counts.elements == 0) return std::numeric_limits<double>::quiet_NaN();
    return static_cast<double>(counts.escalated) / static_cast<double>(counts.elements);
  }
};

struct Target {
  Function function;
  ElementType type;
  double seconds;
};
constexpr Target targets[] = {
    {Function::reciprocal_square_root, ElementType::f32, 15},
    {Function::exponential, ElementType::f32, 15},
    {Function::logarithm, ElementType::f32, 15},
    {Function::divide, ElementType::f16, 120},
};

std::string name_of_sweep(const Target& target) {
  return fmt::format("all {} of {} {}", arity(target.function) == 1 ? "inputs" : "pairs",
                     name_of(target.type), name_of(target.function));
}

}  // namespace

Rows sweeps(Shared& shared) {
  std::int64_t step = shared.settings.full ? 1 : 32;
  if (shared.settings.quick) step = every / block / 4;
  Settings settings = shared.settings;
  settings.repetitions = std::min(settings.repetitions, shared.settings.full ? 1 : 3);
  std::vector<std::shared_ptr<Sweep>> made;
  for (const Target& target : targets) {
    made.push_back(std::make_shared<Sweep>(target.function, target.type, step));
    measure_once(name_of_sweep(target), settings, every / step,
                 [sweep = made.back()] { return sweep->run(); });
  }
  const std::string sample = step == 1 ? "" : fmt::format(", from every {}. block of 2^16", step);
  return [made, sample](const Figures& figures) {
    std::vector<Row> rows;
    for (std::size_t i = 0; i < made.size(); ++i) {
      const std::string name = name_of_sweep(targets[i]);
      const double seconds = static_cast<double>(every) * figures.seconds(name);
      const std::string what = fmt::format("{}, 2^32: CPU time{}", name, sample);
      rows.push_back(at_most_seconds(what, targets[i].seconds, seconds));
      rows.push_back(at_most_share(name + ": escalated", 1e-5, made[i]->escalated()));
    }
    return rows;
  };
}

}  // namespace assay::bench
