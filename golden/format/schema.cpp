// SPDX-License-Identifier: Apache-2.0
#include "golden/format/schema.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <vector>

#include "golden/hdf5/failure.hpp"
#include "golden/hdf5/limits.hpp"
#include "reference/isa/spec/op_spec.hpp"
#include "reference/isa/types/image_layout.hpp"
#include "reference/support/text.hpp"

namespace assay::golden {
namespace {

using namespace std::string_view_literals;

constexpr std::array blayout_names{"RowMajor"sv, "ColMajor"sv};
constexpr std::array slayout_names{"NoneBox"sv, "RowMajor"sv, "ColMajor"sv};
constexpr std::array compact_names{"Null"sv, "Normal"sv, "RowPlusOne"sv, "RowAlignedPadding"sv};
constexpr std::array kind_names{"tile"sv, "global"sv, "scalar"sv};
constexpr std::array role_names{"output"sv, "input"sv, "in_out"sv, "scratch"sv};

template <typename Enum, std::size_t N>
std::string spelled(const std::array<std::string_view, N>& names, Enum value) {
  return std::string(names.at(static_cast<std::size_t>(value)));
}

h5::Failure unknown(const std::string& path, std::string_view text,
                    std::span<const std::string_view> known) {
  return h5::Failure(
      fmt::format("{}: \"{}\" is unknown; known are {}", path, text, fmt::join(known, ", ")));
}

template <typename Enum, std::size_t N>
Enum parsed(const std::array<std::string_view, N>& names, const std::string& text,
            const std::string& path) {
  const auto found = std::ranges::find(names, text);
  if (found == names.end()) throw unknown(path, text, names);
  return static_cast<Enum>(found - names.begin());
}

// The inverse of a name_of: asks for the name of every value up to `last`.
template <typename Enum>
Enum named(std::string_view text, Enum last, const std::string& path) {
  std::vector<std::string_view> known;
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    known.push_back(name_of(static_cast<Enum>(i)));
    if (known.back() == text) return static_cast<Enum>(i);
  }
  throw unknown(path, text, known);
}

void add_tile(h5::Attributes& out, const TileType& type) {
  out["location"] = std::string(name_of(type.location));
  out["layout"] = std::string(name_of(type.layout()));
  out["blayout"] = spelled(blayout_names, type.blayout);
  out["slayout"] = spelled(slayout_names, type.slayout);
  out["fractal"] = std::int64_t{type.fractal};
  out["rows"] = type.rows;
  out["cols"] = type.cols;
  out["pad"] = std::string(name_of(type.pad.kind));
  out["pad_bits"] = std::int64_t{type.pad.custom_bits};
  out["compact"] = spelled(compact_names, type.compact);
  out["dynamic_valid"] = fmt::format("{:d},{:d}", type.dynamic_valid_rows, type.dynamic_valid_cols);
  if (type.conv) {
    out["conv_layout"] = std::string(name_of(type.conv->layout));
    out["conv_rank"] = std::int64_t{type.conv->rank};
    out["conv_dims"] = fmt::format("{}", fmt::join(type.conv->dims, ","));
  }
}

void add_global(h5::Attributes& out, const GlobalSpec& global) {
  out["layout"] = std::string(name_of(global.layout));
  std::array<int, 5> dynamic{};
  std::ranges::copy(global.dynamic_shape, dynamic.begin());
  out["dynamic_shape"] = fmt::format("{}", fmt::join(dynamic, ","));
  out["dynamic_stride"] = std::int64_t{global.dynamic_stride};
}

template <std::size_t N>
std::array<std::int64_t, N> numbers_from(const h5::Attributes& attributes, const std::string& name,
                                         const std::string& path) {
  const std::string text = text_of(attributes, name, path);
  std::array<std::int64_t, N> out{};
  std::string_view rest = text;
  for (std::size_t i = 0; i < N; ++i) {
    const std::size_t comma = rest.find(',');
    try {
      out.at(i) = std::stoll(std::string(rest.substr(0, comma)));
    } catch (const std::logic_error&) {
      throw h5::Failure(fmt::format("{}: {} \"{}\" is not {} numbers", path, name, text, N));
    }
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
  }
  return out;
}

int small_number(const h5::Attributes& attributes, const std::string& name,
                 const std::string& path) {
  const std::int64_t number = number_of(attributes, name, path);
  require_between(fmt::format("{}, {},", path, name), number, 0, 1 << 16);
  return static_cast<int>(number);
}

ConvShape conv_from(const h5::Attributes& attributes, const std::string& path) {
  const std::string layout = text_of(attributes, "conv_layout", path);
  ConvShape out;
  out.layout = named(layout, image_layout::ncdhw, path);
  out.rank = small_number(attributes, "conv_rank", path);
  out.dims = numbers_from<6>(attributes, "conv_dims", path);
  return out;
}

TileSpec tile_from(const h5::Attributes& attributes, const std::string& path) {
  const auto text = [&](const char* name) { return text_of(attributes, name, path); };
  const auto number = [&](const char* name) { return number_of(attributes, name, path); };
  TileSpec out;
  TileType& type = out.type;
  type.element = element_from(attributes, path);
  type.location = named(text("location"), Location::scale_right, path);
  type.blayout = parsed<BLayout>(blayout_names, text("blayout"), path);
  type.slayout = parsed<SLayout>(slayout_names, text("slayout"), path);
  type.fractal = small_number(attributes, "fractal", path);
  type.rows = number("rows");
  type.cols = number("cols");
  type.pad.kind = named(text("pad"), PadKind::custom, path);
  const std::int64_t pad = number("pad_bits");
  require_between(path + ", pad_bits,", pad, 0, std::numeric_limits<std::uint32_t>::max());
  type.pad.custom_bits = static_cast<std::uint32_t>(pad);
  type.compact = parsed<CompactMode>(compact_names, text("compact"), path);
  const auto dynamic = numbers_from<2>(attributes, "dynamic_valid", path);
  type.dynamic_valid_rows = dynamic[0] != 0;
  type.dynamic_valid_cols = dynamic[1] != 0;
  if (attributes.contains("conv_layout")) type.conv = conv_from(attributes, path);
  return out;
}

GlobalSpec global_from(const h5::Attributes& attributes, const std::string& path) {
  const std::string layout = text_of(attributes, "layout", path);
  GlobalSpec out;
  out.element = element_from(attributes, path);
  out.layout = named(layout, GlobalLayout::FRACTAL_Z_3D, path);
  const auto dynamic = numbers_from<5>(attributes, "dynamic_shape", path);
  std::ranges::transform(dynamic, out.dynamic_shape.begin(), [](auto flag) { return flag != 0; });
  out.dynamic_stride = number_of(attributes, "dynamic_stride", path) != 0;
  return out;
}

}  // namespace

