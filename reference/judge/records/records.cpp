// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/records/records.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

#include "reference/judge/records/record_bytes.hpp"

namespace assay {
namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 20U;
constexpr unsigned offset_bits = 40;
constexpr std::uint64_t offset_mask = (std::uint64_t{1} << offset_bits) - 1;

bool has_parts(const CaseRecord& record) {
  return !record.tiles.empty() || record.text || record.distant;
}

}  // namespace

Records::Records(std::span<const CaseRecord> records) {
  for (const CaseRecord& record : records) push_back(record);
}

const char* Records::bytes_of(std::size_t number) const {
  const std::uint64_t place = places_[number];
  return blocks_[place >> offset_bits].data() + (place & offset_mask);
}

VerdictKind Records::kind(std::size_t number) const {
  return static_cast<VerdictKind>(*bytes_of(number));
}

CaseRecord Records::operator[](std::size_t number) const {
  CaseRecord record;
  RecordReader reader(bytes_of(number), words_);
  code(reader, record);
  record.index = indices_[number];
  std::uint64_t parts = 0;
  reader.natural(parts);
  if (parts > 0) {
    const Parts& found = parts_[parts - 1];
    record.tiles = found.tiles;
    record.text = found.text;
    record.distant = found.distant;
  }
  return record;
}

void Records::push_back(const CaseRecord& record) {
  std::string bytes;
  RecordWriter writer(bytes, words_);
  code(writer, record);
  if (has_parts(record)) parts_.push_back({record.tiles, record.text, record.distant});
  writer.natural(has_parts(record) ? parts_.size() : 0);
  if (blocks_.empty() || blocks_.back().size() + bytes.size() > blocks_.back().capacity()) {
    blocks_.emplace_back().reserve(std::max(block_bytes, bytes.size()));
  }
  places_.push_back(((blocks_.size() - 1) << offset_bits) | blocks_.back().size());
  indices_.push_back(record.index);
  blocks_.back() += bytes;
}

void Records::keep(std::size_t count) {
  places_.resize(std::min(count, places_.size()));
  indices_.resize(places_.size());
}

void Records::drop(std::span<const std::size_t> numbers) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    if (!numbers.empty() && numbers.front() == i) {
      numbers = numbers.subspan(1);
      continue;
    }
    places_[kept] = places_[i];
    indices_[kept++] = indices_[i];
  }
  keep(kept);
}

bool Records::in_order() const { return std::ranges::is_sorted(indices_); }

void Records::sort_by_index() {
  if (in_order()) return;
  std::vector<std::uint32_t> order(size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t number) { return indices_[number]; });
  const auto ordered = [&](std::vector<std::uint64_t>& values) {
    std::vector<std::uint64_t> sorted;
    sorted.reserve(values.size());
    for (const std::uint32_t number : order) sorted.push_back(values[number]);
    values = std::move(sorted);
  };
  ordered(places_);
  ordered(indices_);
}

}  // namespace assay
