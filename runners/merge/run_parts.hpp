// SPDX-License-Identifier: Apache-2.0
// Shards of a run that are put together.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reference/judge/records/records.hpp"
#include "runners/merge/missing.hpp"
#include "runners/run/folder.hpp"
#include "runners/run/manifest.hpp"
#include "runners/run/replicas.hpp"

namespace assay::runners {

/// The folder of a shard, read.
struct RunPart {
  RunFolder folder;
  Manifest manifest;
  RunInfo info;
  Records records;
  std::vector<Replica> replicas;  ///< none unless the run replicates cases

  std::uint64_t shard() const { return manifest.at("shard").at("index").get<std::uint64_t>(); }
  std::uint64_t shards() const { return manifest.at("shard").at("count").get<std::uint64_t>(); }
  TileOptions tiles() const {
    const Manifest& options = manifest.at("options");
    TileOptions tiles;
    tiles.kept = tile_choice_named(options.at("tiles").get<std::string>());
    if (const Manifest& budget = options.at("tiles_budget_mb"); !budget.is_null()) {
      tiles.budget_mb = budget.get<std::uint64_t>();
    }
    return tiles;
  }
  std::size_t backends() const { return 1 + rivals_in(manifest).size(); }
  /// A run writes the files of its tiles when it ends.
  bool has_tiles() const { return tiles().any() && std::filesystem::exists(folder.summary()); }
};

/// The folders that were named.
struct RunParts {
  std::vector<RunPart> read;  ///< at least one
  std::vector<UnreadPart> unread;
};

/// Throws UsageError where no folder can be read, or two are of different runs.
RunParts opened_parts(const std::vector<std::string>& names);

/// So that the order of the command line decides nothing, not even where a shard is there twice:
/// then the one that ran most of its cases counts.
void sort_parts(std::vector<RunPart>& parts);

/// The description of the sorted parts together with the missing shards. It is complete if all of
/// them are.
RunInfo whole_info(const std::vector<RunPart>& parts, const MissingShards& missing);

}  // namespace assay::runners
