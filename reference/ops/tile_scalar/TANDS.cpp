// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/logic_with_scalar.hpp"
#include "reference/ops/tile_scalar/scalar_errata.hpp"

namespace assay::ops {
namespace {

constexpr const char* tands_page = "TANDS page";

}  // namespace

OpSpec TANDS() {
  return {
      .mnemonic = "TANDS",
      .summary = "Bitwise AND of every element and a scalar.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src, scalar},
          .lead = "src",
          .constraints =
              joined(type_lists("src", tands_page, {.a2a3 = integers_to_32, .a5 = integers_to_32}),
                     dst_has_type_of("src", tands_page, every_target),
                     tiles_with_scalar("src", tands_page, {.row_major = devices}),
                     regions_with_scalar("src", tands_page, {.not_empty_on_a2a3 = false}),
                     scalar_argument()),
          .results = {logic_with_scalar(and_of)},
          .scenarios = {neutral_scalar(Neutral::all_bits)},
          .copies_in = {neutral_name},
      }},
      .decisions = {"002-outside-the-valid-region", "003-texpands-fill-region",
                    "020-scalar-arguments", "039-row-major-on-the-cpu"},
      .ambiguities = logic_ambiguities(),
      .notes = {"a2a3: the scalar is expanded into dst first; 8-bit data are combined in pairs of "
                "bytes",
                "a2a3, a5: Vec is documented and not asserted"},
      .errata = {short_expansion("E-TANDS-001", "include/pto/npu/a2a3/TBitwiseSOp.hpp", and_of),
                 unchecked(a2a3, "E-TANDS-002", "TBitwiseSOp.hpp", "*.location"),
                 unchecked(a5, "E-TANDS-003", "TAndS.hpp", "*.location"),
                 taking(a2a3, "E-TANDS-004", "TBitwiseSOp.hpp:107", "src.element", floats_to_32),
                 taking(a5, "E-TANDS-005", "TAndS.hpp:59", "src.element", others_to_32)},
  };
}

}  // namespace assay::ops
