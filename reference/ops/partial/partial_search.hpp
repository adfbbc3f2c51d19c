// SPDX-License-Identifier: Apache-2.0
// Common parts of the pages that select one of two elements, with the index that it carries.
#pragma once

#include <string>
#include <vector>

#include "reference/ops/partial/partial.hpp"

namespace assay::ops {

inline const Operand value_out{"dstVal", Role::output, OperandKind::tile};
inline const Operand value_of_src0{"src0Val", Role::input, OperandKind::tile};
inline const Operand value_of_src1{"src1Val", Role::input, OperandKind::tile};
inline const Operand index_out{"dstIdx", Role::output, OperandKind::tile};
inline const Operand index_of_src0{"src0Idx", Role::input, OperandKind::tile};
inline const Operand index_of_src1{"src1Idx", Role::input, OperandKind::tile};

inline const PartialTiles value_tiles{"dstVal", "src0Val", "src1Val"};
inline const PartialTiles index_tiles{"dstIdx", "src0Idx", "src1Idx"};

Constraints search_constraints(const std::string& page);

/// dstVal[i,j] = the greater of both values, or the smaller one; that of src1Val if they are equal.
Result selected_value(bool largest);
/// dstIdx[i,j] = the index of that value.
Result selected_index(bool largest);

std::vector<Ambiguity> search_ambiguities(const std::string& op);
std::vector<Erratum> search_errata(const std::string& op, bool largest);

}  // namespace assay::ops