h5::Attributes operand_attributes(const Operand& operand, const OperandValue& value) {
  h5::Attributes out{{"kind", spelled(kind_names, value.index())},
                     {"role", spelled(role_names, operand.role)},
                     {"dtype", std::string(name_of(element_of(value)))}};
  if (operand.set_before) out["set_before"] = std::int64_t{1};
  if (const auto* tile = std::get_if<TileSpec>(&value)) add_tile(out, tile->type);
  if (const auto* global = std::get_if<GlobalSpec>(&value)) add_global(out, *global);
  return out;
}

OperandValue operand_from(const h5::Attributes& attributes, const std::string& path) {
  switch (parsed<OperandKind>(kind_names, text_of(attributes, "kind", path), path)) {
    case OperandKind::tile:
      return tile_from(attributes, path);
    case OperandKind::global:
      return global_from(attributes, path);
    case OperandKind::scalar:
      return ScalarSpec{element_from(attributes, path), 0};
  }
  throw std::logic_error("unknown kind of operand");
}

h5::Attributes signature_attributes(const Call& call) {
  const Form& form = *call.form;
  h5::Attributes out{
      {"op", form.op}, {"form", form.name}, {"target", std::string(name_of(call.target))}};
  std::string order;
  for (const Operand& operand : form.operands) {
    order += (order.empty() ? "" : ",") + operand.name;
  }
  out["operands"] = order;
  if (form.copies) out["copies"] = std::int64_t{1};
  if (const MayRefuse* allowed = may_refuse(call)) out["may_refuse"] = allowed->text;
  for (const MayRefuse& one : form.may_refuse) {
    if (one.targets.contains(call.target) && !one.zeros_in.empty()) {
      out["may_refuse_zeros_in"] = one.zeros_in;
    }
  }
  for (std::size_t i = 0; i < form.attributes.size(); ++i) {
    const Attribute& attribute = form.attributes[i];
    out["attribute." + attribute.name] =
        attribute.values.at(static_cast<std::size_t>(call.attributes.at(i)));
  }
  return out;
}

