// SPDX-License-Identifier: Apache-2.0
// The source of what a user's compiler is given.
#include "runners/sdk/source/unit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <span>

#include "runners/sdk/source/signature.hpp"

namespace assay::runners::sdk {
namespace {

// Headers of the language before those of the library, which need not include what they use.
constexpr std::string_view language_headers = R"(#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <vector>
)";

constexpr std::string_view helpers = R"(using namespace pto;

namespace assay_sdk {
template <std::size_t size>
struct Bits {};
template <>
struct Bits<1> { using type = std::uint8_t; };
template <>
struct Bits<2> { using type = std::uint16_t; };
template <>
struct Bits<4> { using type = std::uint32_t; };
template <>
struct Bits<8> { using type = std::uint64_t; };
}  // namespace assay_sdk

template <typename T>
@function@ T assay_scalar(std::uint64_t bits) {
  return __builtin_bit_cast(T, static_cast<typename assay_sdk::Bits<sizeof(T)>::type>(bits));
}
template <typename T>
@function@ @global@ T* assay_global(std::uint64_t address) {
  return reinterpret_cast<@global@ T*>(address);
}

namespace assay_sdk {
/// Elements of a view that is bound to `from`, to where the caller looks for them.
template <typename From, typename Sizes>
@function@ void seen(From from, std::uint64_t to, Sizes shape, Sizes stride) {
  const auto view = reinterpret_cast<From>(to);
  for (std::int64_t a = 0; a < shape[0]; ++a)
    for (std::int64_t b = 0; b < shape[1]; ++b)
      for (std::int64_t c = 0; c < shape[2]; ++c)
        for (std::int64_t d = 0; d < shape[3]; ++d)
          for (std::int64_t e = 0; e < shape[4]; ++e) {
            const std::int64_t place = a * stride[0] + b * stride[1] + c * stride[2] +
                                       d * stride[3] + e * stride[4];
            view[place] = from[place];
          }
}
}  // namespace assay_sdk
)";

// What preparations of calls may call.
constexpr std::string_view helpers_of_settings = R"(
namespace assay_sdk {
/// Where there is such a setting, columns of boxes of a result lie so many boxes apart.
template <typename Image>
@function@ auto set_rows(Image& image, int boxes) -> decltype(image.SetDstStride(1)) {
  image.SetDstStride(static_cast<std::uint16_t>(boxes));
}
template <typename Image>
@function@ void set_rows(Image&, long) {}
}  // namespace assay_sdk
)";

std::string indented(const std::string& lines) {
  std::string text = "  ";
  for (const char letter : lines) {
    text += letter;
    if (letter == '\n') text += "  ";
  }
  return text + "\n";
}

/// What the texts of a profile for each tile are filled with.
std::map<std::string, std::string> place_of(const assay_operand& operand, std::size_t index,
                                            LaunchValues values) {
  return {{"name", operand.name},
          {"index", fmt::to_string(index)},
          {"address", address_of(operand, index, values)}};
}

std::string with_label(const assay_call& call, std::size_t number,
                       const std::vector<std::string>& demands, const std::string& text) {
  return fmt::format("// {}\n#line 1 \"{}\"\n{}{}", signature_of(call), label_of(number),
                     fmt::join(demands, ""), text);
}

}  // namespace

std::string label_of(std::size_t number) { return fmt::format("signature_{}", number); }
std::string symbol_of(std::size_t number) { return fmt::format("assay_entry_{}", number); }

std::string prelude_of(const Profile& profile) {
  std::string text(language_headers);
  for (const std::string& header : profile.headers) text += fmt::format("#include <{}>\n", header);
  text += "#include \"assay_entry.hpp\"\n";
  const std::map<std::string, std::string> qualifiers{{"function", profile.function},
                                                      {"global", profile.global}};
  return text + filled(std::string(helpers), qualifiers) +
         filled(std::string(helpers_of_settings), qualifiers) + profile.prologue;
}

