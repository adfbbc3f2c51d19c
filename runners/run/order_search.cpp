// SPDX-License-Identifier: Apache-2.0
#include "runners/run/order_search.hpp"

#include <algorithm>
#include <numeric>

namespace assay::runners {
namespace {

using Places = std::vector<std::size_t>;

constexpr std::size_t most_trials = 100;

Places last_of(std::size_t count, std::size_t wanted) {
  Places places(std::min(count, wanted));
  std::iota(places.begin(), places.end(), count - places.size());
  return places;
}

/// The shortest list of last cases, by powers of two, after which the case fails.
std::optional<Places> failing_end(std::size_t count, const FailsAfter& fails) {
  for (std::size_t wanted = 1;; wanted *= 2) {
    Places places = last_of(count, wanted);
    if (fails(places)) return places;
    if (wanted >= count) return std::nullopt;
  }
}

/// The list without parts that are not needed: halves, quarters and so on to single cases.
Places without_needless(Places places, const FailsAfter& fails) {
  std::size_t trials = 0;
  for (std::size_t part = (places.size() + 1) / 2; part > 0;
       part = part == 1 ? 0 : (part + 1) / 2) {
    for (std::size_t first = 0; first < places.size() && trials < most_trials;) {
      const auto begin = places.begin() + static_cast<std::ptrdiff_t>(first);
      Places rest(places.begin(), begin);
      rest.insert(rest.end(),
                  begin + static_cast<std::ptrdiff_t>(std::min(part, places.size() - first)),
                  places.end());
      ++trials;
      if (!rest.empty() && fails(rest)) {
        places = std::move(rest);
      } else {
        first += part;
      }
    }
  }
  return places;
}

}  // namespace

void ExecutedCases::add(const StoredCase& executed) {
  cases_.push_back({executed.test, executed.before, executed.program});
  if (cases_.size() > most) cases_.pop_front();
}

std::optional<std::vector<std::size_t>> cases_that_matter(std::size_t count,
                                                          const FailsAfter& fails) {
  if (fails({})) return Places();
  if (count == 0) return std::nullopt;
  const std::optional<Places> end = failing_end(count, fails);
  if (!end) return std::nullopt;
  Places needed = without_needless(*end, fails);
  if (!fails(needed) || fails({})) return std::nullopt;
  return needed;
}

}  // namespace assay::runners
