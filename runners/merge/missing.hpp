// SPDX-License-Identifier: Apache-2.0
// Shards that never came.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reference/judge/records/records.hpp"

namespace assay::runners {

/// The shards that a run lacks while others are present.
struct MissingShards {
  Records records;            ///< one per planned case and backend, all `infra`
  std::uint64_t planned = 0;  ///< cases
  std::string sentence;       ///< "shard 2 of 3 never came"; empty: all came
};

/// Plans the shards that are not among `found` as the run in `folder`, one of the others, was
/// planned. Throws UsageError where that says no plan.
MissingShards missing_shards(const std::vector<std::uint64_t>& found, std::uint64_t count,
                             const std::string& folder);

}  // namespace assay::runners
