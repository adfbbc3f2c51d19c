// SPDX-License-Identifier: Apache-2.0
// Faults of elements that are read or written where another tile says.
#pragma once

#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/faults/fault_hook.hpp"
#include "runners/simulator/table/gathering.hpp"

namespace assay::simulator::fault_hooks {

struct OffsetsAreElements : FaultHook {
  using FaultHook::FaultHook;

 private:
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    if (element.request.row->run != run_byte_gather) return bits;
    return in_row_major(element.request[1], static_cast<std::int64_t>(element.inputs[1]));
  }
};

/// Only 12 bits of an offset count.
struct OffsetsCut : FaultHook {
  using FaultHook::FaultHook;

 private:
  std::uint64_t stored(const Written& element, std::uint64_t bits) const override {
    if (element.request.row->run != run_byte_gather || element.inputs[1] < 4096) return bits;
    const std::int64_t size = size_of(element.request[1].element);
    return in_row_major(element.request[1],
                        static_cast<std::int64_t>(element.inputs[1] % 4096) / size);
  }
};

}  // namespace assay::simulator::fault_hooks