std::vector<int> attribute_values(const Form& form, const h5::Attributes& signature,
                                  const std::string& path) {
  std::vector<int> out;
  for (const Attribute& attribute : form.attributes) {
    const std::string value = text_of(signature, "attribute." + attribute.name, path);
    const auto found = std::ranges::find(attribute.values, value);
    if (found == attribute.values.end()) {
      throw h5::Failure(
          fmt::format("{}: {} has no {} \"{}\"", path, form.op, attribute.name, value));
    }
    out.push_back(static_cast<int>(found - attribute.values.begin()));
  }
  return out;
}

std::string text_of(const h5::Attributes& attributes, const std::string& name,
                    const std::string& path) {
  const auto found = attributes.find(name);
  if (found == attributes.end()) {
    throw h5::Failure(fmt::format("{} has no attribute {}", path, name));
  }
  return h5::to_text(found->second);
}

std::int64_t number_of(const h5::Attributes& attributes, const std::string& name,
                       const std::string& path) {
  const auto found = attributes.find(name);
  if (found != attributes.end()) {
    if (const auto* integer = std::get_if<std::int64_t>(&found->second)) return *integer;
    if (const auto* natural = std::get_if<std::uint64_t>(&found->second)) {
      return static_cast<std::int64_t>(*natural);
    }
  }
  throw h5::Failure(fmt::format("{} has no integer attribute {}", path, name));
}

ElementType element_from(const h5::Attributes& attributes, const std::string& path) {
  return named(text_of(attributes, "dtype", path), ElementType::f64, path + ", dtype");
}

Intent intent_from(const std::string& text) {
  Intent out;
  const std::size_t first = text.find('.');
  if (first == std::string::npos) {
    if (text == "inside") return out;
    throw h5::Failure(fmt::format("/cases: the intent \"{}\" is unknown", text));
  }
  out.kind = text.starts_with("edge.") ? Intent::Kind::boundary : Intent::Kind::outside;
  out.constraint = text.substr(first + 1);
  if (out.kind == Intent::Kind::boundary) {
    const std::size_t last = out.constraint.rfind('.');
    const std::string edge = last == std::string::npos ? "" : out.constraint.substr(last + 1);
    out.edge = named(edge, Edge::above, "/cases, intent " + text);
    out.constraint.resize(last);
  }
  return out;
}

Outcome::Status status_from(const std::string& name) {
  return named(name, Outcome::Status::infra, "status");
}

Accept accept_from(const std::string& name) { return named(name, last_accept, "accept"); }

ElementType lead_from(const std::string& table, std::uint64_t row, const std::string& name) {
  if (const auto element = element_named(name)) return *element;
  throw h5::Failure(
      fmt::format("{} row {} names no element type by '{}'", table, row, support::printable(name)));
}

std::uint32_t key_from(const std::string& table, std::uint64_t row, std::uint64_t key) {
  constexpr auto most = std::numeric_limits<std::uint32_t>::max();
  if (key <= most) return static_cast<std::uint32_t>(key);
  throw h5::Failure(
      fmt::format("{} row {}, key is {}, at most {} is possible", table, row, key, most));
}

void require_printable(const std::string& table, std::uint64_t row, const std::string& name) {
  if (support::printable(name) == name) return;
  throw h5::Failure(fmt::format("{} row {}, name is {}, which holds control characters", table, row,
                                support::printable(name)));
}

std::string_view judging_name(Judging judging) {
  return judging == Judging::stepwise ? "stepwise" : "end_to_end";
}

Judging judging_from(const std::string& name) {
  for (const Judging judging : {Judging::stepwise, Judging::end_to_end}) {
    if (judging_name(judging) == name) return judging;
  }
  throw h5::Failure(fmt::format("judging \"{}\" is unknown", name));
}

Memory memory_from(const std::string& name) {
  for (int i = 0; i <= static_cast<int>(last_memory); ++i) {
    if (name_of(static_cast<Memory>(i)) == name) return static_cast<Memory>(i);
  }
  throw h5::Failure(fmt::format("memory \"{}\" is unknown", name));
}

}  // namespace assay::golden
