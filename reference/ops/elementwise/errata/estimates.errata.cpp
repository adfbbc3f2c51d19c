// SPDX-License-Identifier: Apache-2.0
// Results of native functions of devices in place of the promised roots, exponentials, logarithms
// and powers: estimates, each with its own tolerance in the accuracy profile.
#include <utility>

#include "reference/numerics/classify.hpp"
#include "reference/ops/elementwise/errata/errata.hpp"
#include "reference/ops/elementwise/functions.hpp"
#include "reference/ops/header_errata.hpp"
#include "reference/ops/known_checks.hpp"
#include "reference/ops/power.hpp"

namespace assay::ops {
namespace {

bool is_default(const Call& call) { return !is_refined(call); }
bool is_single(const Call& call) { return element_of(call) == f32; }
bool is_float_tile(const Call& call) { return is_float(element_of(call)); }
bool is_unsigned_word(const Call& call) { return element_of(call) == u32; }
bool is_laid_out_apart(const Call& call) {
  const TileType& dst = call.tile("dst").type;
  const auto differs = [&](const char* operand) {
    const TileType& type = call.tile(operand).type;
    return type.rows != dst.rows || type.cols != dst.cols || type.layout() != dst.layout();
  };
  return differs("base") || differs("exp");
}

Result rounded_by(Function function, std::string accuracy) {
  return rounded({.function = function, .accuracy = std::move(accuracy)});
}

bool is_subnormal(const ElementContext& cell) {
  const Value& x = cell.arguments[0];
  return numerics::is_subnormal(x.type, x.bits) && !is_refined(cell.call);
}

/// Absolute below 1, and blind for subnormal arguments.
Result native_logarithm() {
  return left_open(absolute_below_one(rounded_by(Function::logarithm, "logarithm.estimate")),
                   {{"src"}}, is_subnormal);
}

Result powers(ElementFunction function, std::string accuracy) {
  return per_element({{"base"}, {"exp"}}, std::move(function), std::move(accuracy));
}

Acceptable of_signed_words(const ElementContext& cell) { return integer_power_as(cell, i32); }

}  // namespace

std::vector<Erratum> texp_errata() {
  const auto native = [] {
    return subnormal_or_zero(rounded_by(Function::exponential, "exponential.estimate"));
  };
  return {
      giving(of_headers(a2a3, "E-TEXP-001", "TUnaryOp.hpp",
                        "a native estimate, of which subnormal results may be zero"),
             native()),
      among(giving(of_headers(a5, "E-TEXP-002", "TUnaryOp.hpp", "subnormal results may be zero"),
                   subnormal_or_zero(rounded_by(Function::exponential, "exponential"))),
            "PrecisionType DEFAULT", is_default)};
}

std::vector<Erratum> tlog_errata() {
  return {giving(of_headers(a2a3, "E-TLOG-001", "TUnaryOp.hpp",
                            "a native estimate, absolute below 1, blind for subnormal arguments"),
                 native_logarithm()),
          giving(of_headers(a5, "E-TLOG-002", "TUnaryOp.hpp",
                            "a native estimate, absolute below 1, blind for subnormal arguments "
                            "with DEFAULT"),
                 native_logarithm())};
}

std::vector<Erratum> tsqrt_errata() {
  const std::string title = "a native root that is not rounded correctly";
  const auto native = [] { return rounded_by(Function::square_root, "square_root.estimate"); };
  return {giving(of_headers(a2a3, "E-TSQRT-001", "TUnaryOp.hpp", title), native()),
          giving(of_headers(a5, "E-TSQRT-002", "TUnaryOp.hpp", title), native())};
}

std::vector<Erratum> trsqrt_errata() {
  return {among(refusing(of_headers(cpu, "E-TRSQRT-002", "TRSqrt.hpp",
                                    "a fixed and a run-time valid extent do not compile together"),
                         {}, {"valid row/col"}),
                "ValidRow or ValidCol fixed in one tile alone", [](const Call& call) {
                  return !vocabulary::same_valid_mode("dst", "src").holds(call);
                })};
}

std::vector<Erratum> tpow_errata() {
  Erratum offsets = of_headers(cpu, "E-TPOW-004", "TPow.hpp",
                               "offsets in all tiles are computed with the type of dst");
  offsets.effect = ErratumEffect::anything;
  offsets.severity = Severity::critical;
  std::vector<Erratum> all{
      among(giving(of_headers(a2a3, "E-TPOW-008", "TPow.hpp",
                              "in place of a source, which is read again after the first write"),
                   lost_upon(powers(float_power, "power"), {"base", "exp"})),
            "float", is_single),
      among(giving(of_headers(a2a3, "E-TPOW-001", "TPow.hpp",
                              "a logarithm, a product and an exponential of float, with other "
                              "results for zero bases, NaN, infinities and exponents beyond "
                              "int32"),
                   powers(a2a3_power, "power.estimate")),
            "float", is_single),
      among(giving(of_headers(a2a3, "E-TPOW-002", "TPow.hpp",
                              "unsigned 32-bit arguments are taken for signed ones"),
                   powers(of_signed_words, {})),
            "u32", is_unsigned_word),
      among(giving(of_headers(a5, "E-TPOW-003", "TPow.hpp",
                              "a logarithm, a product and an exponential of float; subnormal "
                              "results may be zero"),
                   powers(estimated_power, "power.estimate")),
            "floats", is_float_tile),
      among(std::move(offsets), "sources of another shape or layout than dst", is_laid_out_apart)};
  return followed(std::move(all),
                  unchecked_on_cpu("TPOW", 5, "TPow.hpp",
                                   {"*.location", "*.row_major", "*.same_valid_region"}));
}

}  // namespace assay::ops
