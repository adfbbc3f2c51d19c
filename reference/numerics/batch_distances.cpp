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

/// `exact` as a double that is on the same side of every power of two.
double in_binade_of(const Real& exact) {
  const double nearest = exact.to_double();
  if (exact.is_nan() || std::isinf(nearest) || compare(Real(nearest), exact) == 0) return nearest;
  const bool outwards = compare(absolute(Real(nearest)), absolute(exact)) > 0;
  return outwards ? std::nextafter(nearest, 0.0) : nearest;
}

double distance_by_definition(const Operation& operation, std::span<const Bits> arguments,
                              std::int64_t index, Bits got) {
  const Real exact = evaluate(operation.function, arguments_at(operation, arguments, index));
  const std::uint64_t bits = load_element(got, operation.to, index);
  const bool one_nan = exact.is_nan() != is_nan(operation.to, bits);
  const auto distance = ulp_distance(operation.to, bits, in_binade_of(exact));
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

bool any_is_far(const Results& results, int count) {
  bool any = false;
  for (int i = 0; i < count; ++i) any |= results.is_far(i);
  return any;
}

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
    const bool far = results.enclosure().near_one && any_is_far(results, length);
    for (int i = 0; (far || measure.any()) && i < length; ++i) {
      const bool is_far = results.is_far(i);
      if (!is_far && !measure.undecided(i)) continue;
      std::optional<double> exact;
      if (is_far) exact = results.far_result(i);
      if (!is_far && results.make_exact(i)) exact = results.y()[i];
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
