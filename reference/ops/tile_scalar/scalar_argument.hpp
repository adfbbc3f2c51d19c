// SPDX-License-Identifier: Apache-2.0
// Scalar arguments: the call converts what the caller passes to the element type of the parameter
// (decision 020).
#pragma once

#include <string>

#include "reference/ops/page.hpp"

namespace assay::ops {

/// A scalar operand, and the tile whose element type its parameter has.
struct ScalarOf {
  std::string tile = "src";
  std::string name = "scalar";
};

/// The scalar's pattern in the element type of its parameter; 0 if C++ leaves the conversion
/// undefined.
std::uint64_t converted_scalar(const Call& call, const ScalarOf& which = {});

/// The caller's type is an integer type, float, double or the parameter's own, and C++ defines the
/// conversion. Constraints of C++, so no call breaks them.
Constraints scalar_argument(const ScalarOf& which = {});

/// `result` with the scalar converted to the type of its parameter before its semantics see it.
Result with_scalar(Result result, const ScalarOf& which = {});

}  // namespace assay::ops
