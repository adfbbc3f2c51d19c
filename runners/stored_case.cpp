// SPDX-License-Identifier: Apache-2.0
#include "runners/stored_case.hpp"

#include <fmt/format.h>

#include "generators/generate.hpp"
#include "generators/smaller.hpp"
#include "golden/golden.hpp"
#include "runners/errors.hpp"

namespace assay::runners {
namespace {

constexpr std::string_view file_end = ".h5:";

}  // namespace

bool names_a_file(const std::string& spelled) {
  return spelled.find(file_end) != std::string::npos;
}

StoredCase case_of(const std::string& spelled) {
  const std::size_t at = spelled.find(file_end);
  if (at == std::string::npos) {
    Case test = generators::case_named(spelled);
    std::vector<ElementArray> before = generators::fill(test, generators::Poison::first);
    return {std::move(test), std::move(before)};
  }
  const std::string file = spelled.substr(0, at + file_end.size() - 1);
  const std::string name = spelled.substr(at + file_end.size());
  const golden::GoldenReader reader(file);
  const auto index = reader.find(name);
  if (!index) {
    throw UsageError(fmt::format("{} has no case {}; it has {} and {} others", file, name,
                                 reader.size() == 0 ? "none" : reader.name(0),
                                 reader.size() == 0 ? 0 : reader.size() - 1));
  }
  golden::GoldenCase stored = reader.read(*index);
  return {std::move(stored.test), std::move(stored.before)};
}

std::vector<std::vector<ElementArray>> contents_of(const Case& test,
                                                   const std::vector<ElementArray>& before) {
  std::vector<std::vector<ElementArray>> contents{before};
  if (!test.intent.legal()) return contents;
  contents.push_back(before);
  contents.push_back(generators::poisoned_anew(test, before));
  return contents;
}

}  // namespace assay::runners
