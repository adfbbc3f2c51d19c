// SPDX-License-Identifier: Apache-2.0
// Correctly rounded arrays: the kernels first, then the definitions for what they leave undecided.
#include "reference/numerics/batch.hpp"

#include "reference/isa/contents.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"
#include "reference/numerics/kernels/environment.hpp"
#include "reference/numerics/kernels/run.hpp"

namespace assay::numerics {
namespace kernels {
namespace {

void round_by_definition(const Operation& operation, std::span<const Bits> arguments,
                         std::int64_t index, MutableBits values) {
  const auto decoded = arguments_at(operation, arguments, index);
  store_element(values, operation.to, index,
                correctly_rounded(operation.function, decoded, operation.to, operation.mode));
}

/// Functions that the processor itself rounds to f32.
Direct direct_loop(const Kernels& kernels, const Operation& operation) {
  const bool fits = operation.from == ElementType::f32 && operation.to == ElementType::f32 &&
                    operation.mode == RoundMode::nearest_even;
  return fits ? kernels.direct[static_cast<std::size_t>(operation.function)] : nullptr;
}

void round_directly(Direct loop, std::span<const Bits> arguments, std::int64_t count,
                    MutableBits values) {
  for_blocks(count, [&](std::int64_t first, int length) {
    loop(arguments.front().data() + 4 * first, arguments.back().data() + 4 * first, length,
         values.data() + 4 * first);
  });
}

/// The code of an undecided element, if its exact result is known.
bool settle(const Target& target, RoundMode mode, Results& results, int i, std::uint32_t& code) {
  if (!results.make_exact(i)) return false;
  Codes one;
  target.encode(mode, results.y() + i, 1, 0, one);
  code = one.code[0];
  return true;
}

}  // namespace

BatchCounts round_with(const Kernels& kernels, const Operation& operation,
                       std::span<const Bits> arguments, std::int64_t count, MutableBits values) {
  require_arguments(operation, arguments);
  require_ieee_arithmetic();
  if (const Direct loop = direct_loop(kernels, operation)) {
    round_directly(loop, arguments, count, values);
    return {count, 0};
  }
  if (!Results::exist(operation) || !Target::exists(operation.to)) {
    for (std::int64_t i = 0; i < count; ++i) round_by_definition(operation, arguments, i, values);
    return {count, count};
  }
  const Target target(kernels, operation.to);
  Results results(kernels, operation, arguments);
  BatchCounts counts{count, 0};
  Codes codes;
  for_blocks(count, [&](std::int64_t first, int length) {
    results.compute(first, length);
    const double bound = results.enclosure().rounding;
    const bool any = target.encode(operation.mode, results.y(), length, bound, codes);
    target.store(codes.code.data(), first, length, values);
    for (int i = 0; any && i < length; ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (codes.undecided[at] == 0) continue;
      if (settle(target, operation.mode, results, i, codes.code[at])) {
        store_element(values, operation.to, first + i, codes.code[at]);
      } else {
        round_by_definition(operation, arguments, first + i, values);
        ++counts.escalated;
      }
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
