// SPDX-License-Identifier: Apache-2.0
#include "runners/call/outcome.hpp"

#include <fmt/format.h>

#include <cstring>
#include <string>

#include "runners/backend.h"

namespace assay::runners {
namespace {

std::string message_of(const ExecutionSlot& slot) {
  return {slot.message.data(), strnlen(slot.message.data(), slot.message.size())};
}

}  // namespace

Outcome outcome_of(const ExecutionSlot& slot, std::uint64_t text_capacity) {
  using Status = Outcome::Status;
  if (slot.text_length > text_capacity) {
    return {Status::infra, fmt::format("the backend claims {} bytes of text in a buffer of {}",
                                       slot.text_length, text_capacity)};
  }
  switch (slot.status) {
    case ASSAY_DONE:
      return {Status::done, ""};
    case ASSAY_REJECTED:
      return {Status::rejected, message_of(slot)};
    case ASSAY_UNSUPPORTED:
      return {Status::unsupported, message_of(slot)};
    case ASSAY_BROKEN:
      return {Status::infra, message_of(slot)};
    default:
      return {Status::infra, fmt::format("the backend answered with the unknown status {}; see "
                                         "assay_status in runners/backend.h",
                                         slot.status)};
  }
}

Outcome outcome_of(const CallImage& image, std::span<const std::byte> arena, std::size_t execution,
                   std::uint64_t text_capacity) {
  bool left_out = false;
  for (std::size_t call = 0; call < image.calls(); ++call) {
    const ExecutionSlot slot = image.slot(arena, execution, call);
    left_out = left_out || slot.entered == 0;
    if (slot.entered == 0) continue;
    Outcome outcome = outcome_of(slot, text_capacity);
    outcome.call = call;
    if (outcome.status != Outcome::Status::done) return outcome;
  }
  if (left_out) return {Outcome::Status::infra, "the worker has no answer to some calls"};
  return {Outcome::Status::done, ""};
}

std::uint32_t changes_of(const CallImage& image, std::span<const std::byte> arena,
                         std::size_t execution) {
  std::uint32_t changes = 0;
  for (std::size_t call = 0; call < image.calls(); ++call) {
    changes |= image.slot(arena, execution, call).changes;
  }
  return changes;
}

}  // namespace assay::runners
