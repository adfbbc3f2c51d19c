// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/partial/partial.hpp"

namespace assay::ops {
namespace {

constexpr const char* tpartmul_page = "TPARTMUL page";

Types types() {
  return {.a2a3 = {i16, i32, f16, f32}, .a5 = {i8, u8, i16, u16, i32, u32, f16, bf16, f32}};
}

}  // namespace

OpSpec TPARTMUL() {
  const Result promised = where_both(product({{"src0"}, {"src1"}}));
  return {
      .mnemonic = "TPARTMUL",
      .summary = "Product of two tiles where both have an element, and a copy where one has.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src0, src1},
          .lead = "dst",
          .constraints =
              joined(partial_constraints(tpartmul_page, types()), partial_regions(tpartmul_page)),
          .results = {promised},
          .scenarios = partial_scenarios(),
          .plans = {"nearties", "ones"},
      }},
      .decisions = {"002-outside-the-valid-region", "014-integer-overflow", "195-partial-regions"},
      .ambiguities = partial_ambiguities({overflow_is_open(),
                                          {"A5 multiplies 8-bit integers here and not in TMUL, and "
                                           "adds 64-bit integers here and does not multiply them",
                                           "constraint dst.element on a5: the page's list"}}),
      .notes = {"a2a3: rows that are copied may be copied to the end of those of dst"},
      .errata = partial_errata("TPARTMUL", types(), promised),
  };
}

}  // namespace assay::ops
