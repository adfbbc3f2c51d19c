// SPDX-License-Identifier: Apache-2.0
#include "runners/support/decisions.hpp"

#include <algorithm>

#include "runners/support/embedded.hpp"

namespace assay::runners {
namespace {

constexpr std::string_view folder = "reference/decisions/";
constexpr std::string_view ending = ".md";
constexpr std::size_t digits = 3;

/// Its first line is "# 004 Title".
std::string_view title_of(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  return line.substr(std::min(line.size(), std::string_view("# 004 ").size()));
}

}  // namespace

std::vector<Decision> all_decisions() {
  std::vector<Decision> decisions;
  for (const EmbeddedFile& file : embedded_files()) {
    if (!file.name.starts_with(folder)) continue;
    std::string_view name = file.name.substr(folder.size());
    name.remove_suffix(ending.size());
    decisions.push_back({name, name.substr(0, digits), title_of(file.text), file.text});
  }
  std::ranges::sort(decisions, {}, &Decision::name);
  return decisions;
}

}  // namespace assay::runners
