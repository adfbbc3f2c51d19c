// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promises of reductions of rows and columns.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "reference/numerics/classify.hpp"
#include "reference/ops/header_errata.hpp"
#include "reference/ops/known_checks.hpp"
#include "reference/ops/reduce_expand/shared/fold_errata.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using numerics::Terms;

// ---- what comes out ----

/// Whether `b` replaces `a` in a comparison of C++.
bool replaces(const Terms& terms, std::uint64_t a, std::uint64_t b, bool largest) {
  const ElementType type = terms.type;
  if (numerics::is_nan(type, a) || numerics::is_nan(type, b)) return false;
  if (numerics::is_zero(type, a) && numerics::is_zero(type, b)) return false;
  const auto x = numerics::order_key(type, a), y = numerics::order_key(type, b);
  return largest ? x < y : y < x;
}

/// The last element that replaced its predecessor in a scan from the first one on.
Reduce scanned(bool largest) {
  return [largest](const Line& line, ExpectedTile& expected, std::int64_t place) {
    const Terms& terms = line.terms;
    std::uint64_t best = terms[0];
    for (std::int64_t i = 1; i < terms.count; ++i) {
      if (replaces(terms, best, terms[i], largest)) best = terms[i];
    }
    expected.set_exact(place, converted(line, best));
    // A NaN that changes its format keeps no payload.
    const bool changed = terms.type != line.to && numerics::is_nan(terms.type, best);
    if (changed) expected.set_accept(place, Accept::any_nan);
  };
}

constexpr std::int64_t lanes = 64;  ///< of 8 bytes in a pair of registers

/// `reduce` of the first 64 elements of a row.
Reduce of_one_register(Reduce reduce) {
  return [reduce = std::move(reduce)](Line line, ExpectedTile& expected, std::int64_t place) {
    line.terms.count = std::min(line.terms.count, lanes);
    reduce(line, expected, place);
  };
}

/// `reduce` of the first 64 columns; the results of others are not written.
Reduce of_first_columns(Reduce reduce) {
  return
      [reduce = std::move(reduce)](const Line& line, ExpectedTile& expected, std::int64_t place) {
        reduce(line, expected, place);
        if (line.index >= lanes) expected.set_accept(place, Accept::preserved);
      };
}

/// Without a valid row: row 0 of dst as `start` says.
template <typename Start>
Result from_nothing(Start start) {
  return {.operand = "dst", .semantics = [start](const Evaluation& inputs) {
            const TileSpec& out = inputs.call.tile("dst");
            ExpectedTile made = untouched({out.type.element, out.rows(), out.cols()});
            for (std::int64_t col = 0; col < inputs.call.tile("src").valid_cols; ++col) {
              start(inputs, made, col);
            }
            return Expected(made);
          }};
}

// ---- where ----

bool is_wide(const Call& call) { return bits_of(call.tile("src").type.element) == 64; }
bool has_long_rows(const Call& call) {
  return is_wide(call) && call.tile("src").valid_cols > lanes;
}
bool has_no_row(const Call& call) {
  return call.tile("src").valid_rows == 0 && call.tile("src").valid_cols > 0;
}

Erratum of_cpu(std::string number, std::string title, const std::string& header, Result result) {
  return {.number = std::move(number),
          .title = std::move(title),
          .implementation = "pto-cpu",
          .source = "include/pto/cpu/" + header,
          .targets = {Target::cpu},
          .results = {std::move(result)}};
}

Erratum beyond_a_register(std::string number, Axis axis, const std::string& header,
                          const Reduce& reduce) {
  const bool rows = axis == Axis::rows;
  return {.number = std::move(number),
          .title = rows ? "of a row of 8-byte elements the first 64 count"
                        : "results of 8 bytes from column 64 on are not written",
          .implementation = "pto-a5",
          .source = "include/pto/npu/a5/" + header,
          .targets = {Target::a5},
          .forms = {"plain"},
          .where = "8-byte elements, more than 64 valid columns",
          .among = has_long_rows,
          .results = {reduction(axis, rows ? of_one_register(reduce) : of_first_columns(reduce))}};
}

