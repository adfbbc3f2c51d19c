// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/elementwise/errata/errata.hpp"

namespace assay::ops {

OpSpec TMUL() {
  constexpr const char* page = "TMUL page";
  return {
      .mnemonic = "TMUL",
      .summary = "Product of two tiles, element by element.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src0, src1},
          .lead = "src0",
          .constraints =
              joined(element_types("src0", page,
                                   {.a2a3 = {i16, i32, f16, f32},
                                    .a5 = {i16, u16, i32, u32, i64, u64, f16, bf16, f32}}),
                     one_element_type({"src1", "dst"}, "src0", page),
                     vec_tiles({"dst", "src0", "src1"}, page, {.in_vec = devices}),
                     equal_regions({"src0", "src1"}, page, devices)),
          .results = {product({{"src0"}, {"src1"}})},
          .plans = {"nearties", "ones"},
      }},
      .decisions = {"002-outside-the-valid-region", "014-integer-overflow"},
      .ambiguities = {overflow_is_open(),
                      sources_outside_their_region(),
                      {"A5 adds, subtracts and compares 8-bit integers but does not multiply them",
                       "constraint src0.element on a5: 8-bit types are refused"}},
      .notes =
          {"a5: 64-bit products keep their low 64 bits",
           "cpu: products of u16 may overflow the int that C++ promotes to; in practice they wrap"},
      .errata = anywhere_on_devices("TMUL", 1, "TMul.hpp"),
  };
}

}  // namespace assay::ops
