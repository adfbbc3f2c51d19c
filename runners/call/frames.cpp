// SPDX-License-Identifier: Apache-2.0
// The messages of runners/PROTOCOL.md: one line of JSON, then bytes.
#include "runners/call/frames.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "reference/isa/call/physical.hpp"
#include "reference/isa/case/program.hpp"
#include "reference/isa/types/global_tensor.hpp"
#include "runners/call/described_operand.hpp"

namespace assay::runners {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 4> roles{"output", "input", "in_out", "scratch"};
constexpr std::array<std::string_view, 4> statuses{"done", "rejected", "unsupported", "broken"};

std::string shown(std::string_view line) {
  constexpr std::size_t most = 80;
  std::string text(line.substr(0, most));
  for (char& letter : text) {
    if (letter < ' ' || letter > '~') letter = '?';
  }
  return line.size() > most ? text + "..." : text;
}

Json parsed(const std::string& line) {
  Json json = Json::parse(line, nullptr, false);
  if (!json.is_object()) {
    throw BadFrame(
        fmt::format("'{}' is no line of the protocol; print to standard error instead "
                    "(runners/PROTOCOL.md)",
                    shown(line)));
  }
  return json;
}

std::string text_in(const Json& json, const char* key, bool required) {
  const auto found = json.find(key);
  if (found == json.end() && !required) return {};
  if (found == json.end() || !found->is_string()) {
    throw BadFrame(fmt::format("'{}' has no text '{}'", shown(json.dump()), key));
  }
  return found->get<std::string>();
}

std::uint64_t number_in(const Json& json, const char* key, std::uint64_t otherwise) {
  const auto found = json.find(key);
  if (found == json.end()) return otherwise;
  if (!found->is_number_unsigned()) {
    throw BadFrame(fmt::format("'{}' has no number '{}'", shown(json.dump()), key));
  }
  return found->get<std::uint64_t>();
}

void describe_tile(const assay_operand& operand, Json& json) {
  const TileSpec tile = described_tile(operand);
  json["rows"] = tile.rows();
  json["cols"] = tile.cols();
  json["valid_rows"] = tile.valid_rows;
  json["valid_cols"] = tile.valid_cols;
  json["location"] = name_of(tile.type.location);
  json["pad"] = name_of(tile.type.pad.kind);
  if (tile.type.pad.kind == PadKind::custom) json["pad_bits"] = tile.type.pad.custom_bits;
  json["compact"] = operand.compact;
  json["fractal_size"] = tile.type.fractal;
  Json dynamic = Json::array();
  if (tile.type.dynamic_valid_rows) dynamic.push_back("valid_rows");
  if (tile.type.dynamic_valid_cols) dynamic.push_back("valid_cols");
  json["dynamic"] = std::move(dynamic);
  if (!tile.type.conv) {
    json["layout"] = name_of(tile.type.layout());
    return;
  }
  json["layout"] = name_of(tile.type.conv->layout);
  json["shape"] = std::span(operand.shape, operand.rank);
}

void describe_global(const assay_operand& operand, Json& json) {
  json["layout"] = name_of(static_cast<GlobalLayout>(operand.layout));
  json["shape"] = std::span(operand.shape, 5);
  json["stride"] = operand.stride;
  Json dynamic = Json::array();
  for (unsigned dim = 0; dim < 5; ++dim) {
    if ((operand.flags & ASSAY_DYNAMIC_SHAPE(dim)) != 0) {
      dynamic.push_back(fmt::format("shape{}", dim));
    }
  }
  if ((operand.flags & ASSAY_DYNAMIC_STRIDE) != 0) dynamic.push_back("stride");
  json["dynamic"] = std::move(dynamic);
}

std::uint64_t packed_bytes(const assay_operand& operand) {
  if (operand.kind != ASSAY_SCALAR) return operand.byte_size;
  return static_cast<std::uint64_t>(bytes_for(static_cast<ElementType>(operand.element), 1));
}

Json described(const assay_operand& operand) {
  Json json;
  json["name"] = operand.name;
  json["kind"] = operand.kind == ASSAY_TILE     ? "tile"
                 : operand.kind == ASSAY_GLOBAL ? "global"
                                                : "scalar";
  json["role"] = roles.at(operand.role);
  json["element"] = name_of(static_cast<ElementType>(operand.element));
  if (operand.kind == ASSAY_TILE) describe_tile(operand, json);
  if (operand.kind == ASSAY_GLOBAL) describe_global(operand, json);
  if ((operand.flags & ASSAY_SET_BEFORE) != 0) json["set_before"] = true;
  if ((operand.flags & ASSAY_LEFT_BEFORE) != 0) json["left_before"] = true;
  json["bytes"] = packed_bytes(operand);
  return json;
}

/// As part of a program: a scalar with its pattern, others with where they lie.
Json placed(const assay_operand& operand, const assay_place& place) {
  Json json = described(operand);
  if (operand.kind == ASSAY_SCALAR) {
    json["bits"] = fmt::format("{:#x}", operand.scalar_bits);
  } else {
    json["image"] = place.image;
    json["address"] = place.address;
  }
  return json;
}

void describe_call(const assay_call& call, Json& json) {
  json["op"] = call.op;
  json["form"] = call.form;
  json["target"] = call.target;
  json["attributes"] = Json::object();
  for (const assay_attribute& attribute : std::span(call.attributes, call.attribute_count)) {
    json["attributes"][attribute.name] = attribute.value;
  }
}

/// Only a well-formed tile has a layout; another one's memory has its contents in logical order.
bool has_layout(const assay_operand& operand) {
  return operand.kind == ASSAY_TILE && !malformed(described_tile(operand).type);
}

std::span<std::byte> memory_of(const assay_operand& operand) {
  return {static_cast<std::byte*>(operand.data), operand.byte_size};
}

std::uint64_t answered_bytes(const assay_call& call) {
  std::uint64_t bytes = 0;
  for (const assay_operand& operand : std::span(call.operands, call.operand_count)) {
    if (is_answered(operand)) bytes += operand.byte_size;
  }
  return bytes;
}

Answer answer_in(const Json& json, const std::string& line, std::uint64_t number) {
  if (number_in(json, "call", 0) != number) {
    throw BadFrame(fmt::format("'{}' does not repeat the number of the call", shown(line)));
  }
  Answer answer{ASSAY_BROKEN, text_in(json, "message", false), text_in(json, "text", false), 0};
  const std::string status = text_in(json, "status", true);
  const auto* const found = std::ranges::find(statuses, status);
  if (found == statuses.end()) {
    throw BadFrame(
        fmt::format("unknown status '{}'; use {}", shown(status), fmt::join(statuses, ", ")));
  }
  answer.status = static_cast<assay_status>(found - statuses.begin());
  return answer;
}

void expect_bytes(const Json& json, std::uint64_t due, const char* whose) {
  const std::uint64_t announced = number_in(json, "bytes", 0);
  if (announced == due) return;
  throw BadFrame(fmt::format("the answer announces {} bytes, {} {}", announced, whose, due));
}

}  // namespace

