// SPDX-License-Identifier: Apache-2.0
// Everything a page is written with.
#pragma once

#include "reference/isa/spec/op_spec.hpp"
#include "reference/isa/spec/vocabulary.hpp"
#include "reference/ops/per_element.hpp"
#include "reference/ops/semantics.hpp"
#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {

using enum ElementType;
using enum Target;
using enum Stage;

// The operand names of the manual.
inline const Operand dst{"dst", Role::output, OperandKind::tile};
inline const Operand src{"src", Role::input, OperandKind::tile};
inline const Operand src0{"src0", Role::input, OperandKind::tile};
inline const Operand src1{"src1", Role::input, OperandKind::tile};
inline const Operand tmp{"tmp", Role::scratch, OperandKind::tile};
inline const Operand scalar{"scalar", Role::input, OperandKind::scalar};

}  // namespace assay::ops
