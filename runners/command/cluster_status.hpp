// SPDX-License-Identifier: Apache-2.0
// How far a run on many machines is, from its files alone.
#pragma once

#include <chrono>
#include <filesystem>

namespace assay::runners {

struct StatusOptions {
  std::filesystem::path folder;
  std::chrono::seconds silent_after{120};
  bool json = false;
  bool watch = false;  ///< again and again, until all shards are done
  std::chrono::seconds every{10};
  std::filesystem::path page;  ///< file for a page that refreshes itself; empty for none
};

/// Prints the state of the run that `assay cluster submit` began in a folder. A shard whose journal
/// has not grown for so long, and has no last line, is silent. Throws UsageError for another
/// folder.
int cluster_status(const StatusOptions& options);

}  // namespace assay::runners
