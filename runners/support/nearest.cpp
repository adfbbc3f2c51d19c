// SPDX-License-Identifier: Apache-2.0
// Suggestions for misspelt names.
#include "runners/support/nearest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <numeric>

namespace assay::runners {
namespace {

constexpr std::size_t fewest_letters = 3;

bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

/// Somebody who types the first letters has not yet come to the others.
std::string shortest_with_beginning(std::string_view name, const std::vector<std::string>& known) {
  std::string best;
  for (const std::string& candidate : known) {
    const bool begins = name.size() >= fewest_letters && candidate.size() > name.size() &&
                        std::equal(name.begin(), name.end(), candidate.begin(), same_letter);
    if (begins && (best.empty() || candidate.size() < best.size())) best = candidate;
  }
  return best;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (same_letter(a[i], b[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
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
