// SPDX-License-Identifier: Apache-2.0
// Matrix products: every element correctly rounded, with what any order of its sum may give.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "reference/isa/call/contents.hpp"
#include "reference/numerics/sums/sum.hpp"

namespace assay::numerics {
namespace summation {
class Survey;
}

/// Elements of packed storage as a matrix: (row, col) is number first + row * row_stride +
/// col * col_stride.
struct MatrixView {
  ElementType type;
  std::span<const std::byte> bits;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t row_stride = 0;
  std::int64_t col_stride = 1;
  std::int64_t first = 0;
};

/// A matrix of exact doubles with at most `precision` significant bits each, row-major. NaN and
/// infinities are themselves.
struct ExactMatrix {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  int precision = 0;
  std::vector<double> values;

  /// Any floating-point type but f64; std::invalid_argument for others.
  explicit ExactMatrix(const MatrixView& view);
  ExactMatrix() = default;

  /// Element (row, col) times scale (row / block_rows, col / block_cols), exactly: a power of two
  /// for every block. The scales are e8m0.
  void scale(const MatrixView& scales, std::int64_t block_rows, std::int64_t block_cols);

  std::span<const double> row(std::int64_t index) const {
    return {values.data() + index * cols, static_cast<std::size_t>(cols)};
  }
};

/// a * b, rows x cols.
class MatrixProduct {
 public:
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  ElementArray value;             ///< correctly rounded to nearest even
  std::vector<double> exact;      ///< as a double, relative error below 2^-35
  std::vector<double> magnitude;  ///< sum of the absolute products, relative error below 2^-35
  std::int64_t escalated = 0;     ///< elements that went to ExactSum

  /// The possible results of legal evaluations of one element: as dot_in_any_order, sometimes a
  /// little wider because the largest product is estimated from the row and the column.
  Enclosure in_any_order(std::int64_t row, std::int64_t col) const;
  /// The same from the products themselves, not wider and as slow as a dot product: where scales
  /// make rows and columns uneven.
  Enclosure in_any_order_of_terms(std::int64_t row, std::int64_t col) const;

  /// expect() of in_any_order() for the first rows x cols elements, at the same places of the tile,
  /// whose type is that of the result.
  void expect_in_any_order(std::int64_t rows, std::int64_t cols, ExpectedTile& tile) const;

 private:
  friend class MatrixMultiplication;
  struct SumsOfRow;

  /// What bounds depend on in addition to the sum of an element.
  struct Grain {
    double largest;  ///< no term is larger
    double quantum;  ///< divides all terms, a power of two
  };

  std::size_t at(std::int64_t row, std::int64_t col) const {
    return static_cast<std::size_t>(row * cols + col);
  }
  std::vector<double> terms_of(std::int64_t row, std::int64_t col) const;
  summation::Survey survey_of(std::int64_t row, std::int64_t col) const;
  double initial_at(std::int64_t row, std::int64_t col) const;
  double quantum_at(std::int64_t row, std::int64_t col) const;
  double error_at(std::int64_t row, std::int64_t col, double quantum) const;
  void bound_terms(std::int64_t row, std::span<double> largest, std::span<double> quantum) const;
  void bound_errors(std::int64_t row, std::span<const double> quantum,
                    std::span<double> errors) const;
  void expect_row(std::int64_t row, SumsOfRow& sums, ExpectedTile& tile) const;
  Enclosure enclosure_at(std::int64_t row, std::int64_t col, const Grain& grain) const;
  int precision() const;

  Accumulation how_{};
  ExactMatrix a_, b_, initial_;
  std::vector<double> row_largest_, row_quantum_;  // of the rows of a: largest magnitude and the
  std::vector<double> col_largest_, col_quantum_;  // largest power of two that divides all; of b
};

/// Products of elements are exact in double: precisions of at most 24 bits. `initial` is added to
/// each element: nothing, one row for all rows (a bias), or rows x cols (the previous accumulator).
/// std::invalid_argument unless the shapes fit.
MatrixProduct matmul(ExactMatrix a, ExactMatrix b, const Accumulation& how,
                     ExactMatrix initial = {});

/// Integer a * b plus `initial` modulo 2^width of the result type, row-major.
ElementArray wrapped_matmul(const MatrixView& a, const MatrixView& b, ElementType result,
                            const MatrixView& initial = {ElementType::i32, {}});

}  // namespace assay::numerics
