// SPDX-License-Identifier: Apache-2.0
#include "runners/run/library.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "reference/support/text.hpp"
#include "runners/sdk/compile/builds.hpp"
#include "runners/sdk/compile/index.hpp"
#include "runners/sdk/compile/needs.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_positions = 100'000'000;  // no suite plans as many

std::string absolute(const std::string& file) {
  return file.empty() ? file : fs::absolute(file).lexically_normal().string();
}

/// The number at the front of `text`, which loses it.
std::optional<std::size_t> take_number(std::string_view& text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take(std::string_view& text, char sign) {
  if (!text.starts_with(sign)) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

nlohmann::ordered_json json_of_library(const sdk::SdkOptions& options) {
  const bool is_file = fs::exists(options.profile);
  return {{"include", absolute(options.include)},
          {"profile", is_file ? absolute(options.profile) : options.profile},
          {"compiler", options.compiler},
          {"flags", options.flags},
          {"link", options.link},
          {"assembler", absolute(options.assembler)},
          {"cache", absolute(options.cache)}};
}

sdk::SdkOptions library_of(const nlohmann::ordered_json& json) {
  sdk::SdkOptions options;
  json.at("include").get_to(options.include);
  json.at("profile").get_to(options.profile);
  json.at("compiler").get_to(options.compiler);
  json.at("flags").get_to(options.flags);
  json.at("link").get_to(options.link);
  options.assembler = json.value("assembler", "");
  json.at("cache").get_to(options.cache);
  return options;
}

std::vector<std::string> library_words(const sdk::SdkOptions& library) {
  std::vector<std::string> words{"--sdk-include", library.include, "--sdk-profile",
                                 library.profile};
  if (!library.compiler.empty()) words.insert(words.end(), {"--cxx", library.compiler});
  // One word each: their values begin with a dash.
  if (!library.flags.empty()) {
    words.push_back(fmt::format("--cxxflags={}", fmt::join(library.flags, " ")));
  }
  if (!library.link.empty()) {
    words.push_back(fmt::format("--ldflags={}", fmt::join(library.link, " ")));
  }
  if (!library.assembler.empty()) words.insert(words.end(), {"--ptoas", library.assembler});
  return words;
}

std::string options_text(const sdk::SdkOptions& library) {
  std::vector<std::string> words = library_words(library);
  if (!library.cache.empty()) words.insert(words.end(), {"--sdk-cache", library.cache});
  std::string text = "--backend sdk";
  for (const std::string& word : words) text += " " + support::shell_word(word);
  return text;
}

std::string options_text(const sdk::SdkOptions& library, const std::string& build) {
  return options_text(sdk::library_of_build(library, build));
}

bool is_refused_by_compiler(const BackendSpec& backend, const Case& test_case) {
  if (backend.kind != BackendKind::compiled) return false;
  const auto signature = sdk::signature_of(test_case);
  const sdk::Index index = sdk::read_index(backend.detail);
  const auto built = signature ? index.signatures.find(*signature) : index.signatures.end();
  return built != index.signatures.end() && built->second.kind == sdk::Built::Kind::refused;
}

std::string text_of_positions(const std::vector<std::size_t>& positions) {
  std::string text;
  for (std::size_t i = 0; i < positions.size();) {
    std::size_t last = i;
    while (last + 1 < positions.size() && positions[last + 1] == positions[last] + 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ",", positions[i]);
    if (last > i) text += fmt::format("-{}", positions[last]);
    i = last + 1;
  }
  return text;
}

std::vector<std::size_t> positions_of(const std::string& text) {
  std::vector<std::size_t> positions;
  std::string_view left = text;
  while (!left.empty()) {
    const std::optional<std::size_t> first = take_number(left);
    const std::optional<std::size_t> last = take(left, '-') ? take_number(left) : first;
    const bool ascends = first && last && *first <= *last && *last < most_positions &&
                         (positions.empty() || positions.back() < *first);
    if (!ascends || !(left.empty() || (take(left, ',') && !left.empty()))) {
      throw UsageError(fmt::format("'{}' are no ascending positions of cases", text));
    }
    for (std::size_t position = *first; position <= *last; ++position) {
      positions.push_back(position);
    }
  }
  return positions;
}

}  // namespace assay::runners
