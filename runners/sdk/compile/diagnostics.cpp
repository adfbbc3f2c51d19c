// SPDX-License-Identifier: Apache-2.0
// Diagnostics of a compiler about entries that did not compile.
#include "runners/sdk/compile/diagnostics.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <vector>

namespace assay::runners::sdk {
namespace {

constexpr long nobody = -1;
constexpr std::string_view label = "signature_";
constexpr std::string_view error_mark = "error: ";

struct Error {
  long owner = nobody;
  bool in_unit = false;  ///< is in the entry itself, not in the library
  std::string message;
  std::vector<std::string> notes;
};

bool has_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::ranges::any_of(
      parts, [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

/// Number of the entry whose label starts the line, or `nobody`.
long owner_of(std::string_view line) {
  if (!line.starts_with(label)) return nobody;
  long number = nobody;
  std::from_chars(line.data() + label.size(), line.data() + line.size(), number);
  return number;
}

/// gcc introduces an error by the places that required it, clang adds them as notes.
std::vector<Error> errors_of(std::string_view output) {
  std::vector<Error> errors;
  long required_by = nobody;
  for (std::size_t begin = 0; begin < output.size();) {
    const std::size_t end = std::min(output.find('\n', begin), output.size());
    const std::string_view line = output.substr(begin, end - begin);
    begin = end + 1;
    const long owner = owner_of(line);
    const std::size_t mark = line.find(error_mark);
    if (mark != std::string_view::npos) {
      const bool in_unit = owner != nobody;
      errors.push_back({in_unit ? owner : required_by,
                        in_unit,
                        std::string(line.substr(mark + error_mark.size())),
                        {}});
      required_by = nobody;
    } else if (has_any(line, {"note: "})) {
      if (errors.empty()) continue;
      errors.back().notes.emplace_back(line);
      if (errors.back().owner == nobody) errors.back().owner = owner;
    } else if (owner != nobody && has_any(line, {"required from"})) {
      required_by = owner;
    }
  }
  return errors;
}

/// The text of a static assertion without the condition as clang spells it out.
std::string shortened(const std::string& message) {
  constexpr std::string_view requirement = " due to requirement '";
  const std::size_t begin = message.find(requirement);
  const std::size_t end = message.find("': ");
  if (begin == std::string::npos || end == std::string::npos) return message;
  return message.substr(0, begin) + message.substr(end + 1);
}

bool any_note(const Error& error, std::initializer_list<std::string_view> parts) {
  return std::ranges::any_of(error.notes,
                             [&](const std::string& note) { return has_any(note, parts); });
}

Diagnosis::Kind overload_kind(const Error& error) {
  using enum Diagnosis::Kind;
  if (any_note(error, {"conflicting types", "not satisfied", "enable_if", "no known conversion",
                       "substitution failure", "cannot convert"})) {
    return asserted;
  }
  if (any_note(error, {"were provided", "was provided", " provided"})) return missing;
  return other;
}

Diagnosis::Kind kind_of(const Error& error) {
  using enum Diagnosis::Kind;
  const std::string& text = error.message;
  if (has_any(text, {"assay:"})) return missing;
  if (has_any(text, {"static assertion failed", "static_assert failed"})) return asserted;
  if (has_any(text, {"no matching function", "no matching constructor"})) {
    return overload_kind(error);
  }
  const bool undeclared =
      has_any(text, {"undeclared identifier", "was not declared", "unknown type name",
                     "does not name a type", "no member named", "is not a member of",
                     "no template named", "no type named"});
  return undeclared && error.in_unit ? missing : other;
}

}  // namespace

std::map<long, Diagnosis> diagnoses_of(std::string_view output) {
  std::map<long, Diagnosis> diagnoses;
  for (const Error& error : errors_of(output)) {
    diagnoses.try_emplace(error.owner, Diagnosis{kind_of(error), shortened(error.message)});
  }
  return diagnoses;
}

Diagnosis diagnosis_of_link(std::string_view output) {
  constexpr std::array<std::string_view, 2> marks{"undefined reference", "undefined symbol"};
  for (const std::string_view mark : marks) {
    const std::size_t position = output.find(mark);
    if (position == std::string_view::npos) continue;
    const std::size_t end = std::min(output.find('\n', position), output.size());
    return {Diagnosis::Kind::unlinked, std::string(output.substr(position, end - position))};
  }
  return {Diagnosis::Kind::other, std::string(output.substr(0, output.find('\n')))};
}

}  // namespace assay::runners::sdk
