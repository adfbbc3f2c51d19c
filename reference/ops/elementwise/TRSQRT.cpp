// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/classify.hpp"
#include "reference/ops/elementwise/errata/errata.hpp"
#include "reference/ops/manual_examples.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* trsqrt_page = "TRSQRT manual page";

// The results for other arguments are recorded.
bool is_in_domain(ElementType type, std::span<const std::uint64_t> arguments) {
  const std::uint64_t x = arguments[0];
  return !numerics::is_nan(type, x) && !numerics::is_zero(type, x) &&
         !numerics::is_negative(type, x);
}

/// The page's constraint on arguments, which calls as such cannot break.
Constraint domain() {
  return constraint(
             "src.domain",
             "elements of src above zero, infinity included, have a promised result; what zero of "
             "either sign, a negative number or a NaN gives is the target's",
             [](const Call&) { return true; }, nullptr)
      .at(launch)
      .unchecked_on(every_target)
      .implied(
          "about contents, not about calls: value plan domain has both kinds, and the result "
          "is open for the latter alone")
      .from(trsqrt_page, "Domain / NaN: target-defined for zero, negative and NaN");
}

Result reciprocal_root() {
  return rounded({.function = Function::reciprocal_square_root,
                  .accuracy = "rsqrt",
                  .promised = is_in_domain});
}

std::vector<Constraint> shared_constraints() {
  return {
      element_is("src", {f16, f32}).from(trsqrt_page, "DType is float or half"),
      same_element("dst", "src").from(trsqrt_page, "one TileData::DType for both tiles"),
      located_in("src", {Location::vec})
          .unchecked_on({cpu})
          .from(trsqrt_page, "tile location is vector"),
      located_in("dst", {Location::vec})
          .unchecked_on({cpu})
          .from(trsqrt_page, "tile location is vector"),
      row_major("src").unchecked_on({cpu}).from(trsqrt_page, "tile layout is row-major"),
      row_major("dst").unchecked_on({cpu}).from(trsqrt_page, "tile layout is row-major"),
      invariant(unboxed("src")).from("MODEL 11", "boxed row-major Vec tiles are open"),
      invariant(unboxed("dst")).from("MODEL 11", "boxed row-major Vec tiles are open"),
      plain_fractal("src"),
      plain_fractal("dst"),
      valid_within_shape("src").from(trsqrt_page, "static valid bounds"),
      valid_within_shape("dst").from(trsqrt_page, "static valid bounds"),
      same_valid_region("dst", "src")
          .at(launch)
          .unchecked_on({cpu})
          .from(trsqrt_page, "run time: equal valid rows and columns"),
      domain(),
  };
}

std::vector<Constraint> with_tmp() {
  auto list = shared_constraints();
  list.push_back(located_in("tmp", {Location::vec})
                     .unchecked_on({cpu})
                     .from(trsqrt_page, "tile location is vector"));
  list.push_back(
      at_least_bytes("tmp", 32).on(devices).from(trsqrt_page, "NPU: tmp holds at least 32 bytes"));
  return list;
}

const std::vector<std::string> plans{"domain", "nearties"};

}  // namespace

OpSpec TRSQRT() {
  return {
      .mnemonic = "TRSQRT",
      .summary = "Reciprocal square root of every element.",
      .forms = {{
                    .name = "plain",
                    .operands = {dst, src},
                    .lead = "src",
                    .constraints = shared_constraints(),
                    .results = {reciprocal_root()},
                    .scenarios = {example_of({"dst", "src"})},
                    .plans = plans,
                },
                {
                    .name = "tmp",
                    .operands = {dst, src, tmp},
                    .lead = "src",
                    .constraints = with_tmp(),
                    .results = {reciprocal_root()},
                    .plans = plans,
                }},
      .decisions = {"001-rsqrt-accuracy", "002-outside-the-valid-region"},
      .ambiguities =
          {{"the manual gives tmp a meaning (high precision); a later page says that tmp is unused "
            "and the A5 header ignores it",
            "decision 001: the manual; on devices the form without tmp has the published figure of "
            "an estimate, the form with tmp 2 ulp"},
           {"the CPU header compares ValidRow and ValidCol of the types, the page valid regions",
            "constraint dst.same_valid_region; erratum E-TRSQRT-002"},
           {"the later page leaves PrecisionType out of the signature",
            "not modelled: the manual of this op has no such parameter"}},
      .notes = {"open: zero, negative and NaN arguments are left to the target (constraint "
                "src.domain); infinity gives +0 (IEEE 754-2019, 9.2.1)"},
      .errata = trsqrt_errata(),
  };
}

}  // namespace assay::ops
