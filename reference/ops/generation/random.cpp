// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/generation/random.hpp"

#include <fmt/format.h>

#include <functional>

#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

/// A multiplier of the cipher and what is added to a word of the key after each round.
struct Half {
  std::uint32_t multiplier, step;
};
constexpr std::array<Half, 2> halves{Half{0xD2511F53, 0x9E3779B9}, Half{0xCD9E8D57, 0xBB67AE85}};

std::uint32_t word_of(const Call& call, const char* name, std::size_t index) {
  return static_cast<std::uint32_t>(call.scalar(fmt::format("{}{}", name, index)).bits);
}

/// The counter of a call and `blocks` more, modulo 2^128.
RandomWords counter_after(const Call& call, std::int64_t blocks) {
  RandomWords sum{};
  unsigned __int128 carry = static_cast<unsigned __int128>(blocks);
  for (std::size_t i = 0; i < sum.size(); ++i) {
    carry += word_of(call, "counter", i);
    sum.at(i) = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  return sum;
}

/// Where the number of an element comes from: a block after the counter, and one of its words.
struct WordOrigin {
  std::int64_t block;
  std::size_t word;
};

/// Four elements for each block, and a new block for each row.
WordOrigin by_fours(const TileSpec& tile, std::int64_t row, std::int64_t col) {
  return {row * ((tile.valid_cols + 3) / 4) + col / 4, static_cast<std::size_t>(col % 4)};
}

/// The same, but the rest of a row after whole registers counts a block for each element.
WordOrigin by_registers(const TileSpec& tile, std::int64_t row, std::int64_t col) {
  const std::int64_t last = tile.valid_cols - 1;
  const std::int64_t step = 64 * (last / 256) + last % 64 + 1;
  return {row * step + col / 4, static_cast<std::size_t>(col % 4)};
}

/// A register for each word of 64 blocks; the next 256 elements count a block for four columns.
WordOrigin by_words(const TileSpec& tile, std::int64_t row, std::int64_t col) {
  const std::int64_t turns = (tile.valid_cols + 255) / 256;
  return {(row * turns + col / 256) * (tile.cols() / 4) + col % 64,
          static_cast<std::size_t>(col % 256 / 64)};
}

WordOrigin origin(std::uint8_t order, const TileSpec& tile, std::int64_t row, std::int64_t col) {
  if (order == random_by_rows) return by_fours(tile, row, col);
  return order == random_by_registers ? by_registers(tile, row, col) : by_words(tile, row, col);
}

}  // namespace

RandomWords philox(RandomWords counter, RandomKey key, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    RandomWords next{};
    for (std::size_t half = 0; half < halves.size(); ++half) {
      const std::uint64_t product =
          std::uint64_t{counter.at(2 * half)} * halves.at(half).multiplier;
      const std::size_t other = 2 - 2 * half;
      next.at(other) =
          static_cast<std::uint32_t>(product >> 32) ^ counter.at(other + 1) ^ key.at(1 - half);
      next.at(other + 1) = static_cast<std::uint32_t>(product);
    }
    for (std::size_t half = 0; half < halves.size(); ++half) key.at(half) += halves.at(half).step;
    counter = next;
  }
  return counter;
}

Result random_elements() {
  const auto element = [](const ElementContext& cell) {
    const TileSpec& tile = cell.call.tile("dst");
    const int rounds = cell.call.attribute("Rounds") == "7" ? 7 : 10;
    const RandomKey key{word_of(cell.call, "key", 0), word_of(cell.call, "key", 1)};
    const WordOrigin from =
        origin(cell.readings.of(Choice::random_order), tile, cell.row, cell.col);
    return exactly(philox(counter_after(cell.call, from.block), key, rounds).at(from.word));
  };
  Result result = per_element({}, element);
  result.choices = {Choice::random_order};
  return result;
}

void set_random(Call& call, const RandomKey& key, const RandomWords& counter) {
  for (std::size_t i = 0; i < key.size(); ++i) {
    call.scalar(fmt::format("key{}", i)) = {u32, key.at(i)};
  }
  for (std::size_t i = 0; i < counter.size(); ++i) {
    call.scalar(fmt::format("counter{}", i)) = {u32, counter.at(i)};
  }
}

}  // namespace assay::ops
