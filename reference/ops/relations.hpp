// SPDX-License-Identifier: Apache-2.0
// Chains of calls of which two values must be equal, whatever they are.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "reference/isa/call/call.hpp"

namespace assay {

/// An operand of a call of a chain.
struct ChainOperand {
  std::size_t call = 0;
  std::string_view operand;
};

/// A call of a chain.
struct ChainCall {
  std::string_view op;
  std::string_view form;
  /// Operands that are the value of an operand of an earlier call: what it wrote, or what it read.
  struct Reading {
    std::string_view operand;
    ChainOperand value;
  };
  std::vector<Reading> reads = {};
  /// Gives other operands the types, shapes or scalars that the relation needs; null for nothing.
  void (*fit)(Call& call, std::span<const Call> before) = nullptr;
  /// Of a call that reads nothing of the chain: whose element type its lead operand has.
  std::optional<ChainOperand> lead_like = std::nullopt;
};

/// A relation between two values of a chain that follows from the meaning of the ops, without any
/// expected value: the valid elements of both are the same, in logical order. A value is what the
/// operand holds after its call if that writes it, and before it otherwise.
struct Relation {
  std::string_view name;
  std::string_view text;
  std::vector<ChainCall> calls;
  struct Equality {
    ChainOperand one;
    ChainOperand other;
  };
  std::vector<Equality> equal;
};

std::span<const Relation> relations();
/// Null for a name that none has.
const Relation* relation_named(std::string_view name);

}  // namespace assay
