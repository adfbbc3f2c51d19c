// SPDX-License-Identifier: Apache-2.0
// Matrix products in double with a bound, and ExactSum for the elements that it does not decide.
#include "reference/numerics/sums/matrix.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "reference/numerics/sums/bound.hpp"
#include "reference/numerics/sums/internal.hpp"
#include "reference/numerics/sums/kernels.hpp"

namespace assay::numerics {
namespace {

using namespace summation;

constexpr int most_precision = 24;

void require_shapes(const ExactMatrix& a, const ExactMatrix& b, const ExactMatrix& initial) {
  const bool fits = initial.rows == 0 || initial.cols == b.cols;
  if (a.cols != b.rows || !fits || (initial.rows > 1 && initial.rows != a.rows)) {
    throw std::invalid_argument("the shapes of a matrix product do not fit");
  }
  if (std::max({a.precision, b.precision, initial.precision}) > most_precision) {
    throw std::invalid_argument("a matrix product of elements of more than 24 bits");
  }
}

bool is_finite(double value) { return std::abs(value) < __builtin_inf(); }

}  // namespace

ExactMatrix::ExactMatrix(const MatrixView& view)
    : rows(view.rows), cols(view.cols), precision(format_of(view.type).precision) {
  values.reserve(static_cast<std::size_t>(rows * cols));
  for (std::int64_t row = 0; row < rows; ++row) {
    const Terms terms{view.type, view.bits, cols, view.first + row * view.row_stride,
                      view.col_stride};
    each_block(terms, [&](std::span<const float> part) {
      values.insert(values.end(), part.begin(), part.end());
    });
  }
}

void ExactMatrix::scale(const MatrixView& scales, std::int64_t block_rows,
                        std::int64_t block_cols) {
  if (scales.type != ElementType::e8m0) {
    throw std::invalid_argument("block scales must be e8m0");
  }
  const ExactMatrix factors(scales);
  if (factors.rows * block_rows < rows || factors.cols * block_cols < cols) {
    throw std::invalid_argument("too few block scales for a matrix");
  }
  for (std::int64_t row = 0; row < rows; ++row) {
    const std::span<const double> along = factors.row(row / block_rows);
    for (std::int64_t col = 0; col < cols; ++col) {
      values[static_cast<std::size_t>(row * cols + col)] *=
          along[static_cast<std::size_t>(col / block_cols)];
    }
  }
}

int MatrixProduct::precision() const {
  return std::max(a_.precision + b_.precision, initial_.precision);
}

double MatrixProduct::initial_at(std::int64_t row, std::int64_t col) const {
  return initial_.row(initial_.rows == 1 ? 0 : row)[static_cast<std::size_t>(col)];
}

/// The products, and the initial value if there is one.
std::vector<double> MatrixProduct::terms_of(std::int64_t row, std::int64_t col) const {
  std::vector<double> terms;
  for (std::int64_t k = 0; k < a_.cols; ++k) {
    terms.push_back(a_.row(row)[static_cast<std::size_t>(k)] *
                    b_.row(k)[static_cast<std::size_t>(col)]);
  }
  if (initial_.rows > 0) terms.push_back(initial_at(row, col));
  return terms;
}

double MatrixProduct::quantum_at(std::int64_t row, std::int64_t col) const {
  const double product =
      row_quantum_[static_cast<std::size_t>(row)] * col_quantum_[static_cast<std::size_t>(col)];
  if (initial_.rows == 0) return product;
  const double initial = initial_at(row, col);
  return std::min(product, extremes_of({&initial, 1}).quantum);
}

double MatrixProduct::error_at(std::int64_t row, std::int64_t col, double quantum) const {
  return summation_error(a_.cols + 1, magnitude[at(row, col)], quantum);
}

Enclosure MatrixProduct::in_any_order(std::int64_t row, std::int64_t col) const {
  double largest =
      row_largest_[static_cast<std::size_t>(row)] * col_largest_[static_cast<std::size_t>(col)];
  if (initial_.rows > 0) largest = std::max(largest, std::abs(initial_at(row, col)));
  return enclosure_at(row, col, {largest, quantum_at(row, col)});
}

Enclosure MatrixProduct::in_any_order_of_terms(std::int64_t row, std::int64_t col) const {
  const Extremes found = extremes_of(terms_of(row, col));
  return enclosure_at(row, col, {found.largest, found.quantum});
}

Enclosure MatrixProduct::enclosure_at(std::int64_t row, std::int64_t col,
                                      const Grain& grain) const {
  const std::size_t index = at(row, col);
  if (!(magnitude[index] > 0 && is_finite(magnitude[index]))) {
    Survey survey;
    survey.add(terms_of(row, col));
    return survey.enclosure(precision(), grain.quantum, how_);
  }
  const Totals totals{.count = a_.cols + (initial_.rows > 0 ? 1 : 0),
                      .sum = exact[index],
                      .magnitude = magnitude[index],
                      .largest = grain.largest,
                      .error = error_at(row, col, grain.quantum)};
  Enclosure enclosure =
      enclose(extent_of(totals, precision(), grain.quantum, accumulator(how_.accumulator)), how_);
  enclosure.value = value[static_cast<std::int64_t>(index)];
  enclosure.exact = exact[index];
  return enclosure;
}

/// Fills in a MatrixProduct.
class MatrixMultiplication {
 public:
  MatrixMultiplication(ExactMatrix a, ExactMatrix b, const Accumulation& how, ExactMatrix initial) {
    require_shapes(a, b, initial);
    accumulator(how.accumulator);
    accumulator(how.result);
    product_.rows = a.rows;
    product_.cols = b.cols;
    product_.how_ = how;
    product_.value = ElementArray(how.result, a.rows * b.cols);
    product_.a_ = std::move(a);
    product_.b_ = std::move(b);
    product_.initial_ = std::move(initial);
  }

