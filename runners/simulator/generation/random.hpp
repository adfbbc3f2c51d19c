// SPDX-License-Identifier: Apache-2.0
// The cipher of random numbers: Philox of four words, as its authors published it.
#pragma once

#include <array>
#include <cstdint>

#include "runners/simulator/rules/request.hpp"

namespace assay::simulator {

using Words = std::array<std::uint32_t, 4>;

/// Key, counter and rounds of a call.
struct RandomState {
  std::array<std::uint32_t, 2> key;
  Words counter;
  int rounds;
};
RandomState random_state(const Request& request);

/// The words of the block that is `blocks` after the counter.
Words random_block(RandomState state, std::uint64_t blocks);

}  // namespace assay::simulator
