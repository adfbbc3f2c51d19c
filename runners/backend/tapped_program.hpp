// SPDX-License-Identifier: Apache-2.0
// A program as the C ABI has it, with memory for what is asked for between its calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runners/backend.h"
#include "runners/backend/executions.hpp"
#include "runners/backend/shared_pages.hpp"
#include "runners/call/progress.hpp"

namespace assay::runners {

/// A program of an execution that outlives it. Every image is requested after every call but the
/// last, or none if the backend shows ends only. The run sees the taps and the progress while the
/// backend works. Throws InfraError if there is no memory.
class TappedProgram {
 public:
  TappedProgram(Execution& execution, bool ends_only);
  TappedProgram(const TappedProgram&) = delete;
  TappedProgram& operator=(const TappedProgram&) = delete;

  assay_program* get() { return &program_; }
  /// The contents of the images after a call, one after the other. Poison if the backend put
  /// nothing there.
  std::span<const std::byte> tapped(std::size_t call) const { return progress_.behind(call); }

 private:
  void place_operands(Execution& execution);

  std::vector<assay_image> images_;
  std::uint64_t bytes_;  ///< of all images
  SharedPages pages_;
  CallProgress progress_;
  std::vector<assay_tap> taps_;
  std::vector<assay_place> places_;
  assay_program program_{};
};

}  // namespace assay::runners
