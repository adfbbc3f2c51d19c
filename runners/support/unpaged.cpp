// SPDX-License-Identifier: Apache-2.0
#include "runners/support/unpaged.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runners/support/embedded.hpp"
#include "runners/support/nearest.hpp"

namespace assay::runners {

std::vector<Unpaged> all_unpaged() {
  std::vector<Unpaged> found;
  std::string_view text = embedded_file("reference/decisions/192-instructions-without-a-page.md");
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t bar = line.find(" | "), last = line.rfind(" |");
    const bool row = line.starts_with("| ") && bar != std::string_view::npos && last > bar;
    if (!row || line.starts_with("| instruction |")) continue;
    found.push_back(
        {std::string(line.substr(2, bar - 2)), std::string(line.substr(bar + 3, last - bar - 3))});
  }
  return found;
}

std::string why_unpaged(std::string_view mnemonic) {
  for (const Unpaged& one : all_unpaged()) {
    if (edit_distance(one.mnemonic, mnemonic) > 0) continue;
    return fmt::format("{} has no page here: {} (decision 192)", one.mnemonic, one.reason);
  }
  return {};
}

}  // namespace assay::runners
