// SPDX-License-Identifier: Apache-2.0
// Which ops programs are made of.
#pragma once

#include <string_view>
#include <vector>

#include "reference/isa/op_spec.hpp"

namespace assay::generators {

/// A form that programs may call.
struct Callee {
  const OpSpec* op = nullptr;
  const Form* form = nullptr;
};

/// Forms that exist on a target, print nothing and read no element outside a valid region.
std::vector<Callee> callees(Target target);

/// How often an op is drawn behind the one that wrote what it reads (empty: nothing), in relation to
/// others. From counts of neighbours in public kernels.
int weight_of(std::string_view op, std::string_view behind);

}  // namespace assay::generators
