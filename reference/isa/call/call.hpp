// SPDX-License-Identifier: Apache-2.0
// One use of an instruction: operands with their types, run-time sizes and attribute values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "reference/isa/types/global_tensor.hpp"
#include "reference/isa/types/target.hpp"
#include "reference/isa/types/tile.hpp"

namespace assay {

/// A scalar argument as the caller wrote it; the call converts it to the type of the form.
struct ScalarSpec {
  ElementType element = ElementType::f32;
  std::uint64_t bits = 0;
  friend bool operator==(const ScalarSpec&, const ScalarSpec&) = default;
};

enum class Role : std::uint8_t { output, input, in_out, scratch };
/// Whether a call may read an operand of this role.
constexpr bool is_read(Role role) { return role == Role::input || role == Role::in_out; }

enum class OperandKind : std::uint8_t { tile, global, scalar };

/// A named place in a form's parameter list.
struct Operand {
  std::string name;
  Role role = Role::input;
  OperandKind kind = OperandKind::tile;
  /// Whether a scalar is not an argument of the call, but set before, in a tile that the call reads
  /// (decision 144). It is drawn, stored and passed to backends like any other.
  bool set_before = false;
};

using OperandValue = std::variant<TileSpec, GlobalSpec, ScalarSpec>;

/// A template parameter that selects behaviour (RoundMode, PrintFormat, ...), with its legal names.
struct Attribute {
  std::string name;
  std::vector<std::string> values;
};

struct Form;

/// Operand values are in the order of form->operands, attribute values (indices into
/// Attribute::values) in the order of form->attributes.
struct Call {
  const Form* form = nullptr;
  Target target = Target::cpu;
  std::vector<OperandValue> operands;
  std::vector<int> attributes;

  TileSpec& tile(std::string_view operand);
  const TileSpec& tile(std::string_view operand) const;
  GlobalSpec& global(std::string_view operand);
  const GlobalSpec& global(std::string_view operand) const;
  ScalarSpec& scalar(std::string_view operand);
  const ScalarSpec& scalar(std::string_view operand) const;
  bool is_tile(std::string_view operand) const;

  /// Name of the attribute's chosen value.
  std::string_view attribute(std::string_view name) const;
};

/// Element type of any operand. A scalar that changes its type keeps the low bits of its pattern.
ElementType element_of(const OperandValue& value);
void set_element(OperandValue& value, ElementType element);

/// Equal static types: form, target, attributes and everything a template parameter fixes. Cases of
/// one signature differ only in what is known at launch.
bool same_signature(const Call& a, const Call& b);

}  // namespace assay
