// SPDX-License-Identifier: Apache-2.0
#include "reference/support/name_set.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "reference/support/hash.hpp"

namespace assay::support {

// Two hashes of the name in words of eight bytes, which have nothing but the name in common.
NameSet::Print NameSet::print_of(std::string_view name) {
  Print out{name.size(), ~name.size()};
  for (std::size_t first = 0; first < name.size(); first += sizeof(std::uint64_t)) {
    const std::string_view part = name.substr(first, sizeof(std::uint64_t));
    std::uint64_t word = 0;
    std::memcpy(&word, part.data(), part.size());
    out[0] = combine(out[0], word);
    out[1] = combine(out[1], word + golden_ratio);
  }
  return out == Print{} ? Print{1, 0} : out;
}

std::size_t NameSet::place_of(const Print& print) const {
  const std::size_t mask = places_.size() - 1;
  std::size_t place = print[0] & mask;
  while (places_[place] != Print{} && places_[place] != print) place = (place + 1) & mask;
  return place;
}

void NameSet::grow() {
  constexpr std::size_t least = 1024;
  const std::vector<Print> before =
      std::exchange(places_, std::vector<Print>(std::max(least, 2 * places_.size())));
  for (const Print& print : before) {
    if (print != Print{}) places_[place_of(print)] = print;
  }
}

bool NameSet::insert(std::string_view name) {
  if (4 * (size_ + 1) > 3 * places_.size()) grow();
  const Print print = print_of(name);
  Print& place = places_[place_of(print)];
  if (place == print) return false;
  place = print;
  ++size_;
  return true;
}

bool NameSet::contains(std::string_view name) const {
  if (places_.empty()) return false;
  const Print print = print_of(name);
  return places_[place_of(print)] == print;
}

}  // namespace assay::support
