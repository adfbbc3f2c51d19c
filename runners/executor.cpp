// SPDX-License-Identifier: Apache-2.0
// Executes cases on a backend in a worker process.
#include "runners/executor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "generators/generate.hpp"
#include "runners/call_image.hpp"

namespace assay::runners {
namespace {

std::string message_of(const ExecutionSlot& slot) {
  return {slot.message.data(), strnlen(slot.message.data(), slot.message.size())};
}

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

}  // namespace

std::vector<Trial> Executor::run(const Case& test, std::vector<std::vector<ElementArray>> before,
                                 std::uint64_t text_capacity) {
  const CallImage image(test, before.size(), text_capacity);
  image.write(worker_.arena(image.bytes()), before);
  const std::optional<Outcome> ended = worker_.execute();
  const std::span<const std::byte> arena = worker_.arena(image.bytes());
  std::vector<Trial> trials;
  for (std::size_t i = 0; i < before.size(); ++i) {
    Trial trial = image.read(arena, i, std::move(before[i]));
    trial.outcome = ended ? *ended : outcome_of(image.slot(arena, i), text_capacity);
    if (ended) std::ranges::fill(trial.after, ElementArray());
    trials.push_back(std::move(trial));
  }
  return trials;
}

std::vector<std::vector<ElementArray>> contents_of(const Case& test) {
  std::vector<std::vector<ElementArray>> contents;
  contents.push_back(generators::fill(test, generators::Poison::first));
  if (!test.intent.legal()) return contents;
  contents.push_back(contents.front());
  contents.push_back(generators::fill(test, generators::Poison::second));
  return contents;
}

std::uint64_t text_capacity_of(const Case& test, const std::vector<Expected>& expected) {
  constexpr std::int64_t generous = 1 << 16;
  constexpr std::int64_t per_element = 32;
  const auto prints = [](const Result& result) { return result.operand == "text"; };
  if (std::ranges::none_of(test.form().results, prints)) return 0;
  std::int64_t elements = 0;
  for (const OperandValue& value : test.call.operands) {
    if (const auto* tile = std::get_if<TileSpec>(&value)) elements += tile->type.elements();
    if (const auto* global = std::get_if<GlobalSpec>(&value)) elements += global->elements();
  }
  std::int64_t capacity = generous + per_element * std::max<std::int64_t>(elements, 0);
  for (const Expected& one : expected) {
    const auto* text = std::get_if<ExpectedText>(&one);
    if (text != nullptr && text->capacity > 0) capacity = text->capacity;
  }
  return static_cast<std::uint64_t>(capacity);
}

}  // namespace assay::runners
