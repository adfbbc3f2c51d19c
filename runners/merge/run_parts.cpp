// SPDX-License-Identifier: Apache-2.0
#include "runners/merge/run_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "golden/golden.hpp"
#include "reference/support/digest.hpp"
#include "reports/words/text.hpp"
#include "runners/run/journal_reader.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t part_id_digits = 8;

/// Shards that ended early, each in a few words.
class EarlyEnds {
 public:
  /// Of several boards it says which one a shard was on.
  explicit EarlyEnds(const std::vector<RunPart>& parts) {
    std::set<std::string> boards;
    for (const RunPart& part : parts) boards.insert(last_board_in(part.manifest));
    says_board_ = boards.size() > 1;
  }

  void add(const RunPart& part) {
    const Completion& one = part.info.completion;
    if (one.complete() || ++count_ > most_named_shards) return;
    const std::string board = says_board_ ? last_board_in(part.manifest) : "";
    text_ += fmt::format("{}shard {} of {} ({}{}{}) stopped after {} of {} cases: {}",
                         text_.empty() ? "" : "; ", part.shard(), part.shards(),
                         part.folder.path().string(), board.empty() ? "" : ", on ", board, one.ran,
                         one.planned, one.stopped);
  }
  std::string text() const {
    if (count_ <= most_named_shards) return text_;
    return fmt::format("{}; {} more stopped early", text_,
                       reports::count_of(count_ - most_named_shards, "shard"));
  }

 private:
  bool says_board_ = false;
  std::size_t count_ = 0;
  std::string text_;
};

/// Adds what a shard did to what the whole did.
void add_completion(Completion& whole, const Completion& one) {
  whole.planned += one.planned;
  whole.ran += one.ran;
  whole.not_run += one.not_run;
}

/// Throws golden::FileError where a file of tiles cannot be read.
void require_tiles(const RunPart& part) {
  if (!part.has_tiles()) return;
  static_cast<void>(golden::GoldenReader(part.folder.golden()));
  for (std::size_t k = 0; k < part.backends(); ++k) {
    static_cast<void>(golden::ResultReader(part.folder.results(k)));
  }
}

/// Throws UsageError and golden::FileError where its files cannot be read.
RunPart opened_part(const std::string& name) {
  RunFolder folder = RunFolder::existing(name);
  Manifest manifest = read_manifest(folder.manifest());
  auto [records, info] = read_run(name);
  RunPart part{std::move(folder), std::move(manifest), std::move(info), std::move(records),
               replicas_in(name)};
  Completion& completion = part.info.completion;
  if (completion.complete() && !fs::exists(part.folder.summary())) {
    completion.stopped = "it was killed before its last files were written";
  }
  require_tiles(part);
  return part;
}

/// The number of a shard of which not all can be read.
std::optional<std::uint64_t> shard_in(const std::string& name) {
  try {
    const Manifest manifest = read_manifest(RunFolder::existing(name).manifest());
    return manifest.at("shard").at("index").get<std::uint64_t>();
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

/// Throws UsageError where something that decides the cases and the verdicts differs.
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

}  // namespace

RunParts opened_parts(const std::vector<std::string>& names) {
  RunParts parts;
  for (const std::string& name : names) {
    try {
      parts.read.push_back(opened_part(name));
    } catch (const UsageError& error) {
      parts.unread.push_back({name, error.what(), shard_in(name)});
    } catch (const golden::FileError& error) {
      parts.unread.push_back({name, error.what(), shard_in(name)});
    }
  }
  if (parts.read.empty()) throw UsageError(parts.unread.front().why);
  for (const RunPart& part : parts.read) require_one_run(parts.read.front(), part);
  return parts;
}

void sort_parts(std::vector<RunPart>& parts) {
  std::ranges::sort(parts, {}, [](const RunPart& part) {
    const Completion& done = part.info.completion;
    return std::tuple(part.shard(), !done.complete(), done.not_run, part.info.started,
                      part.info.seconds, part.info.host, part.folder.path().string());
  });
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
  EarlyEnds early(parts);
  std::set<std::uint64_t> seen;
  for (const RunPart& part : parts) {
    if (!seen.insert(part.shard()).second) continue;
    add_completion(info.completion, part.info.completion);
    early.add(part);
    partial_ok = partial_ok && (part.info.completion.complete() || part.info.completion.partial_ok);
    for (const auto& [op, planned] : part.info.planned_ops) {
      info.planned_ops[op].cases += planned.cases;
      info.planned_ops[op].legal += planned.legal;
    }
    ids += part.info.id + ' ';
    info.seconds += part.info.seconds;
    info.started = std::min(info.started, part.info.started);
    info.board_lost = info.board_lost && part.info.board_lost;
  }
  info.id = support::sha256_of(ids).substr(0, part_id_digits);
  info.completion.stopped = early.text();
  std::string& stopped = info.completion.stopped;
  if (!missing.sentence.empty()) stopped += (stopped.empty() ? "" : "; ") + missing.sentence;
  info.completion.partial_ok = !info.completion.complete() && partial_ok;
  return info;
}

}  // namespace assay::runners
