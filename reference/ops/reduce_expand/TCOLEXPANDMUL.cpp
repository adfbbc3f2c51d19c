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

OpSpec TCOLEXPANDMUL() {
  return column_expansion({
      .mnemonic = "TCOLEXPANDMUL",
      .summary = "Product of a tile and one row for all rows.",
      .types = types(),
      .combination = spread_product,
      .plans = {"nearties", "ones"},
      .decisions = {"014-integer-overflow"},
      .ambiguities = {overflow_is_open(), shortened_name(),
                      types_of_second_page("bfloat16 or int8")},
  });
}

}  // namespace assay::ops