  MatrixProduct result() && {
    find_extremes();
    multiply();
    for (std::int64_t row = 0; row < product_.rows; ++row) round(row);
    return std::move(product_);
  }

 private:
  void find_extremes() {
    for (std::int64_t row = 0; row < product_.rows; ++row) {
      const Extremes found = extremes_of(product_.a_.row(row));
      product_.row_largest_.push_back(found.largest);
      product_.row_quantum_.push_back(found.quantum);
    }
    const ExactMatrix& b = product_.b_;
    const auto cols = static_cast<std::size_t>(b.cols);
    product_.col_largest_.assign(cols, 0);
    product_.col_quantum_.assign(cols, __builtin_inf());
    kernels().extremes(b.values.data(), static_cast<std::size_t>(b.rows), cols,
                       product_.col_largest_.data(), product_.col_quantum_.data());
  }

  void multiply() {
    const auto rows = static_cast<std::size_t>(product_.rows);
    const auto inner = static_cast<std::size_t>(product_.a_.cols);
    const auto cols = static_cast<std::size_t>(product_.cols);
    // -0 changes no sum, not even that of nothing but -0.
    product_.exact.assign(rows * cols, inner == 0 ? 0.0 : -0.0);
    product_.magnitude.assign(rows * cols, 0);
    for (std::int64_t row = 0; product_.initial_.rows > 0 && row < product_.rows; ++row) {
      for (std::int64_t col = 0; col < product_.cols; ++col) {
        const double initial = product_.initial_at(row, col);
        product_.exact[product_.at(row, col)] = initial;
        product_.magnitude[product_.at(row, col)] = std::abs(initial);
      }
    }
    kernels().multiply(product_.a_.values.data(), product_.b_.values.data(), rows, inner, cols,
                       product_.exact.data(), product_.magnitude.data());
  }

  void round(std::int64_t row) {
    const auto cols = static_cast<std::size_t>(product_.cols);
    errors_.resize(cols);
    doubtful_.resize(cols);
    find_errors(row);
    if (product_.how_.result == ElementType::f32) {
      values_.resize(cols);
      kernels().round_f32(product_.exact.data() + product_.at(row, 0), errors_.data(), cols,
                          values_.data(), doubtful_.data());
      const auto bytes = std::as_bytes(std::span(values_));
      std::copy(bytes.begin(), bytes.end(),
                product_.value.bytes().begin() + row * product_.cols * 4);
    } else {
      round_slowly(row);
    }
    for (std::int64_t col = 0; col < product_.cols; ++col) {
      if (doubtful_[static_cast<std::size_t>(col)] != 0) settle(row, col);
    }
  }

  void find_errors(std::int64_t row) {
    if (product_.initial_.rows > 0) {
      for (std::int64_t col = 0; col < product_.cols; ++col) {
        errors_[static_cast<std::size_t>(col)] =
            product_.error_at(row, col, product_.quantum_at(row, col));
      }
      return;
    }
    const double quantum = product_.row_quantum_[static_cast<std::size_t>(row)];
    const double* magnitude = product_.magnitude.data() + product_.at(row, 0);
    const double bound = summation_error(product_.a_.cols + 1, 1, 0);
    for (std::size_t j = 0; j < errors_.size(); ++j) {
      const double exact_up_to = 0x1p52 * quantum * product_.col_quantum_[j];
      errors_[j] = magnitude[j] <= exact_up_to ? 0 : bound * magnitude[j];
    }
  }

  void round_slowly(std::int64_t row) {
    const ElementType type = product_.how_.result;
    for (std::int64_t col = 0; col < product_.cols; ++col) {
      const auto j = static_cast<std::size_t>(col);
      const double sum = product_.exact[product_.at(row, col)];
      const bool known = errors_[j] <= 0x1p-36 * std::abs(sum) && is_finite(sum);
      const std::uint64_t low = known ? round_nearest(type, sum - errors_[j]) : 0;
      const std::uint64_t high = known ? round_nearest(type, sum + errors_[j]) : 0;
      doubtful_[j] = !known || low != high;
      product_.value.set(row * product_.cols + col, low);
    }
  }

  /// From the terms themselves.
  void settle(std::int64_t row, std::int64_t col) {
    ExactSum sum;
    for (const double term : product_.terms_of(row, col)) sum.add(term);
    product_.value.set(row * product_.cols + col,
                       sum.round(product_.how_.result, RoundMode::nearest_even));
    product_.exact[product_.at(row, col)] = sum.to_double();
    ++product_.escalated;
  }

  MatrixProduct product_;
  std::vector<double> errors_;
  std::vector<float> values_;
  std::vector<unsigned char> doubtful_;
};

MatrixProduct matmul(ExactMatrix a, ExactMatrix b, const Accumulation& how, ExactMatrix initial) {
  return MatrixMultiplication(std::move(a), std::move(b), how, std::move(initial)).result();
}

}  // namespace assay::numerics
