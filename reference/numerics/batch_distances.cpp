// SPDX-License-Identifier: Apache-2.0
// Distances in ulp: the binade of the true result must be known, the rest is a subtraction.
#include <cmath>
#include <limits>

#include "reference/isa/contents.hpp"
#include "reference/numerics/batch.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"
#include "reference/numerics/kernels/environment.hpp"
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
  Measure(const Kernels& kernels, const Operation& operation, const Enclosure& enclosure)
      : kernels_(kernels),
        grid_(Target(kernels, operation.to).grid()),
        got_source_(kernels, operation.to),
        enclosure_(enclosure) {}

  void find(const Results& results, std::int64_t first, int count, Bits got, double* ulp) {
    got_source_.decode(got, first, count, got_.data());
    any_ = kernels_.distance(results.y(), got_.data(), count, grid_, enclosure_, ulp,
                             undecided_.data()) != 0;
  }

  bool any() const { return any_; }
  bool undecided(int i) const { return undecided_[static_cast<std::size_t>(i)] != 0; }

  /// Element i anew, for a result that is exact.
  void find_exact(double y, int i, double* ulp) {
    std::uint32_t undecided = 0;
    kernels_.distance(&y, &got_[static_cast<std::size_t>(i)], 1, grid_, enclosure_, ulp,
                      &undecided);
  }

 private:
  const Kernels& kernels_;
  Grid grid_;
  Source got_source_;
  Enclosure enclosure_;
  alignas(64) std::array<double, block> got_;
  std::array<std::uint32_t, block> undecided_;
  bool any_ = false;
};

}  // namespace

BatchCounts distances_with(const Kernels& kernels, const Operation& operation,
                           std::span<const Bits> arguments, std::int64_t count, Bits got,
                           std::span<double> ulp) {
  require_arguments(operation, arguments);
  require_ieee_arithmetic();
  const auto define = [&](std::int64_t index) {
    ulp[static_cast<std::size_t>(index)] = distance_by_definition(operation, arguments, index, got);
  };
  if (!is_covered(operation)) {
    for (std::int64_t i = 0; i < count; ++i) define(i);
    return {count, count};
  }
  Operation to_nearest = operation;
  to_nearest.mode = RoundMode::nearest_even;
  Results results(kernels, to_nearest, arguments);
  Measure measure(kernels, operation, results.enclosure());
  BatchCounts counts{count, 0};
  for_blocks(count, [&](std::int64_t first, int length) {
    results.compute(first, length);
    double* block_ulp = ulp.data() + first;
    measure.find(results, first, length, got, block_ulp);
    for (int i = 0; measure.any() && i < length; ++i) {
      if (!measure.undecided(i)) continue;
      std::optional<double> exact;
      if (results.is_far(i)) {
        exact = results.far_result(i);
      } else if (results.make_exact(i)) {
        exact = results.y()[i];
      }
      if (exact) {
        measure.find_exact(*exact, i, block_ulp + i);
      } else {
        define(first + i);
        ++counts.escalated;
      }
    }
  });
  return counts;
}

}  // namespace kernels

BatchCounts distances(const Operation& operation, std::span<const Bits> arguments,
                      std::int64_t count, Bits got, std::span<double> ulp) {
  return kernels::distances_with(*kernels::available().back(), operation, arguments, count, got,
                                 ulp);
}

}  // namespace assay::numerics
