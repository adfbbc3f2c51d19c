// SPDX-License-Identifier: Apache-2.0
// A call that sums lines of terms, one into each of some elements of its result: sums of rows and
// columns, and products of matrices, whose terms are products.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "reference/isa/case/case.hpp"

namespace assay::runners {

/// Sentences for people: an op that sums nothing, sums in no order, an answer that is none.
class NoOrder : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A term at one place of a line: a number, or two that are multiplied. What a product starts from,
/// a bias or an accumulator, is one number. A left one that is no number is given as bits.
struct Term {
  double left = 0;
  double right = 1;
  std::optional<std::uint64_t> bits = {};
};
using Line = std::vector<Term>;

class LineCall {
 public:
  /// Throws NoOrder unless the call sums lines.
  explicit LineCall(Case test_case);

  const Case& test() const { return test_; }
  std::size_t terms() const { return terms_; }  ///< of a line
  std::size_t lines() const { return lines_; }  ///< of one call
  /// A term is the product of two numbers. Of lines that start somewhere, term 0 is that.
  bool multiplies() const { return kind_ == Kind::products; }
  bool starts() const { return !start_.empty(); }
  ElementType type() const;    ///< of the numbers
  ElementType result() const;  ///< of the sums
  /// The type of the numbers of a term: that of the start value may differ.
  ElementType type_of(std::size_t term) const;

  void put(std::vector<ElementArray>& contents, std::size_t line, const Line& numbers) const;
  std::uint64_t sum(const std::vector<ElementArray>& contents, std::size_t line) const;

 private:
  enum class Kind : std::uint8_t { rows, columns, products };

  const TileSpec& tile(std::string_view operand) const { return test_.call.tile(operand); }
  void write(std::vector<ElementArray>& contents, const std::string& operand, std::int64_t row,
             std::int64_t col, const Term& number) const;

  Case test_;
  Kind kind_;
  std::string start_;  ///< the operand that sums start from, if any
  std::size_t terms_ = 0, lines_ = 0;
};

/// A legal call of the op that sums lines of floats, with the longest lines of at most `longest`
/// terms that drawn cases have. Throws NoOrder where the op, form, target and type have none.
LineCall call_of_lines(const OpSpec& op, const Form& form, Target target, ElementType type,
                       std::size_t longest);

}  // namespace assay::runners
