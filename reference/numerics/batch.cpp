// SPDX-License-Identifier: Apache-2.0
// Correctly rounded arrays: the kernels first, then the definitions for what they leave undecided.
#include "reference/numerics/batch.hpp"

#include <algorithm>

#include "reference/numerics/kernels/environment.hpp"
#include "reference/numerics/kernels/rounder.hpp"
#include "reference/numerics/kernels/run.hpp"

namespace assay::numerics {
namespace kernels {
namespace {

/// Functions that the processor itself rounds to f32.
Direct direct_loop(const Kernels& kernels, const Operation& operation) {
  const bool fits = operation.from == ElementType::f32 && operation.to == ElementType::f32 &&
                    operation.mode == RoundMode::nearest_even;
  return fits ? kernels.direct[static_cast<std::size_t>(operation.function)] : nullptr;
}

/// Whether the loop would meet no quotient that takes it long; it gives the same bits in any case.
bool is_quick(const Kernels& kernels, const Operation& operation, std::span<const Bits> arguments,
              std::int64_t first, int count) {
  if (operation.function != Function::divide && operation.function != Function::reciprocal) {
    return true;
  }
  return std::ranges::all_of(arguments, [&](const Bits& argument) {
    return kernels.all_moderate(argument.data() + 4 * first, count) != 0;
  });
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
  const Direct direct = direct_loop(kernels, operation);
  Results results(kernels, operation, arguments);
  Rounder rounder(kernels, operation, arguments);
  BatchCounts counts{count, 0};
  for_blocks(count, [&](std::int64_t first, int length) {
    if (direct != nullptr && is_quick(kernels, operation, arguments, first, length)) {
      direct(arguments.front().data() + 4 * first, arguments.back().data() + 4 * first, length,
             values.data() + 4 * first);
      return;
    }
    results.compute(first, length);
    rounder.store(results, first, length, values);
    for (int i = 0; rounder.any_escalated() && i < length; ++i) {
      counts.escalated += rounder.escalated(i) ? 1 : 0;
    }
  });
  return counts;
}

}  // namespace kernels

BatchCounts round(const Operation& operation, std::span<const Bits> arguments, std::int64_t count,
                  MutableBits values) {
  return kernels::round_with(*kernels::available().back(), operation, arguments, count, values);
}

}  // namespace assay::numerics
