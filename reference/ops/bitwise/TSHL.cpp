// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/bitwise/bitwise.hpp"
#include "reference/ops/header_errata.hpp"

namespace assay::ops {

OpSpec TSHL() {
  constexpr const char* page = "TSHL page";
  return {
      .mnemonic = "TSHL",
      .summary = "Every element shifted left by the element of a second tile.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src0, src1},
          .lead = "src0",
          .constraints = joined(shift_elements("src0", page), one_type_for_all(page),
                                checked_tiles(page), regions_of_dst(page)),
          .results = {per_element({{"src0"}, {"src1"}}, shifted_left)},
          .plans = {"shifts"},
          .admit = cut_amounts,
      }},
      .decisions = {"002-outside-the-valid-region", "021-shift-amounts"},
      .ambiguities =
          {{"pages give no range for amounts; the overview of the family wants them below the "
            "width",
            "decision 021: amounts from 0 to width - 1 are legal, the result of others is open"},
           {"A5 carries from the low to the high word of 64 bits with an arithmetic shift, which "
            "spoils "
            "the high word where bit 31 is set",
            "decision 021: erratum E-TSHL-001"},
           {"one page calls the types of A5 those of A2A3, another leaves 64 bits out",
            "constraint src0.element: 64 bits on a5 and cpu, refused on a2a3"}},
      .notes = {"a2a3: a scalar loop, no vector instruction",
                "a5: the amount is read as a signed number of the width of the data"},
      .errata = {among(
          giving(of_headers(a5, "E-TSHL-001", "Int64Binary.hpp",
                            "the carry into the high word keeps the sign of the low one"),
                 per_element({{"src0"}, {"src1"}}, shifted_left_with_sign)),
          "64-bit integers", [](const Call& call) { return bits_of(element_of(call)) == 64; })},
  };
}

}  // namespace assay::ops
