// SPDX-License-Identifier: Apache-2.0
// Calls in the public C++ spelling of the ISA: types, declarations, the statement itself.
#include "runners/sdk/source/spelling.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <utility>
#include <vector>

#include "reference/isa/types/element_type.hpp"
#include "reference/isa/types/global_layout.hpp"
#include "reference/isa/types/tile.hpp"
#include "reference/ops/convolution/registers.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::runners::sdk {
namespace {

using namespace std::string_view_literals;

// In the order of the C ABI's enumerations.
constexpr std::array block_layouts{"RowMajor"sv, "ColMajor"sv};
constexpr std::array box_layouts{"NoneBox"sv, "RowMajor"sv, "ColMajor"sv};
constexpr std::array pads{"Null"sv, "Zero"sv, "Max"sv, "Min"sv};
constexpr std::array compact_modes{"Null"sv, "Normal"sv, "RowPlusOne"sv, "RowAlignedPadding"sv};

/// PadValue keeps the pattern of a custom pad below this bit.
constexpr std::uint64_t custom_pad = std::uint64_t{1} << 32;

/// The value of an attribute that a call does without.
constexpr std::string_view left_out = "none";

/// The attribute that selects the registers of a call.
constexpr std::string_view registers_mode = "FmatrixMode";

/// Whether earlier calls left the settings of this one in registers: a constant of each call.
constexpr std::string_view settings_left = "settings_left";

/// Attributes of a mode that is set before a call and taken back after it.
constexpr std::string_view tf32_enabled = "isEnable";
constexpr std::string_view tf32_rounding = "tf32TransMode";
bool is_mode(std::string_view attribute) {
  return attribute == tf32_enabled || attribute == tf32_rounding;
}

/// Template arguments of an enumeration with the name of the attribute.
constexpr std::array plain_templates{
    "MaskPattern"sv, "ScatterAxis"sv, "GatherAxis"sv,      "Coalesce"sv,        "GatherOOB"sv,
    "GatherExec"sv,  "ScatterOOB"sv,  "ScatterAtomicOp"sv, "ScatterConflict"sv, "TInsertMode"sv};

/// How an attribute is written; most are run-time arguments of an enumeration with their own name.
struct AttributeSpelling {
  std::string prefix;  ///< before its value
  bool is_template = false;
};

bool stores(const assay_call& call) { return call.operands[0].kind == ASSAY_GLOBAL; }

/// Whether an attribute says before all others how a store adds.
bool adds(const assay_call& call) {
  return call.attribute_count > 0 && call.attributes[0].name == "AtomicType"sv;
}

bool is_set_before(const assay_operand& operand) { return (operand.flags & ASSAY_SET_BEFORE) != 0; }
bool is_image(const assay_operand& operand) { return (operand.flags & ASSAY_CONV_TILE) != 0; }

/// "SetFilterH(" for filterH; pads are members of a list.
std::string setter_of(std::string_view scalar) {
  constexpr std::array pad_list{"padLeft"sv, "padRight"sv, "padTop"sv, "padBottom"sv};
  const auto pad = std::ranges::find(pad_list, scalar);
  if (pad != pad_list.end()) return fmt::format("SetPadList({}, ", pad - pad_list.begin());
  std::string name(scalar);
  name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
  return fmt::format("Set{}(", name);
}

std::string bare_type_of(const assay_operand& operand) {
  return fmt::format("std::remove_reference_t<decltype({})>", operand.name);
}

/// A view of four numbers that a caller passes as a structure: what a merge took from each list.
bool is_counts(const assay_operand& operand) {
  return operand.kind == ASSAY_GLOBAL && operand.name == "executed"sv;
}
constexpr std::string_view counts = "executedNumList";

/// The template arguments before an option that follows all types: the types of the operands, a
/// view of global memory after its tile; parameters may be references.
std::string types_of(const assay_call& call) {
  std::vector<std::string> types;
  for (const assay_operand& operand : std::span(call.operands, call.operand_count)) {
    if (operand.kind == ASSAY_SCALAR || is_counts(operand)) continue;
    types.push_back(bare_type_of(operand) + ", ");
  }
  if (stores(call)) std::swap(types.at(0), types.at(1));
  return fmt::format("{}", fmt::join(types, ""));
}

/// Words of an array that is one argument: "key0" of key.
bool is_word_of(std::string_view word, std::string_view array) {
  return word.size() == array.size() + 1 && word.starts_with(array) && word.back() >= '0' &&
         word.back() <= '3';
}

/// The arrays that keys and counters of random numbers are passed in.
struct WordArray {
  std::string_view name, type;
};
constexpr std::array word_arrays{WordArray{"key", "TRandomKey"},
                                 WordArray{"counter", "TRandomCounter"}};

/// The array with the words of the call; empty for calls without them.
std::string declared(const assay_call& call, const WordArray& array) {
  std::vector<std::string_view> words;
  for (const assay_operand& one : std::span(call.operands, call.operand_count)) {
    if (one.kind == ASSAY_SCALAR && is_word_of(one.name, array.name)) words.emplace_back(one.name);
  }
  if (words.empty()) return {};
  return fmt::format("{} {} = {{{}}};\n  ", array.type, array.name, fmt::join(words, ", "));
}

/// The structure with what the view holds.
std::string counts_from(const assay_operand& view) {
  std::string text = fmt::format("MrgSortExecutedNumList {};\n  ", counts);
  for (int list = 0; list < 4; ++list) {
    text += fmt::format("{0}.mrgSortList{1} = {2}.data()[{1}];\n  ", counts, list, view.name);
  }
  return text;
}
std::string counts_to(const assay_operand& view) {
  std::string text;
  for (int list = 0; list < 4; ++list) {
    text += fmt::format("\n  {2}.data()[{1}] = {0}.mrgSortList{1};", counts, list, view.name);
  }
  return text;
}

/// Whether a call takes a pointer to the operand: calls of a format of codes have some.
bool is_pointer(const assay_call& call, std::string_view operand) {
  constexpr std::array formats{"quant_type"sv, "mx_alg"sv};
  constexpr std::array pointers{"offset"sv, "exp"sv, "max"sv, "scaling"sv};
  const std::span attributes(call.attributes, call.attribute_count);
  const bool has_codes = std::ranges::any_of(attributes, [&](const assay_attribute& one) {
    return std::ranges::find(formats, one.name) != formats.end();
  });
  return has_codes && std::ranges::find(pointers, operand) != pointers.end();
}

/// The argument for an operand: the array for its first word, none for the others.
std::string argument_of(const assay_call& call, const assay_operand& operand) {
  if (is_counts(operand)) return std::string(counts);
  if (operand.kind != ASSAY_SCALAR) {
    return fmt::format("{}{}", is_pointer(call, operand.name) ? "&" : "", operand.name);
  }
  for (const WordArray& array : word_arrays) {
    const std::string_view word = operand.name;
    if (is_word_of(word, array.name)) return word.back() == '0' ? std::string(array.name) : "";
  }
  return operand.name;
}

/// Whether a pattern selects what is read.
bool gathers(const assay_call& call) {
  return call.attribute_count > 1 && call.attributes[1].name == "GatherAxis"sv;
}

/// PrecisionType takes the enumeration that the op's page names.
/// The attribute src names an operand that is passed for src as well.
/// The attribute Addr is a number as it is.
AttributeSpelling spelling_of(const assay_call& call, std::string_view attribute) {
  if (attribute == "Addr") return {"", true};
  if (attribute == "Rounds") return {"", true};
  if (attribute == "byte") return {"HistByte::", true};
  if (attribute == "isUpperOrLower" || attribute == "exhausted") return {types_of(call), true};
  // The type of the scalar is the last one.
  if (attribute == "descending") {
    return {fmt::format("{}{}, ", types_of(call), bare_type_of(call.operands[1])), true};
  }
  if (attribute == "grp_axis" || attribute == "interleave") return {"", true};
  if (attribute == "mx_alg") return {"MxQuantAlg::", true};
  if (attribute == "quant_type") return {"QuantType::", true};
  if (attribute == "format") return {"PrintFormat::", true};
  if (attribute == "AccPhase") return {"AccPhase::", true};
  if (attribute == "cmpMode") return {types_of(call) + "CmpMode::", true};
  if (attribute == "MaskPattern" && gathers(call)) return {types_of(call) + "MaskPattern::", true};
  if (std::ranges::find(plain_templates, attribute) != plain_templates.end()) {
    return {fmt::format("{}::", attribute), true};
  }
  if (attribute == "NeedSetCtrl") return {"", true};
  if (attribute == registers_mode) return {types_of(call) + "SetFmatrixMode::", true};
  if (attribute == "isBinary" || attribute == "src") return {"", false};
  if (attribute == "AtomicType") return {types_of(call) + "AtomicType::", true};
  if (attribute == "ReluPreMode") {
    if (adds(call)) return {"ReluPreMode::", true};
    const std::string_view before = stores(call) ? "AtomicType::AtomicNone, " : "";
    return {fmt::format("{}{}ReluPreMode::", types_of(call), before), true};
  }
  if (attribute != "PrecisionType") return {fmt::format("{}::", attribute), false};
  const OpSpec* page = find_op(call.op);
  const bool said = page != nullptr && !page->precision.empty();
  return {fmt::format("{}::", said ? std::string_view(page->precision) : attribute), true};
}

std::string_view element_of(const assay_operand& operand, const ElementNames& names) {
  return names.at(std::string(name_of(static_cast<ElementType>(operand.element))));
}

std::string pad_of(const assay_operand& tile) {
  if (tile.pad == ASSAY_PAD_CUSTOM) {
    return fmt::format("static_cast<PadValue>({:#x}ULL)", custom_pad | tile.pad_bits);
  }
  return fmt::format("PadValue::{}", pads.at(tile.pad));
}

std::int64_t static_size(std::int64_t size, bool dynamic) { return dynamic ? -1 : size; }

bool has_dynamic_rows(const assay_operand& tile) {
  return (tile.flags & ASSAY_DYNAMIC_VALID_ROWS) != 0;
}
bool has_dynamic_cols(const assay_operand& tile) {
  return (tile.flags & ASSAY_DYNAMIC_VALID_COLS) != 0;
}

std::string_view location_of(const assay_operand& tile) {
  return name_of(static_cast<Location>(tile.location));
}
std::string_view layout_of(const assay_operand& operand) {
  return name_of(static_cast<GlobalLayout>(operand.layout));
}

std::string conv_type(const assay_operand& tile, const ElementNames& names) {
  std::int64_t elements = 1;
  for (const std::int64_t dim : std::span(tile.shape, tile.rank)) elements *= dim;
  return fmt::format("ConvTile<TileType::{}, {}, {}, Layout::{}, ConvTileShape<{}>>",
                     location_of(tile), element_of(tile, names), elements, layout_of(tile),
                     fmt::join(std::span(tile.shape, tile.rank), ", "));
}

std::string tile_type(const assay_operand& tile, const ElementNames& names) {
  if ((tile.flags & ASSAY_CONV_TILE) != 0) return conv_type(tile, names);
  return fmt::format(
      "Tile<TileType::{}, {}, {}, {}, BLayout::{}, {}, {}, SLayout::{}, {}, {}, CompactMode::{}>",
      location_of(tile), element_of(tile, names), tile.rows, tile.cols,
      block_layouts.at(tile.block_layout), static_size(tile.valid_rows, has_dynamic_rows(tile)),
      static_size(tile.valid_cols, has_dynamic_cols(tile)), box_layouts.at(tile.box_layout),
      tile.fractal_size, pad_of(tile), compact_modes.at(tile.compact));
}

std::string shape_type(const assay_operand& global) {
  std::vector<std::int64_t> dims;
  for (unsigned dim = 0; dim < 5; ++dim) {
    dims.push_back(static_size(global.shape[dim], (global.flags & ASSAY_DYNAMIC_SHAPE(dim)) != 0));
  }
  return fmt::format("Shape<{}>", fmt::join(dims, ", "));
}

std::string stride_type(const assay_operand& global) {
  std::vector<std::int64_t> steps;
  for (const std::int64_t step : global.stride) {
    steps.push_back(static_size(step, (global.flags & ASSAY_DYNAMIC_STRIDE) != 0));
  }
  return fmt::format("Stride<{}>", fmt::join(steps, ", "));
}

/// "operands[1].valid_rows", or "src_valid_rows".
std::string launch_value(const assay_operand& operand, std::size_t index, std::string_view member,
                         LaunchValues values) {
  if (values == LaunchValues::of_array) return fmt::format("operands[{}].{}", index, member);
  return fmt::format("{}_{}", operand.name, member);
}

/// One of five sizes; a parameter is dynamic.
std::string size_value(const assay_operand& global, std::size_t index, std::string_view what,
                       unsigned dim, LaunchValues values) {
  if (values == LaunchValues::of_array) return fmt::format("operands[{}].{}[{}]", index, what, dim);
  const bool is_shape = what == "shape";
  const unsigned flag = is_shape ? ASSAY_DYNAMIC_SHAPE(dim) : ASSAY_DYNAMIC_STRIDE;
  if ((global.flags & flag) != 0) return fmt::format("{}_{}{}", global.name, what, dim);
  return fmt::to_string(is_shape ? global.shape[dim] : global.stride[dim]);
}

std::string five(const assay_operand& global, std::size_t index, std::string_view what,
                 LaunchValues values) {
  std::vector<std::string> sizes;
  sizes.reserve(5);
  for (unsigned dim = 0; dim < 5; ++dim) {
    sizes.push_back(size_value(global, index, what, dim, values));
  }
  return fmt::format("{}", fmt::join(sizes, ", "));
}

/// Constructor arguments: the valid sizes that are known at launch.
std::string tile_arguments(const assay_operand& tile, std::size_t index, LaunchValues values) {
  if ((tile.flags & ASSAY_CONV_TILE) != 0) return "";
  std::vector<std::string> sizes;
  const auto add = [&](std::string_view what) {
    sizes.push_back(
        fmt::format("static_cast<unsigned>({})", launch_value(tile, index, what, values)));
  };
  if (has_dynamic_rows(tile)) add("valid_rows");
  if (has_dynamic_cols(tile)) add("valid_cols");
  return sizes.empty() ? "" : fmt::format("({})", fmt::join(sizes, ", "));
}

/// The mode that the attributes ask for, as a statement.
std::string mode_of(const assay_call& call) {
  const std::span attributes(call.attributes, call.attribute_count);
  const auto value_of = [&](std::string_view name) -> std::string_view {
    for (const assay_attribute& one : attributes) {
      if (one.name == name) return one.value;
    }
    return {};
  };
  const std::string_view enabled = value_of(tf32_enabled);
  if (enabled.empty()) return {};
  return fmt::format("SETTF32MODE<{}, RoundMode::{}>();\n  ", enabled, value_of(tf32_rounding));
}

/// The mode in which a call reads registers; empty if it does not.
std::string_view registers_of(const assay_call& call) {
  for (const assay_attribute& one : std::span(call.attributes, call.attribute_count)) {
    const std::string_view value = one.value;
    if (one.name == registers_mode && value.ends_with("MANUAL")) return value;
  }
  return {};
}

/// Whether a call takes settings from its only tile, and leaves them in registers.
bool leaves_settings(const assay_call& call) { return is_image(call.operands[0]); }

/// Settings in the convolution tile, and in the registers that a call uses. What an earlier call of
/// a program left in registers is set in neither: that is known when the call runs.
std::string settings_of(const assay_call& call, const assay_operand& image) {
  const std::span operands(call.operands, call.operand_count);
  const std::string_view mode = leaves_settings(call) ? "" : registers_of(call);
  const auto written = [&](std::string_view setter) {
    return fmt::format("{}<{}, SetFmatrixMode::{}>({});\n  ", setter, bare_type_of(image), mode,
                       image.name);
  };
  std::string text = fmt::format("{0}.SetFmapH({1});\n  {0}.SetFmapW({2});\n  ", image.name,
                                 image.shape[image.rank - 3], image.shape[image.rank - 2]);
  std::string unless_left;
  for (const assay_operand& one : operands) {
    if (!is_set_before(one)) continue;
    const bool may_be_left = !mode.empty() && ops::is_in_registers(one.name);
    (may_be_left ? unless_left : text) +=
        fmt::format("{}.{}{});\n  ", image.name, setter_of(one.name), one.name);
  }
  if (leaves_settings(call)) return text;
  text += fmt::format("assay_sdk::set_rows({}, {}::Rows / 16);\n  ", image.name,
                      bare_type_of(operands.front()));
  if (mode.empty()) return text;
  for (const std::string_view setter : ops::setters_of_pads()) unless_left += written(setter);
  return text + fmt::format("if (!{}) {{\n  {}}}\n  ", settings_left, unless_left) +
         written(ops::setter_of_repetitions());
}

}  // namespace

