// SPDX-License-Identifier: Apache-2.0
// A call in terms of C++, as rules read it: while a unit is compiled, and when a call arrives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "runners/backend.h"

namespace assay::simulator {

enum class Machine : std::uint8_t { a2a3, a5, cpu };

struct Row;

/// The operands of a call. Points to them.
class Operands {
 public:
  static constexpr std::size_t most = 20;

  /// False where there is no room.
  constexpr bool push_back(const assay_operand* operand) {
    if (count_ == most) return false;
    items_[count_++] = operand;
    return true;
  }
  constexpr std::size_t size() const { return count_; }
  constexpr const assay_operand*& operator[](std::size_t index) { return items_[index]; }
  constexpr const assay_operand* operator[](std::size_t index) const { return items_[index]; }
  constexpr const assay_operand* back() const { return items_[count_ - 1]; }
  constexpr const assay_operand* const* begin() const { return items_; }
  constexpr const assay_operand* const* end() const { return items_ + count_; }

 private:
  const assay_operand* items_[most] = {};
  std::size_t count_ = 0;
};

struct Request {
  Machine machine = Machine::cpu;
  std::string_view op;
  std::string_view form;
  Operands operands;
  const Row* row = nullptr;    ///< of the instruction (rules/row.hpp)
  assay_call* call = nullptr;  ///< null while a unit is compiled

  constexpr const assay_operand& operator[](std::size_t index) const { return *operands[index]; }
  constexpr bool on_device() const { return machine != Machine::cpu; }

  /// Empty where the call has no such attribute.
  constexpr std::string_view attribute(std::string_view name) const {
    for (std::uint32_t i = 0; call != nullptr && i < call->attribute_count; ++i) {
      if (name == call->attributes[i].name) return call->attributes[i].value;
    }
    return {};
  }

  /// Do the operands have these kinds, in this order?
  constexpr bool takes(std::initializer_list<assay_kind> kinds) const {
    if (kinds.size() != operands.size()) return false;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      if (operands[i]->kind != static_cast<std::uint32_t>(kinds.begin()[i])) return false;
    }
    return true;
  }
};

}  // namespace assay::simulator