std::vector<std::string> demands_of(const assay_call& call, const Profile& profile) {
  std::set<std::string> demands;
  for (const assay_operand& operand : std::span(call.operands, call.operand_count)) {
    demands.insert(demands_of(operand, profile.elements));
  }
  if (needs_tf32(call)) demands.insert(std::string(tf32_demand));
  if (std::string never = set_by_machine(call); !never.empty()) demands.insert(std::move(never));
  return {demands.begin(), demands.end()};
}

std::string check_of(const assay_call& call, const Profile& profile, std::size_t number) {
  if (profile.check.empty()) return "";
  std::vector<std::string> parameters;
  for (const assay_operand& operand : std::span(call.operands, call.operand_count)) {
    parameters.push_back(parameter_of(operand, profile.elements));
  }
  const std::map<std::string, std::string> parts{
      {"symbol", symbol_of(number)},
      {"parameters", fmt::format("{}", fmt::join(parameters, ", "))},
      {"operation", settings_left_of(call, true) + preparation_of(call) + statement_of(call)}};
  return with_label(call, number, demands_of(call, profile), filled(profile.check, parts));
}

std::string entry_of(const assay_call& call, const Profile& profile, std::size_t number) {
  return entry_around(call, profile, number,
                      settings_left_of(call, false) + preparation_of(call) + statement_of(call) +
                          aftermath_of(call));
}

std::string entry_around(const assay_call& call, const Profile& profile, std::size_t number,
                         const std::string& operation) {
  std::map<std::string, std::string> parts{
      {"symbol", symbol_of(number)}, {"declare", ""}, {"bind", ""}, {"load", ""}, {"store", ""},
      {"operation", operation}};
  std::vector<std::string> memory;
  for (std::size_t i = 0; i < call.operand_count; ++i) {
    const assay_operand& operand = call.operands[i];
    parts["declare"] += indented(declaration_of(operand, i, profile.elements));
    const bool tile = operand.kind == ASSAY_TILE;
    const std::map<std::string, std::string> place = place_of(operand, i, LaunchValues::of_array);
    memory.push_back(tile ? filled(profile.memory, place) : "nullptr");
    if (!tile) continue;
    parts["bind"] += filled(profile.bind, place);
    parts["load"] += filled(profile.load, place);
    parts["store"] += filled(profile.store, place);
  }
  parts["memory"] = fmt::format("{}", fmt::join(memory, ", "));
  return with_label(call, number, demands_of(call, profile), filled(profile.entry, parts));
}

std::string kernel_of(const assay_call& call, const Profile& profile, const std::string& name) {
  std::vector<std::string> parameters;
  std::string body;
  std::string bindings;
  for (std::size_t i = 0; i < call.operand_count; ++i) {
    const assay_operand& operand = call.operands[i];
    for (std::string& one : launch_parameters_of(operand, profile.elements, profile.global)) {
      parameters.push_back(std::move(one));
    }
    const std::string declaration =
        declaration_of(operand, i, profile.elements, LaunchValues::of_parameters);
    if (!declaration.empty()) body += indented(declaration);
    if (operand.kind != ASSAY_TILE) continue;
    bindings += filled(profile.bind, place_of(operand, i, LaunchValues::of_parameters));
  }
  body += bindings + "  " + settings_left_of(call, true) + preparation_of(call) +
          statement_of(call) + ending_of(call) + "\n";
  std::string text = "#include <cstdint>\n#include <type_traits>\n";
  for (const std::string& header : profile.headers) text += fmt::format("#include <{}>\n", header);
  text += "\nusing namespace pto;\n";
  if (body.find("assay_sdk::") != std::string::npos) {
    text += filled(std::string(helpers_of_settings), {{"function", profile.function}});
  }
  return text + fmt::format("\n{} void {}({}) {{\n{}}}\n", profile.function, name,
                            fmt::join(parameters, ", "), body);
}

}  // namespace assay::runners::sdk
