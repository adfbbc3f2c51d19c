// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/bitwise/bitwise.hpp"

namespace assay::ops {
namespace {

constexpr const char* tshr_page = "TSHR page";

}  // namespace

OpSpec TSHR() {
  return {
      .mnemonic = "TSHR",
      .summary = "Every element shifted right by the element of a second tile.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src0, src1},
          .lead = "src0",
          .constraints = joined(shift_elements("src0", tshr_page), one_type_for_all(tshr_page),
                                checked_tiles(tshr_page), regions_of_dst(tshr_page)),
          .results = {per_element({{"src0"}, {"src1"}}, shifted_right)},
          .plans = {"shifts"},
          .admit = cut_amounts,
      }},
      .decisions = {"002-outside-the-valid-region", "021-shift-amounts"},
      .ambiguities =
          {{"pages give no range for amounts; the overview of the family wants them below the "
            "width",
            "decision 021: amounts from 0 to width - 1 are legal, the result of others is open"},
           {"one page calls the types of A5 those of A2A3, another leaves 64 bits out",
            "constraint src0.element: 64 bits on a5 and cpu, refused on a2a3"}},
      .notes = {"a2a3: a scalar loop, no vector instruction",
                "a5: the amount is read as a signed number of the width of the data"},
  };
}

}  // namespace assay::ops
