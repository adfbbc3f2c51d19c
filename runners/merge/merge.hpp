// SPDX-License-Identifier: Apache-2.0
// Shards put together again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reports/findings/answer.hpp"
#include "reports/text/junit.hpp"
#include "runners/merge/missing.hpp"
#include "runners/triage/context.hpp"

namespace assay::runners {

/// Golden files of shards give the file of the whole, byte for byte; golden files that are no
/// shards are put one after the other. What two files have in common must be equal. Returns the
/// number of cases. Throws UsageError that names the file and the case, or the shard that is
/// missing, and golden::FileError; nothing is written then.
std::size_t merge_golden(const std::vector<std::string>& files, const std::string& out);

/// Result files, one after the other, as golden files that are no shards. Every case must have a
/// name that draws it, or be kept by the run that its file lies in, or be in the file it names.
std::size_t merge_results(const std::vector<std::string>& files, const std::string& out);

/// How parts become the whole.
struct MergeOptions {
  std::string out;                                ///< folder or file
  ContextOptions context = {};                    ///< of the whole run, shown on its page
  bool overwrite = false;                         ///< a finished run in `out` may be replaced
  bool partial_ok = false;                        ///< exit 0 where shards were stopped, none failed
  bool quiet = false;                             ///< the answer in one line
  std::optional<reports::JunitTests> junit = {};  ///< else as the shards' own files
};

/// The result of a merge of runs.
struct MergedRuns {
  std::size_t cases = 0;
  std::size_t missing_cases = 0;
  std::string missing;                    ///< which shards are not there; empty: all are
  std::vector<UnreadPart> unread = {};    ///< folders that were left out
  std::vector<std::uint64_t> twice = {};  ///< shards of which there were several folders
  std::string replicas = {};              ///< what they show; empty if nothing was replicated
  bool replicas_differ = false;
  reports::RunAnswer answer = {};
};

/// Folders of the shards of one run give the folder of the whole run: journal, reports, golden and
/// result files are those of a run without shards, except for times and environment. But a finding
/// shows the smallest case that a shard made; a run of the whole shrinks its representative. The
/// order of the folders has no effect. Waivers, baseline and history are shown on its page, and the
/// history gets it as one nightly run. Folders that cannot be read are left out. Cases of shards
/// that are not there are `infra`, and the whole is then not complete. Throws UsageError where no
/// folder can be read, or two are of different runs.
MergedRuns merge_runs(const std::vector<std::string>& folders, const MergeOptions& options);

/// Folders of the shards of one sweep give the folder of the whole sweep, byte for byte, whatever
/// their order. Returns the number of inputs.
std::uint64_t merge_sweeps(const std::vector<std::string>& folders, const std::string& out);

/// Whichever of the four the arguments are; all of one kind. Returns the exit code: exit_infra
/// where shards of a run are not there, and where the whole run is not complete and may not be
/// partial.
int merge_command(const std::vector<std::string>& parts, const MergeOptions& options);

}  // namespace assay::runners
