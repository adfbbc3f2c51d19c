// SPDX-License-Identifier: Apache-2.0
// Which forms programs call.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "reference/isa/spec/op_spec.hpp"

namespace assay::generators {

/// A form that programs may call.
struct Callee {
  const OpSpec* op = nullptr;
  const Form* form = nullptr;
  int weight = 0;  ///< usage_weight()
};

/// Forms of those ops, or of all where none is given, that exist on a target, print nothing, read
/// no element outside a valid region and have no two operands that must share memory, no indices in
/// global memory and no scratch there.
std::vector<Callee> callees(Target target, std::span<const std::string> mnemonics);

}  // namespace assay::generators
