// SPDX-License-Identifier: Apache-2.0
// Requests to a program by runners/PROTOCOL.md: a call, or calls over shared memory.
#include "runners/backend/questions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

namespace assay::runners {
namespace {

std::span<const assay_operand> operands_of(const assay_call& call) {
  return {call.operands, call.operand_count};
}

std::span<const assay_image> images_of(const assay_program& program) {
  return {program.images, program.image_count};
}

std::span<std::byte> memory_of(const assay_image& image) {
  return {static_cast<std::byte*>(image.data), image.byte_size};
}

}  // namespace

bool Question::ask(std::uint64_t number, const Send& send) const {
  const std::string request = line(number);
  return send(std::as_bytes(std::span(request))) && send_contents(send);
}

std::string CallQuestion::line(std::uint64_t number) const { return request_line(call_, number); }

bool CallQuestion::send_contents(const Send& send) const {
  return std::ranges::all_of(operands_of(call_),
                             [&](const assay_operand& operand) { return send(packed(operand)); });
}

Answer CallQuestion::answer(const std::string& line, std::uint64_t number) {
  return answer_from(line, call_, number);
}

void CallQuestion::take(const Answer& answer, const Read& read) {
  if (answer.status != ASSAY_DONE) return;
  for (const assay_operand& operand : operands_of(call_)) {
    if (!is_answered(operand)) continue;
    std::vector<std::byte> contents(operand.byte_size);
    read(contents);
    unpack(contents, operand);
  }
}

void CallQuestion::accept(const Answer& answer) {
  if (answer.status != ASSAY_DONE) return;
  call_.text_length = answer.text.size();
  std::memcpy(call_.text, answer.text.data(),
              std::min<std::size_t>(answer.text.size(), call_.text_capacity));
}

std::string ProgramQuestion::line(std::uint64_t number) const {
  return program_line(program_, number);
}

bool ProgramQuestion::send_contents(const Send& send) const {
  return std::ranges::all_of(images_of(program_),
                             [&](const assay_image& image) { return send(memory_of(image)); });
}

bool ProgramQuestion::begins(const std::string& line, std::uint64_t number) {
  const std::optional<std::uint64_t> call = begun_in(line, number);
  if (!call) return false;
  if (std::exchange(asked_, number) != number) next_ = 0;
  if (*call < next_ || *call >= program_.call_count) {
    throw BadFrame(fmt::format("{} says that call {} of 0 to {} begins, {}", quoted(line), *call,
                               program_.call_count - 1,
                               *call < next_ ? "which did before" : "and there is none"));
  }
  next_ = *call + 1;
  *program_.begun = static_cast<std::uint32_t>(*call);
  return true;
}

Answer ProgramQuestion::answer(const std::string& line, std::uint64_t number) {
  return answer_from(line, program_, number, ends_only_);
}

void ProgramQuestion::take(const Answer& answer, const Read& read) {
  if (ends_only_ && answer.status != ASSAY_DONE) return;
  for (std::uint32_t call = ends_only_ ? answer.calls - 1 : 0; call < answer.calls; ++call) {
    for (std::uint32_t image = 0; image < program_.image_count; ++image) {
      take_image(call, image, read);
    }
  }
}

void ProgramQuestion::accept(const Answer& answer) {
  std::ranges::fill(statuses_.first(answer.calls), ASSAY_DONE);
  if (answer.calls < statuses_.size()) statuses_[answer.calls] = answer.status;
}

void ProgramQuestion::take_image(std::uint32_t call, std::uint32_t image, const Read& read) {
  const std::span<std::byte> memory = memory_of(program_.images[image]);
  read(memory);
  for (const assay_tap& tap : std::span(program_.taps, program_.tap_count)) {
    if (tap.call != call || tap.image != image) continue;
    std::ranges::copy(memory, static_cast<std::byte*>(tap.data));
  }
}

}  // namespace assay::runners
