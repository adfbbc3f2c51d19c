// SPDX-License-Identifier: Apache-2.0
// The acceptable values of a result, element by element or as text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "reference/isa/call/contents.hpp"

namespace assay {

/// How a candidate is compared with one expected element.
enum class Accept : std::uint8_t {
  unspecified,       ///< not compared
  exact,             ///< bits equal `value`
  interval,          ///< a number between `low` and `high` in the order of the format, -0 below +0
  any_of,            ///< bits equal `value`, `low` or `high`
  any_nan,           ///< any NaN
  target_defined,    ///< recorded, never failed
  preserved,         ///< what was there before
  interval_or_zero,  ///< as interval, or +0; -0 too where `value` is negative
  some_bits,         ///< bits equal `value` where those of `low` are set; the others are free
};
inline constexpr Accept last_accept = Accept::some_bits;

/// Whether `low` and `high` are the ends of a range.
constexpr bool has_interval(Accept accept) {
  return accept == Accept::interval || accept == Accept::interval_or_zero;
}

std::string_view name_of(Accept accept);

/// Expected elements in the row-major order of the whole logical tile. Structure of arrays; `low`
/// and `high` count for intervals and any-of, `low` for some bits, and are 0 elsewhere; `exact` is
/// the exact result rounded to double (NaN if there is none), for distances only.
struct ExpectedTile {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::vector<Accept> accept;
  ElementArray value;
  ElementArray low;
  ElementArray high;
  std::vector<double> exact;

  /// All elements unspecified.
  ExpectedTile(ElementType type, std::int64_t rows, std::int64_t cols);
  ExpectedTile() = default;

  std::int64_t at(std::int64_t row, std::int64_t col) const { return row * cols + col; }
  void set_exact(std::int64_t index, std::uint64_t bits);
  /// Accepts there what `from`, of the same element type, accepts at `place`.
  void take(std::int64_t index, const ExpectedTile& from, std::int64_t place);
  void set_accept(std::int64_t index, Accept kind) {
    accept[static_cast<std::size_t>(index)] = kind;
  }
  void set_any_of(std::int64_t index, std::uint64_t bits, std::uint64_t other);
  void set_some_bits(std::int64_t index, std::uint64_t bits, std::uint64_t that_count);
};

/// A text that a call may print. Header lines are free; the tokens of all other lines count.
struct PrintedText {
  std::string text;
  int width = 8;  ///< minimum field width of a value
};

/// Any one of `readings`; cut anywhere once it would exceed `capacity` bytes, whole otherwise.
struct ExpectedText {
  std::vector<PrintedText> readings;
  std::int64_t capacity = 0;  ///< bytes of the print buffer; 0 for no limit
};

using Expected = std::variant<ExpectedTile, ExpectedText>;

/// The formula that turns an exact value into an accepted interval.
struct Tolerance {
  enum class Kind : std::uint8_t { exact, correctly_rounded, ulp, relative };
  Kind kind = Kind::correctly_rounded;
  double bound = 0;    ///< in ulp or relative, by kind
  std::string reason;  ///< why this much
};

}  // namespace assay
