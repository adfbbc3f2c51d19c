// SPDX-License-Identifier: Apache-2.0
// Plain loops, compiled once for every machine and once for those with wider registers.
#include "reference/numerics/sums/kernels.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "reference/numerics/sums/enclosure_lanes.hpp"

namespace assay::numerics::summation {
namespace {

// The bodies call nothing, not even inline functions of the standard library, and are always
// inlined: each table has separate code. Streams are taken four rows at a time to save stores.

[[gnu::always_inline]] inline double magnitude_of(double value) { return __builtin_fabs(value); }

[[gnu::always_inline]] inline double larger(double a, double b) { return a > b ? a : b; }

template <typename Term>
[[gnu::always_inline]] inline void add_rows(Term term, std::size_t count, Lanes& lanes) {
  constexpr std::size_t w = Lanes::width;
  double sum[w], magnitude[w], largest[w];
  for (std::size_t j = 0; j < w; ++j) {
    sum[j] = lanes.sum[j];
    magnitude[j] = lanes.magnitude[j];
    largest[j] = lanes.largest[j];
  }
  for (std::size_t i = 0; i < count; i += Lanes::step) {
    for (std::size_t j = 0; j < w; ++j) {
      const double x0 = term(i + j), x1 = term(i + j + w);
      const double x2 = term(i + j + 2 * w), x3 = term(i + j + 3 * w);
      const double y0 = magnitude_of(x0), y1 = magnitude_of(x1);
      const double y2 = magnitude_of(x2), y3 = magnitude_of(x3);
      sum[j] = (((sum[j] + x0) + x1) + x2) + x3;
      magnitude[j] = (((magnitude[j] + y0) + y1) + y2) + y3;
      largest[j] = larger(larger(larger(y0, y1), larger(y2, y3)), largest[j]);
    }
  }
  for (std::size_t j = 0; j < w; ++j) {
    lanes.sum[j] = sum[j];
    lanes.magnitude[j] = magnitude[j];
    lanes.largest[j] = largest[j];
  }
}

[[gnu::always_inline]] inline void add_terms_body(const float* __restrict terms, std::size_t count,
                                                  Lanes& lanes) {
  add_rows(
      [terms](std::size_t i)
          __attribute__((always_inline)) { return static_cast<double>(terms[i]); },
      count, lanes);
}

[[gnu::always_inline]] inline void add_products_body(const float* __restrict a,
                                                     const float* __restrict b, std::size_t count,
                                                     Lanes& lanes) {
  add_rows(
      [ a, b ](std::size_t i) __attribute__((always_inline)) {
        return static_cast<double>(a[i]) * static_cast<double>(b[i]);
      },
      count, lanes);
}

/// The lowest set bit of a significand is what is lost when it is cleared.
[[gnu::always_inline]] inline double lowest_bit(double value) {
  const std::uint64_t bits = __builtin_bit_cast(std::uint64_t, value);
  const double cleared = __builtin_bit_cast(double, bits&(bits - 1));
  const bool is_power = (bits & 0xFFFFFFFFFFFFF) == 0;
  const double bit = magnitude_of(is_power ? value : value - cleared);
  return value == 0 ? __builtin_inf() : bit;
}

[[gnu::always_inline]] inline void extremes_body(const double* __restrict values, std::size_t rows,
                                                 std::size_t cols, double* __restrict largest,
                                                 double* __restrict quantum) {
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < cols; ++j) {
      const double value = values[i * cols + j];
      const double bit = lowest_bit(value);
      largest[j] = larger(magnitude_of(value), largest[j]);
      quantum[j] = bit < quantum[j] ? bit : quantum[j];
    }
  }
}

/// Four products for each element of a row of the result at a time.
[[gnu::always_inline]] inline void add_four(const double* __restrict a, const double* __restrict b,
                                            std::size_t cols, double* __restrict sum,
                                            double* __restrict magnitude) {
  const double a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3];
  const double* __restrict b1 = b + cols;
  const double* __restrict b2 = b1 + cols;
  const double* __restrict b3 = b2 + cols;
  for (std::size_t j = 0; j < cols; ++j) {
    const double x0 = a0 * b[j], x1 = a1 * b1[j], x2 = a2 * b2[j], x3 = a3 * b3[j];
    sum[j] = (((sum[j] + x0) + x1) + x2) + x3;
    magnitude[j] = (((magnitude[j] + magnitude_of(x0)) + magnitude_of(x1)) + magnitude_of(x2)) +
                   magnitude_of(x3);
  }
}

[[gnu::always_inline]] inline void multiply_body(const double* __restrict a,
                                                 const double* __restrict b, std::size_t rows,
                                                 std::size_t inner, std::size_t cols,
                                                 double* __restrict sum,
                                                 double* __restrict magnitude) {
  for (std::size_t i = 0; i < rows; ++i) {
    double* __restrict row = sum + i * cols;
    double* __restrict row_magnitude = magnitude + i * cols;
    std::size_t k = 0;
    for (; k + 4 <= inner; k += 4) {
      add_four(a + i * inner + k, b + k * cols, cols, row, row_magnitude);
    }
    for (; k < inner; ++k) {
      const double factor = a[i * inner + k];
      for (std::size_t j = 0; j < cols; ++j) {
        const double x = factor * b[k * cols + j];
        row[j] += x;
        row_magnitude[j] += magnitude_of(x);
      }
    }
  }
}

