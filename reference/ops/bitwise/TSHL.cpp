// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/bitwise/bitwise.hpp"

namespace assay::ops {
namespace {

constexpr const char* page = "TSHL page";

Acceptable element(const ElementContext& cell) { return shifted_left(cell, Amount::in_tile); }

}  // namespace

OpSpec TSHL() {
  return {
      .mnemonic = "TSHL",
      .family = "bitwise",
      .summary = "Every element shifted left by the element of a second tile.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src0, src1},
          .lead = "src0",
          .constraints = joined(shift_elements("src0", page), one_type_for_all(page),
                                checked_tiles(page), regions_of_dst(page)),
          .results = {per_element({{"src0"}, {"src1"}}, element)},
          .plans = {"shifts"},
          .admit = cut_most_amounts,
      }},
      .decisions = {"002-outside-the-valid-region", "021-shift-amounts"},
      .ambiguities =
          {{"A5 is reported to carry from the low to the high word of 64 bits with an arithmetic "
            "shift, which spoils the high word where bit 31 is set",
            "decision 021: the carry with and without sign are both accepted on a5"},
           {"tests of the sources draw amounts up to 31 for 8 and 16 bits, where their own results "
            "are those of a library",
            "decision 021: promoted to 32 bits on a2a3 and cpu, target-defined on a5"},
           {"amounts of 32 and more are undocumented for 32 bits and wrap for 64 bits on A5; C++ "
            "leaves them undefined on A2A3 and the CPU",
            "decision 021: the low six bits count for 64 bits on a5, else target-defined"},
           {"one page calls the types of A5 those of A2A3, another leaves 64 bits out",
            "constraint src0.element: 64 bits on a5 and cpu, refused on a2a3"}},
      .notes = {"a2a3: a scalar loop, no vector instruction",
                "a5: the amount is read as a signed number of the width of the data"},
  };
}

}  // namespace assay::ops
