// SPDX-License-Identifier: Apache-2.0
// Which board and machine a run uses, asked at its start and whenever it is resumed.
#pragma once

#include <map>
#include <string>

namespace assay::runners {

/// Seconds that a command may take to say which board it is.
inline constexpr int identity_seconds = 10;

struct Identity {
  std::string board;                         ///< its name in the records
  std::map<std::string, std::string> facts;  ///< "driver": "24.1"

  /// Only boards of one kind are compared; empty if it is not known.
  std::string kind() const {
    const auto found = facts.find("kind");
    return found == facts.end() ? "" : found->second;
  }
};

/// Host, and of a cluster its node, job, task and device where SLURMD_NODENAME, SLURM_JOB_ID,
/// SLURM_ARRAY_TASK_ID and TASK_DEVICE are set. The members of the object that `command` prints are
/// added or replace these; an empty command prints none. The board is the member `board`, else the
/// node or host, after a slash with the device. Throws UsageError where the command fails, prints
/// something else than one JSON object of short strings, numbers and truth values, or takes longer
/// than identity_seconds.
Identity identity_of(const std::string& command);

}  // namespace assay::runners
