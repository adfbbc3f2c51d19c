// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/logic_with_scalar.hpp"

namespace assay::ops {

Result logic_with_scalar(Logic logic) {
  return with_scalar(bitwise({{"src"}, {"scalar"}}, std::move(logic)));
}

std::vector<Ambiguity> logic_ambiguities() {
  return {
      {"pages forbid dst and src in one place on A5 too, A2A3 asserts it in debug builds and A5 "
       "works in place",
       "decision 165: no case has them in one place"},
      {"the English A5 section has no rule on shapes, the Chinese one and the header have",
       "constraint src.same_valid_region: a breach must be refused on devices"},
      {"the Chinese page defines the A5 types by the instruction itself",
       "constraint src.element on a5: integers up to 32 bits"},
      {"the pages intend these instructions for integers, and say so among their checks; floats "
       "pass "
       "the A5 check of the size, and A2A3 checks what it fills",
       "constraint src.element on devices: floats and 64 bits must be refused; errata 004 and 005"},
      expansion_is_reported_short(),
  };
}

Ambiguity expansion_is_reported_short() {
  return {
      "A2A3 expands the scalar with the instruction that is reported to fill consecutive "
      "elements of a tile with a static ValidCol below Cols",
      "decisions 003 and 020: the scalar reaches every element; erratum of A2A3"};
}

}  // namespace assay::ops
