// SPDX-License-Identifier: Apache-2.0
// Folders of shards become the folder of the whole sweep.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "runners/merge/merge.hpp"
#include "runners/merge/parts.hpp"
#include "runners/support/errors.hpp"
#include "runners/sweep/chunks.hpp"
#include "runners/sweep/header.hpp"
#include "runners/sweep/journal.hpp"

namespace assay::runners {
namespace {

using Json = nlohmann::ordered_json;

/// A shard whose lines are read once, from the first on.
struct Part {
  std::string folder;
  SweepJournalReader journal;
  SweepHeader header;

  explicit Part(const std::string& name) : folder(name), journal(name) {
    try {
      header = header_from(journal.header());
    } catch (const std::exception& error) {
      throw UsageError(fmt::format("the sweep in {} cannot be read: {}", folder, error.what()));
    }
  }
};
using Parts = std::vector<Part>;

void require_one_sweep(const Part& a, const Part& b) {
  if (a.header.shard.count != b.header.shard.count) {
    throw UsageError(fmt::format("{} is a shard of {} and {} of {}", a.folder, a.header.shard.count,
                                 b.folder, b.header.shard.count));
  }
  const auto key = other_sweep(a.journal.header(), b.journal.header(), true);
  if (!key) return;
  const auto shown = [&](const Part& part) {
    return part.journal.header().value(*key, Json()).dump();
  };
  throw UsageError(fmt::format("{} has {} {} and {} has {}; they are no shards of one sweep",
                               a.folder, *key, shown(a), b.folder, shown(b)));
}

/// By shard, so that the order of the command line decides nothing.
Parts opened(const std::vector<std::string>& folders) {
  Parts parts;
  std::vector<std::uint64_t> found;
  for (const std::string& folder : folders) {
    parts.emplace_back(folder);
    require_one_sweep(parts.front(), parts.back());
    found.push_back(parts.back().header.shard.index);
  }
  require_all_shards(found, parts.front().header.shard.count, folders);
  std::ranges::stable_sort(parts, {}, [](const Part& part) { return part.header.shard.index; });
  return parts;
}

/// The next chunk by the parts of one shard, which must agree.
SweepPart next_of(std::span<Part> twins) {
  std::optional<SweepPart> first;
  for (Part& part : twins) {
    std::optional<SweepPart> next = part.journal.next();
    if (!next) {
      throw UsageError(fmt::format(
          "the sweep in {0} is not finished; go on with 'assay sweep ... --out {0} --resume'",
          part.folder));
    }
    if (first && *first != *next) {
      throw UsageError(fmt::format("{} and {} are the same shard, and they differ",
                                   twins.front().folder, part.folder));
    }
    if (!first) first = std::move(next);
  }
  return *first;
}

/// Calls `take` with every chunk of the whole as a sweep without shards gives it.
SweepRecord join(const std::vector<std::string>& folders,
                 const std::function<void(const SweepPart&)>& take) {
  Parts parts = opened(folders);
  SweepRecord whole = parts.front().header.record;
  const std::size_t chunks = Chunks(whole.planned).size();
  const std::uint64_t count = parts.front().header.shard.count;
  for (std::size_t i = 0; i < chunks && !is_hopeless(whole.found, whole.tile_inputs()); ++i) {
    const auto shard = [](const Part& part) { return part.header.shard.index; };
    const auto first = std::ranges::lower_bound(parts, i % count + 1, {}, shard);
    const auto last = std::ranges::upper_bound(parts, i % count + 1, {}, shard);
    SweepPart part = next_of({first, last});
    append(whole.found, part);
    take(part);
  }
  return whole;
}

}  // namespace

std::uint64_t merge_sweeps(const std::vector<std::string>& folders, const std::string& out) {
  join(folders, [](const SweepPart&) {});  // so that nothing is written of what cannot be merged
  SweepHeader whole = std::move(opened(folders).front().header);
  whole.shard = {};
  MergedSweep merged(out);
  SweepJournal journal(merged, json_of(whole));
  const SweepRecord record = join(folders, [&](const SweepPart& part) { journal.append(part); });
  write_tables(journal.folder(), record, whole.provenance);
  merged.done();
  return record.found.inputs;
}

}  // namespace assay::runners
