// SPDX-License-Identifier: Apache-2.0
// Calls as text of PTO-AS, the assembly language of the ISA (decision 213).
#include "runners/assembly/spelling.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/isa/types/element_type.hpp"
#include "reference/isa/types/global_layout.hpp"
#include "reference/isa/types/tile.hpp"
#include "runners/assembly/dialect.hpp"

namespace assay::runners::assembly {
namespace {

using namespace std::string_view_literals;

/// What PTO-AS has no text for.
class NoText : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The text, unless it is empty.
std::string_view required(std::string_view text, std::string_view what, std::string_view name) {
  if (text.empty()) throw NoText(fmt::format("{} {}", what, name));
  return text;
}

// In the order of the C ABI's enumerations.
constexpr std::array block_layouts{"row_major"sv, "col_major"sv};
constexpr std::array box_layouts{"none_box"sv, "row_major"sv, "col_major"sv};
/// How a merge returns what it took from each list.
constexpr std::string_view counts_type = "vector<4xi16>";

bool is_counts(const assay_operand& operand) {
  return operand.kind == ASSAY_GLOBAL && operand.name == "executed"sv;
}
/// Memory that a call uses without an argument.
bool is_argument(const assay_operand& operand) {
  return operand.name != "storage"sv && (operand.flags & ASSAY_SET_BEFORE) == 0;
}

std::string_view element_of(const assay_operand& operand) {
  return required(element_text(operand.element), "type",
                  name_of(static_cast<ElementType>(operand.element)));
}

std::string size_text(std::int64_t size, bool dynamic) {
  return dynamic ? "?" : fmt::to_string(size);
}

std::string tile_type(const assay_operand& tile) {
  if ((tile.flags & ASSAY_CONV_TILE) != 0) throw NoText("convolution tile");
  if (tile.pad == ASSAY_PAD_CUSTOM) throw NoText("custom pad");
  constexpr std::uint32_t rows_padded = 3;
  if (tile.compact == rows_padded) throw NoText("compact mode RowAlignedPadding");
  const std::string_view location = required(location_text(tile.location), "location",
                                             name_of(static_cast<Location>(tile.location)));
  std::string text = fmt::format(
      "!pto.tile_buf<{}, {}x{}x{}, valid={}x{}, blayout={}, slayout={}, fractal={}, pad={}",
      location, tile.rows, tile.cols, element_of(tile),
      size_text(tile.valid_rows, (tile.flags & ASSAY_DYNAMIC_VALID_ROWS) != 0),
      size_text(tile.valid_cols, (tile.flags & ASSAY_DYNAMIC_VALID_COLS) != 0),
      block_layouts.at(tile.block_layout), box_layouts.at(tile.box_layout), tile.fractal_size,
      tile.pad);
  if (tile.compact != 0) text += fmt::format(", compact={}", tile.compact);
  return text + ">";
}

/// "1x1x1x16x?xf16".
std::string view_shape(const assay_operand& global) {
  std::string text;
  for (unsigned dim = 0; dim < 5; ++dim) {
    const bool dynamic = (global.flags & ASSAY_DYNAMIC_SHAPE(dim)) != 0;
    text += size_text(global.shape[dim], dynamic) + "x";
  }
  return text + std::string(element_of(global));
}

/// Writes the function of one call.
class Function {
 public:
  explicit Function(const assay_call& call)
      : call_(call), exception_(exception_for(call.op, call.form)) {
    if (exception_ != nullptr && !exception_->lacks.empty()) {
      throw NoText(std::string(exception_->lacks));
    }
    for (const assay_operand& operand : std::span(call.operands, call.operand_count)) {
      if (is_argument(operand)) operands_.push_back(&operand);
    }
  }

  Spelling spelling();

 private:
  struct Lists {
    std::vector<const assay_operand*> ins, outs;
  };
  Lists lists() const;
  std::vector<const assay_operand*> named(std::string_view names) const;
  Style style() const { return exception_ == nullptr ? Style::lists : exception_->style; }
  std::string mnemonic() const;
  std::string type_name(const assay_operand& operand) const;
  std::string typed_list(const std::vector<const assay_operand*>& operands,
                         const std::string& attributes) const;
  std::string attributes_at(AttributePlace place) const;
  std::string statement() const;

  void declare(const assay_operand& operand);
  void declare_tile(const assay_operand& tile);
  void declare_view(const assay_operand& global);
  std::string argument(const assay_operand& operand, LaunchArgument::Kind kind,
                       std::string_view what, std::string_view type, unsigned dim = 0);
  std::string constant(std::int64_t number);
  std::string sizes_of(const assay_operand& global, bool shape);

