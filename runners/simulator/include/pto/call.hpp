// SPDX-License-Identifier: Apache-2.0
// A call of an instruction: its types are checked while it is compiled, the rest and what it
// computes is the simulator's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "runners/simulator/include/pto/conv_tile.hpp"
#include "runners/simulator/include/pto/enums.hpp"
#include "runners/simulator/include/pto/global_tensor.hpp"
#include "runners/simulator/include/pto/library.hpp"
#include "runners/simulator/include/pto/merged.hpp"
#include "runners/simulator/include/pto/refusal.hpp"
#include "runners/simulator/include/pto/tile.hpp"
#include "runners/simulator/table/table.hpp"

namespace pto {

/// The result of an instruction, for which later ones can wait. Everything runs in program order.
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

inline assay_operand complete(assay_operand out, const MrgSortExecutedNumList& counts) {
  out.byte_size = sizeof counts;
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

// ---- the arguments in parentheses ----

/// An argument that says how, not on what.
template <typename Type>
concept IsOption = std::is_same_v<Type, bool> || std::is_same_v<Type, CmpMode> ||
    std::is_same_v<Type, RoundMode> || std::is_same_v<Type, SaturationMode>;

inline constexpr const char* compare_names[] = {"EQ", "NE", "LT", "LE", "GT", "GE"};
inline constexpr const char* round_names[] = {"CAST_NONE", "CAST_RINT",  "CAST_ROUND", "CAST_FLOOR",
                                              "CAST_CEIL", "CAST_TRUNC", "CAST_ODD"};
inline constexpr const char* pattern_names[] = {"",      "P0101", "P1010", "P0001",
                                                "P0010", "P0100", "P1000", "P1111"};
inline constexpr const char* print_names[] = {"Width8_Precision4", "Width8_Precision2",
                                              "Width10_Precision6"};

constexpr assay_attribute named(bool binary) { return {"isBinary", binary ? "true" : "false"}; }
constexpr assay_attribute named(CmpMode mode) {
  return {"CmpMode", compare_names[static_cast<unsigned>(mode)]};
}
constexpr assay_attribute named(RoundMode mode) {
  return {"RoundMode", round_names[static_cast<unsigned>(mode)]};
}
constexpr assay_attribute named(SaturationMode mode) {
  return {"SaturationMode", mode == SaturationMode::ON ? "ON" : "OFF"};
}
constexpr assay_attribute named(AtomicType type) {
  return {"AtomicType", type == AtomicType::AtomicAdd ? "AtomicAdd" : "AtomicNone"};
}
constexpr assay_attribute named(ReluPreMode mode) {
  return {"ReluPreMode", mode == ReluPreMode::NormalRelu ? "NormalRelu" : "NoRelu"};
}
constexpr assay_attribute named(TInsertMode mode) {
  return {"TInsertMode", mode == TInsertMode::SPLIT2 ? "SPLIT2" : "SPLIT4"};
}
constexpr assay_attribute named(AccPhase phase) {
  if (phase == AccPhase::Unspecified) return {"AccPhase", "Unspecified"};
  return {"AccPhase", phase == AccPhase::Partial ? "Partial" : "Final"};
}
constexpr assay_attribute named(MaskPattern pattern) {
  return {"MaskPattern", pattern_names[static_cast<unsigned>(pattern)]};
}
constexpr assay_attribute named(ScatterAxis axis) {
  return {"ScatterAxis", axis == ScatterAxis::SCATTER_ROW ? "SCATTER_ROW" : "SCATTER_COL"};
}
constexpr assay_attribute named(GatherAxis axis) {
  return {"GatherAxis", axis == GatherAxis::GATHER_ROW ? "GATHER_ROW" : "GATHER_COL"};
}
constexpr assay_attribute named(Coalesce mode) {
  return {"Coalesce", mode == Coalesce::Row ? "Row" : "Elem"};
}
constexpr assay_attribute named(GatherOOB mode) {
  constexpr const char* names[] = {"Undefined", "Clamp", "Wrap", "Zero"};
  return {"GatherOOB", names[static_cast<unsigned>(mode)]};
}
constexpr assay_attribute named(GatherExec executor) {
  return {"GatherExec", executor == GatherExec::Scalar ? "Scalar" : "Simt"};
}
constexpr assay_attribute named(ScatterOOB mode) {
  constexpr const char* names[] = {"Undefined", "Skip", "Clamp", "Wrap"};
  return {"ScatterOOB", names[static_cast<unsigned>(mode)]};
}
constexpr assay_attribute named(ScatterAtomicOp operation) {
  constexpr const char* names[] = {"None", "Add", "Max", "Min"};
  return {"ScatterAtomicOp", names[static_cast<unsigned>(operation)]};
}
constexpr assay_attribute named(ScatterConflict policy) {
  return {"ScatterConflict", policy == ScatterConflict::Last ? "Last" : "Default"};
}
constexpr assay_attribute named(HistByte byte) {
  constexpr const char* names[] = {"BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3"};
  return {"byte", names[static_cast<unsigned>(byte)]};
}
constexpr assay_attribute named(QuantType type) {
  constexpr const char* names[] = {"MXFP8", "MXFP4_E2M1", "INT8_SYM", "INT8_ASYM"};
  return {"quant_type", names[static_cast<unsigned>(type)]};
}
constexpr assay_attribute named(MxQuantAlg algorithm) {
  constexpr const char* names[] = {"OcpMxFp8E4M3", "NvMxFp8E4M3", "OcpMxFp4E2M1", "NvMxFp4E2M1"};
  return {"mx_alg", names[static_cast<unsigned>(algorithm)]};
}
constexpr assay_attribute named(PrintFormat format) {
  return {"format", print_names[static_cast<unsigned>(format)]};
}

/// Tiles and views as they are, those that are pointed to as well, numbers as values, also those of
/// a list; all else left out.
template <typename Argument>
auto operand_or_nothing(Argument& argument) {
  using Type = std::remove_cv_t<Argument>;
  if constexpr (IsOption<Type> || IsEvent<Type>) {
    return std::tuple<>();
  } else if constexpr (IsOperand<Argument>) {
    return std::tuple<Argument&>(argument);
  } else if constexpr (std::is_pointer_v<Type>) {
    return operand_or_nothing(*argument);
  } else if constexpr (std::is_array_v<Argument>) {
    return std::apply([](auto... numbers) { return std::tuple(numbers...); },
                      std::to_array(argument));
  } else {
    return std::tuple<Type>(argument);
  }
}

template <typename Argument>
auto attribute_or_nothing(const Argument& argument) {
  if constexpr (IsOption<Argument>) {
    return std::array<assay_attribute, 1>{named(argument)};
  } else {
    return std::array<assay_attribute, 0>{};
  }
}

template <std::size_t... Sizes>
auto joined(const std::array<assay_attribute, Sizes>&... lists) {
  std::array<assay_attribute, (0 + ... + Sizes)> all{};
  [[maybe_unused]] std::size_t next = 0;
  [[maybe_unused]] const auto add = [&](const auto& list) {
    for (const assay_attribute& one : list) all[next++] = one;
  };
  (add(lists), ...);
  return all;
}

// ---- the arguments in angle brackets ----

/// PrecisionType HIGH_PRECISION.
template <auto Option>
constexpr bool is_precise() {
  if constexpr (requires { decltype(Option)::HIGH_PRECISION; }) {
    return Option == decltype(Option)::HIGH_PRECISION;
  } else {
    return false;
  }
}

/// NeedSetCtrl false: the saturation is what the machine was left with.
template <auto Option>
constexpr bool is_ambient() {
  if constexpr (std::is_same_v<decltype(Option), bool>) return !Option;
  return false;
}

/// AtomicType AtomicAdd, or ScatterAtomicOp other than None.
template <auto Option>
constexpr bool is_added() {
  if constexpr (std::is_same_v<decltype(Option), AtomicType>) {
    return Option == AtomicType::AtomicAdd;
  }
  if constexpr (std::is_same_v<decltype(Option), ScatterAtomicOp>) {
    return Option != ScatterAtomicOp::None;
  }
  return false;
}

template <auto Option>
inline constexpr bool is_split = std::is_same_v<decltype(Option), TInsertMode>;

/// The digits of a number.
template <auto Number>
inline constexpr auto digits = [] {
  std::array<char, 24> text{};
  auto* end = text.data() + text.size() - 1;
  auto rest = static_cast<std::int64_t>(Number);
  const bool negative = rest < 0;
  do {
    *--end = static_cast<char>('0' + (negative ? -(rest % 10) : rest % 10));
    rest /= 10;
  } while (rest != 0);
  if (negative) *--end = '-';
  std::array<char, 24> front{};
  for (std::size_t i = 0; *end != '\0'; ++i) front[i] = *end++;
  return front;
}();

template <typename Type, typename... Others>
inline constexpr bool is_one_of = (std::is_same_v<Type, Others> || ...);

/// A number that the row of the instruction has a name for, a format of printing, a phase of
/// accumulation, what is rectified, a pattern and where it goes, which codes a quantisation has, or
/// how a store adds.
template <Name Op, auto Option>
auto attribute_in_brackets() {
  using Type = decltype(Option);
  constexpr const char* name = assay::simulator::find_row(Op.letters)->option;
  constexpr const char* flag = assay::simulator::find_row(Op.letters)->flag;
  if constexpr (std::is_same_v<Type, bool> && *flag != '\0') {
    return std::array<assay_attribute, 1>{{flag, Option ? "true" : "false"}};
  } else if constexpr (std::is_integral_v<Type> && !std::is_same_v<Type, bool> && *name != '\0') {
    return std::array<assay_attribute, 1>{{name, digits<Option>.data()}};
  } else {
    constexpr bool always =
        is_one_of<Type, PrintFormat, AccPhase, ReluPreMode, TInsertMode, HistByte, QuantType,
                  MxQuantAlg, MaskPattern, ScatterAxis, GatherAxis, Coalesce, GatherOOB, GatherExec,
                  ScatterOOB, ScatterAtomicOp, ScatterConflict>;
    if constexpr (std::is_same_v<Type, CmpMode>) {
      return std::array<assay_attribute, 1>{{"cmpMode", named(Option).value}};
    } else if constexpr (always || is_added<Option>()) {
      return std::array<assay_attribute, 1>{named(Option)};
    } else {
      return std::array<assay_attribute, 0>{};
    }
  }
}

// ---- a call ----

/// Copies of what a row says: a unit never refers to the rows themselves, whose functions are the
/// simulator's.
template <Name Op>
inline constexpr std::string_view (*form_of)(const assay::simulator::Spelled&) =
    assay::simulator::find_row(Op.letters)->form;
template <Name Op>
inline constexpr bool has_float_scalar = assay::simulator::find_row(Op.letters)->float_scalar;
template <Name Op>
inline constexpr bool has_index_scalars = assay::simulator::find_row(Op.letters)->index_scalars;
template <Name Op>
inline constexpr bool has_int_scalars = assay::simulator::find_row(Op.letters)->int_scalars;
template <Name Op>
inline constexpr bool has_word_scalars = assay::simulator::find_row(Op.letters)->word_scalars;
/// Whether operand `Index` of `Count` is a descriptor.
template <Name Op, std::size_t Index, std::size_t Count>
inline constexpr bool is_descriptor = Index == 2 &&
                                      assay::simulator::find_row(Op.letters)->scaled_by_one
                                          == Count;
/// The operand whose element type the scalar takes that is operand `Index`.
template <Name Op, std::size_t Index>
inline constexpr std::size_t scalar_like =
    assay::simulator::find_row(Op.letters)->scalar_like == assay::simulator::nowhere
        ? Index - 1
        : assay::simulator::find_row(Op.letters)->scalar_like;

/// The mode that SETTF32MODE set.
inline thread_local bool in_tf32 = false;

/// The options of a call that follow from its types.
struct Options {
  bool precise, ambient, saturates, adds, splits;
};

/// Whether some machine has the form; a call says by itself where this one has not.
constexpr bool exists(assay::simulator::Request request) {
  using assay::simulator::Machine;
  bool some = false;
  for (const Machine machine : {Machine::a2a3, Machine::a5, Machine::cpu}) {
    request.machine = machine;
    some = some || request.row->takes(request);
  }
  return some;
}

/// The rule that the types of a call break.
template <Name Op, typename... Operands>
constexpr Breach breach_of(Options options) {
  const assay_operand types[] = {type_of<Operands>()...};
  assay::simulator::Request request;
  request.op = Op.letters;
  request.machine = assay::simulator::machine_named(target);
  request.row = assay::simulator::find_row(request.op);
  for (const assay_operand& type : types) request.operands.push_back(&type);
  request.form = request.row->form({.call = request,
                                    .precise = options.precise,
                                    .saturates = options.saturates,
                                    .adds = options.adds,
                                    .splits = options.splits});
  if (!exists(request)) return {Op.letters, "there is no such form"};
  assay::simulator::Rules rules(request);
  request.row->rules(rules, request);
  return {Op.letters, rules.text()};
}

/// Does not compile where the types of a call break a rule.
template <Name Op, Options given, typename... Operands, std::size_t Count>
RecordEvent call(const std::array<assay_attribute, Count>& attributes, Operands&... operands) {
  static constexpr Breach broken = breach_of<Op, std::remove_cv_t<Operands>...>(given);
  require<broken>();
  const assay_operand described[] = {operand_of(operands)...};
  assay::simulator::Request request;
  request.machine = assay::simulator::machine_named(target);
  for (const assay_operand& operand : described) request.operands.push_back(&operand);
  const std::string_view form = form_of<Op>(
      {request, given.precise, given.ambient, given.saturates, given.adds, in_tf32, given.splits});
  assay_pto_call(target, Op, form.data(), described, sizeof...(operands), attributes.data(), Count);
  return {};
}

/// Operand `Index`; a number becomes an element of the type that the instruction asks for.
template <Name Op, std::size_t Index, typename Operands>
decltype(auto) typed(Operands& operands) {
  using Given = std::tuple_element_t<Index, Operands>;
  if constexpr (std::is_reference_v<Given>) {
    return std::get<Index>(operands);
  } else if constexpr (is_descriptor<Op, Index, std::tuple_size_v<Operands>>) {
    return static_cast<std::uint64_t>(std::get<Index>(operands));
  } else if constexpr (has_float_scalar<Op>) {
    return static_cast<float>(std::get<Index>(operands));
  } else if constexpr (has_int_scalars<Op>) {
    return static_cast<std::int32_t>(std::get<Index>(operands));
  } else if constexpr (has_word_scalars<Op>) {
    return static_cast<std::uint32_t>(std::get<Index>(operands));
  } else if constexpr (has_index_scalars<Op>) {
    return static_cast<std::uint16_t>(std::get<Index>(operands));
  } else {
    using Like = std::remove_cvref_t<std::tuple_element_t<scalar_like<Op, Index>, Operands>>;
    return static_cast<typename Like::DType>(std::get<Index>(operands));
  }
}

template <Name Op, Options given, typename Operands, std::size_t Count, std::size_t... Index>
RecordEvent call_typed(const std::array<assay_attribute, Count>& attributes, Operands& operands,
                       std::index_sequence<Index...>) {
  const auto pass = [&](auto&&... typed_operands) {
    return call<Op, given>(attributes, typed_operands...);
  };
  return pass(typed<Op, Index>(operands)...);
}

/// The implementation of every function of pto-inst.hpp.
template <Name Op, auto... InBrackets, typename... Arguments>
RecordEvent instruction(Arguments&... arguments) {
  constexpr Options given{(is_precise<InBrackets>() || ...), (is_ambient<InBrackets>() || ...),
                          (std::is_same_v<std::remove_cv_t<Arguments>, SaturationMode> || ...),
                          (is_added<InBrackets>() || ...), (is_split<InBrackets> || ...)};
  auto operands = std::tuple_cat(operand_or_nothing(arguments)...);
  const auto attributes =
      joined(attribute_in_brackets<Op, InBrackets>()..., attribute_or_nothing(arguments)...);
  constexpr std::size_t count = std::tuple_size_v<decltype(operands)>;
  return call_typed<Op, given>(attributes, operands, std::make_index_sequence<count>());
}

constexpr bool is_target(std::string_view name) { return name == target; }

}  // namespace detail

}  // namespace pto
