// SPDX-License-Identifier: Apache-2.0
// A call as the C ABI describes it, without memory.
#pragma once

#include <vector>

#include "reference/isa/call/call.hpp"
#include "runners/backend.h"

namespace assay::runners {

/// Describes the call, which must outlive this: types, sizes, scalars and attributes; no data.
/// Throws std::length_error if an operand exceeds any memory.
class DescribedCall {
 public:
  explicit DescribedCall(const Call& call);
  DescribedCall(const DescribedCall&) = delete;
  DescribedCall& operator=(const DescribedCall&) = delete;

  const assay_call& get() const { return call_; }

 private:
  std::vector<assay_operand> operands_;
  std::vector<assay_attribute> attributes_;
  assay_call call_{};
};

}  // namespace assay::runners
