// SPDX-License-Identifier: Apache-2.0
// A parsed call, the answer to it, and the rules that a call has to keep.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runners/backend.h"
#include "runners/simulator/faults.hpp"

namespace assay::simulator {

struct Answer {
  assay_status status = ASSAY_DONE;
  std::string message;
};

enum class Machine : std::uint8_t { a2a3, a5, cpu };

/// The C structure in terms of C++. Points into it.
struct Request {
  Machine machine = Machine::cpu;
  std::string_view op;
  std::string_view form;
  std::vector<const assay_operand*> operands;
  assay_call* call = nullptr;

  const assay_operand& operator[](std::size_t index) const { return *operands[index]; }
  bool on_device() const { return machine != Machine::cpu; }
  std::string_view attribute(std::string_view name) const;

  /// Do the operands have these kinds, in this order?
  bool takes(std::initializer_list<assay_kind> kinds) const;
};

/// Fills `request`, or says why the structure cannot be understood.
Answer parse(assay_call& call, Request& request);

/// Collects broken rules. A refusal goes before a harness fault, that before a missing feature.
class Rules {
 public:
  Rules(const Request& request, const Device& device) : request_(&request), device_(&device) {}

  /// A rule that a compiler of the SDK would check. `text` states the rule.
  void type(bool holds, std::string_view text);
  /// A rule that a debug build checks when the call runs.
  void launch(bool holds, std::string_view text);
  /// Something that the harness has to see to.
  void harness(bool holds, std::string_view text);
  /// Something that this simulator implements.
  void covered(bool holds, std::string_view text);

  /// lowest <= value <= highest, as a rule of the type.
  void range(std::int64_t value, std::int64_t lowest, std::int64_t highest, std::string_view text);

  /// The rules of the Tile class, and a buffer that holds the tile.
  void tile(const assay_operand& operand);
  void conv_tile(const assay_operand& operand);
  void global(const assay_operand& operand);

  /// The answer to give now, if the call must not be executed.
  std::optional<Answer> stop() const;

 private:
  void note(assay_status status, bool holds, std::string_view text);

  const Request* request_;
  const Device* device_;
  Answer answer_;
};

bool one_of(std::uint32_t element, std::initializer_list<assay_element> list);

/// BLayout row-major without boxes.
bool is_nd(const assay_operand& tile);
/// Elements of a convolution tile: the product of its dimensions.
std::int64_t conv_elements(const assay_operand& tile);

}  // namespace assay::simulator
