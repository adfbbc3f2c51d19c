// SPDX-License-Identifier: Apache-2.0
// Errors of the inputs of one call: counts by size of the error and by exponent, classes of
// numbers, the worst input.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reference/isa/spec/expected.hpp"
#include "reference/isa/types/element_type.hpp"

namespace assay {

/// Classes of bit patterns: +zero, +subnormal, +normal, +infinity, +nan, and the same five with the
/// sign bit. Integers are zero or normal.
inline constexpr std::size_t number_classes = 10;
inline constexpr std::size_t negative_class = 5;  ///< added to the class of a positive number
enum class PatternClass : std::uint8_t {};        ///< 0 to number_classes - 1
std::string_view name_of(PatternClass pattern_class);

/// Ulp errors fall into bins: exactly 0, then (edge before, edge], then beyond the last edge, and
/// last those without a distance: wrong results where the result or the promise is NaN. Errors are
/// known to 1e-3 ulp; that of a correctly rounded result is never counted as more than 0.5.
inline constexpr std::array ulp_edges{0.0, 0.5, 0.501, 1.0, 2.0, 4.0, 8.0, 16.0, 256.0, 65536.0};
inline constexpr std::size_t ulp_bins = ulp_edges.size() + 2;
inline constexpr std::size_t nan_bin = ulp_bins - 1;
std::size_t ulp_bin(double ulp);            ///< infinity and NaN are the NaN bin
std::string ulp_bin_name(std::size_t bin);  ///< "0", "<=0.5", ">65536", "nan"

/// Numbers with one sign and one exponent: floor(log2 |x|), 0 for zeros, infinities and NaN.
enum class ColumnKind : std::uint8_t { zero, finite, infinity, nan };
std::string_view name_of(ColumnKind kind);
struct NumberColumn {
  ColumnKind kind = ColumnKind::finite;
  std::int64_t sign = 1;  ///< 1 or -1
  std::int64_t exponent = 0;
  friend bool operator==(const NumberColumn&, const NumberColumn&) = default;
};

/// "-2^-126", "+0", "-infinity", "+nan".
std::string name_of(const NumberColumn& column);
/// True where the numbers of column `a` come before those of `b`; NaNs are outermost.
bool comes_before(const NumberColumn& a, const NumberColumn& b);

/// Errors of the compared inputs of one column.
struct ColumnErrors {
  NumberColumn column = {};
  std::uint64_t wrong = 0;
  double max_ulp = 0;                 ///< over all bins but the last
  std::vector<std::uint64_t> counts;  ///< of each bin, up to the last one that has any
  friend bool operator==(const ColumnErrors&, const ColumnErrors&) = default;

  std::uint64_t inputs() const;
};

/// Inputs by class of one argument and of the result.
struct ClassCounts {
  std::uint64_t argument = 0;  ///< by its place among all of them, from 0
  PatternClass from = {};
  PatternClass to = {};
  std::uint64_t compared = 0;
  std::uint64_t target_defined = 0;
  friend bool operator==(const ClassCounts&, const ClassCounts&) = default;
};

/// One input with what came back.
struct InputError {
  std::vector<std::uint64_t> arguments;  ///< bits
  std::uint64_t wrong = 0;               ///< 1 if it is not acceptable
  Accept accept = Accept::interval;      ///< how `got` is compared, as in ExpectedTile
  std::uint64_t expected = 0;            ///< bits; of an interval the correctly rounded value
  std::uint64_t low = 0;                 ///< bits, accepted from here; of any-of the second choice
  std::uint64_t high = 0;                ///< bits, to here; of any-of the third choice
  std::uint64_t got = 0;                 ///< bits
  double ulp = 0;                        ///< from the nearest accepted or exact value; or infinity

  bool is_wrong() const { return wrong != 0; }
  friend bool operator==(const InputError&, const InputError&) = default;
};

/// Wrong inputs before right ones, then larger errors.
bool is_worse(const InputError& a, const InputError& b);

/// Of a call whose inputs are tiles and whose result is one function of their elements.
struct InputErrors {
  std::vector<std::string> arguments;  ///< operand names
  std::string result;                  ///< operand name
  ElementType from = ElementType::f32;
  ElementType to = ElementType::f32;
  std::uint64_t inputs = 0;  ///< the sum of the next three
  std::uint64_t compared = 0;
  std::uint64_t target_defined = 0;  ///< recorded, never failed, in no error and no column
  std::uint64_t withheld = 0;        ///< not sent: the page leaves their result open
  std::uint64_t wrong = 0;           ///< compared and not acceptable
  std::uint64_t measured = 0;        ///< compared with a finite error
  double ulp_sum = 0;                ///< of the measured ones
  /// By exponent of the argument; where there are several, of the expected result. Those that have
  /// inputs, by comes_before.
  std::vector<ColumnErrors> columns;
  std::vector<ClassCounts> classes;  ///< those that occur, by argument, class and class
  std::vector<InputError> worst;     ///< the worst one, if one has an error
  friend bool operator==(const InputErrors&, const InputErrors&) = default;

  bool columns_by_result() const { return arguments.size() > 1; }
  double max_ulp() const;
  double mean_ulp() const { return measured == 0 ? 0 : ulp_sum / static_cast<double>(measured); }
};

/// Worst inputs that a sum keeps.
inline constexpr std::size_t most_worst_inputs = 16;

/// Adds what other inputs of the same function gave. Sums of errors are added in the order of
/// calls.
void add(InputErrors& whole, const InputErrors& part);

}  // namespace assay
