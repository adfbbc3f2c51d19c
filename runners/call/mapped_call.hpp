// SPDX-License-Identifier: Apache-2.0
// Calls of an image with the addresses of the process that makes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runners/backend.h"
#include "runners/call/worker_protocol.hpp"

namespace assay::runners {

/// The calls of one execution: what CallImage wrote, as the ABI has it.
class MappedCall {
 public:
  /// In the memory that CallImage wrote, and keeps pointing there.
  MappedCall(std::span<std::byte> arena, std::size_t execution);
  /// With names in `descriptors`, a copy of the first ImageHeader::descriptors bytes, and operands
  /// in copies of the image's windows. `text` is what a call has for text where there is no window
  /// for it.
  MappedCall(std::span<std::byte> descriptors, std::span<std::byte* const> windows, char* text);
  MappedCall(const MappedCall&) = delete;
  MappedCall& operator=(const MappedCall&) = delete;

  std::size_t size() const { return calls_.size(); }
  assay_call* get(std::size_t call = 0) { return &calls_[call]; }
  std::span<assay_call> all() { return calls_; }

 private:
  std::vector<std::vector<assay_operand>> operands_;
  std::vector<std::vector<assay_attribute>> attributes_;
  std::vector<assay_call> calls_;
};

}  // namespace assay::runners
