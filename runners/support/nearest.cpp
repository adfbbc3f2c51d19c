// SPDX-License-Identifier: Apache-2.0
// Suggestions for misspelt names.
#include "runners/support/nearest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

namespace assay::runners {
namespace {

constexpr std::size_t fewest_letters = 3;

bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

/// If the first letters are typed, the others may still follow.
std::string shortest_with_beginning(std::string_view name, const std::vector<std::string>& known) {
  std::string best;
  for (const std::string& candidate : known) {
    const bool begins = name.size() >= fewest_letters && candidate.size() > name.size() &&
                        std::equal(name.begin(), name.end(), candidate.begin(), same_letter);
    if (begins && (best.empty() || candidate.size() < best.size())) best = candidate;
  }
  return best;
}

/// Whether the letters after `i` of one name and `j` of another are each other's, swapped.
bool swapped(std::string_view a, std::size_t i, std::string_view b, std::size_t j) {
  return i > 0 && j > 0 && same_letter(a[i - 1], b[j]) && same_letter(a[i], b[j - 1]);
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before;  // the row before the last one
  std::vector<std::size_t> last(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::vector<std::size_t> row{i + 1};
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = last[j] + (same_letter(a[i], b[j]) ? 0 : 1);
      std::size_t least = std::min({replaced, row[j] + 1, last[j + 1] + 1});
      if (swapped(a, i, b, j)) least = std::min(least, before[j - 1] + 1);
      row.push_back(least);
    }
    before = std::exchange(last, std::move(row));
  }
  return last.back();
}

std::string nearest(std::string_view name, const std::vector<std::string>& known) {
  std::string best = shortest_with_beginning(name, known);
  if (!best.empty()) return best;
  std::size_t best_distance = name.size() / 3 + 2;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string suggestion(std::string_view name, const std::vector<std::string>& known) {
  const std::string best = nearest(name, known);
  if (!best.empty()) return fmt::format("; did you mean {}?", best);
  return fmt::format("; known are {}", fmt::join(known, ", "));
}

}  // namespace assay::runners