  const assay_call& call_;
  const Instruction* exception_;
  std::vector<const assay_operand*> operands_;  ///< what the call has an argument for
  std::string aliases_, declarations_;
  std::vector<std::string> parameters_;
  std::vector<LaunchArgument> arguments_;
  std::set<std::int64_t> constants_;
};

std::vector<const assay_operand*> Function::named(std::string_view names) const {
  std::vector<const assay_operand*> found;
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(' '));
    names.remove_prefix(std::min(names.size(), name.size() + 1));
    const auto one = std::ranges::find_if(
        operands_, [&](const assay_operand* operand) { return operand->name == name; });
    if (one == operands_.end()) throw std::logic_error(fmt::format("no operand {}", name));
    found.push_back(*one);
  }
  return found;
}

/// Results are outputs, or where there is none what is read and written. All others are inputs.
Function::Lists Function::lists() const {
  if (exception_ != nullptr && !exception_->outs.empty()) {
    return {named(exception_->ins), named(exception_->outs)};
  }
  const auto has = [&](std::uint32_t role) {
    return std::ranges::any_of(operands_,
                               [&](const assay_operand* one) { return one->role == role; });
  };
  const std::uint32_t result = has(ASSAY_OUTPUT) ? ASSAY_OUTPUT : ASSAY_IN_OUT;
  Lists lists;
  for (const assay_operand* operand : operands_) {
    (operand->role == result ? lists.outs : lists.ins).push_back(operand);
  }
  return lists;
}

std::string Function::mnemonic() const {
  if (exception_ != nullptr && !exception_->mnemonic.empty()) {
    return std::string(exception_->mnemonic);
  }
  return "pto." + in_small_letters(call_.op);
}

std::string Function::type_name(const assay_operand& operand) const {
  if (is_counts(operand)) return std::string(counts_type);
  if (operand.kind == ASSAY_TILE) return fmt::format("!{}", operand.name);
  if (operand.kind == ASSAY_GLOBAL) return fmt::format("!{}", operand.name);
  return std::string(scalar_text(call_.op, operand));
}

/// "%a, %b {key = value} : !a, !b".
std::string Function::typed_list(const std::vector<const assay_operand*>& operands,
                                 const std::string& attributes) const {
  std::vector<std::string> names;
  std::vector<std::string> types;
  std::vector<std::string> both;
  for (const assay_operand* one : operands) {
    names.push_back(fmt::format("%{}", one->name));
    types.push_back(type_name(*one));
    both.push_back(fmt::format("{} : {}", names.back(), types.back()));
  }
  if (style() == Style::typed) return fmt::format("{}", fmt::join(both, ", "));
  return fmt::format("{}{} : {}", fmt::join(names, ", "), attributes, fmt::join(types, ", "));
}

/// " {key = value, key = value}"; empty without attributes.
std::string Function::attributes_at(AttributePlace place) const {
  std::vector<std::string> texts;
  for (const assay_attribute& one : std::span(call_.attributes, call_.attribute_count)) {
    const std::optional<AttributeText> text = text_of(call_.op, one);
    if (!text) throw NoText(fmt::format("attribute {}", one.name));
    if (!text->text.empty() && text->place == place) texts.push_back(text->text);
  }
  return texts.empty() ? "" : fmt::format(" {{{}}}", fmt::join(texts, ", "));
}

std::string Function::statement() const {
  const auto [ins, outs] = lists();
  const std::string at_end = attributes_at(AttributePlace::at_end);  // throws for what has no text
  if (style() == Style::reshaped) {
    return fmt::format("%{0} = {1} %{2} : !{2} -> !{0}", outs.at(0)->name, mnemonic(),
                       ins.at(0)->name);
  }
  if (style() == Style::bound) {
    return fmt::format("%bound = {} %dst, %addr : !dst -> !dst", mnemonic());
  }
  const std::string after_comma = attributes_at(AttributePlace::after_comma);
  std::string text =
      fmt::format("{} ins({})", mnemonic(),
                  typed_list(ins, attributes_at(AttributePlace::in_list) +
                                      (after_comma.empty() ? "" : "," + after_comma)));
  if (!outs.empty()) {
    std::vector<std::string> names;
    std::vector<std::string> types;
    for (const assay_operand* one : outs) {
      names.push_back(fmt::format("%{}", one->name));
      types.push_back(type_name(*one));
    }
    text += fmt::format(" outs({} : {})", fmt::join(names, ", "), fmt::join(types, ", "));
  }
  return text + at_end;
}

/// Adds an argument of the function and returns its name.
std::string Function::argument(const assay_operand& operand, LaunchArgument::Kind kind,
                               std::string_view what, std::string_view type, unsigned dim) {
  std::string name = fmt::format("%{}{}", operand.name, what);
  parameters_.push_back(fmt::format("{}: {}", name, type));
  arguments_.push_back({static_cast<std::size_t>(&operand - call_.operands), kind, dim});
  return name;
}

