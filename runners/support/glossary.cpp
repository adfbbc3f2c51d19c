// SPDX-License-Identifier: Apache-2.0
#include "runners/support/glossary.hpp"

#include "runners/support/embedded.hpp"
#include "runners/support/names.hpp"

namespace assay::runners {
namespace {

constexpr std::string_view blanks = " \t";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// "guest (`+guest` in a name)" as "guest".
std::string word_of(std::string_view text) {
  return std::string(trimmed(text.substr(0, text.find('('))));
}

/// A row "| word, word | meaning |" of a table; without words for another line.
GlossaryEntry entry_of(std::string_view line) {
  if (!line.starts_with("| ")) return {};
  const std::size_t bar = line.find(" | ");
  const std::size_t end = line.rfind(" |");
  if (bar == std::string_view::npos || end <= bar) return {};
  GlossaryEntry entry{{}, trimmed(line.substr(bar + 3, end - bar - 3))};
  for (const std::string& word : split_list(line.substr(2, bar - 2))) {
    entry.words.push_back(word_of(word));
  }
  const bool is_heading = entry.words.front() == "word";
  return is_heading ? GlossaryEntry{} : entry;
}

}  // namespace

std::vector<GlossaryEntry> all_glossary_entries() {
  std::vector<GlossaryEntry> entries;
  std::string_view text = embedded_file("reports/guide/glossary.md");
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    GlossaryEntry entry = entry_of(text.substr(0, end));
    if (!entry.words.empty()) entries.push_back(std::move(entry));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return entries;
}

}  // namespace assay::runners
