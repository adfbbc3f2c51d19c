// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/errata_together.hpp"

#include <algorithm>
#include <string>

namespace assay {

const Alternative* owner(const Reading& reading, const Together& chosen, std::size_t result,
                         std::size_t place) {
  for (const std::size_t k : chosen) {
    if (reading.alternatives[k].results[result].owned[place]) return &reading.alternatives[k];
  }
  return nullptr;
}

std::vector<Expected> composed_of(const Reading& reading, const Together& chosen) {
  std::vector<Expected> composed = reading.promise;
  for (std::size_t result = 0; result < composed.size(); ++result) {
    const std::size_t count = reading.alternatives.front().results[result].owned.size();
    for (std::size_t place = 0; place < count; ++place) {
      const Alternative* own = owner(reading, chosen, result, place);
      if (own != nullptr) take_over(composed[result], own->results[result], place);
    }
  }
  return composed;
}

namespace {

/// Errata of one implementation that are tried together; more of them are tried one by one.
constexpr std::size_t most_together = 10;

bool explains(const Case& test_case, const Reading& reading, const Together& chosen) {
  return passes(test_case, *reading.trial, composed_of(reading, chosen));
}

bool explains(const Case& test_case, const std::vector<Reading>& all, const Together& chosen) {
  return std::ranges::all_of(
      all, [&](const Reading& reading) { return explains(test_case, reading, chosen); });
}

/// Sets of errata of one implementation, smaller ones first.
std::vector<Together> sets_of(const std::vector<Alternative>& alternatives) {
  std::vector<Together> groups;
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    const std::string& name = alternatives[i].erratum->implementation;
    const auto same = std::ranges::find_if(groups, [&](const Together& group) {
      return alternatives[group.front()].erratum->implementation == name;
    });
    same == groups.end() ? groups.push_back({i}) : same->push_back(i);
  }
  std::vector<Together> sets;
  for (const Together& group : groups) {
    const std::uint64_t count = std::uint64_t{1} << std::min(group.size(), most_together);
    for (std::uint64_t mask = 1; mask < count; ++mask) {
      Together& one = sets.emplace_back();
      for (std::size_t k = 0; k < std::min(group.size(), most_together); ++k) {
        if ((mask >> k & 1) != 0) one.push_back(group[k]);
      }
    }
    for (std::size_t k = most_together; k < group.size(); ++k) sets.push_back({group[k]});
  }
  std::ranges::stable_sort(sets, {}, &Together::size);
  return sets;
}

}  // namespace

Together explaining(const Case& test_case, const std::vector<Reading>& all) {
  for (const Together& chosen : sets_of(all.front().alternatives)) {
    if (explains(test_case, all, chosen)) return chosen;
  }
  return {};
}

namespace {

/// Whether erratum `k` need not show in an element though the implementation has it: an earlier one
/// owns the element, and is chosen, or gives the promised value there and may go unnoticed.
bool is_hidden(const Reading& reading, const Together& chosen, std::size_t k, std::size_t result,
               std::size_t place) {
  const auto is_chosen = [&](std::size_t one) { return std::ranges::count(chosen, one) != 0; };
  for (std::size_t i = 0; i < k; ++i) {
    const Alternative& earlier = reading.alternatives[i];
    const Altered& there = earlier.results[result];
    const std::string& name = earlier.erratum->implementation;
    if (!there.owned[place] || name != reading.alternatives[k].erratum->implementation) continue;
    if (is_chosen(i) || (!there.shown[place] && !is_chosen(k))) return true;
  }
  return false;
}

}  // namespace

std::int64_t exercised_of(const Reading& reading, const Together& chosen, std::size_t k) {
  std::int64_t count = 0;
  const std::vector<Altered>& results = reading.alternatives[k].results;
  for (std::size_t result = 0; result < results.size(); ++result) {
    const std::vector<bool>& shown = results[result].shown;
    for (std::size_t place = 0; place < shown.size(); ++place) {
      if (shown[place] && !is_hidden(reading, chosen, k, result, place)) ++count;
    }
  }
  return count;
}

}  // namespace assay