ElementNames manual_element_names() {
  ElementNames names;
  for (const ElementFormat& format : all_formats()) {
    names.emplace(format.name, format.manual_name);
  }
  return names;
}

std::string type_of(const assay_operand& operand, const ElementNames& names) {
  if (operand.kind == ASSAY_TILE) return tile_type(operand, names);
  return fmt::format("GlobalTensor<{}, {}, {}, Layout::{}>", element_of(operand, names),
                     shape_type(operand), stride_type(operand), layout_of(operand));
}

std::string declaration_of(const assay_operand& operand, std::size_t index,
                           const ElementNames& names, LaunchValues values) {
  const std::string_view name = operand.name;
  const std::string_view element = element_of(operand, names);
  const bool of_array = values == LaunchValues::of_array;
  if (operand.kind == ASSAY_SCALAR) {
    if (!of_array) return "";
    return fmt::format("{1} {0} = assay_scalar<{1}>(operands[{2}].bits);", name, element, index);
  }
  const std::string alias = fmt::format("using {}_type = {};", name, type_of(operand, names));
  if (operand.kind == ASSAY_TILE) {
    return fmt::format("{0}\n{1}_type {1}{2};", alias, name,
                       tile_arguments(operand, index, values));
  }
  const std::string data = launch_value(operand, index, "data", values);
  return fmt::format("{0}\n{1}_type {1}({2}, {3}({4}), {5}({6}));", alias, name,
                     of_array ? fmt::format("assay_global<{}>({})", element, data) : data,
                     shape_type(operand), five(operand, index, "shape", values),
                     stride_type(operand), five(operand, index, "stride", values));
}

