// SPDX-License-Identifier: Apache-2.0
// The files of a run on many machines, and how a scheduler gets its jobs.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay::runners {

/// A run on many machines.
struct ClusterPlan {
  std::string out;      ///< absolute folder that all machines see
  std::string folder;   ///< absolute working folder of the shards
  std::string program;  ///< absolute path of assay
  std::uint64_t shards = 1;
  std::uint64_t boards = 1;          ///< shards that run at once
  std::string gres;                  ///< resource of a shard, as "npu:1"; empty for none
  std::vector<std::string> options;  ///< of the jobs, in the words of the scheduler
  std::vector<std::string> run;      ///< options of `assay run`, the same for each shard
  std::vector<std::string> merge;    ///< options of `assay merge`
};

/// A job of a scheduler.
struct ClusterJob {
  std::string file;    ///< name of the file that describes it
  std::string text;    ///< of the file
  std::string submit;  ///< command that submits it and prints its id; names `file`, and may name
                       ///< @job@, the id of the job before
};

/// The jobs that an engine, the text of the TOML file `name`, has for a plan. Throws UsageError
/// where the text is no engine.
std::vector<ClusterJob> jobs_of(std::string_view engine, const std::string& name,
                                const ClusterPlan& plan);

/// The scripts that jobs call, whatever the scheduler, by their names: shard.sh runs the shard of
/// the number that it gets or goes on with it, merge.sh merges all that came.
std::map<std::string, std::string> scripts_of(const ClusterPlan& plan);

}  // namespace assay::runners
