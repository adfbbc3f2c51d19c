// SPDX-License-Identifier: Apache-2.0
// A call of an instruction: its types are checked while it is compiled, the rest and what it
// computes is the simulator's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "runners/simulator/include/pto/conv_tile.hpp"
#include "runners/simulator/include/pto/global_tensor.hpp"
#include "runners/simulator/include/pto/library.hpp"
#include "runners/simulator/include/pto/refusal.hpp"
#include "runners/simulator/include/pto/tile.hpp"
#include "runners/simulator/rules/table.hpp"

namespace pto {

/// What an instruction returns, to be waited for by later ones. Everything runs in program order.
struct RecordEvent {};

namespace detail {

template <typename Type>
concept IsEvent = std::is_same_v<Type, RecordEvent>;

/// Something that an instruction works on: a Tile, a ConvTile or a GlobalTensor.
template <typename Type>
concept IsOperand = requires {
  Type::description.kind;
};

/// A name as a template argument.
template <std::size_t Size>
struct Name {
  char letters[Size] = {};

  consteval Name(const char (&text)[Size]) {
    for (std::size_t i = 0; i < Size; ++i) letters[i] = text[i];
  }
  constexpr operator const char*() const { return letters; }
};

/// The type of an operand, as the C ABI has it.
template <typename Operand>
constexpr assay_operand type_of() {
  if constexpr (IsOperand<Operand>) {
    return Operand::description;
  } else {
    assay_operand out{};
    out.struct_size = sizeof out;
    out.kind = ASSAY_SCALAR;
    out.role = ASSAY_INPUT;
    out.element = element_of<Operand>();
    return out;
  }
}

/// The operand with its sizes and its memory.
template <typename Operand>
assay_operand complete(assay_operand out, const Operand& tile) {
  out.valid_rows = tile.GetValidRow();
  out.valid_cols = tile.GetValidCol();
  return out;
}

template <TileType Loc, typename Element, int Size, Layout Order, typename Sizes>
assay_operand complete(assay_operand out, const ConvTile<Loc, Element, Size, Order, Sizes>& tile) {
  for (int dim = 0; dim < tile.totalDimCount; ++dim) out.shape[dim] = tile.GetShape(dim);
  return out;
}

template <typename Element, typename Sizes, typename Steps, Layout Order>
assay_operand complete(assay_operand out, const GlobalTensor<Element, Sizes, Steps, Order>& view) {
  std::int64_t last = 0;
  for (int dim = 0; dim < 5; ++dim) {
    out.shape[dim] = view.GetShape(dim);
    out.stride[dim] = view.GetStride(dim);
    last += (out.shape[dim] - 1) * out.stride[dim];
  }
  const int width = assay::simulator::width_of(out.element);
  out.byte_size = static_cast<std::uint64_t>(last < 0 ? 0 : ((last + 1) * width + 7) / 8);
  return out;
}

template <typename Operand>
assay_operand operand_of(Operand& operand) {
  assay_operand out = type_of<Operand>();
  if constexpr (IsOperand<Operand>) {
    if constexpr (requires { Operand::byte_size(); }) out.byte_size = Operand::byte_size();
    out = complete(out, operand);
    // A constant view is only read.
    out.data = const_cast<void*>(static_cast<const void*>(operand.data()));
  } else {
    std::memcpy(&out.scalar_bits, &operand, sizeof operand);
  }
  return out;
}

/// The rule that the types of a call break.
template <typename... Operands>
constexpr Breach breach_of(std::string_view op, std::string_view form) {
  const assay_operand types[] = {type_of<Operands>()...};
  assay::simulator::Request request;
  request.op = op;
  request.form = form;
  request.machine = assay::simulator::machine_named(target);
  for (const assay_operand& type : types) request.operands.push_back(&type);
  assay::simulator::Rules rules(request);
  assay::simulator::apply_rules(rules, request);
  return {op, rules.text()};
}

/// Does not compile where the types of a call break a rule.
template <Name Op, Name Form, typename... Operands>
void check() {
  static constexpr Breach broken = breach_of<Operands...>(Op.letters, Form.letters);
  require<broken>();
}

/// A call in a form that may depend on the run; its types are checked as `Form`.
template <Name Op, Name Form, std::size_t Count, typename... Operands>
RecordEvent call_as(const char* form, const assay_attribute (&attributes)[Count],
                    Operands&... operands) {
  check<Op, Form, Operands...>();
  const assay_operand described[] = {operand_of(operands)...};
  assay_pto_call(target, Op, form, described, sizeof...(operands), attributes, Count);
  return {};
}

template <Name Op, Name Form, typename... Operands>
RecordEvent call_as(const char* form, Operands&... operands) {
  check<Op, Form, Operands...>();
  const assay_operand described[] = {operand_of(operands)...};
  assay_pto_call(target, Op, form, described, sizeof...(operands), nullptr, 0);
  return {};
}

template <Name Op, Name Form, typename... Operands>
RecordEvent call(Operands&... operands) {
  return call_as<Op, Form>(Form, operands...);
}

template <auto Precision>
inline constexpr bool is_precise = Precision == decltype(Precision)::HIGH_PRECISION;

/// The form for PrecisionType HIGH_PRECISION, or the plain one.
template <Name Op, auto Precision, typename... Operands>
RecordEvent call_at(Operands&... operands) {
  if constexpr (is_precise<Precision>) {
    return call<Op, "precise">(operands...);
  } else {
    return call<Op, "plain">(operands...);
  }
}

constexpr bool is_target(std::string_view name) { return name == target; }

/// Does this machine compute remainders of dst's type in place of their sources?
template <typename Dst>
constexpr bool consumes() {
  return is_target("a2a3") && element_of<typename Dst::DType>() == ASSAY_I32;
}

}  // namespace detail

}  // namespace pto
