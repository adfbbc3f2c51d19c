// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/classify.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

// Zero, negative and NaN arguments are left to the target by the page; what comes back is recorded.
bool positive_and_finite(ElementType type, std::span<const std::uint64_t> arguments) {
  const std::uint64_t x = arguments[0];
  return !numerics::is_nan(type, x) && !numerics::is_zero(type, x) &&
         !numerics::is_negative(type, x) && !numerics::is_infinite(type, x);
}

Result reciprocal_root() {
  return rounded({.function = Function::reciprocal_square_root,
                  .accuracy = "rsqrt",
                  .promised = positive_and_finite});
}

std::vector<Constraint> shared_constraints() {
  const char* page = "TRSQRT manual page";
  const char* header = "CPU header";
  return {
      element_is("src", {f16, f32}).from(page, "DType is float or half"),
      same_element("dst", "src").from(page, "one TileData::DType for both tiles"),
      located_in("src", {Location::vec}).on(devices).from(page, "tile location is vector"),
      located_in("dst", {Location::vec}).on(devices).from(page, "tile location is vector"),
      row_major("src").on(devices).from(page, "tile layout is row-major"),
      row_major("dst").on(devices).from(page, "tile layout is row-major"),
      invariant(unboxed("src")).on(devices).from("MODEL 11", "boxed row-major Vec tiles are open"),
      invariant(unboxed("dst")).on(devices).from("MODEL 11", "boxed row-major Vec tiles are open"),
      whole_boxes("src"),
      whole_boxes("dst"),
      plain_fractal("src"),
      plain_fractal("dst"),
      valid_within_shape("src").from(page, "static valid bounds"),
      valid_within_shape("dst").from(page, "static valid bounds"),
      same_valid_mode("dst", "src")
          .on({cpu})
          .unchecked_on(every_target)
          .from(header, "equal static ValidRow and ValidCol"),
      same_valid_region("dst", "src")
          .at(launch)
          .unchecked_on({cpu})
          .from(page, "run time: equal valid rows and columns"),
  };
}

std::vector<Constraint> with_tmp() {
  auto list = shared_constraints();
  list.push_back(located_in("tmp", {Location::vec})
                     .on(devices)
                     .from("TRSQRT manual page", "tile location is vector"));
  list.push_back(at_least_bytes("tmp", 32).on(devices).unchecked_on({a5}).from(
      "TRSQRT manual page", "tmp holds at least 32 bytes"));
  return list;
}

const std::vector<std::string> plans{"domain", "nearties"};

}  // namespace

OpSpec TRSQRT() {
  return {
      .mnemonic = "TRSQRT",
      .family = "elementwise",
      .summary = "Reciprocal square root of every element.",
      .forms = {{
                    .name = "plain",
                    .operands = {dst, src},
                    .lead = "src",
                    .constraints = shared_constraints(),
                    .results = {reciprocal_root()},
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
            "decision 001: one tolerance per form and target"},
           {"the two-operand form is an estimate on A2A3 and square root plus division elsewhere",
            "decision 001: wider tolerance for a2a3 plain"},
           {"the later page leaves PrecisionType out of the signature",
            "not modelled: the manual of this op has no such parameter"}},
      .notes = {"a5: tmp is accepted and ignored", "cpu: 1/sqrt in double, then narrowed"},
  };
}

}  // namespace assay::ops
