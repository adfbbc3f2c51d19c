// SPDX-License-Identifier: Apache-2.0
// Element by element through the definitions.
#include "reference/numerics/batch.hpp"

#include <limits>
#include <vector>

#include "reference/isa/contents.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"

namespace assay::numerics {
namespace {

/// Decoded arguments of element `index`.
std::vector<Real> arguments_at(const Operation& operation, std::span<const Bits> arguments,
                               std::int64_t index) {
  std::vector<Real> decoded;
  for (const Bits& argument : arguments) {
    decoded.push_back(decode(operation.from, load_element(argument, operation.from, index)));
  }
  return decoded;
}

}  // namespace

BatchCounts round(const Operation& operation, std::span<const Bits> arguments, std::int64_t count,
                  MutableBits values) {
  for (std::int64_t i = 0; i < count; ++i) {
    const auto decoded = arguments_at(operation, arguments, i);
    store_element(values, operation.to, i,
                  correctly_rounded(operation.function, decoded, operation.to, operation.mode));
  }
  return {count, count};
}

BatchCounts accept(const Operation& operation, std::span<const Bits> arguments, std::int64_t count,
                   const Tolerance& tolerance, const AcceptedArrays& results) {
  for (std::int64_t i = 0; i < count; ++i) {
    const Real exact = evaluate(operation.function, arguments_at(operation, arguments, i));
    const Accepted range = accepted(operation.to, exact, tolerance);
    store_element(results.value, operation.to, i, range.value);
    store_element(results.low, operation.to, i, range.low);
    store_element(results.high, operation.to, i, range.high);
    results.exact[static_cast<std::size_t>(i)] = exact.to_double();
  }
  return {count, count};
}

BatchCounts distances(const Operation& operation, std::span<const Bits> arguments,
                      std::int64_t count, Bits got, std::span<double> ulp) {
  for (std::int64_t i = 0; i < count; ++i) {
    const Real exact = evaluate(operation.function, arguments_at(operation, arguments, i));
    const std::uint64_t bits = load_element(got, operation.to, i);
    const bool one_nan = exact.is_nan() != is_nan(operation.to, bits);
    const auto distance = ulp_distance(operation.to, bits, exact.to_double());
    ulp[static_cast<std::size_t>(i)] =
        distance.value_or(one_nan ? std::numeric_limits<double>::infinity() : 0.0);
  }
  return {count, count};
}

}  // namespace assay::numerics
