// SPDX-License-Identifier: Apache-2.0
// Shards that never came, or cannot be read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reference/judge/records/records.hpp"

namespace assay::runners {

/// Shards that a sentence names; the others are counted.
inline constexpr std::size_t most_named_shards = 5;

/// The folder of a shard of which nothing can be used.
struct UnreadPart {
  std::string name;
  std::string why;                          ///< names the file
  std::optional<std::uint64_t> shard = {};  ///< if run.json says it
};

/// The shards that a run lacks while others are present.
struct MissingShards {
  Records records;            ///< one per planned case and backend, all `infra`
  std::uint64_t planned = 0;  ///< cases
  std::string sentence;       ///< "shards 2, 5-7 of 9 never came"; empty: all are there
};

/// Plans the shards that are not among `found` as the run in `folder`, one of the others, was
/// planned. Throws UsageError where that says no plan.
MissingShards missing_shards(const std::vector<std::uint64_t>& found, std::uint64_t count,
                             const std::string& folder, const std::vector<UnreadPart>& unread);

}  // namespace assay::runners
