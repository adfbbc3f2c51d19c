// SPDX-License-Identifier: Apache-2.0
// Matrix products in double with a bound, and ExactSum for the elements that it does not decide.
#include "reference/numerics/sums/matrix.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
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
  terms.reserve(static_cast<std::size_t>(a_.cols) + 1);
  const auto of_row = a_.row(row);
  for (std::int64_t k = 0; k < a_.cols; ++k) {
    terms.push_back(of_row[static_cast<std::size_t>(k)] * b_.row(k)[static_cast<std::size_t>(col)]);
  }
  if (initial_.rows > 0) terms.push_back(initial_at(row, col));
  return terms;
}

Survey MatrixProduct::survey_of(std::int64_t row, std::int64_t col) const {
  Survey survey;
  survey.add(terms_of(row, col));
  return survey;
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
    return survey_of(row, col).enclosure(precision(), grain.quantum, how_);
  }
  const Totals totals{.count = a_.cols + (initial_.rows > 0 ? 1 : 0),
                      .sum = exact[index],
                      .magnitude = magnitude[index],
                      .largest = grain.largest,
                      .error = error_at(row, col, grain.quantum)};
  const Extent extent =
      extent_of(totals, precision(), grain.quantum, accumulator(how_.accumulator));
  Enclosure enclosure = enclose(extent, how_);
  if (enclosure.nan) {
    const Overflow possible = survey_of(row, col).overflow(precision(), grain.quantum, how_);
    enclosure = enclose(extent, how_, possible);
  }
  enclosure.value = value[static_cast<std::int64_t>(index)];
  enclosure.exact = exact[index];
  return enclosure;
}

/// Upper bounds of the magnitudes of the terms of each element of a row, and what divides them.
void MatrixProduct::bound_terms(std::int64_t row, std::span<double> largest,
                                std::span<double> quantum) const {
  const auto place = static_cast<std::size_t>(row);
  for (std::size_t j = 0; j < largest.size(); ++j) {
    largest[j] = row_largest_[place] * col_largest_[j];
    quantum[j] = row_quantum_[place] * col_quantum_[j];
  }
  if (initial_.rows == 0) return;
  fastest_kernels().extremes(initial_.row(initial_.rows == 1 ? 0 : row).data(), 1, largest.size(),
                             largest.data(), quantum.data());
}

/// error_at() for the elements of a row.
void MatrixProduct::bound_errors(std::int64_t row, std::span<const double> quantum,
                                 std::span<double> errors) const {
  const double* of_row = magnitude.data() + at(row, 0);
  const double bound = summation_error(a_.cols + 1, 1, 0);
  for (std::size_t j = 0; j < errors.size(); ++j) {
    const double error = bound * of_row[j];
    errors[j] = of_row[j] <= 0x1p52 * quantum[j] ? 0 : error;
  }
}

/// Room for what is known of the elements of a row, and for their ends.
struct MatrixProduct::SumsOfRow {
  explicit SumsOfRow(std::size_t count)
      : largest(count), quantum(count), errors(count), low(count), high(count), odd(count) {}

  std::vector<double> largest, quantum, errors;
  std::vector<float> low, high;
  std::vector<unsigned char> odd;
};

void MatrixProduct::expect_row(std::int64_t row, SumsOfRow& sums, ExpectedTile& tile) const {
  const std::size_t count = sums.odd.size();
  const std::size_t begin = at(row, 0);
  const std::int64_t first = tile.at(row, 0);
  const auto place = static_cast<std::size_t>(first);
  const std::int64_t nodes = a_.cols - (initial_.rows > 0 ? 0 : 1);
  bound_terms(row, sums.largest, sums.quantum);
  bound_errors(row, sums.quantum, sums.errors);
  fastest_kernels().enclose(
      {.count = count,
       .nodes = static_cast<double>(nodes),
       .growth = growth(accumulator(how_.accumulator).unit * with_wider, nodes),
       .precision = precision(),
       .sum = exact.data() + begin,
       .magnitude = magnitude.data() + begin,
       .largest = sums.largest.data(),
       .quantum = sums.quantum.data(),
       .error = sums.errors.data(),
       .low = sums.low.data(),
       .high = sums.high.data(),
       .odd = sums.odd.data()});
  constexpr std::size_t width = sizeof(float);
  std::memcpy(&tile.value.bytes()[place * width], &value.bytes()[begin * width], count * width);
  std::memcpy(&tile.low.bytes()[place * width], sums.low.data(), count * width);
  std::memcpy(&tile.high.bytes()[place * width], sums.high.data(), count * width);
  std::copy_n(exact.begin() + static_cast<std::ptrdiff_t>(begin), count,
              tile.exact.begin() + first);
  std::fill_n(tile.accept.begin() + first, count, Accept::interval);
  for (std::size_t j = 0; j < count; ++j) {
    if (sums.odd[j] == 0) continue;
    const auto col = static_cast<std::int64_t>(j);
    tile.low.set(first + col, 0);
    tile.high.set(first + col, 0);
    expect(tile, first + col, in_any_order(row, col));
  }
}

void MatrixProduct::expect_in_any_order(std::int64_t most_rows, std::int64_t most_cols,
                                        ExpectedTile& tile) const {
  constexpr std::int64_t most_terms = std::int64_t{1} << 24;
  const std::int64_t terms = a_.cols + (initial_.rows > 0 ? 1 : 0);
  const bool side_by_side = how_.accumulator == ElementType::f32 &&
                            how_.result == ElementType::f32 && terms > 1 && terms <= most_terms;
  if (most_cols == 0) return;
  SumsOfRow sums(static_cast<std::size_t>(most_cols));
  for (std::int64_t row = 0; row < most_rows; ++row) {
    if (side_by_side) {
      expect_row(row, sums, tile);
      continue;
    }
    for (std::int64_t col = 0; col < most_cols; ++col) {
      expect(tile, tile.at(row, col), in_any_order(row, col));
    }
  }
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
    fastest_kernels().extremes(b.values.data(), static_cast<std::size_t>(b.rows), cols,
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
    fastest_kernels().multiply(product_.a_.values.data(), product_.b_.values.data(), rows, inner,
                               cols, product_.exact.data(), product_.magnitude.data());
  }

  void round(std::int64_t row) {
    const auto cols = static_cast<std::size_t>(product_.cols);
    largest_.resize(cols);
    quantum_.resize(cols);
    errors_.resize(cols);
    doubtful_.resize(cols);
    find_errors(row);
    if (product_.how_.result == ElementType::f32) {
      values_.resize(cols);
      fastest_kernels().round_f32(product_.exact.data() + product_.at(row, 0), errors_.data(), cols,
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
    product_.bound_terms(row, largest_, quantum_);
    product_.bound_errors(row, quantum_, errors_);
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
  std::vector<double> largest_, quantum_, errors_;
  std::vector<float> values_;
  std::vector<unsigned char> doubtful_;
};

MatrixProduct matmul(ExactMatrix a, ExactMatrix b, const Accumulation& how, ExactMatrix initial) {
  return MatrixMultiplication(std::move(a), std::move(b), how, std::move(initial)).result();
}

}  // namespace assay::numerics
