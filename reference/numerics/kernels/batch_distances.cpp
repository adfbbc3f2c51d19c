// SPDX-License-Identifier: Apache-2.0
// Distances in ulp: the binade of the true result must be known, the rest is a subtraction.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "reference/isa/call/contents.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"
#include "reference/numerics/kernels/batch.hpp"
#include "reference/numerics/kernels/environment.hpp"
#include "reference/numerics/kernels/leftover.hpp"
#include "reference/numerics/kernels/rounder.hpp"
#include "reference/numerics/kernels/run.hpp"

namespace assay::numerics {
namespace kernels {
namespace {

double distance_by_definition(const Operation& operation, std::span<const Bits> arguments,
                              std::int64_t index, Bits got) {
  const Real exact = evaluate(operation.function, arguments_at(operation, arguments, index));
  const std::uint64_t bits = load_element(got, operation.to, index);
  const bool one_nan = exact.is_nan() != is_nan(operation.to, bits);
  const auto distance = ulp_distance(operation.to, bits, exact);
  return distance.value_or(one_nan ? std::numeric_limits<double>::infinity() : 0.0);
}

/// The kernels have no ulp of HiFloat8.
bool is_covered(const Operation& operation) {
  return Results::exist(operation) && Target::exists(operation.to) &&
         operation.to != ElementType::hif8;
}

/// Distances of one block of results to what was got.
class Measure {
 public:
  Measure(const Kernels& kernels, const Operation& operation, const ErrorBound& error_bound)
      : kernels_(kernels),
        grid_(Target(kernels, operation.to).grid()),
        got_source_(kernels, operation.to),
        error_bound_(error_bound) {}

  void find(const Results& results, std::int64_t first, int count, Bits got, double* ulp) {
    got_source_.decode(got, first, count, got_.data());
    any_ = kernels_.distance(results.y(), got_.data(), count, grid_, error_bound_, ulp,
                             undecided_.data()) != 0;
  }

  bool any() const { return any_; }
  bool undecided(int i) const { return undecided_[static_cast<std::size_t>(i)] != 0; }

  /// Element i computed again, for a result that is exact.
  void find_exact(double y, int i, double* ulp) {
    std::uint32_t undecided = 0;
    kernels_.distance(&y, &got_[static_cast<std::size_t>(i)], 1, grid_, error_bound_, ulp,
                      &undecided);
  }

 private:
  const Kernels& kernels_;
  Grid grid_;
  Source got_source_;
  ErrorBound error_bound_;
  bool any_ = false;
  alignas(64) std::array<double, block> got_;
  std::array<std::uint32_t, block> undecided_;
};

/// The common part of both functions below; no values are stored without a rounder.
class Pass {
 public:
  Pass(const Kernels& kernels, const Operation& operation, std::span<const Bits> arguments)
      : operation_(operation),
        arguments_(arguments),
        results_(kernels, operation, arguments),
        measure_(kernels, operation, results_.error_bound()) {}

  BatchCounts run(std::int64_t count, Rounder* rounder, MutableBits values, Bits got,
                  std::span<double> ulp) {
    BatchCounts counts{count, 0};
    for_blocks(count, [&](std::int64_t first, int length) {
      results_.compute(first, length);
      measure_.find(results_, first, length, got, ulp.data() + first);
      // Last, since it can replace a result by the exact one.
      if (rounder != nullptr) rounder->store(results_, first, length, values);
      const bool any = measure_.any() || (rounder != nullptr && rounder->any_escalated());
      for (int i = 0; any && i < length; ++i) {
        const bool settled = !measure_.any() || !measure_.undecided(i) || settle(first, i, ulp);
        if (!settled) {
          ulp[static_cast<std::size_t>(first + i)] =
              distance_by_definition(operation_, arguments_, first + i, got);
        }
        counts.escalated += !settled || (rounder != nullptr && rounder->escalated(i)) ? 1 : 0;
      }
    });
    return counts;
  }

 private:
  /// The distance of element first + i, undecided so far, if its exact result is known.
  bool settle(std::int64_t first, int i, std::span<double> ulp) {
    std::optional<double> exact;
    if (results_.is_far(i)) {
      exact = results_.far_result(i);
    } else if (results_.make_exact(i)) {
      exact = results_.y()[i];
    }
    if (exact) measure_.find_exact(*exact, i, ulp.data() + first + i);
    return exact.has_value();
  }

