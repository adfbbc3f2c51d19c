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

/// The scalar's pattern in the element type of its parameter; 0 where C++ leaves the conversion
/// undefined.
std::uint64_t converted_scalar(const Call& call, const ScalarOf& which = {});

/// The caller's type is an integer type, float, double or the parameter's own, and C++ defines the
/// conversion. Constraints of C++, so no call breaks them.
Constraints scalar_argument(const ScalarOf& which = {});

/// `result` with the scalar converted to the type of its parameter before its semantics see it.
Result with_scalar(Result result, const ScalarOf& which = {});

/// At launch the converted scalar is not zero. On the CPU alone: headers there divide as C++ does
/// or assert in debug builds, so a refusal is not promised.
Constraint scalar_not_zero_on_cpu(const ScalarOf& which, const std::string& page);

/// What the scalar path of 64-bit integers on A5 may leave: from column 64 on it is reported to
/// write nothing, so what was there before is acceptable too (decision 020).
ElementFunction or_untouched_from_column_64(ElementFunction function);

}  // namespace assay::ops
