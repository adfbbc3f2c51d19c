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

}  // namespace assay::runners
