// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/bitwise/bitwise.hpp"
#include "reference/ops/header_errata.hpp"

namespace assay::ops {
namespace {

constexpr const char* tor_page = "TOR page";

}  // namespace

OpSpec TOR() {
  return {
      .mnemonic = "TOR",
      .summary = "Bitwise OR of two tiles.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src0, src1},
          .lead = "src0",
          .constraints = joined(logic_elements("src0", tor_page), one_type_for_all(tor_page),
                                checked_tiles(tor_page), regions_of_dst(tor_page)),
          .results = {bitwise({{"src0"}, {"src1"}}, or_of)},
      }},
      .decisions = {"002-outside-the-valid-region"},
      .ambiguities =
          {{"pages speak of integers, the A5 header checks the size alone and the A2A3 header "
            "nothing",
            "constraint src0.element: integers up to 32 bits are legal, all else must be refused; "
            "errata E-TOR-001 and E-TOR-002"},
           {"A2A3 is reported to rewrite one byte after an odd number of 8-bit columns",
            "decision 002: what lies outside the valid region is not compared"}},
      .notes = {"a2a3: 8-bit data are combined in pairs of bytes"},
      .errata = {unchecked(a2a3, "E-TOR-001", "TOr.hpp", "src0.element"),
                 taking(a5, "E-TOR-002", "TOr.hpp:54", "src0.element",
                        {f16, bf16, f32, e4m3, e5m2, e8m0, hif8, e2m1, e1m2})},
  };
}

}  // namespace assay::ops
