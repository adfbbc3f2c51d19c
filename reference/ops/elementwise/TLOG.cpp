// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/classify.hpp"
#include "reference/ops/elementwise/errata/errata.hpp"
#include "reference/ops/elementwise/functions.hpp"

namespace assay::ops {
namespace {

constexpr const char* tlog_page = "TLOG page";

bool is_positive(ElementType type, std::span<const std::uint64_t> arguments) {
  const std::uint64_t x = arguments[0];
  return numerics::is_nan(type, x) ||
         (!numerics::is_zero(type, x) && !numerics::is_negative(type, x));
}

Result logarithm_value() {
  return rounded(
      {.function = Function::logarithm, .accuracy = "logarithm", .promised = is_positive});
}

}  // namespace

OpSpec TLOG() {
  return {
      .mnemonic = "TLOG",
      .summary = "Natural logarithm of every element.",
      .precision = "LogAlgorithm",
      .forms = plain_and_precise({
          .operands = {dst, src},
          .lead = "src",
          .constraints =
              joined(element_types("src", tlog_page, {.a2a3 = {f16, f32}, .a5 = {f16, f32}}),
                     one_element_type({"dst"}, "src", tlog_page),
                     vec_tiles({"dst", "src"}, tlog_page, {.in_vec = devices}),
                     equal_regions({"src"}, tlog_page, devices)),
          .results = {logarithm_value()},
          .plans = {"moderate", "domain", "nearties"},
          .admit = seldom_negative,
          .seldom = true,
      }),
      .decisions = {"002-outside-the-valid-region", "017-accuracy-of-functions"},
      .ambiguities =
          {{"the logarithm of a subnormal number: HIGH_PRECISION on A5 alone promises a "
            "sensible value",
            "decision 017: subnormal arguments are numbers; errata E-TLOG-001 and E-TLOG-002"}},
      .notes = {"open: the page has arguments above zero; what others give is recorded",
                "a2a3, cpu: PrecisionType is accepted and ignored",
                "cpu: computed in double and converted"},
      .errata = tlog_errata(),
  };
}

}  // namespace assay::ops
