// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/classify.hpp"
#include "reference/ops/denied_calls.hpp"
#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/elementwise/errata/errata.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* trecip_page = "TRECIP page";

bool not_zero(ElementType type, std::span<const std::uint64_t> arguments) {
  return !numerics::is_zero(type, arguments[0]);
}

/// Truncated: nothing but 1 and -1 has a reciprocal other than 0.
Acceptable integer_reciprocal(const ElementContext& cell) {
  const Value& x = cell.arguments[0];
  const numerics::Wide value = numerics::integer_value(x.type, x.bits);
  if (value == 0) return left_to_target(0);
  return exactly(value == 1 || value == -1 ? x.bits : 0);
}

/// Nearly all integers have the reciprocal 0, and so would a device that gives zeros: some become 1
/// or -1.
void add_ones(const Call& call, std::vector<ElementArray>& contents) {
  ElementArray& src = contents[call.form->index_of("src")];
  const ElementType type = src.type();
  if (!is_integer(type)) return;
  for_each_valid(call.tile("src"), [&](std::int64_t index, std::int64_t, std::int64_t) {
    if (index >= src.size() || src[index] % 4 != 1) return;
    src.set(index, is_signed(type) && (src[index] & 4) != 0 ? mask_of(type) : 1);
  });
}

void admit(const Call& call, std::vector<ElementArray>& contents) {
  add_ones(call, contents);
  seldom_open({.dividend = {}, .divisor = "src"})(call, contents);
}

Result reciprocal_value() {
  return by_kind(
      rounded({.function = Function::reciprocal, .accuracy = "divide", .promised = not_zero}),
      per_element({{"src"}}, integer_reciprocal));
}

Constraints all_constraints() {
  return joined(
      element_types("src", trecip_page, {.a2a3 = {i16, i32, f16, f32}, .a5 = {i16, i32, f16, f32}}),
      one_element_type({"dst"}, "src", trecip_page, {a2a3, cpu}),
      vec_tiles({"dst", "src"}, trecip_page, {.in_vec = devices}),
      equal_regions({"src"}, trecip_page, devices));
}

}  // namespace

OpSpec TRECIP() {
  return {
      .mnemonic = "TRECIP",
      .summary = "Reciprocal of every element.",
      .precision = "RecipAlgorithm",
      .forms = plain_and_precise({
          .operands = {dst, src},
          .lead = "src",
          .constraints = all_constraints(),
          .results = {reciprocal_value()},
          .plans = {"domain", "nearties", "ones"},
          .admit = admit,
      }),
      .may_refuse = {zero_divisors_on_cpu("src")},
      .decisions = {"002-outside-the-valid-region", "015-division-and-remainder",
                    "017-accuracy-of-functions", "039-row-major-on-the-cpu"},
      .ambiguities =
          {{"a tile page lists half and float alone; the instruction's page takes int16 and int32 "
            "too, and the A5 header more",
            "constraint src.element: the page's list; erratum E-TRECIP-002"},
           {"the page leaves a zero to the target and says that the CPU simulator asserts in debug "
            "builds",
            "decision 191: choice zero_divisors; decision 015: the result is open"},
           {"in-place use is said to fail on A2A3 alone and nothing asserts that",
            "decision 165: calls in place are drawn for A5 and the CPU"}},
      .notes = {"open: the page leaves what is over zero to the target; decision 015: the lowest "
                "integer over -1",
                "every target forwards to a division of 1 by the tile",
                "a2a3, cpu: PrecisionType is accepted and ignored",
                "a2a3, a5: row-major is documented and not asserted"},
      .errata = trecip_errata(),
  };
}

}  // namespace assay::ops
