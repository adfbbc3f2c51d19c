// SPDX-License-Identifier: Apache-2.0
#include "runners/merge/missing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "runners/cases/plan/plan.hpp"
#include "runners/run/folder.hpp"
#include "runners/run/manifest.hpp"

namespace assay::runners {
namespace {

std::optional<NamedCases> names_of(const RunOptions& options) {
  if (options.cases_from.empty()) return std::nullopt;
  const RunFolder folder = RunFolder::existing(options.resume);
  return NamedCases::kept_in(folder.names(), folder.cases());
}

void add_shard(const RunOptions& options, MissingShards& missing) {
  const RunPlan plan(options, names_of(options));
  missing.planned += plan.size();
  const Verdict verdict{.kind = VerdictKind::infra,
                        .reason = fmt::format("shard {} of {} never came: not executed",
                                              options.shard.index, options.shard.count)};
  for (std::size_t position = 0; position < plan.size(); ++position) {
    const std::optional<StoredCase> drawn = plan.draw(position);
    if (!drawn) continue;
    for (const BackendSpec& backend : options.backends) {
      CaseRecord record = record_of(drawn->test, verdict);
      record.index = plan.index_of(position);
      record.backend = backend.text();
      missing.records.push_back(record);
    }
  }
}

}  // namespace

MissingShards missing_shards(const std::vector<std::uint64_t>& found, std::uint64_t count,
                             const std::string& folder) {
  RunOptions given;
  given.resume = folder;
  RunOptions options = resumed_options(given);
  MissingShards missing;
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t shard = 1; shard <= count; ++shard) {
    if (std::ranges::find(found, shard) != found.end()) continue;
    numbers.push_back(shard);
    options.shard.index = shard;
    add_shard(options, missing);
  }
  if (!numbers.empty()) {
    missing.sentence =
        fmt::format("{} {} of {} never came", numbers.size() == 1 ? "shard" : "shards",
                    fmt::join(numbers, ", "), count);
  }
  return missing;
}

}  // namespace assay::runners