std::vector<std::string> launch_parameters_of(const assay_operand& operand,
                                              const ElementNames& names, std::string_view global) {
  const std::string_view name = operand.name;
  const std::string_view element = element_of(operand, names);
  if (operand.kind == ASSAY_SCALAR) return {fmt::format("{} {}", element, name)};
  std::vector<std::string> all;
  if (operand.kind == ASSAY_TILE) {
    all.push_back(fmt::format("std::uint64_t {}_address", name));
    if ((operand.flags & ASSAY_CONV_TILE) != 0) return all;
    if (has_dynamic_rows(operand)) all.push_back(fmt::format("std::int64_t {}_valid_rows", name));
    if (has_dynamic_cols(operand)) all.push_back(fmt::format("std::int64_t {}_valid_cols", name));
    return all;
  }
  all.push_back(fmt::format("{}{}{}* {}_data", global, global.empty() ? "" : " ", element, name));
  for (const std::string_view what : {"shape"sv, "stride"sv}) {
    for (unsigned dim = 0; dim < 5; ++dim) {
      std::string size = size_value(operand, 0, what, dim, LaunchValues::of_parameters);
      if (size.starts_with(name)) all.push_back("std::int64_t " + std::move(size));
    }
  }
  return all;
}

std::string address_of(const assay_operand& operand, std::size_t index, LaunchValues values) {
  return launch_value(operand, index, "address", values);
}

