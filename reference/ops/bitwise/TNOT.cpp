// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/bitwise/bitwise.hpp"
#include "reference/ops/header_errata.hpp"

namespace assay::ops {
namespace {

std::uint64_t complement(std::span<const Value> x) { return ~x[0].bits; }

}  // namespace

OpSpec TNOT() {
  constexpr const char* page = "TNOT page";
  const TileConstraints asked{.page = page, .in_vec = {}, .row_major = {}};
  return {
      .mnemonic = "TNOT",
      .summary = "Bitwise complement of every element.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src},
          .lead = "src",
          .constraints = joined(
              logic_elements("src", page),
              Constraints{
                  vocabulary::same_element("dst", "src").from(page, "one type for both tiles")},
              checked_tile("dst", asked), checked_tile("src", asked),
              Constraints{equal_region("src", "dst", page, no_target)}),
          .results = {bitwise({{"src"}}, complement)},
      }},
      .decisions = {"002-outside-the-valid-region"},
      .ambiguities =
          {{"one page limits A2A3 to 16-bit types, the other page and the header cover 8, 16 and "
            "32",
            "constraint src.element: all three widths on a2a3"},
           {"equal valid regions are called required and unchecked; debug builds check them",
            "constraint src.same_valid_region: a breach need not be refused"}},
      .notes = {"a2a3: 8-bit data are combined in pairs of bytes, so an odd width changes the byte "
                "after each row"},
      .errata = {unchecked(a2a3, "E-TNOT-001", "TUnaryOp.hpp", "src.element")},
  };
}

}  // namespace assay::ops
