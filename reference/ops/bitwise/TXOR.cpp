// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/bitwise/bitwise.hpp"
#include "reference/ops/header_errata.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* txor_page = "TXOR page";

}  // namespace

OpSpec TXOR() {
  return {
      .mnemonic = "TXOR",
      .summary = "Bitwise exclusive OR of two tiles.",
      .forms = {{
          .name = "tmp",
          .operands = {dst, src0, src1, tmp},
          .lead = "src0",
          .constraints = joined(logic_elements("src0", txor_page), one_type_for_all(txor_page),
                                checked_tiles(txor_page, {a2a3}), regions_of_dst(txor_page),
                                like_dst("tmp", txor_page)),
          .results = {bitwise({{"src0"}, {"src1"}}, xor_of)},
      }},
      .decisions = {"002-outside-the-valid-region"},
      .ambiguities =
          {{"the size of tmp is asked to be at least that of dst in one place and equal in another",
            "constraint tmp.like_dst: equal valid regions; a smaller one must be refused on a2a3, "
            "a larger one is never tried"},
           {"pages forbid every overlap of operands, the A2A3 header compares addresses and "
            "permits equal sources",
            "decision 165: no case has them in one place"}},
      .notes = {"a5, cpu: tmp is accepted and ignored",
                "a2a3: 8-bit data are combined in pairs of bytes"},
      .errata = {unchecked(a2a3, "E-TXOR-001", "TXor.hpp", "src0.element")},
  };
}

}  // namespace assay::ops