std::string parameter_of(const assay_operand& operand, const ElementNames& names) {
  if (operand.kind == ASSAY_SCALAR) {
    return fmt::format("{} {}", element_of(operand, names), operand.name);
  }
  return fmt::format("{}& {}", type_of(operand, names), operand.name);
}

bool is_surroundings(const assay_operand& operand) {
  return operand.kind != ASSAY_SCALAR && operand.name == "storage"sv;
}

bool is_address(const assay_operand& operand) {
  return operand.kind == ASSAY_SCALAR && operand.name == "addr"sv;
}

std::string preparation_of(const assay_call& call) {
  const std::span operands(call.operands, call.operand_count);
  const auto image = std::ranges::find_if(operands, is_image);
  const bool sets = std::ranges::any_of(operands, is_set_before) && image != operands.end();
  std::string words;
  for (const WordArray& array : word_arrays) words += declared(call, array);
  const auto view = std::ranges::find_if(operands, is_counts);
  if (view != operands.end()) words += counts_from(*view);
  return words + mode_of(call) + (sets ? settings_of(call, *image) : "");
}

std::string settings_left_of(const assay_call& call, bool compiled_alone) {
  if (call.operand_count == 0 || leaves_settings(call) || registers_of(call).empty()) return {};
  const std::span operands(call.operands, call.operand_count);
  const auto found = std::ranges::find_if(
      operands, [](const assay_operand& one) { return ops::is_in_registers(one.name); });
  if (found == operands.end()) return {};
  const std::string value =
      compiled_alone ? "false" : fmt::format("operands[{}].left != 0", found - operands.begin());
  return fmt::format("const bool {} = {};\n  ", settings_left, value);
}

