// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/classify.hpp"
#include "reference/ops/elementwise/errata/errata.hpp"
#include "reference/ops/elementwise/functions.hpp"
#include "reference/ops/header_errata.hpp"
#include "reference/ops/known_checks.hpp"

namespace assay::ops {
namespace {

constexpr const char* tsqrt_page = "TSQRT page";

using namespace vocabulary;

bool has_root(ElementType type, std::span<const std::uint64_t> arguments) {
  const std::uint64_t x = arguments[0];
  return numerics::is_zero(type, x) || !numerics::is_negative(type, x) || numerics::is_nan(type, x);
}

Result root() {
  return rounded(
      {.function = Function::square_root, .accuracy = "square_root", .promised = has_root});
}

Constraints all_constraints() {
  return joined(element_types("src", tsqrt_page, {.a2a3 = {f16, f32}, .a5 = {f16, f32}}),
                one_element_type({"dst"}, "src", tsqrt_page),
                vec_tiles({"dst", "src"}, tsqrt_page, {.in_vec = devices}),
                equal_regions({"src"}, tsqrt_page, devices));
}

}  // namespace

OpSpec TSQRT() {
  return {
      .mnemonic = "TSQRT",
      .summary = "Square root of every element.",
      .precision = "SqrtAlgorithm",
      .forms = plain_and_precise({
          .operands = {dst, src},
          .lead = "src",
          .constraints = all_constraints(),
          .results = {root()},
          .plans = {"domain", "nearties"},
          .admit = seldom_negative,
      }),
      .decisions = {"002-outside-the-valid-region", "017-accuracy-of-functions"},
      .ambiguities =
          {{"the page's signature omits PrecisionType, which the header declares",
            "forms plain and precise"},
           {"the CPU takes bf16, which the page does not list",
            "constraint src.element: not tried"},
           {"the CPU compares static valid extents, so that a static and a dynamic tile do not "
            "compile together there",
            "legal as on devices; erratum E-TSQRT-003"}},
      .notes = {"open: the page has no result of negative arguments; it is recorded",
                "a2a3, cpu: PrecisionType is accepted and ignored",
                "cpu: computed in double and converted"},
      .errata = followed(
          tsqrt_errata(),
          {among(refusing(of_headers(cpu, "E-TSQRT-003", "TSqrt.hpp",
                                     "a fixed and a run-time valid extent do not compile together"),
                          {}, {"valid row/col"}),
                 "ValidRow or ValidCol fixed in one tile alone",
                 [](const Call& call) { return !same_valid_mode("dst", "src").holds(call); })}),
  };
}

}  // namespace assay::ops