Hello hello_from(const std::string& line) {
  const Json json = parsed(line);
  const std::uint64_t version = number_in(json, "assay", 0);
  if (version != exec_protocol) {
    throw BadFrame(fmt::format("it speaks version {} of runners/PROTOCOL.md, this is version {}",
                               version, exec_protocol));
  }
  Hello hello{text_in(json, "name", true), text_in(json, "revision", false), "", false, false};
  const auto targets = json.find("targets");
  const auto is_text = [](const Json& target) { return target.is_string(); };
  if (targets == json.end() || !targets->is_array() || !std::ranges::all_of(*targets, is_text)) {
    throw BadFrame(fmt::format("'{}' has no list of texts 'targets'", shown(line)));
  }
  hello.targets = fmt::format("{}", fmt::join(targets->get<std::vector<std::string>>(), ","));
  const auto programs = json.find("programs");
  if (programs != json.end()) {
    hello.ends_only = *programs == "end";
    if (!programs->is_boolean() && !hello.ends_only) {
      throw BadFrame(
          fmt::format("'{}' says neither true, false nor \"end\" of 'programs'", shown(line)));
    }
    hello.programs = hello.ends_only || programs->get<bool>();
  }
  return hello;
}

std::string request_line(const assay_call& call, std::uint64_t number) {
  Json json;
  json["call"] = number;
  describe_call(call, json);
  json["text_capacity"] = call.text_capacity;
  json["operands"] = Json::array();
  const std::span operands(call.operands, call.operand_count);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    Json& one = json["operands"].emplace_back(described(operands[i]));
    const auto in_place = std::ranges::find_if(operands, [&](const assay_operand& other) {
      return operands[i].role == ASSAY_OUTPUT && other.kind == ASSAY_TILE &&
             other.role == ASSAY_INPUT && other.data == operands[i].data;
    });
    if (in_place != operands.end()) one["in_place_of"] = in_place->name;
  }
  return json.dump() + '\n';
}

