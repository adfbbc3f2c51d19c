// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/partial/partial.hpp"

namespace assay::ops {
namespace {

constexpr const char* tpartadd_page = "TPARTADD page";

Types types() { return {.a2a3 = {i16, i32, f16, f32}, .a5 = arithmetic_elements}; }

}  // namespace

OpSpec TPARTADD() {
  const Result promised = where_both(growing(sum({{"src0"}, {"src1"}})));
  return {
      .mnemonic = "TPARTADD",
      .summary = "Sum of two tiles where both have an element, and a copy where one has.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src0, src1},
          .lead = "dst",
          .constraints =
              joined(partial_constraints(tpartadd_page, types()), partial_regions(tpartadd_page)),
          .results = {promised},
          .scenarios = partial_scenarios(),
          .plans = {"cancellation", "nearties"},
      }},
      .decisions = {"002-outside-the-valid-region", "014-integer-overflow", "195-partial-regions"},
      .ambiguities = partial_ambiguities(
          {overflow_is_open(),
           {"a tile page lists no 64-bit integers for A5; the instruction's page does",
            "constraint dst.element on a5: the page's list"}}),
      .notes = {"a2a3: rows that are copied may be copied to the end of dst's rows",
                "a5: 64-bit integers are added in halves with a carry"},
      .errata = partial_errata("TPARTADD", types(), promised),
  };
}

}  // namespace assay::ops
