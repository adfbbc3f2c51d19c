// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/kernels/rounder.hpp"

#include "reference/isa/call/contents.hpp"
#include "reference/numerics/evaluate.hpp"

namespace assay::numerics::kernels {

void round_by_definition(const Operation& operation, std::span<const Bits> arguments,
                         std::int64_t index, MutableBits values) {
  const auto decoded = arguments_at(operation, arguments, index);
  store_element(values, operation.to, index,
                correctly_rounded(operation.function, decoded, operation.to, operation.mode));
}

/// The code of an undecided element, if its exact result is known.
bool Rounder::settle(Results& results, int i) {
  if (!results.make_exact(i)) return false;
  Codes one;
  target_.encode(operation_.mode, results.y() + i, 1, 0, one);
  codes_.code[static_cast<std::size_t>(i)] = one.code[0];
  return true;
}

void Rounder::store(Results& results, std::int64_t first, int count, MutableBits values) {
  const double bound = results.error_bound().rounding;
  const bool any = target_.encode(operation_.mode, results.y(), count, bound, codes_);
  target_.store(codes_.code.data(), first, count, values);
  any_ = false;
  for (int i = 0; any && i < count; ++i) {
    const auto place = static_cast<std::size_t>(i);
    if (codes_.undecided[place] == 0) continue;
    if (settle(results, i)) {
      codes_.undecided[place] = 0;
      store_element(values, operation_.to, first + i, codes_.code[place]);
    } else {
      round_by_definition(operation_, arguments_, first + i, values);
      any_ = true;
    }
  }
}

}  // namespace assay::numerics::kernels
