// SPDX-License-Identifier: Apache-2.0
// A program as the C ABI has it, with memory for what is asked for between its calls.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "runners/backend.h"
#include "runners/backend/executions.hpp"

namespace assay::runners {

/// Of an execution that outlives it. Every image is asked for behind every call but the last, or
/// none where the backend shows ends only.
class TappedProgram {
 public:
  TappedProgram(Execution& execution, bool ends_only);
  TappedProgram(const TappedProgram&) = delete;
  TappedProgram& operator=(const TappedProgram&) = delete;

  assay_program* get() { return &program_; }
  /// What the images held behind a call, one behind the other. Where the backend put nothing there,
  /// a poison.
  std::span<const std::byte> tapped(std::size_t call) const;

 private:
  void place_operands(Execution& execution);

  std::size_t bytes_ = 0;  ///< of all images
  std::vector<std::byte> memory_;
  std::vector<assay_image> images_;
  std::vector<assay_tap> taps_;
  std::vector<assay_place> places_;
  assay_program program_{};
};

}  // namespace assay::runners
