// SPDX-License-Identifier: Apache-2.0
// Parsing of calls and the rules that all ops share.
#include "runners/simulator/core/checks.hpp"

#include <fmt/format.h>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/hooks.hpp"
#include "runners/simulator/core/walk.hpp"

namespace assay::simulator {
namespace {

std::optional<Machine> known_machine(std::string_view name) {
  if (name == "a2a3") return Machine::a2a3;
  if (name == "a5") return Machine::a5;
  if (name == "cpu") return Machine::cpu;
  return std::nullopt;
}

bool has_room(const assay_operand& operand, std::int64_t elements) {
  const auto bits = static_cast<std::uint64_t>(elements * width_of(operand.element));
  return operand.data != nullptr && (bits + 7) / 8 <= operand.byte_size;
}

}  // namespace

Answer parse(assay_call& call, Request& request) {
  if (call.struct_size < sizeof(assay_call) || call.op == nullptr || call.form == nullptr ||
      call.target == nullptr) {
    return {ASSAY_BROKEN, "the call structure is older than version 1 of the ABI, or incomplete"};
  }
  const std::optional<Machine> machine = known_machine(call.target);
  if (!machine) {
    return {ASSAY_UNSUPPORTED, fmt::format("target {} is not simulated", call.target)};
  }
  request.machine = *machine;
  request.op = call.op;
  request.form = call.form;
  request.call = &call;
  // A newer producer has longer structures: step by its size, not by ours.
  const auto* next = reinterpret_cast<const unsigned char*>(call.operands);
  for (std::uint32_t i = 0; i < call.operand_count; ++i) {
    const auto* operand = reinterpret_cast<const assay_operand*>(next);
    if (operand == nullptr || operand->struct_size < sizeof(assay_operand)) {
      return {ASSAY_BROKEN, fmt::format("operand {} is older than version 1 of the ABI", i)};
    }
    if (!request.operands.push_back(operand)) {
      return {ASSAY_UNSUPPORTED, "no instruction has so many operands"};
    }
    next += operand->struct_size;
  }
  return {};
}

void Rules::apply_hooks(Ruling& ruling) const { hooks_->ruling(*request_, ruling); }

void Rules::apply_hooks(std::int64_t& lowest, std::int64_t& highest) const {
  hooks_->limits(lowest, highest);
}

void Rules::placed_tile(const assay_operand& operand) {
  if (status_ == ASSAY_REJECTED) return;
  covered(walk_is_settled(operand), "places of ragged or compact boxes are not settled");
  harness(has_room(operand, operand.rows * operand.cols), "the buffer is smaller than the tile");
}

void Rules::placed_conv_tile(const assay_operand& operand) {
  harness(has_room(operand, conv_elements(operand)), "the buffer is smaller than the tile");
}

void Rules::placed_global(const assay_operand& operand) {
  for (std::size_t dim = 0; dim < 5; ++dim) {
    launch(operand.shape[dim] >= 0, "the shape of global memory must not be negative");
    covered(operand.stride[dim] >= 0, "negative strides are not simulated");
  }
  harness(last_offset(operand) < 0 || has_room(operand, last_offset(operand) + 1),
          "the buffer is smaller than the view");
}

std::optional<Answer> Rules::stop() const {
  if (status_ == ASSAY_DONE) return std::nullopt;
  Answer answer{status_, fmt::format("{}: {}", request_->op, text_)};
  hooks_->refused(*request_, answer);
  return answer;
}

}  // namespace assay::simulator
