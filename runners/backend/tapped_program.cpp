// SPDX-License-Identifier: Apache-2.0
// A program as the C ABI has it.
#include "runners/backend/tapped_program.hpp"

namespace assay::runners {
namespace {

std::uint64_t bytes_of(const std::vector<assay_image>& images) {
  std::uint64_t bytes = 0;
  for (const assay_image& image : images) bytes += image.byte_size;
  return bytes;
}

}  // namespace

TappedProgram::TappedProgram(Execution& execution, bool ends_only)
    : images_(execution.images()),
      bytes_(bytes_of(images_)),
      pages_(execution.arena().descriptor(), execution.progress(),
             CallProgress::bytes_for(bytes_, execution.calls())),
      progress_(pages_.get(), bytes_, execution.calls()) {
  const std::size_t tapped_calls = ends_only ? 0 : execution.calls() - 1;
  progress_.reset(tapped_calls);
  for (std::uint32_t call = 0; call < tapped_calls; ++call) {
    std::byte* to = progress_.behind(call).data();
    for (std::uint32_t i = 0; i < images_.size(); ++i) {
      taps_.push_back({sizeof(assay_tap), call, i, 0, to});
      to += images_[i].byte_size;
    }
  }
  program_.struct_size = sizeof program_;
  program_.call_count = static_cast<std::uint32_t>(execution.calls());
  program_.image_count = static_cast<std::uint32_t>(images_.size());
  program_.tap_count = static_cast<std::uint32_t>(taps_.size());
  program_.calls = execution.call();
  program_.images = images_.data();
  program_.taps = taps_.data();
  place_operands(execution);
  program_.places = places_.data();
  program_.begun = progress_.begun_word();
}

/// By where the operands point. Of global memory that is the first element of the view; what lies
/// before it in its allocation is part of what the image holds there.
void TappedProgram::place_operands(Execution& execution) {
  for (std::size_t call = 0; call < execution.calls(); ++call) {
    const assay_call& one = *execution.call(call);
    for (std::uint32_t k = 0; k < one.operand_count; ++k) {
      assay_place place{UINT32_MAX, 0, 0};
      const auto* data = static_cast<const std::byte*>(one.operands[k].data);
      for (std::uint32_t i = 0; data != nullptr && i < images_.size(); ++i) {
        const auto* begin = static_cast<const std::byte*>(images_[i].data);
        if (data < begin || data >= begin + images_[i].byte_size) continue;
        place = {i, 0, static_cast<std::uint64_t>(data - begin)};
      }
      places_.push_back(place);
    }
  }
}

}  // namespace assay::runners
