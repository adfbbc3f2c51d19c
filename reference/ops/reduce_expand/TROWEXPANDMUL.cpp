// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/expansion.hpp"

namespace assay::ops {
namespace {

Types types() {
  Types types = expansion_types();
  types.cpu.push_back(u8);
  return types;
}

}  // namespace

OpSpec TROWEXPANDMUL() {
  return row_expansion({
      .mnemonic = "TROWEXPANDMUL",
      .summary = "Product of a tile and one value for each row.",
      .types = types(),
      .combination = spread_product,
      .plans = {"nearties", "ones"},
      .decisions = {"014-integer-overflow"},
      .ambiguities = {overflow_is_open(), identity_of_tiles("A2A3 and A5"), shortened_name(),
                      types_of_second_page("bfloat16 or int8")},
  });
}

}  // namespace assay::ops
