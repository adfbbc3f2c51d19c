// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/header_errata.hpp"
#include "reference/ops/partial/partial.hpp"

namespace assay::ops {
namespace {

constexpr const char* tpartmax_page = "TPARTMAX page";

Types types() { return {.a2a3 = {i16, i32, f16, f32}, .a5 = arithmetic_elements}; }

}  // namespace

OpSpec TPARTMAX() {
  const Result promised = where_both(growing(extreme_of_two({{"src0"}, {"src1"}}, true)));
  return {
      .mnemonic = "TPARTMAX",
      .summary = "Larger of two tiles where both have an element, and a copy where one has.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src0, src1},
          .lead = "dst",
          .constraints =
              joined(partial_constraints(tpartmax_page, types()), partial_regions(tpartmax_page)),
          .results = {promised},
          .scenarios = partial_scenarios(),
          .plans = {"ties", "cancellation"},
      }},
      .decisions = {"002-outside-the-valid-region", "016-nan-and-zero-of-selections",
                    "195-partial-regions"},
      .ambiguities = partial_ambiguities(
          {{"no page says what a NaN or zeros of both signs give: the CPU keeps src0 unless src1 "
            "is better",
            "decision 016: as TMAX; erratum E-TPARTMAX-003"},
           {"a tile page lists no 64-bit integers for A5; the instruction's page does",
            "constraint dst.element on a5: the page's list"}}),
      .notes = {"a2a3: rows that are copied may be copied to the end of those of dst",
                "a5: 64-bit integers are compared in halves, the high one by the sign of the type"},
      .errata = followed(partial_errata("TPARTMAX", types(), promised),
                         {keeping_first("E-TPARTMAX-003", larger)}),
  };
}

}  // namespace assay::ops