std::string ending_of(const assay_call& call) {
  const std::span operands(call.operands, call.operand_count);
  const auto view = std::ranges::find_if(operands, is_counts);
  if (view != operands.end()) return counts_to(*view);
  return mode_of(call).empty() ? "" : "\n  SETTF32MODE<false>();";
}

std::string aftermath_of(const assay_call& call) {
  const std::span operands(call.operands, call.operand_count);
  const auto storage = std::ranges::find_if(operands, is_surroundings);
  const auto bound = std::ranges::find_if_not(operands, is_surroundings);
  if (storage == operands.end() || bound == operands.end()) return ending_of(call);
  const auto index = bound - operands.begin();
  if (storage->kind == ASSAY_GLOBAL) {
    return fmt::format(
        "\n  assay_sdk::seen({0}.data(), operands[{1}].data, operands[{1}].shape, "
        "operands[{1}].stride);",
        bound->name, index);
  }
  if (storage->role != ASSAY_IN_OUT) return {};
  return fmt::format("\n  assay_sdk::write_through({}, operands[{}]);", bound->name, index);
}

SpelledCall spelled(const assay_call& call) {
  SpelledCall parts;
  std::string base;
  for (std::uint32_t i = 0; i < call.operand_count; ++i) {
    const assay_operand& operand = call.operands[i];
    if (is_set_before(operand)) continue;
    if (is_surroundings(operand)) {
      if (operand.kind == ASSAY_GLOBAL) base = fmt::format("{}.data() + ", operand.name);
      continue;
    }
    const std::string argument = argument_of(call, operand);
    if (!argument.empty()) parts.arguments.push_back({std::exchange(base, {}) + argument, i, {}});
  }
  for (std::uint32_t i = 0; i < call.attribute_count; ++i) {
    const assay_attribute& one = call.attributes[i];
    if (one.value == left_out || is_mode(one.name)) continue;
    const AttributeSpelling spelling = spelling_of(call, one.name);
    (spelling.is_template ? parts.templates : parts.arguments)
        .push_back({spelling.prefix + one.value, {}, i});
  }
  return parts;
}

