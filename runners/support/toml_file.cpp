// SPDX-License-Identifier: Apache-2.0
// TOML tables read strictly: every key known, every type right, every sentence with a file name.
#include "runners/support/toml_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <type_traits>

#include "runners/support/nearest.hpp"
#include "runners/support/user_file.hpp"

namespace assay::runners {

namespace {

/// The longest line of TOML: a name with more parts could make a table too deep for the stack.
constexpr std::size_t longest_line = 4096;
/// The largest file; it is written by a person.
constexpr std::uintmax_t largest_file = std::uintmax_t{16} << 20U;

void require_short_lines(std::string_view text, const std::string& file) {
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t length = std::min(text.find('\n'), text.size());
    if (length > longest_line) {
      throw UsageError(fmt::format("{}:{}: the line has {} bytes, at most {} are possible", file,
                                   line, length, longest_line));
    }
    text.remove_prefix(std::min(length + 1, text.size()));
  }
}

}  // namespace

toml::table parse_toml(std::string_view text, const std::string& file) {
  require_short_lines(text, file);
  try {
    return toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    throw UsageError(
        fmt::format("{}:{}: {}", file, error.source().begin.line, error.description()));
  }
}

std::string read_text_file(const std::string& file) {
  std::ifstream stream = open_to_read(file);
  std::error_code error;
  if (const std::uintmax_t size = std::filesystem::file_size(file, error);
      !error && size > largest_file) {
    throw UsageError(fmt::format("cannot read {}: it has {} bytes, at most {} are possible", file,
                                 size, largest_file));
  }
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (stream.bad()) {
    throw UsageError(fmt::format("cannot read {}: {}", file, std::strerror(errno)));
  }
  return text;
}

void toml_error(const std::string& file, const toml::node& node, const std::string& message) {
  throw UsageError(fmt::format("{}:{}: {}", file, node.source().begin.line, message));
}

void require_known_keys(const toml::table& table, const std::vector<std::string>& known,
                        const std::string& file) {
  for (const auto& [key, node] : table) {
    if (std::ranges::find(known, key.str()) != known.end()) continue;
    toml_error(file, node,
               fmt::format("unknown key '{}'{}", key.str(), suggestion(key.str(), known)));
  }
}

namespace {

template <typename T>
std::optional<T> value_at(const toml::table& table, std::string_view key, const std::string& file,
                          std::string_view what) {
  const toml::node* node = table.get(key);
  if (node == nullptr) return std::nullopt;
  // The parser converts a float to an integer, whatever its size.
  const bool is_float = std::is_integral_v<T> && node->is_floating_point();
  std::optional<T> value = is_float ? std::nullopt : node->value<T>();
  if (!value) toml_error(file, *node, fmt::format("'{}' must be {}", key, what));
  return value;
}

}  // namespace

std::optional<std::string> text_at(const toml::table& table, std::string_view key,
                                   const std::string& file) {
  return value_at<std::string>(table, key, file, "a text in quotes");
}

std::optional<double> number_at(const toml::table& table, std::string_view key,
                                const std::string& file) {
  return value_at<double>(table, key, file, "a number");
}

std::optional<std::int64_t> count_at(const toml::table& table, std::string_view key,
                                     const std::string& file) {
  const auto count = value_at<std::int64_t>(table, key, file, "a whole number");
  if (count && *count < 0) toml_error(file, *table.get(key), fmt::format("'{}' is negative", key));
  return count;
}

}  // namespace assay::runners