Erratum without_rows(std::string number, std::string title, const std::string& header,
                     Result result) {
  Erratum made = of_cpu(std::move(number), std::move(title), header, std::move(result));
  made.where = "no valid row";
  made.among = has_no_row;
  return made;
}

std::string numbered(const std::string& op, std::size_t number) {
  return fmt::format("E-{}-{:03}", op, number);
}

// ---- checks of the CPU headers ----

/// `errata` and, numbered after them, those of the checks that no header of the CPU makes.
std::vector<Erratum> and_unchecked(std::vector<Erratum> errata, const std::string& op,
                                   const std::string& header) {
  std::vector<std::string> of_rows{"*.location", "src.layout", "dst.column", "dst.same_valid_rows",
                                   "src.non_empty"};
  if (op == "TROWSUM") std::erase(of_rows, "dst.column");  // has a separate number
  const std::vector<std::string> of_columns{"*.location", "*.layout", "dst.same_valid_columns"};
  const auto& constraints = op.starts_with("TROW") ? of_rows : of_columns;
  const int next = static_cast<int>(errata.size()) + 1;
  return followed(std::move(errata), unchecked_on_cpu(op, next, header, constraints));
}

/// Headers that take another type of dst write a byte for each element of 4 bits.
std::vector<Erratum> and_overrunning(std::vector<Erratum> errata, const std::string& op,
                                     const std::string& header) {
  errata.push_back(overrunning(numbered(op, errata.size() + 1), header));
  return errata;
}

/// The headers compare no element types.
Erratum takes_other_dst(const std::string& number, const std::string& header) {
  return unchecked(Target::cpu, number, header, "dst.same_element");
}

bool widens_floats(const Call& call) {
  const ElementType from = element_of(call, "src");
  return (from == f16 || from == bf16) && element_of(call, "dst") == f32;
}

/// The headers list `taken`, not the types of the page.
Erratum knows_few_types(const std::string& number, const std::string& header,
                        const vocabulary::Elements& taken) {
  return among(refusing(of_headers(Target::cpu, number, header,
                                   "types that the page lists are not supported"),
                        {}, {"Not supported data type"}),
               "src of a type that the header does not list", [taken](const Call& call) {
                 return std::ranges::find(taken, element_of(call, "src")) == taken.end();
               });
}

/// Rows (of sums of rows) or Cols must be equal, while the page constrains valid ones.
Erratum compares_extents(const std::string& number, const std::string& header, Axis axis) {
  const bool rows = axis == Axis::rows;
  const std::string extent = rows ? "Rows" : "Cols";
  return among(refusing(of_headers(Target::cpu, number, header,
                                   "tiles of unequal " + extent + " are refused"),
                        {}, {"Inconsistent number of"}),
               "dst and src of unequal " + extent, [rows](const Call& call) {
                 const TileType &dst = call.tile("dst").type, &src = call.tile("src").type;
                 return rows ? dst.rows != src.rows : dst.cols != src.cols;
               });
}

}  // namespace

std::vector<Erratum> errata_of_extreme(const std::string& op, Axis axis, bool largest) {
  const bool rows = axis == Axis::rows;
  const std::string header =
      std::string(rows ? "TRow" : "TCol") + (largest ? "Max.hpp" : "Min.hpp");
  std::vector<Erratum> all{
      of_cpu(numbered(op, 1),
             "a NaN in first place stays, and the first of equal zeros, whatever its sign", header,
             reduction(axis, scanned(largest))),
      beyond_a_register(numbered(op, 2), axis, "Int64Reduce.hpp",
                        largest ? largest_of : smallest_of)};
  all.front().where = "floats";
  all.front().among = [](const Call& call) { return is_float(call.tile("src").type.element); };
  const auto widening = [&] { return takes_other_dst(numbered(op, all.size() + 1), header); };
  if (rows || !largest) {
    all.push_back(widening());
    if (rows && !largest) all.push_back(overrunning(numbered(op, 4), header));
    all = and_unchecked(std::move(all), op, header);
    return rows && !largest ? all : and_overrunning(std::move(all), op, header);
  }
  const auto first_row = [](const Evaluation& inputs, ExpectedTile& made, std::int64_t col) {
    const ElementType from = inputs.of("src").type(), to = made.value.type();
    const std::uint64_t bits = inputs.of("src")[col];
    made.set_exact(col, from == to ? bits : numerics::convert(from, bits, to).value_or(0));
    if (from != to && numerics::is_nan(from, bits)) made.set_accept(col, Accept::any_nan);
  };
  all.push_back(without_rows(numbered(op, 3), "without a valid row the first row of src is copied",
                             header, from_nothing(first_row)));
  all.push_back(knows_few_types(numbered(op, 4), header, {f16, bf16, f32, i8, u8}));
  all.push_back(compares_extents(numbered(op, 5), header, Axis::columns));
  all = and_unchecked(std::move(all), op, header);
  // First: nothing else is true of columns that are not counted.
  all.insert(all.begin(), counting_columns_in_16_bits(numbered(op, all.size() + 1), header));
  return all;
}

