// SPDX-License-Identifier: Apache-2.0
// The random words of many elements at once.
#pragma once

#include <cstdint>
#include <span>

#include "generators/values/counter.hpp"

namespace assay::generators {

/// out[i] = word n of element first.index + i.
void random_words(const Counter& first, std::uint64_t n, std::span<std::uint64_t> out);

}  // namespace assay::generators
