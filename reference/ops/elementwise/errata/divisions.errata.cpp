// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promises of divisions and remainders.
#include <algorithm>
#include <array>
#include <utility>

#include "reference/numerics/integer.hpp"
#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/elementwise/errata/errata.hpp"
#include "reference/ops/header_errata.hpp"
#include "reference/ops/known_checks.hpp"
#include "reference/ops/remainder.hpp"

namespace assay::ops {
namespace {

using numerics::Wide;

bool is_pair(const Call& call) {
  return is_integer(element_of(call)) && bits_of(element_of(call)) == 64;
}
bool is_whole(const Call& call) { return is_integer(element_of(call)); }
bool is_float_tile(const Call& call) { return is_float(element_of(call)); }

/// HIGH_PRECISION computes remainders of float exactly on A5.
bool goes_by_steps(const Call& call) {
  return is_float_tile(call) && !(is_refined(call) && element_of(call) == f32);
}

bool is_unlisted_reciprocal(const Call& call) {
  const ElementType type = element_of(call, "src");
  return is_integer(type) && bits_of(type) >= 8 && type != i16 && type != i32;
}

/// Whether the header may write past the end of a row of tmp.
bool lacks_columns_for_mask(const Call& call) {
  const std::int64_t stride = call.tile("dst").cols();
  return call.tile("tmp").cols() < stride + std::max<std::int64_t>(64, stride);
}

Result of_sources(ElementFunction function) {
  return per_element({{"src0"}, {"src1"}}, std::move(function));
}

Result by_steps(Quotient quotient) {
  return of_sources(
      [quotient](const ElementContext& cell) { return remainder_by_steps(cell, quotient); });
}

/// The quotient with which the dividend's sign stays.
Acceptable with_sign_of_dividend(const ElementContext& cell) {
  return integer_truncated_remainder(cell);
}

/// The result of a call whose divisor is what dst held: there the header reads it again after its
/// first write. Others are as promised.
Acceptable remainder_upon_divisor(const ElementContext& cell) {
  const bool upon = cell.old == cell.arguments[1].bits;
  if (is_float(cell.to)) {
    return float_remainder(cell, upon ? Quotient::truncated : Quotient::floored);
  }
  return upon ? integer_truncated_remainder(cell) : integer_floored_remainder(cell);
}

/// The division of the host machine, on the CPU.
Erratum trapping(const std::string& op, const std::string& file) {
  return among(dying(of_headers(cpu, "E-" + op + "-002", file,
                                "the lowest integer over -1 stops the process"),
                     lowest_over_minus_one("src0", "src1")),
               "signed integers of 32 and 64 bits", is_whole);
}

Erratum stopping_pairs(std::string number, ElementFunction function) {
  return among(giving(of_headers(a5, std::move(number), "Int64Div.hpp",
                                 "64-bit elements from column 64 on are left as they were"),
                      of_sources(stopping_at_column_64(std::move(function)))),
               "64-bit integers", is_pair);
}

}  // namespace

std::vector<Erratum> tdiv_errata() {
  const std::string file = "TDiv.hpp";
  return followed(
      {among(dying(of_headers(cpu, "E-TDIV-001", file, "an integer over zero stops the process"),
                   zero_in("src1")),
             "integers", is_whole),
       among(dying(of_headers(cpu, "E-TDIV-002", file,
                              "the lowest integer over -1 stops the process"),
                   lowest_over_minus_one("src0", "src1")),
             "signed integers of 32 and 64 bits", is_whole),
       stopping_pairs("E-TDIV-003", integer_quotient)},
      anywhere_on_devices("TDIV", 4, file));
}

std::vector<Erratum> tfmod_errata() {
  const Result promised = of_sources(
      [](const ElementContext& cell) { return float_remainder(cell, Quotient::truncated); });
  const std::string title = "the quotient, its whole part and the product are rounded to float";
  return {
      trapping("TFMOD", "ElementOp.h"),
      giving(of_headers(a2a3, "E-TFMOD-005", "TFmod.hpp",
                        "in place of a source, which is read again after the first write"),
             lost_upon(promised, {"src0", "src1"})),
      giving(of_headers(a2a3, "E-TFMOD-003", "TFmod.hpp", title), by_steps(Quotient::truncated)),
      among(
          giving(of_headers(a5, "E-TFMOD-004", "TFMod.hpp", title), by_steps(Quotient::truncated)),
          "floats, but for float with HIGH_PRECISION", goes_by_steps)};
}

std::vector<Erratum> trem_errata() {
  std::vector<Erratum> all{trapping("TREM", "ElementOp.h")};
  const Result promised = of_sources(
      [](const ElementContext& cell) { return float_remainder(cell, Quotient::floored); });
  Erratum upon =
      giving(of_headers(a2a3, "E-TREM-012", "TRem.hpp",
                        "in place of the dividend, which is read again after the first write"),
             lost_upon(promised, {"src0"}));
  all.push_back(among(std::move(upon), "float", is_float_tile));
  const std::string title = "the quotient, its whole part and the product are rounded to float";
  all.push_back(
      among(giving(of_headers(a2a3, "E-TREM-003", "TRem.hpp", title), by_steps(Quotient::floored)),
            "float", is_float_tile));
  all.push_back(
      among(giving(of_headers(a5, "E-TREM-004", "TRem.hpp", title), by_steps(Quotient::floored)),
            "floats, but for float with HIGH_PRECISION", goes_by_steps));
  all.push_back(stopping_pairs("E-TREM-005", integer_floored_remainder));
  all.push_back(among(giving(of_headers(a5, "E-TREM-006", "Int64Div.hpp",
                                        "64-bit remainders have the sign of the dividend"),
                             of_sources(with_sign_of_dividend)),
                      "64-bit integers", is_pair));
  Erratum consumed = of_headers(a2a3, "E-TREM-007", "TRem.hpp",
                                "int32 sources come back converted to float, or through it");
  consumed.forms = {"consuming"};
  for (const char* source : {"src0", "src1"}) {
    consumed.results.push_back(per_element(
        {{source}}, [](const ElementContext& cell) { return left_to_target(cell.old); }, {},
        source));
  }
  all.push_back(std::move(consumed));
  all = followed(std::move(all), anywhere_on_devices("TREM", 8, "TRem.hpp"));
  Erratum overrun = of_headers(a2a3, "E-TREM-010", "TRem.hpp",
                               "64 columns or Cols are written after the row of results in tmp");
  overrun.effect = ErratumEffect::anything;
  overrun.severity = Severity::critical;
  all.push_back(among(std::move(overrun), "tmp with fewer columns", lacks_columns_for_mask));
  all.push_back(
      giving(of_headers(cpu, "E-TREM-011", "ElementOp.h",
                        "in place of its divisor a remainder has the sign of the dividend"),
             of_sources(remainder_upon_divisor)));
  return all;
}

std::vector<Erratum> trecip_errata() {
  return {among(accepting(of_headers(a5, "E-TRECIP-002", "TDivS.hpp",
                                     "more integers than the page lists are taken"),
                          "src.element"),
                "integers of 8 and 64 bits and unsigned ones", is_unlisted_reciprocal),
          unchecked(a2a3, "E-TRECIP-003", "TDivS.hpp", "*.row_major"),
          unchecked(a5, "E-TRECIP-004", "TDivS.hpp", "*.row_major")};
}

}  // namespace assay::ops
