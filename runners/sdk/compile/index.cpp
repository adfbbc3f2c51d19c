// SPDX-License-Identifier: Apache-2.0
// The results of a user's compiler for every signature.
#include "runners/sdk/compile/index.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "runners/sdk/source/headers.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners::sdk {
namespace {

constexpr std::string_view first_line = "assay sdk index 3";
constexpr std::string_view last_line = "end";
constexpr std::array<std::string_view, 5> kinds{"entry", "refused", "unsupported", "broken",
                                                "lost"};
constexpr std::array<std::string_view, 7> by_assembler{
    "", "no_text", "taken", "refused", "failed", "hung", "uncompilable"};

/// One line, tabs between fields.
std::string line(std::initializer_list<std::string_view> fields) {
  std::string text;
  bool first = true;
  for (const std::string_view field : fields) {
    if (!std::exchange(first, false)) text += '\t';
    for (const char letter : field) text += letter == '\t' || letter == '\n' ? ' ' : letter;
  }
  return text + '\n';
}

std::vector<std::string> fields_of(const std::string& text) {
  std::vector<std::string> fields(1);
  for (const char letter : text) {
    if (letter == '\t') {
      fields.emplace_back();
    } else {
      fields.back() += letter;
    }
  }
  return fields;
}

void take(Index& index, const std::vector<std::string>& fields) {
  const std::string& what = fields.at(0);
  if (what == "name") {
    index.name = fields.at(1);
  } else if (what == "revision") {
    index.revision = fields.at(1);
  } else if (what == "target") {
    index.target = fields.at(1);
  } else if (what == "bound") {
    index.bound = fields.at(1) == "yes";
  } else if (what == "capacity") {
    index.capacity[fields.at(1)] = std::stoull(fields.at(2));
  } else if (what == "environment") {
    index.environment[fields.at(1)] = fields.at(2);
  } else if (what == "header") {
    index.headers[fields.at(1)] = fields.at(2);
  } else {
    const auto kind = std::ranges::find(kinds, what);
    if (kind == kinds.end()) throw std::runtime_error("unknown line '" + what + "'");
    const auto assembled = std::ranges::find(by_assembler, fields.at(5));
    if (assembled == by_assembler.end()) {
      throw std::runtime_error("unknown answer of an assembler '" + fields.at(5) + "'");
    }
    index.signatures[fields.at(1)] = {static_cast<Built::Kind>(kind - kinds.begin()), fields.at(2),
                                      fields.at(3), fields.at(4),
                                      static_cast<Assembled>(assembled - by_assembler.begin())};
  }
}

std::string text_of(const Index& index) {
  std::string text = std::string(first_line) + '\n' + line({"name", index.name}) +
                     line({"revision", index.revision}) + line({"target", index.target}) +
                     line({"bound", index.bound ? "yes" : "no"});
  for (const auto& [location, bytes] : index.capacity) {
    text += line({"capacity", location, fmt::to_string(bytes)});
  }
  for (const auto& [name, value] : index.environment) text += line({"environment", name, value});
  for (const auto& [file, digest] : index.headers) text += line({"header", file, digest});
  for (const auto& [signature, built] : index.signatures) {
    text +=
        line({kinds.at(static_cast<std::size_t>(built.kind)), signature, built.detail, built.symbol,
              built.source, by_assembler.at(static_cast<std::size_t>(built.assembled))});
  }
  return text.append(last_line) + '\n';
}

}  // namespace

std::string changed_header(const Index& index) {
  for (const auto& [file, digest] : index.headers) {
    if (!std::filesystem::exists(file) || digest_of_header(file) != digest) return file;
  }
  return "";
}

void write_index(const Index& index, const std::filesystem::path& file) {
  const std::filesystem::path draft = fmt::format("{}.{}", file.string(), getpid());
  std::ofstream stream(draft, std::ios::binary);
  stream << text_of(index);
  stream.close();
  std::error_code error;
  if (stream) std::filesystem::rename(draft, file, error);
  if (stream && !error) return;
  std::filesystem::remove(draft, error);
  throw InfraError(fmt::format("cannot write {}", file.string()));
}

Index read_index(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text;
  if (!std::getline(stream, text) || text != first_line) {
    throw std::runtime_error(
        fmt::format("{} is no index of compiled signatures; let 'assay run --backend sdk' make one",
                    file.string()));
  }
  Index index;
  bool whole = false;
  try {
    // A line without its line feed is one that was cut.
    while (!whole && std::getline(stream, text) && !stream.eof()) {
      whole = text == last_line;
      if (!whole) take(index, fields_of(text));
    }
    if (!whole) throw std::runtime_error("its end is missing");
    if (stream.peek() != std::ifstream::traits_type::eof()) {
      throw std::runtime_error("something follows its end");
    }
  } catch (const std::exception& error) {
    throw std::runtime_error(fmt::format("{} is damaged: {}", file.string(), error.what()));
  }
  return index;
}

}  // namespace assay::runners::sdk
