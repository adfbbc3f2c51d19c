// SPDX-License-Identifier: Apache-2.0
// Random numbers by a counter and a key: Philox of four words (decision 197).
#pragma once

#include <array>
#include <cstdint>

#include "reference/isa/spec/op_spec.hpp"

namespace assay::ops {

/// Words of a counter or of a block, the lowest first.
using RandomWords = std::array<std::uint32_t, 4>;
using RandomKey = std::array<std::uint32_t, 2>;

/// What the cipher makes of a counter.
RandomWords philox(RandomWords counter, RandomKey key, int rounds);

/// dst after the call: each element is a word of a block, in the order of Choice::random_order.
Result random_elements();

/// Sets key and counter of a call.
void set_random(Call& call, const RandomKey& key, const RandomWords& counter);

}  // namespace assay::ops
