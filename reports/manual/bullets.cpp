// SPDX-License-Identifier: Apache-2.0
// Bullets of the manual's pages, as Markdown keeps them: "## TABS: TABS page", then "3. tested:
// types | src.element@a5".
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>

#include "reports/manual/manual.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

constexpr std::array<std::pair<std::string_view, Told>, 4> kinds{{{"part", Told::part},
                                                                  {"tested", Told::tested},
                                                                  {"open", Told::open},
                                                                  {"untested", Told::untested}}};

[[noreturn]] void refuse(std::string_view line) {
  throw std::invalid_argument(fmt::format("no bullet of the manual: '{}'", line));
}

/// Cuts `line` at the first `mark`, which has to be there.
std::pair<std::string_view, std::string_view> cut(std::string_view line, std::string_view mark) {
  const auto position = line.find(mark);
  if (position == std::string_view::npos) refuse(line);
  return {line.substr(0, position), line.substr(position + mark.size())};
}

ManualBullet bullet_of(std::string_view line, std::size_t number) {
  const auto [ordinal, rest] = cut(line, ". ");
  if (ordinal != std::to_string(number)) refuse(line);
  const auto [kind, said] = cut(rest, ": ");
  const auto found = std::ranges::find(kinds, kind, &std::pair<std::string_view, Told>::first);
  if (found == kinds.end()) refuse(line);
  if (found->second == Told::part) return {Told::part, std::string(said), ""};
  const auto [text, why] = cut(said, " | ");
  if (text.empty() || why.empty()) refuse(line);
  return {found->second, std::string(text), std::string(why)};
}

bool starts_with_digit(std::string_view line) {
  return !line.empty() && line.front() >= '0' && line.front() <= '9';
}

}  // namespace

void read_manual_pages(std::string_view text, ManualPages& pages) {
  std::istringstream lines{std::string(text)};
  ManualPage* page = nullptr;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("## ")) {
      const auto [op, name] = cut(std::string_view(line).substr(3), ": ");
      page = &pages[std::string(op)].emplace_back(ManualPage{std::string(name), {}});
    } else if (starts_with_digit(line)) {
      if (page == nullptr) refuse(line);
      page->bullets.push_back(bullet_of(line, page->bullets.size() + 1));
    }
  }
}

std::string unknown_reference(const OpSpec& op, const ManualBullet& bullet) {
  if (bullet.told != Told::tested) return {};
  std::istringstream words(bullet.why);
  for (std::string word; words >> word;) {
    if (word == "results") continue;
    const std::string name = word.substr(0, word.find('@'));
    const std::string target = name.size() == word.size() ? "" : word.substr(name.size() + 1);
    const auto stated = [&](const Constraint& one) {
      return one.name == name &&
             (target.empty() || std::ranges::any_of(members_of(one.targets), [&](Target own) {
                return name_of(own) == target;
              }));
    };
    const bool known = std::ranges::any_of(
        op.forms, [&](const Form& form) { return std::ranges::any_of(form.constraints, stated); });
    if (!known) {
      return fmt::format("{} has no constraint {}, which '{}' names", op.mnemonic, word,
                         bullet.text);
    }
  }
  return {};
}

}  // namespace assay::reports