  const Operation& operation_;
  std::span<const Bits> arguments_;
  Results results_;
  Measure measure_;
};

/// Values too where there is room for them.
BatchCounts measure_by_doubles(const Kernels& kernels, const Operation& operation,
                               std::span<const Bits> arguments, std::int64_t count,
                               MutableBits values, Bits got, std::span<double> ulp) {
  Rounder rounder(kernels, operation, arguments);
  return Pass(kernels, operation, arguments)
      .run(count, values.empty() ? nullptr : &rounder, values, got, ulp);
}

/// Functions from f32 to f32 that have a loop of their own, for values to nearest even.
DirectDistances direct_loop(const Kernels& kernels, const Operation& operation) {
  const bool fits = operation.from == ElementType::f32 && operation.to == ElementType::f32;
  return fits ? kernels.direct_distances[static_cast<std::size_t>(operation.function)] : nullptr;
}

BatchCounts measure_directly(const Kernels& kernels, const Operation& operation,
                             DirectDistances direct, std::span<const Bits> arguments,
                             std::int64_t count, MutableBits values, Bits got,
                             std::span<double> ulp) {
  BatchCounts counts{count, 0};
  std::array<std::byte, std::size_t{4} * block> unused;
  Leftover left;
  for_blocks(count, [&](std::int64_t first, int length) {
    const auto start_of = [&](const auto& elements) { return elements.data() + 4 * first; };
    if (direct(start_of(arguments.front()), start_of(arguments.back()), start_of(got), length,
               values.empty() ? unused.data() : start_of(values), ulp.data() + first) == 0) {
      return;
    }
    left.clear();
    for (int i = 0; i < length; ++i) {
      if (ulp[static_cast<std::size_t>(first + i)] < 0) left.add(arguments, got, first + i);
    }
    counts.escalated += measure_by_doubles(kernels, operation, left.arguments(), left.size(),
                                           left.values(), left.got(), left.ulp())
                            .escalated;
    if (!values.empty()) left.put_values(values);
    left.put_ulp(ulp);
  });
  return counts;
}

}  // namespace

BatchCounts distances_with(const Kernels& kernels, const Operation& operation,
                           std::span<const Bits> arguments, std::int64_t count, Bits got,
                           std::span<double> ulp) {
  require_arguments(operation, arguments);
  require_ieee_arithmetic();
  if (!is_covered(operation)) {
    for (std::int64_t i = 0; i < count; ++i) {
      ulp[static_cast<std::size_t>(i)] = distance_by_definition(operation, arguments, i, got);
    }
    return {count, count};
  }
  if (const DirectDistances direct = direct_loop(kernels, operation)) {
    return measure_directly(kernels, operation, direct, arguments, count, {}, got, ulp);
  }
  return measure_by_doubles(kernels, operation, arguments, count, {}, got, ulp);
}

BatchCounts round_and_distances_with(const Kernels& kernels, const Operation& operation,
                                     std::span<const Bits> arguments, std::int64_t count,
                                     MutableBits values, Bits got, std::span<double> ulp) {
  const DirectDistances direct = direct_loop(kernels, operation);
  const bool other_mode = direct != nullptr && operation.mode != RoundMode::nearest_even;
  if (!is_covered(operation) || other_mode) {
    const auto rounded = round_with(kernels, operation, arguments, count, values);
    const auto measured = distances_with(kernels, operation, arguments, count, got, ulp);
    return {count, std::max(rounded.escalated, measured.escalated)};
  }
  require_arguments(operation, arguments);
  require_ieee_arithmetic();
  if (direct != nullptr) {
    return measure_directly(kernels, operation, direct, arguments, count, values, got, ulp);
  }
  return measure_by_doubles(kernels, operation, arguments, count, values, got, ulp);
}

}  // namespace kernels

BatchCounts distances(const Operation& operation, std::span<const Bits> arguments,
                      std::int64_t count, Bits got, std::span<double> ulp) {
  return kernels::distances_with(*kernels::available().back(), operation, arguments, count, got,
                                 ulp);
}

BatchCounts round_and_distances(const Operation& operation, std::span<const Bits> arguments,
                                std::int64_t count, MutableBits values, Bits got,
                                std::span<double> ulp) {
  return kernels::round_and_distances_with(*kernels::available().back(), operation, arguments,
                                           count, values, got, ulp);
}

}  // namespace assay::numerics
