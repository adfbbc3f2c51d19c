// SPDX-License-Identifier: Apache-2.0
// Integer reductions, which wrap and so do not depend on the order, and the value plans that make
// reductions of floats as certain.
#include <algorithm>
#include <stdexcept>
#include <string>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/sums/internal.hpp"
#include "reference/numerics/sums/matrix.hpp"
#include "reference/numerics/sums/sum.hpp"

namespace assay::numerics {
namespace {

using summation::require_same_count;

void require_integer(ElementType type) {
  if (is_integer(type)) return;
  throw std::invalid_argument("no wrapped sums of " + std::string(name_of(type)));
}

/// The value of an element modulo 2^64.
std::uint64_t extended(ElementType type, std::uint64_t bits) {
  return is_signed(type) ? static_cast<std::uint64_t>(order_key(type, bits)) : bits;
}

/// The largest integer below which a float format has all integers.
std::int64_t largest_integer(ElementType type) {
  const double largest = summation::value_of(type, largest_finite(type, false));
  return std::min(std::int64_t{1} << format_of(type).precision,
                  static_cast<std::int64_t>(std::min(largest, 0x1p62)));
}

std::uint64_t element(const MatrixView& view, std::int64_t row, std::int64_t col) {
  const std::int64_t place = view.first + row * view.row_stride + col * view.col_stride;
  return extended(view.type, load_element(view.bits, view.type, place));
}

}  // namespace

std::uint64_t wrapped_sum(const Terms& terms, ElementType result) {
  require_integer(terms.type);
  require_integer(result);
  std::uint64_t sum = 0;
  for (std::int64_t i = 0; i < terms.count; ++i) sum += extended(terms.type, terms[i]);
  return sum & mask_of(result);
}

std::uint64_t wrapped_dot(const Terms& a, const Terms& b, ElementType result) {
  require_integer(a.type);
  require_integer(b.type);
  require_integer(result);
  require_same_count(a, b);
  std::uint64_t sum = 0;
  for (std::int64_t i = 0; i < a.count; ++i) {
    sum += extended(a.type, a[i]) * extended(b.type, b[i]);
  }
  return sum & mask_of(result);
}

std::uint64_t wrapped_product(const Terms& factors, ElementType result) {
  require_integer(factors.type);
  require_integer(result);
  std::uint64_t product = 1;
  for (std::int64_t i = 0; i < factors.count; ++i) product *= extended(factors.type, factors[i]);
  return product & mask_of(result);
}

ElementArray wrapped_matmul(const MatrixView& a, const MatrixView& b, ElementType result,
                            const MatrixView& initial) {
  require_integer(a.type);
  require_integer(b.type);
  require_integer(result);
  require_integer(initial.type);
  const bool fits = initial.rows == 0 || initial.cols == b.cols;
  if (a.cols != b.rows || !fits || (initial.rows > 1 && initial.rows != a.rows)) {
    throw std::invalid_argument("the shapes of a matrix product do not fit");
  }
  ElementArray product(result, a.rows * b.cols);
  std::vector<std::uint64_t> right(static_cast<std::size_t>(b.rows * b.cols));
  for (std::int64_t k = 0; k < b.rows; ++k) {
    for (std::int64_t j = 0; j < b.cols; ++j) {
      right[static_cast<std::size_t>(k * b.cols + j)] = element(b, k, j);
    }
  }
  std::vector<std::uint64_t> row(static_cast<std::size_t>(b.cols));
  for (std::int64_t i = 0; i < a.rows; ++i) {
    std::fill(row.begin(), row.end(), 0);
    for (std::int64_t k = 0; k < a.cols; ++k) {
      const std::uint64_t factor = element(a, i, k);
      const std::uint64_t* from = right.data() + k * b.cols;
      for (std::size_t j = 0; j < row.size(); ++j) row[j] += factor * from[j];
    }
    for (std::int64_t j = 0; j < b.cols; ++j) {
      const std::uint64_t start =
          initial.rows == 0 ? 0 : element(initial, initial.rows == 1 ? 0 : i, j);
      product.set(i * b.cols + j, (row[static_cast<std::size_t>(j)] + start) & mask_of(result));
    }
  }
  return product;
}

std::int64_t largest_exact_term(ElementType term, ElementType accumulator, std::int64_t same_sign) {
  const std::int64_t room = std::int64_t{1} << summation::accumulator(accumulator).precision;
  return std::min(largest_integer(term), room / std::max<std::int64_t>(same_sign, 1));
}

std::int64_t largest_exact_factor(ElementType a, ElementType b, ElementType accumulator,
                                  std::int64_t same_sign) {
  const std::int64_t room = std::int64_t{1} << summation::accumulator(accumulator).precision;
  const std::int64_t product = room / std::max<std::int64_t>(same_sign, 1);
  std::int64_t factor = std::min(largest_integer(a), largest_integer(b));
  while (factor * factor > product) --factor;
  return factor;
}

}  // namespace assay::numerics