std::vector<Erratum> errata_of_row_sum(const std::string& op) {
  const std::string header = "TRowSum.hpp";
  std::vector<Erratum> all =
      and_unchecked({beyond_a_register(numbered(op, 1), Axis::rows, "Int64Reduce.hpp", sum_of),
                     knows_few_types(numbered(op, 2), header, {f16, bf16, f32, i16, i32}),
                     compares_extents(numbered(op, 3), header, Axis::rows)},
                    op, header);
  const int next = static_cast<int>(all.size()) + 1;
  all = followed(std::move(all), unchecked_on_cpu(op, next, header, {"dst.column"}));
  all.push_back(among(takes_other_dst(numbered(op, all.size() + 1), header),
                      "16 bits into f32 or i32", [](const Call& call) {
                        return widens_floats(call) ||
                               (element_of(call, "src") == i16 && element_of(call, "dst") == i32);
                      }));
  return all;
}

std::vector<Erratum> errata_of_row_product(const std::string& op) {
  const std::string header = "TRowProd.hpp";
  return and_overrunning(and_unchecked({takes_other_dst(numbered(op, 1), header)}, op, header), op,
                         header);
}

std::vector<Erratum> errata_of_column_sum(const std::string& op) {
  const auto zero = [](const Evaluation&, ExpectedTile& made, std::int64_t col) {
    made.set_exact(col, 0);
  };
  std::vector<Erratum> all{
      beyond_a_register(numbered(op, 1), Axis::columns, "Int64Reduce.hpp", sum_of),
      {.number = numbered(op, 2),
       .title = "with tmp there is no path for 8-byte elements, which the check lets through",
       .implementation = "pto-a5",
       .source = "include/pto/npu/a5/TColSum.hpp",
       .targets = {Target::a5},
       .forms = {"tmp"},
       .where = "8-byte elements",
       .among = is_wide,
       .effect = ErratumEffect::anything},
      without_rows(numbered(op, 3), "without a valid row the results are 0", "TColSum.hpp",
                   from_nothing(zero)),
      unchecked(Target::a2a3, numbered(op, 4), "TColSum.hpp", "tmp.same_element"),
      knows_few_types(numbered(op, 5), "TColSum.hpp", {f16, bf16, f32}),
      compares_extents(numbered(op, 6), "TColSum.hpp", Axis::columns)};
  all = and_unchecked(std::move(all), op, "TColSum.hpp");
  all = followed(std::move(all), unchecked_on_cpu(op, 10, "TColSum.hpp", {"tmp.width"}));
  all.push_back(among(takes_other_dst(numbered(op, all.size() + 1), "TColSum.hpp"),
                      "floats of 16 bits into f32", widens_floats));
  return all;
}

std::vector<Erratum> errata_of_column_product(const std::string& op) {
  const auto one = [](const Evaluation&, ExpectedTile& made, std::int64_t col) {
    const ElementType type = made.value.type();
    const auto bits = is_float(type) ? numerics::encode(type, numerics::Real(1.0),
                                                        numerics::RoundMode::nearest_even)
                                     : 1;
    made.set_exact(col, bits);
  };
  const std::string header = "TColProd.hpp";
  return and_overrunning(
      and_unchecked({without_rows(numbered(op, 1), "without a valid row the results are 1", header,
                                  from_nothing(one)),
                     takes_other_dst(numbered(op, 2), header)},
                    op, header),
      op, header);
}

}  // namespace assay::ops
