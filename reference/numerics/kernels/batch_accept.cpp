// SPDX-License-Identifier: Apache-2.0
// Accepted ranges: both ends of the enclosure of a result must give the same range.
#include <cmath>
#include <limits>

#include "reference/isa/call/contents.hpp"
#include "reference/numerics/evaluate.hpp"
#include "reference/numerics/kernels/batch.hpp"
#include "reference/numerics/kernels/environment.hpp"
#include "reference/numerics/kernels/run.hpp"

namespace assay::numerics {
namespace kernels {
namespace {

void accept_by_definition(const Operation& operation, std::span<const Bits> arguments,
                          std::int64_t index, const Tolerance& tolerance,
                          const AcceptedArrays& results) {
  const Real exact = evaluate(operation.function, arguments_at(operation, arguments, index));
  const Accepted range = accepted(operation.to, exact, tolerance);
  store_element(results.value, operation.to, index, range.value);
  store_element(results.low, operation.to, index, range.low);
  store_element(results.high, operation.to, index, range.high);
  results.exact[static_cast<std::size_t>(index)] = exact.to_double();
}

bool has_range(const Tolerance& tolerance) {
  return tolerance.kind == Tolerance::Kind::ulp || tolerance.kind == Tolerance::Kind::relative;
}

/// The kernels have no ulp of HiFloat8, and a wide tolerance could distinguish results beyond
/// 2^1000.
bool is_covered(const Operation& operation, const Tolerance& tolerance) {
  if (!Results::exist(operation) || !Target::exists(operation.to)) return false;
  if (!has_range(tolerance)) return true;
  return operation.to != ElementType::hif8 && tolerance.bound >= 0 && tolerance.bound <= 0x1p64;
}

/// Accepted ranges of one block, as codes.
class Ranges {
 public:
  Ranges(const Kernels& kernels, const Target& target, const Tolerance& tolerance,
         const ErrorBound& error_bound)
      : kernels_(kernels), target_(target), tolerance_(tolerance), error_bound_(error_bound) {}

  /// Of the results y[0], ..., y[count - 1].
  void find(const double* y, int count) {
    target_.encode(RoundMode::nearest_even, y, count, error_bound_.rounding, value_);
    if (!has_range(tolerance_)) {
      low_.code = value_.code;
      high_.code = value_.code;
      return;
    }
    const bool in_ulp = tolerance_.kind == Tolerance::Kind::ulp;
    const FindEnds find_ends = in_ulp ? kernels_.ends_in_ulp : kernels_.ends_relative;
    find_ends(y, count, target_.grid(), error_bound_, tolerance_.bound,
              {ends_[0].data(), ends_[1].data(), ends_[2].data(), ends_[3].data()},
              two_binades_.data());
    target_.encode(RoundMode::ceil, ends_[0].data(), count, 0, low_);
    target_.encode(RoundMode::ceil, ends_[1].data(), count, 0, other_low_);
    target_.encode(RoundMode::floor, ends_[2].data(), count, 0, high_);
    target_.encode(RoundMode::floor, ends_[3].data(), count, 0, other_high_);
    for (int i = 0; i < count; ++i) finish(y[i], static_cast<std::size_t>(i));
  }

  bool undecided(int i) const { return value_.undecided[static_cast<std::size_t>(i)] != 0; }

  void store(std::int64_t first, int count, const AcceptedArrays& results) const {
    target_.store(value_.code.data(), first, count, results.value);
    target_.store(low_.code.data(), first, count, results.low);
    target_.store(high_.code.data(), first, count, results.high);
  }

  void store_one(ElementType type, std::int64_t index, const AcceptedArrays& results) const {
    store_element(results.value, type, index, value_.code[0]);
    store_element(results.low, type, index, low_.code[0]);
    store_element(results.high, type, index, high_.code[0]);
  }

 private:
  /// Zeros, infinities and NaN have no range, nor has a value with no format value near enough.
  void finish(double y, std::size_t i) {
    const bool same = low_.code[i] == other_low_.code[i] && high_.code[i] == other_high_.code[i] &&
                      two_binades_[i] == 0;
    const auto sign = static_cast<std::uint32_t>(target_.grid().sign);
    for (std::uint32_t* code : {&low_.code[i], &high_.code[i]}) {
      if ((*code & ~sign) == 0) *code = y < 0 ? sign : 0;
    }
    const bool special = !(std::fabs(y) < std::numeric_limits<double>::infinity()) || y == 0;
    if (special || target_.order(low_.code[i]) > target_.order(high_.code[i])) {
      low_.code[i] = value_.code[i];
      high_.code[i] = value_.code[i];
    }
    if (!special && !same) value_.undecided[i] = 1;
  }

  const Kernels& kernels_;
  const Target& target_;
  const Tolerance& tolerance_;
  ErrorBound error_bound_;
  Codes value_, low_, other_low_, high_, other_high_;
  alignas(64) std::array<std::array<double, block>, 4> ends_;
  std::array<std::uint32_t, block> two_binades_;
};

/// The exact result of element `first + i` for the caller, or nothing if only the definition has
/// it. Which NaN the processor gives depends on the order of operands that the compiler chose.
std::optional<double> exact_value(const Results& results, int i) {
  if (results.is_far(i)) return results.far_result(i);
  const double y = results.y()[i];
  return std::isnan(y) ? std::numeric_limits<double>::quiet_NaN() : y;
}

}  // namespace

BatchCounts accept_with(const Kernels& kernels, const Operation& operation,
                        std::span<const Bits> arguments, std::int64_t count,
                        const Tolerance& tolerance, const AcceptedArrays& arrays) {
  require_arguments(operation, arguments);
  require_ieee_arithmetic();
  if (!is_covered(operation, tolerance)) {
    for (std::int64_t i = 0; i < count; ++i) {
      accept_by_definition(operation, arguments, i, tolerance, arrays);
    }
    return {count, count};
  }
  const Target target(kernels, operation.to);
  Operation to_nearest = operation;
  to_nearest.mode = RoundMode::nearest_even;
  Results results(kernels, to_nearest, arguments);
  Ranges ranges(kernels, target, tolerance, results.error_bound());
  Ranges one(kernels, target, tolerance, results.error_bound());
  BatchCounts counts{count, 0};
  for_blocks(count, [&](std::int64_t first, int length) {
    results.compute(first, length);
    ranges.find(results.y(), length);
    ranges.store(first, length, arrays);
    for (int i = 0; i < length; ++i) {
      bool decided = !ranges.undecided(i);
      if (!decided && results.make_exact(i)) {
        one.find(results.y() + i, 1);
        decided = !one.undecided(0);
        one.store_one(operation.to, first + i, arrays);
      }
      const auto exact = decided ? exact_value(results, i) : std::nullopt;
      if (exact) {
        arrays.exact[static_cast<std::size_t>(first + i)] = *exact;
      } else {
        accept_by_definition(operation, arguments, first + i, tolerance, arrays);
        ++counts.escalated;
      }
    }
  });
  return counts;
}

}  // namespace kernels

BatchCounts accept(const Operation& operation, std::span<const Bits> arguments, std::int64_t count,
                   const Tolerance& tolerance, const AcceptedArrays& results) {
  return kernels::accept_with(*kernels::available().back(), operation, arguments, count, tolerance,
                              results);
}

}  // namespace assay::numerics
