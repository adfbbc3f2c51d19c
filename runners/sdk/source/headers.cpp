// SPDX-License-Identifier: Apache-2.0
#include "runners/sdk/source/headers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "reference/support/digest.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners::sdk {

namespace fs = std::filesystem;

std::string digest_of_header(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream.is_open()) throw InfraError(fmt::format("cannot read {}", file.string()));
  return support::sha256_of(std::string{std::istreambuf_iterator<char>(stream), {}});
}

std::map<std::string, std::string> Headers::digests() const {
  std::map<std::string, std::string> digests;
  for (const fs::path& file : files) digests[file.string()] = digest_of_header(file);
  return digests;
}

std::string Headers::digest() const {
  std::string text;
  for (const fs::path& file : files)
    text += fmt::format("{} {}\n", digest_of_header(file), file.string());
  return support::sha256_of(text);
}

std::string Headers::digest_of_contents() const {
  std::vector<std::string> digests;
  for (const fs::path& file : files) digests.push_back(digest_of_header(file));
  std::ranges::sort(digests);
  return support::sha256_of(fmt::format("{}", fmt::join(digests, "\n")));
}

std::string Headers::stamps() const {
  std::string text;
  for (const fs::path& file : files) {
    std::error_code gone;
    text += fmt::format("{} {} {}\n", file.string(), fs::file_size(file, gone),
                        fs::last_write_time(file, gone).time_since_epoch().count());
  }
  return text;
}

Headers headers_of_rule(std::string_view rule, const fs::path& own) {
  Headers headers;
  std::string word;
  const auto take = [&] {
    if (!word.empty() && !word.ends_with(':')) {
      const fs::path path = fs::absolute(word).lexically_normal();
      if (path.parent_path() != own.lexically_normal()) headers.files.push_back(path);
    }
    word.clear();
  };
  for (std::size_t i = 0; i < rule.size(); ++i) {
    const char letter = rule[i];
    const char next = i + 1 < rule.size() ? rule[i + 1] : '\0';
    if (letter == '\\' && (next == ' ' || next == '#' || next == '\\')) {
      word += next;
      ++i;
    } else if (letter == '$' && next == '$') {
      word += '$';
      ++i;
    } else if (letter == ' ' || letter == '\n' || letter == '\t' || letter == '\r' ||
               letter == '\\') {
      take();
    } else {
      word += letter;
    }
  }
  take();
  std::ranges::sort(headers.files);
  headers.files.erase(std::unique(headers.files.begin(), headers.files.end()), headers.files.end());
  return headers;
}

}  // namespace assay::runners::sdk
