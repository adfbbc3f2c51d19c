// SPDX-License-Identifier: Apache-2.0
#include "runners/simulator/generation/random.hpp"

#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/rules/generation.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

/// Adds to a number of four words, the lowest first.
void add(Words& counter, std::uint64_t blocks) {
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < counter.size(); ++i) {
    const std::uint64_t added = i < 2 ? blocks >> (32 * i) & 0xFFFFFFFFU : 0;
    const std::uint64_t sum = counter.at(i) + added + carry;
    counter.at(i) = static_cast<std::uint32_t>(sum);
    carry = sum >> 32U;
  }
}

}  // namespace

RandomState random_state(const Request& request) {
  const auto word = [&](std::size_t index) {
    return static_cast<std::uint32_t>(request[index].scalar_bits);
  };
  return {{word(1), word(2)},
          {word(3), word(4), word(5), word(6)},
          attribute_or(request, random_rounds, "10") == "7" ? 7 : 10};
}

Words random_block(RandomState state, std::uint64_t blocks) {
  add(state.counter, blocks);
  Words words = state.counter;
  for (int round = 0; round < state.rounds; ++round) {
    const std::uint64_t first = std::uint64_t{0xD2511F53} * words[0];
    const std::uint64_t second = std::uint64_t{0xCD9E8D57} * words[2];
    words = {static_cast<std::uint32_t>(second >> 32U) ^ words[1] ^ state.key[0],
             static_cast<std::uint32_t>(second),
             static_cast<std::uint32_t>(first >> 32U) ^ words[3] ^ state.key[1],
             static_cast<std::uint32_t>(first)};
    state.key[0] += 0x9E3779B9;  // of the golden ratio
    state.key[1] += 0xBB67AE85;  // of the square root of 3
  }
  return words;
}

void run_random(const Request& request, const Hooks& hooks) {
  const assay_operand& dst = request[0];
  const Region worked = worked_region(request, hooks, dst);
  const RandomState state = random_state(request);
  Output output(request, dst, hooks);
  const std::int64_t blocks = (worked.cols + 3) / 4;
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t block = 0; block < blocks; ++block) {
      const Words words = random_block(state, static_cast<std::uint64_t>(row * blocks + block));
      for (std::int64_t col = 4 * block; col < worked.cols && col < 4 * block + 4; ++col) {
        output.put({row, col}, words.at(static_cast<std::size_t>(col % 4)));
      }
    }
  }
  output.finish();
}

}  // namespace assay::simulator
