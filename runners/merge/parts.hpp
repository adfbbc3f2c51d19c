// SPDX-License-Identifier: Apache-2.0
// The common parts of all merges.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runners/cases/plan/shard.hpp"

namespace assay::runners {

/// A selection as a golden file has it, taken apart again.
struct ShardedSelection {
  std::string whole;
  Shard shard;
  bool in_row = false;  ///< the shard has cases that follow each other, not every n-th
};
ShardedSelection sharded_selection(const std::string& selection);

/// A case of a part, and its place in the whole.
struct Slot {
  std::uint64_t index = 0;
  std::size_t part = 0;
  std::size_t row = 0;
};

/// Throws UsageError for the first shard from 1 to `count` that is not among those found.
void require_all_shards(const std::vector<std::uint64_t>& found, std::uint64_t count,
                        const std::vector<std::string>& parts);

}  // namespace assay::runners