[[gnu::always_inline]] inline void round_f32_body(const double* __restrict sum,
                                                  const double* __restrict error, std::size_t count,
                                                  float* __restrict values,
                                                  unsigned char* __restrict doubtful) {
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = static_cast<float>(sum[i]);
    const float low = static_cast<float>(sum[i] - error[i]);
    const float high = static_cast<float>(sum[i] + error[i]);
    const bool apart = !(low == high);
    const bool inaccurate = !(error[i] <= 0x1p-36 * magnitude_of(sum[i]));
    doubtful[i] = static_cast<unsigned char>(apart | inaccurate);
  }
}

// ---- tables ----

void add_terms(const float* terms, std::size_t count, Lanes& lanes) {
  add_terms_body(terms, count, lanes);
}
void add_products(const float* a, const float* b, std::size_t count, Lanes& lanes) {
  add_products_body(a, b, count, lanes);
}
void extremes(const double* values, std::size_t rows, std::size_t cols, double* largest,
              double* quantum) {
  extremes_body(values, rows, cols, largest, quantum);
}
void multiply(const double* a, const double* b, std::size_t rows, std::size_t inner,
              std::size_t cols, double* sum, double* magnitude) {
  multiply_body(a, b, rows, inner, cols, sum, magnitude);
}
void round_f32(const double* sum, const double* error, std::size_t count, float* values,
               unsigned char* doubtful) {
  round_f32_body(sum, error, count, values, doubtful);
}
void enclose_all(const SumsOfF32& sums) { lanes::enclose_body(sums); }

#if defined(__x86_64__)

[[gnu::target("avx2")]] void add_terms_avx2(const float* terms, std::size_t count, Lanes& lanes) {
  add_terms_body(terms, count, lanes);
}
[[gnu::target("avx2")]] void add_products_avx2(const float* a, const float* b, std::size_t count,
                                               Lanes& lanes) {
  add_products_body(a, b, count, lanes);
}
[[gnu::target("avx2")]] void extremes_avx2(const double* values, std::size_t rows, std::size_t cols,
                                           double* largest, double* quantum) {
  extremes_body(values, rows, cols, largest, quantum);
}
[[gnu::target("avx2")]] void multiply_avx2(const double* a, const double* b, std::size_t rows,
                                           std::size_t inner, std::size_t cols, double* sum,
                                           double* magnitude) {
  multiply_body(a, b, rows, inner, cols, sum, magnitude);
}
[[gnu::target("avx2")]] void round_f32_avx2(const double* sum, const double* error,
                                            std::size_t count, float* values,
                                            unsigned char* doubtful) {
  round_f32_body(sum, error, count, values, doubtful);
}
[[gnu::target("avx2")]] void enclose_all_avx2(const SumsOfF32& sums) { lanes::enclose_body(sums); }

[[gnu::target("avx512f,avx512dq,avx512vl,prefer-vector-width=512")]] void extremes_avx512(
    const double* values, std::size_t rows, std::size_t cols, double* largest, double* quantum) {
  extremes_body(values, rows, cols, largest, quantum);
}
[[gnu::target("avx512f,avx512dq,avx512vl,prefer-vector-width=512")]] void enclose_all_avx512(
    const SumsOfF32& sums) {
  lanes::enclose_body(sums);
}

constexpr std::array tables{
    Kernels{add_terms, add_products, extremes, multiply, round_f32, enclose_all},
    Kernels{add_terms_avx2, add_products_avx2, extremes_avx2, multiply_avx2, round_f32_avx2,
            enclose_all_avx2},
    // The widest registers for the bodies that compare most.
    Kernels{add_terms_avx2, add_products_avx2, extremes_avx512, multiply_avx2, round_f32_avx2,
            enclose_all_avx512}};

std::size_t count_tables() {
  if (__builtin_cpu_supports("avx2") == 0) return 1;
  const bool widest = __builtin_cpu_supports("avx512f") != 0 &&
                      __builtin_cpu_supports("avx512dq") != 0 &&
                      __builtin_cpu_supports("avx512vl") != 0;
  return widest ? 3 : 2;
}

#else

constexpr std::array tables{
    Kernels{add_terms, add_products, extremes, multiply, round_f32, enclose_all}};

std::size_t count_tables() { return 1; }

#endif

}  // namespace

std::span<const Kernels> available_kernels() {
  static const std::size_t count = count_tables();
  return std::span(tables).first(count);
}

Extremes extremes_of(std::span<const double> values) {
  constexpr std::size_t width = 32;
  std::array<double, width> largest{}, quantum;
  quantum.fill(__builtin_inf());
  const std::size_t rows = values.size() / width;
  const auto rest = values.subspan(rows * width);
  fastest_kernels().extremes(values.data(), rows, width, largest.data(), quantum.data());
  fastest_kernels().extremes(rest.data(), 1, rest.size(), largest.data(), quantum.data());
  return {*std::ranges::max_element(largest), *std::ranges::min_element(quantum)};
}

}  // namespace assay::numerics::summation
