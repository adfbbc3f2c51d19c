// SPDX-License-Identifier: Apache-2.0
// Replicated cases of shards, compared: boards of one kind must give the same bits.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "reference/judge/records/records.hpp"
#include "runners/merge/run_parts.hpp"

namespace assay::runners {

/// What the replicated cases of a run show.
struct ReplicaComparison {
  struct Board {
    std::size_t compared = 0;
    std::size_t differ = 0;
  };

  std::size_t lines = 0;       ///< executions of replicated cases, whether or not comparable
  std::size_t replicated = 0;  ///< cases of which two executions can be compared
  std::size_t same_board = 0;  ///< of them, cases of which both were on one board
  std::size_t differ = 0;
  std::map<std::string, Board> boards;

  /// "replicated 1,034 cases on a second board: 12 differ; npu7 in 12 of 21, npu9 in 2 of 40", or
  /// why none was compared on a second board.
  std::string sentence() const;
};

/// Compares what the parts say of replicated cases. Where bits or verdicts differ, the record of
/// the case fails as nondeterministic, on the board that is wrong, or else on the one that differs
/// from others more often; a record that fails already says what the other board did.
ReplicaComparison compare_replicas(const std::vector<RunPart>& parts, Records& records);

/// For `environment` of run.json; null if nothing was replicated.
Manifest json_of(const ReplicaComparison& found);

}  // namespace assay::runners
