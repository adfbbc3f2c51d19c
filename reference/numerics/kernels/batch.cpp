// SPDX-License-Identifier: Apache-2.0
// Correctly rounded arrays: the kernels first, then the definitions for what they leave undecided.
#include "reference/numerics/kernels/batch.hpp"

#include <array>

#include "reference/numerics/kernels/environment.hpp"
#include "reference/numerics/kernels/leftover.hpp"
#include "reference/numerics/kernels/rounder.hpp"
#include "reference/numerics/kernels/run.hpp"

namespace assay::numerics {
namespace kernels {
namespace {

/// Functions from f32 to f32 that have a loop of their own.
Direct direct_loop(const Kernels& kernels, const Operation& operation) {
  const bool fits = operation.from == ElementType::f32 && operation.to == ElementType::f32 &&
                    operation.mode == RoundMode::nearest_even;
  return fits ? kernels.direct[static_cast<std::size_t>(operation.function)] : nullptr;
}

BatchCounts round_by_doubles(const Kernels& kernels, const Operation& operation,
                             std::span<const Bits> arguments, std::int64_t count,
                             MutableBits values) {
  Results results(kernels, operation, arguments);
  Rounder rounder(kernels, operation, arguments);
  BatchCounts counts{count, 0};
  for_blocks(count, [&](std::int64_t first, int length) {
    results.compute(first, length);
    rounder.store(results, first, length, values);
    for (int i = 0; rounder.any_escalated() && i < length; ++i) {
      counts.escalated += rounder.escalated(i) ? 1 : 0;
    }
  });
  return counts;
}

BatchCounts round_directly(const Kernels& kernels, const Operation& operation, Direct direct,
                           std::span<const Bits> arguments, std::int64_t count,
                           MutableBits values) {
  BatchCounts counts{count, 0};
  std::array<std::uint32_t, block> undecided;
  Leftover left;
  for_blocks(count, [&](std::int64_t first, int length) {
    const auto start_of = [&](const auto& elements) { return elements.data() + 4 * first; };
    if (direct(start_of(arguments.front()), start_of(arguments.back()), length, start_of(values),
               undecided.data()) == 0) {
      return;
    }
    left.clear();
    for (int i = 0; i < length; ++i) {
      if (undecided[static_cast<std::size_t>(i)] != 0) left.add(arguments, {}, first + i);
    }
    counts.escalated +=
        round_by_doubles(kernels, operation, left.arguments(), left.size(), left.values())
            .escalated;
    left.put_values(values);
  });
  return counts;
}

}  // namespace

BatchCounts round_with(const Kernels& kernels, const Operation& operation,
                       std::span<const Bits> arguments, std::int64_t count, MutableBits values) {
  require_arguments(operation, arguments);
  require_ieee_arithmetic();
  if (!Results::exist(operation) || !Target::exists(operation.to)) {
    for (std::int64_t i = 0; i < count; ++i) round_by_definition(operation, arguments, i, values);
    return {count, count};
  }
  if (const Direct direct = direct_loop(kernels, operation)) {
    return round_directly(kernels, operation, direct, arguments, count, values);
  }
  return round_by_doubles(kernels, operation, arguments, count, values);
}

}  // namespace kernels

BatchCounts round(const Operation& operation, std::span<const Bits> arguments, std::int64_t count,
                  MutableBits values) {
  return kernels::round_with(*kernels::available().back(), operation, arguments, count, values);
}

}  // namespace assay::numerics
