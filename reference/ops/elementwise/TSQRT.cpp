// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/classify.hpp"
#include "reference/ops/elementwise/functions.hpp"

namespace assay::ops {
namespace {

constexpr const char* page = "TSQRT page";

using namespace vocabulary;

bool has_root(ElementType type, std::span<const std::uint64_t> arguments) {
  const std::uint64_t x = arguments[0];
  return numerics::is_zero(type, x) || !numerics::is_negative(type, x) || numerics::is_nan(type, x);
}

bool is_open(const ElementContext& cell) {
  const Value& x = cell.arguments[0];
  return cell.call.target != cpu && !has_root(x.type, {&x.bits, 1});
}

Result root() {
  Result result = left_open(rounded({.function = Function::square_root, .accuracy = "square_root"}),
                            {{"src"}}, is_open);
  result.promised = has_root;
  return result;
}

Constraints all_constraints() {
  Constraints list = joined(
      element_types(
          "src", page,
          {.a2a3 = {f16, f32}, .a5 = {f16, f32}, .cpu = {f16, bf16, f32}, .listed = every_target}),
      one_element_type({"dst"}, "src", page), vec_tiles({"dst", "src"}, page, {.in_vec = devices}),
      equal_regions({"src"}, page, devices));
  list.push_back(same_valid_mode("dst", "src")
                     .on({cpu})
                     .from("CPU header", "equal static ValidRow and ValidCol"));
  return list;
}

}  // namespace

OpSpec TSQRT() {
  return {
      .mnemonic = "TSQRT",
      .family = "elementwise",
      .summary = "Square root of every element.",
      .precision = "SqrtAlgorithm",
      .forms = plain_and_precise({
          .operands = {dst, src},
          .lead = "src",
          .constraints = all_constraints(),
          .results = {root()},
          .plans = {"domain", "nearties"},
      }),
      .decisions = {"002-outside-the-valid-region", "017-accuracy-of-functions"},
      .ambiguities =
          {{"the page's signature omits PrecisionType, which the header declares",
            "forms plain and precise"},
           {"the CPU takes bf16, device headers do not",
            "constraint src.element, target by target"},
           {"the CPU compares static valid extents, so that a static and a dynamic tile do not "
            "compile together there",
            "constraint dst.same_valid_mode on cpu"}},
      .notes = {"a2a3, a5: negative arguments are target-defined",
                "a2a3, cpu: PrecisionType is accepted and ignored",
                "cpu: computed in double and converted"},
  };
}

}  // namespace assay::ops
