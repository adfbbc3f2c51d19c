// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/classify.hpp"
#include "reference/ops/elementwise/functions.hpp"

namespace assay::ops {
namespace {

constexpr const char* page = "TLOG page";

bool is_open(const ElementContext& cell) {
  const Value& x = cell.arguments[0];
  if (cell.call.target == cpu || numerics::is_nan(x.type, x.bits)) return false;
  if (numerics::is_zero(x.type, x.bits) || numerics::is_negative(x.type, x.bits)) return true;
  return numerics::is_subnormal(x.type, x.bits) && !is_refined(cell.call);
}

bool is_positive_and_normal(ElementType type, std::span<const std::uint64_t> arguments) {
  const std::uint64_t x = arguments[0];
  return !numerics::is_zero(type, x) && !numerics::is_negative(type, x) &&
         !numerics::is_subnormal(type, x);
}

Result logarithm_value() {
  Result floating = left_open(
      absolute_below_one(rounded({.function = Function::logarithm, .accuracy = "logarithm"})),
      {{"src"}}, is_open);
  floating.promised = is_positive_and_normal;
  return by_kind(floating, per_element({{"src"}}, [](const ElementContext& cell) {
                   return whole_part(cell, numerics::logarithm(cell.arguments[0].real()));
                 }));
}

}  // namespace

OpSpec TLOG() {
  return {
      .mnemonic = "TLOG",
      .family = "elementwise",
      .summary = "Natural logarithm of every element.",
      .precision = "LogAlgorithm",
      .forms = plain_and_precise({
          .operands = {dst, src},
          .lead = "src",
          .constraints = joined(element_types("src", page, {.a2a3 = {f16, f32}, .a5 = {f16, f32}}),
                                one_element_type({"dst"}, "src", page),
                                vec_tiles({"dst", "src"}, page, {.in_vec = devices}),
                                equal_regions({"src"}, page, every_target)),
          .results = {logarithm_value()},
          .plans = {"moderate", "domain", "nearties"},
      }),
      .decisions = {"002-outside-the-valid-region", "017-accuracy-of-functions"},
      .ambiguities = {{"the logarithm of a subnormal number: HIGH_PRECISION on A5 alone promises a "
                       "sensible value",
                       "decision 017: target-defined on a2a3 and on a5 but for the precise form"}},
      .notes = {"a2a3, a5: zero and negative arguments are target-defined",
                "a2a3, cpu: PrecisionType is accepted and ignored",
                "cpu: computed in double and converted, for integers by truncation"},
  };
}

}  // namespace assay::ops
