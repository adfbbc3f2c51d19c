// SPDX-License-Identifier: Apache-2.0
#include "runners/merge/missing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <optional>
#include <set>

#include "runners/cases/plan/plan.hpp"
#include "runners/run/folder.hpp"
#include "runners/run/library.hpp"
#include "runners/run/manifest.hpp"

namespace assay::runners {
namespace {

std::optional<NamedCases> names_of(const CaseSelection& cases, const std::string& run) {
  if (cases.names_file.empty()) return std::nullopt;
  const RunFolder folder = RunFolder::existing(run);
  return NamedCases::kept_in(folder.names(), folder.cases());
}

/// Adds the cases of the shards whose reasons are given. The whole is planned once: a plan takes
/// much longer than its shards.
void add_cases(const RunOptions& options, std::uint64_t count,
               const std::map<std::uint64_t, std::string>& reasons, MissingShards& missing) {
  PlanShare whole = options.share;
  whole.shard = {};
  const RunPlan plan({.cases = options.cases,
                      .share = whole,
                      .tested = options.tested,
                      .jobs = options.execution.jobs,
                      .quiet = options.console.quiet},
                     names_of(options.cases, options.resume));
  for (std::size_t position = 0; position < plan.size(); ++position) {
    const std::uint64_t index = plan.index_of(position);
    const auto reason = reasons.find(index % count + 1);
    if (reason == reasons.end()) continue;
    ++missing.planned;
    const std::optional<StoredCase> drawn = plan.draw(position);
    if (!drawn) continue;
    for (const BackendSpec& backend : options.tested.backends) {
      CaseRecord record =
          record_of(drawn->test, {.kind = VerdictKind::infra, .reason = reason->second});
      record.index = index;
      record.backend = backend.text();
      missing.records.push_back(record);
    }
  }
}

/// "shards 2, 5-7 of 9".
std::string shards_text(const std::vector<std::size_t>& numbers, std::uint64_t count) {
  std::string text;
  for (const char letter : text_of_positions(numbers)) {
    text += letter;
    if (letter == ',') text += ' ';
  }
  return fmt::format("{} {} of {}", numbers.size() == 1 ? "shard" : "shards", text, count);
}

/// Says which shards are missing, and why parts that came are left out.
std::string sentence_of(const std::vector<std::size_t>& never, std::uint64_t count,
                        const std::vector<const UnreadPart*>& unread) {
  std::vector<std::string> words;
  if (!never.empty()) words.push_back(shards_text(never, count) + " never came");
  for (const UnreadPart* part : unread) {
    if (words.size() > most_named_shards) break;
    const std::string name =
        part->shard ? fmt::format("shard {} of {}", *part->shard, count) : part->name;
    words.push_back(fmt::format("{} cannot be read: {}", name, part->why));
  }
  const std::size_t named = words.size() - (never.empty() ? 0 : 1);
  if (named < unread.size()) {
    words.push_back(fmt::format("{} more cannot be read", unread.size() - named));
  }
  return fmt::format("{}", fmt::join(words, "; "));
}

}  // namespace

MissingShards missing_shards(const std::vector<std::uint64_t>& found, std::uint64_t count,
                             const std::string& folder, const std::vector<UnreadPart>& unread) {
  const std::set<std::uint64_t> here(found.begin(), found.end());
  std::vector<const UnreadPart*> lacking;
  std::map<std::uint64_t, std::string> reasons;
  for (const UnreadPart& part : unread) {
    if (part.shard && here.contains(*part.shard)) continue;
    lacking.push_back(&part);
    if (!part.shard) continue;
    reasons.emplace(*part.shard,
                    fmt::format("shard {} of {} cannot be read: {}", *part.shard, count, part.why));
  }
  std::vector<std::size_t> never;
  for (std::uint64_t shard = 1; shard <= count; ++shard) {
    if (here.contains(shard) || reasons.contains(shard)) continue;
    never.push_back(shard);
    reasons.emplace(shard, fmt::format("shard {} of {} never came: not executed", shard, count));
  }
  MissingShards missing;
  if (reasons.empty()) return missing;
  missing.sentence = sentence_of(never, count, lacking);
  RunOptions given;
  given.resume = folder;
  given.console.quiet = true;
  add_cases(resumed_run(given).options, count, reasons, missing);
  return missing;
}

}  // namespace assay::runners