std::string Function::constant(std::int64_t number) {
  if (constants_.insert(number).second) {
    declarations_ += fmt::format("    %c{0} = arith.constant {0} : index\n", number);
  }
  return fmt::format("%c{}", number);
}

void Function::declare_tile(const assay_operand& tile) {
  const std::string_view name = tile.name;
  aliases_ += fmt::format("!{} = {}\n", name, tile_type(tile));
  if (style() == Style::reshaped && tile.role == ASSAY_OUTPUT) return;  // made by the statement
  std::string text = fmt::format("    %{} = pto.alloc_tile addr = {}", name,
                                 argument(tile, LaunchArgument::Kind::address, "_address", "i64"));
  if ((tile.flags & ASSAY_DYNAMIC_VALID_ROWS) != 0) {
    text += fmt::format(" valid_row = {}",
                        argument(tile, LaunchArgument::Kind::valid_rows, "_valid_rows", "index"));
  }
  if ((tile.flags & ASSAY_DYNAMIC_VALID_COLS) != 0) {
    text += fmt::format(" valid_col = {}",
                        argument(tile, LaunchArgument::Kind::valid_cols, "_valid_cols", "index"));
  }
  declarations_ += fmt::format("{} : !{}\n", text, name);
}

/// Five names of sizes or strides.
std::string Function::sizes_of(const assay_operand& global, bool shape) {
  std::vector<std::string> names;
  for (unsigned dim = 0; dim < 5; ++dim) {
    const unsigned flag = shape ? ASSAY_DYNAMIC_SHAPE(dim) : ASSAY_DYNAMIC_STRIDE;
    const std::int64_t size = shape ? global.shape[dim] : global.stride[dim];
    const bool dynamic = (global.flags & flag) != 0;
    names.push_back(
        dynamic
            ? argument(global, shape ? LaunchArgument::Kind::shape : LaunchArgument::Kind::stride,
                       fmt::format("_{}{}", shape ? "shape" : "stride", dim), "index", dim)
            : constant(size));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

void Function::declare_view(const assay_operand& global) {
  const std::string_view name = global.name;
  const std::string_view layout = required(layout_text(global.layout), "layout",
                                           name_of(static_cast<GlobalLayout>(global.layout)));
  const std::string shape = view_shape(global);
  aliases_ += fmt::format(
      "!{0}_memory = !pto.tensor_view<{1}>\n"
      "!{0} = !pto.partition_tensor_view<{1}>\n",
      name, shape);
  const std::string data = argument(global, LaunchArgument::Kind::data, "_data",
                                    fmt::format("!pto.ptr<{}>", element_of(global)));
  const std::string sizes = sizes_of(global, true);
  const std::string strides = sizes_of(global, false);
  const std::string zero = constant(0);
  declarations_ += fmt::format(
      "    %{0}_memory = pto.make_tensor_view {1}, shape = [{2}], strides = [{3}] "
      "{{layout = #pto.layout<{4}>}} : !{0}_memory\n"
      "    %{0} = pto.partition_view %{0}_memory, offsets = [{5}, {5}, {5}, {5}, {5}], "
      "sizes = [{2}] : !{0}_memory -> !{0}\n",
      name, data, sizes, strides, layout, zero);
}

void Function::declare(const assay_operand& operand) {
  if (is_counts(operand)) {
    argument(operand, LaunchArgument::Kind::counts, "", counts_type);
  } else if (operand.kind == ASSAY_TILE) {
    declare_tile(operand);
  } else if (operand.kind == ASSAY_GLOBAL) {
    declare_view(operand);
  } else {
    const std::string_view type = scalar_text(call_.op, operand);
    const auto element = static_cast<ElementType>(operand.element);
    if (type.empty() && is_integer(element)) throw NoText("unsigned scalar");
    argument(operand, LaunchArgument::Kind::scalar, "", required(type, "type", name_of(element)));
  }
}

Spelling Function::spelling() {
  for (const assay_operand* operand : operands_) declare(*operand);
  const std::string call = statement();
  const std::string name = in_small_letters(call_.op);
  return {
      .text = fmt::format("{}\nmodule {{\n  func.func @{}({}) {{\n{}    {}\n    return\n  }}\n}}\n",
                          aliases_, name, fmt::join(parameters_, ", "), declarations_, call),
      .lacks = {},
      .function = name,
      .arguments = std::move(arguments_),
      .binds = style() == Style::reshaped || style() == Style::bound};
}

}  // namespace

Spelling module_of(const assay_call& call) {
  try {
    return Function(call).spelling();
  } catch (const NoText& missing) {
    return {.text = {}, .lacks = missing.what()};
  }
}

std::string_view architecture_of(std::string_view target) {
  if (target == "a2a3") return "a3";
  return target == "a5" ? target : std::string_view();
}

}  // namespace assay::runners::assembly