std::string statement_of(const assay_call& call) {
  const auto texts_of = [](const std::vector<SpelledArgument>& arguments) {
    std::vector<std::string> texts;
    texts.reserve(arguments.size());
    for (const SpelledArgument& one : arguments) texts.push_back(one.text);
    return fmt::format("{}", fmt::join(texts, ", "));
  };
  const SpelledCall parts = spelled(call);
  const std::string templates = texts_of(parts.templates);
  return fmt::format("{}{}({});", call.op, templates.empty() ? "" : "<" + templates + ">",
                     texts_of(parts.arguments));
}

std::string set_by_machine(const assay_call& call) {
  const std::span operands(call.operands, call.operand_count);
  const auto set = std::ranges::find_if(operands, is_set_before);
  const bool in_tile =
      std::ranges::any_of(operands, is_image) ||
      std::ranges::any_of(std::span(call.attributes, call.attribute_count),
                          [](const assay_attribute& one) { return one.name == registers_mode; });
  if (set == operands.end() || in_tile) return {};
  return fmt::format(
      "static_assert(sizeof(int) == 0, \"assay: {} is set by the machine alone, in auto mode\");\n",
      set->name);
}

std::string demands_of(const assay_operand& operand, const ElementNames& names) {
  const auto element = static_cast<ElementType>(operand.element);
  const std::string_view spelled = element_of(operand, names);
  std::string text =
      fmt::format("static_assert(sizeof({0}) == {1}, \"assay: {0} has another size\");\n", spelled,
                  size_of(element));
  if (element == ElementType::bf16) {
    text += fmt::format(
        "static_assert(!std::is_same_v<{0}, {1}>, \"assay: {0} is another name of {1}\");\n",
        spelled, names.at(std::string(name_of(ElementType::f16))));
  }
  return text;
}

const std::string_view tf32_demand =
    "static_assert(sizeof(SETTF32MODE<false>(), 0) > 0, \"assay: no mode of TF32\");\n";

bool needs_tf32(const Form& form) {
  return std::ranges::find(form.attributes, tf32_enabled, &Attribute::name) !=
         form.attributes.end();
}

bool needs_tf32(const assay_call& call) { return !mode_of(call).empty(); }

}  // namespace assay::runners::sdk