std::string program_line(const assay_program& program, std::uint64_t number) {
  Json json;
  json["call"] = number;
  json["images"] = Json::array();
  for (const assay_image& image : std::span(program.images, program.image_count)) {
    json["images"].push_back(
        {{"memory", name_of(static_cast<Memory>(image.memory))}, {"bytes", image.byte_size}});
  }
  json["program"] = Json::array();
  const assay_place* place = program.places;
  for (const assay_call& call : std::span(program.calls, program.call_count)) {
    Json one;
    describe_call(call, one);
    one["operands"] = Json::array();
    for (const assay_operand& operand : std::span(call.operands, call.operand_count)) {
      one["operands"].push_back(placed(operand, *place++));
    }
    json["program"].push_back(std::move(one));
  }
  return json.dump() + '\n';
}

std::vector<std::byte> packed(const assay_operand& operand) {
  if (operand.kind == ASSAY_SCALAR) {
    std::vector<std::byte> contents(packed_bytes(operand));
    std::memcpy(contents.data(), &operand.scalar_bits, contents.size());
    return contents;
  }
  const std::span<const std::byte> memory = memory_of(operand);
  if (!has_layout(operand)) return {memory.begin(), memory.end()};
  const ElementArray contents = gather(described_tile(operand), memory);
  return {contents.bytes().begin(), contents.bytes().end()};
}

void unpack(const std::vector<std::byte>& contents, const assay_operand& operand) {
  if (!has_layout(operand)) {
    std::ranges::copy(contents, memory_of(operand).begin());
    return;
  }
  const TileSpec tile = described_tile(operand);
  ElementArray elements(tile.type.element, tile.type.elements());
  std::ranges::copy(contents, elements.bytes().begin());
  scatter(tile, elements, memory_of(operand));
}

bool is_answered(const assay_operand& operand) {
  const bool written = operand.role == ASSAY_OUTPUT || operand.role == ASSAY_IN_OUT;
  return written && operand.kind != ASSAY_SCALAR;
}

std::optional<std::uint64_t> number_of_answer(const std::string& line) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  const auto found = json.find("call");
  if (found == json.end() || !found->is_number_unsigned()) return std::nullopt;
  return found->get<std::uint64_t>();
}

std::optional<std::uint64_t> begun_in(const std::string& line, std::uint64_t number) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || json.contains("status") || !json.contains("begun")) return std::nullopt;
  if (number_in(json, "call", 0) != number) return std::nullopt;
  return number_in(json, "begun", 0);
}

std::string quoted(const std::string& text) { return fmt::format("'{}'", shown(text)); }

Answer answer_from(const std::string& line, const assay_call& call, std::uint64_t number) {
  const Json json = parsed(line);
  Answer answer = answer_in(json, line, number);
  expect_bytes(json, answer.status == ASSAY_DONE ? answered_bytes(call) : 0, "its outputs have");
  return answer;
}

Answer answer_from(const std::string& line, const assay_program& program, std::uint64_t number,
                   bool ends_only) {
  const Json json = parsed(line);
  Answer answer = answer_in(json, line, number);
  const bool done = answer.status == ASSAY_DONE;
  const std::uint64_t calls = number_in(json, "calls", done ? program.call_count : 0);
  if (done ? calls != program.call_count : calls >= program.call_count) {
    throw BadFrame(fmt::format("'{}' of {} calls that are {} done", calls, program.call_count,
                               done ? "all" : "not all"));
  }
  answer.calls = static_cast<std::uint32_t>(calls);
  std::uint64_t bytes = 0;
  for (const assay_image& image : std::span(program.images, program.image_count)) {
    bytes += image.byte_size;
  }
  const std::uint64_t times = ends_only ? std::uint64_t{done} : calls;
  expect_bytes(
      json, bytes * times,
      ends_only ? "the images after its last call have" : "the images after its calls have");
  return answer;
}

}  // namespace assay::runners
