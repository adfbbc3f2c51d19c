// SPDX-License-Identifier: Apache-2.0
// Random elements from patterns, whole runs at a time.
#include "generators/values/pattern.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

#include "generators/values/words.hpp"

namespace assay::generators {
namespace {

constexpr std::size_t block_size = 256;

/// Some elements of a run with their random words; `more` is for elements of 64 bits alone.
struct Block {
  std::uint64_t index;  ///< of the first element
  std::size_t count;
  std::array<std::uint64_t, block_size> words;
  std::array<std::uint64_t, block_size> more;
};

/// Writes `bits_at(block, i)` for every element of a block. The width is a type here and elements
/// go in pairs, so that the loop has no branch on the width nor on what alternates.
template <typename Word, typename BitsAt>
void store_words(const Block& block, ElementArray& out, const BitsAt& bits_at) {
  std::byte* to = out.bytes().data() + block.index * sizeof(Word);
  const auto put = [&](std::size_t i) {
    const Word word = static_cast<Word>(bits_at(block, i));
    std::memcpy(to + i * sizeof(Word), &word, sizeof(Word));
  };
  const std::size_t pairs = block.count / 2;
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    put(2 * pair);
    put(2 * pair + 1);
  }
  if (block.count % 2 != 0) put(block.count - 1);
}

template <typename BitsAt>
void store(const Block& block, ElementArray& out, const BitsAt& bits_at) {
  switch (bits_of(out.type())) {
    case 8:
      return store_words<std::uint8_t>(block, out, bits_at);
    case 16:
      return store_words<std::uint16_t>(block, out, bits_at);
    case 32:
      return store_words<std::uint32_t>(block, out, bits_at);
    case 64:
      return store_words<std::uint64_t>(block, out, bits_at);
    default:
      for (std::size_t i = 0; i < block.count; ++i) {
        out.set(static_cast<std::int64_t>(block.index + i), bits_at(block, i));
      }
  }
}

template <typename BitsAt>
void fill_run(const Counter& first, std::int64_t count, ElementArray& out, bool needs_more,
              const BitsAt& bits_at) {
  Block block;
  Counter counter = first;
  for (auto left = static_cast<std::size_t>(std::max<std::int64_t>(count, 0)); left > 0;
       left -= block.count, counter.index += block.count) {
    block.index = counter.index;
    block.count = std::min(left, block_size);
    random_words(counter, 0, std::span(block.words).first(block.count));
    if (needs_more) random_words(counter, 1, std::span(block.more).first(block.count));
    store(block, out, bits_at);
  }
}

}  // namespace

std::vector<Pattern> ranges(std::uint64_t first, std::uint64_t last, int most_free) {
  std::vector<Pattern> found;
  while (first <= last) {
    int free = first == 0 ? 63 : std::countr_zero(first);
    free = std::min({free, most_free, 63});
    while (((std::uint64_t{1} << free) - 1) > last - first) --free;
    const std::uint64_t mask = (std::uint64_t{1} << free) - 1;
    found.push_back({first, mask});
    if (last - first == mask) break;
    first += mask + 1;
  }
  return found;
}

PatternTable::PatternTable(const Mixture& mixture, int width) : wide_(width > 64 - slot_bits) {
  std::uint64_t weights = 0;
  for (const Share& share : mixture) weights += share.weight;
  if (weights == 0) throw std::logic_error("a value plan has no share");
  std::uint64_t before = 0;
  for (const Share& share : mixture) {
    const std::size_t begin = slot_count * before / weights;
    before += share.weight;
    const std::size_t slots = slot_count * before / weights - begin;
    if (share.patterns.empty() || share.patterns.size() > slots) {
      throw std::logic_error("a share of a value plan has more patterns than slots, or none");
    }
    for (std::size_t i = 0; i < slots; ++i) {
      slots_[begin + i] = share.patterns[i * share.patterns.size() / slots];
    }
  }
}

void PatternTable::fill(const Counter& first, std::int64_t count, ElementArray& out) const {
  if (wide_) {
    fill_run(first, count, out, true, [this](const Block& block, std::size_t i) {
      return slots_[block.words[i] >> (64 - slot_bits)].with(block.more[i]);
    });
    return;
  }
  fill_run(first, count, out, false, [this](const Block& block, std::size_t i) {
    return slots_[block.words[i] >> (64 - slot_bits)].with(block.words[i]);
  });
}

void fill_alternating(const std::array<Pattern, 2>& patterns, const Counter& first,
                      std::int64_t count, ElementArray& out) {
  static_assert(block_size % 2 == 0, "every block starts with the same parity");
  const bool starts_odd = (first.index & 1) != 0;
  const Pattern here = patterns[starts_odd ? 1 : 0];
  const Pattern next = patterns[starts_odd ? 0 : 1];
  fill_run(first, count, out, false, [here, next](const Block& block, std::size_t i) {
    return (i % 2 == 0 ? here : next).with(block.words[i]);
  });
}

}  // namespace assay::generators
