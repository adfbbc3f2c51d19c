// SPDX-License-Identifier: Apache-2.0
#include "reference/support/name_index.hpp"

#include <algorithm>
#include <utility>

#include "reference/support/hash.hpp"

namespace assay::support {

NameIndex::NameIndex(std::size_t count, NameOf name_of) : name_of_(std::move(name_of)) {
  entries_.reserve(count);
  for (std::size_t i = 0; i < count; ++i) entries_.push_back({hash_text(name_of_(i)), i});
  std::ranges::sort(entries_);
}

std::vector<std::size_t> NameIndex::all(std::string_view name) const {
  const std::uint64_t hash = hash_text(name);
  std::vector<std::size_t> numbers;
  for (auto entry = std::ranges::lower_bound(entries_, hash, {}, &Entry::hash);
       entry != entries_.end() && entry->hash == hash; ++entry) {
    // Two names may have one hash.
    if (name_of_(entry->number) == name) numbers.push_back(entry->number);
  }
  return numbers;
}

std::optional<std::size_t> NameIndex::first(std::string_view name) const {
  const std::vector<std::size_t> numbers = all(name);
  return numbers.empty() ? std::nullopt : std::optional(numbers.front());
}

std::optional<std::size_t> NameIndex::last(std::string_view name) const {
  const std::vector<std::size_t> numbers = all(name);
  return numbers.empty() ? std::nullopt : std::optional(numbers.back());
}

std::size_t NameIndex::distinct() const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const bool is_alone = (i == 0 || entries_[i - 1].hash != entries_[i].hash) &&
                          (i + 1 == entries_.size() || entries_[i + 1].hash != entries_[i].hash);
    if (is_alone || first(name_of_(entries_[i].number)) == entries_[i].number) ++count;
  }
  return count;
}

}  // namespace assay::support
