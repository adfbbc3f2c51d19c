// SPDX-License-Identifier: Apache-2.0
#include "runners/merge/run_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "reference/support/digest.hpp"
#include "runners/run/journal_reader.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t part_id_digits = 8;

/// Adds what a shard did to what the whole did; a shard that ended early is named.
void add_completion(Completion& whole, const RunPart& part) {
  const Completion& one = part.info.completion;
  whole.planned += one.planned;
  whole.ran += one.ran;
  whole.not_run += one.not_run;
  if (one.complete()) return;
  if (!whole.stopped.empty()) whole.stopped += "; ";
  whole.stopped +=
      fmt::format("shard {} of {} ({}) stopped after {} of {} cases: {}", part.shard(),
                  part.shards(), part.folder.path().string(), one.ran, one.planned, one.stopped);
}

}  // namespace

RunPart opened_part(const std::string& name) {
  RunFolder folder = RunFolder::existing(name);
  Manifest manifest = read_manifest(folder.manifest());
  if (!fs::exists(folder.summary())) {
    throw UsageError(
        fmt::format("the run in {0} is not finished; go on with 'assay run --resume {0}'", name));
  }
  auto [records, info] = read_run(name);
  return {std::move(folder), std::move(manifest), std::move(info), std::move(records)};
}

void sort_parts(std::vector<RunPart>& parts) {
  std::ranges::sort(parts, {}, [](const RunPart& part) {
    const Completion& done = part.info.completion;
    return std::tuple(part.shard(), !done.complete(), done.not_run, part.info.started,
                      part.info.seconds, part.info.host, part.folder.path().string());
  });
}

void require_one_run(const RunPart& a, const RunPart& b) {
  const std::string first = a.folder.path().string();
  const std::string second = b.folder.path().string();
  if (const auto key =
          differing_key(a.manifest, b.manifest, {"environment", "shard", "tiles", "completion"})) {
    const auto shown = [&](const Manifest& manifest) {
      return manifest.value(*key, Manifest()).dump().substr(0, 80);
    };
    throw UsageError(fmt::format("{} has {} {} and {} has {}; they are no shards of one run", first,
                                 *key, shown(a.manifest), second, shown(b.manifest)));
  }
  if (a.shards() == b.shards()) return;
  throw UsageError(
      fmt::format("{} is a shard of {} and {} of {}", first, a.shards(), second, b.shards()));
}

RunInfo whole_info(const std::vector<RunPart>& parts, const MissingShards& missing) {
  RunInfo info = parts.front().info;
  info.completion = {.planned = missing.planned, .not_run = missing.planned};
  info.planned_ops = {};
  info.seconds = 0;
  info.part = false;
  info.min_judged = min_judged_in(parts.front().manifest);
  info.support = support_demanded_in(parts.front().manifest);
  bool partial_ok = true;
  std::string ids;
  std::set<std::uint64_t> seen;
  for (const RunPart& part : parts) {
    if (!seen.insert(part.shard()).second) continue;
    add_completion(info.completion, part);
    partial_ok = partial_ok && (part.info.completion.complete() || part.info.completion.partial_ok);
    for (const auto& [op, planned] : part.info.planned_ops) {
      info.planned_ops[op].cases += planned.cases;
      info.planned_ops[op].legal += planned.legal;
    }
    ids += part.info.id + ' ';
    info.seconds += part.info.seconds;
    info.started = std::min(info.started, part.info.started);
    info.board_lost = info.board_lost || part.info.board_lost;
  }
  info.id = support::sha256_of(ids).substr(0, part_id_digits);
  std::string& stopped = info.completion.stopped;
  if (!missing.sentence.empty()) stopped += (stopped.empty() ? "" : "; ") + missing.sentence;
  info.completion.partial_ok = !info.completion.complete() && partial_ok;
  return info;
}

}  // namespace assay::runners
