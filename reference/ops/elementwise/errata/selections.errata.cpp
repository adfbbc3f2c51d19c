// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promises of instructions that copy an argument.
#include <fmt/format.h>

#include <utility>

#include "reference/numerics/classify.hpp"
#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/elementwise/errata/errata.hpp"
#include "reference/ops/header_errata.hpp"
#include "reference/ops/known_checks.hpp"

namespace assay::ops {
namespace {

bool is_float_tile(const Call& call) { return is_float(element_of(call)); }
bool is_wide_integer(const Call& call) {
  const ElementType type = element_of(call, "src");
  return is_integer(type) && bits_of(type) == 64;
}

bool is_zero_or_nan(const Value& x) {
  return numerics::is_zero(x.type, x.bits) || numerics::is_nan(x.type, x.bits);
}

/// "Less than zero" holds neither for -0 nor for a NaN.
Acceptable magnitude_by_comparison(const ElementContext& cell) {
  const Value& x = cell.arguments[0];
  return exactly(is_zero_or_nan(x) ? x.bits : x.bits & (mask_of(x.type) >> 1));
}

Acceptable rectified_by_comparison(const ElementContext& cell) {
  const Value& x = cell.arguments[0];
  return is_zero_or_nan(x) ? exactly(x.bits) : rectified(cell);
}

Erratum of_floats(Erratum erratum) { return among(std::move(erratum), "floats", is_float_tile); }

Erratum first_stays(const std::string& number, const std::string& file, ElementFunction function) {
  return of_floats(
      giving(of_headers(cpu, number, file,
                        "compares and picks: a NaN in src0 stays, and of two zeros "
                        "that of src0"),
             per_element({{"src0"}, {"src1"}}, picked_by_comparison(std::move(function)))));
}

}  // namespace

std::vector<Erratum> tabs_errata() {
  return {of_floats(giving(of_headers(cpu, "E-TABS-001", "TAbs.hpp",
                                      "-0 and a NaN keep their sign, not being less than zero"),
                           per_element({{"src"}}, magnitude_by_comparison))),
          among(refusing(of_headers(cpu, "E-TABS-002", "TAbs.hpp",
                                    "operands of different Tile types do not compile together"),
                         {}, {"no matching function"}),
                "operands of different Tile types",
                [](const Call& call) { return !one_tile_type("dst", "src").holds(call); })};
}

std::vector<Erratum> anywhere_on_devices(const std::string& op, int number,
                                         const std::string& file) {
  const auto numbered = [&](int n) { return fmt::format("E-{}-{:03}", op, n); };
  return {unchecked(a2a3, numbered(number), file, "*.location"),
          unchecked(a5, numbered(number + 1), file, "*.location")};
}

std::vector<Erratum> tmax_errata() {
  return followed({first_stays("E-TMAX-001", "TMax.hpp", larger)},
                  anywhere_on_devices("TMAX", 2, "TMax.hpp"));
}

std::vector<Erratum> tmin_errata() {
  return followed({first_stays("E-TMIN-001", "ElementOp.h", smaller)},
                  anywhere_on_devices("TMIN", 2, "TMin.hpp"));
}

std::vector<Erratum> trelu_errata() {
  return {of_floats(
      giving(of_headers(cpu, "E-TRELU-001", "ElementOp.h", "-0 stays -0, not being less than zero"),
             per_element({{"src"}}, rectified_by_comparison)))};
}

std::vector<Erratum> tneg_errata() {
  return {among(accepting(of_headers(a5, "E-TNEG-001", "TUnaryOp.hpp",
                                     "64-bit integers are taken, which the page does not list"),
                          "src.element"),
                "64-bit integers", is_wide_integer)};
}

}  // namespace assay::ops
