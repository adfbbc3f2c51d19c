// SPDX-License-Identifier: Apache-2.0
// Folders of shards become the folder of the whole run.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "golden/golden.hpp"
#include "reference/support/name_index.hpp"
#include "reports/findings/answer.hpp"
#include "reports/findings/extras.hpp"
#include "reports/html/run_page.hpp"
#include "reports/text/junit.hpp"
#include "reports/text/record_json.hpp"
#include "reports/text/run_report.hpp"
#include "reports/words/seal.hpp"
#include "runners/cases/stored/stored_results.hpp"
#include "runners/merge/merge.hpp"
#include "runners/merge/missing.hpp"
#include "runners/merge/parts.hpp"
#include "runners/merge/replicas.hpp"
#include "runners/merge/run_parts.hpp"
#include "runners/run/folder.hpp"
#include "runners/run/journal_file.hpp"
#include "runners/run/journal_reader.hpp"
#include "runners/run/manifest.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/provenance.hpp"
#include "runners/triage/shrunk_findings.hpp"

namespace assay::runners {
namespace {

namespace fs = std::filesystem;

/// Without when and where.
std::string timeless(CaseRecord record) {
  record.seconds = 0;
  record.board.clear();
  return reports::to_json_line(record);
}

/// Records of one index and backend: the first one and a later one.
struct Twins {
  std::size_t later = 0;
  std::size_t first = 0;
};

/// Ascending by the later one.
std::vector<Twins> twins_in(const Records& records) {
  std::vector<std::uint32_t> order(records.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto index = [&](std::uint32_t number) { return records.index(number); };
  std::ranges::stable_sort(order, {}, index);
  std::vector<Twins> twins;
  for (auto begin = order.begin(); begin != order.end();) {
    const auto end = std::find_if(
        begin, order.end(), [&](std::uint32_t number) { return index(number) != index(*begin); });
    std::map<std::string, std::size_t> seen;  // by backend
    for (; begin != end; ++begin) {
      const auto [found, is_new] = seen.emplace(records[*begin].backend, *begin);
      if (!is_new) twins.push_back({*begin, found->second});
    }
  }
  std::ranges::sort(twins, {}, &Twins::later);
  return twins;
}

/// In planned order. A shard that is there twice must say the same twice.
Records joined(std::vector<RunPart>& parts) {
  Records all;
  std::vector<std::size_t> ends;  // of the parts
  for (RunPart& part : parts) {
    for (const CaseRecord& record : part.records) all.push_back(record);
    part.records = {};  // not twice in memory
    ends.push_back(all.size());
  }
  std::vector<std::size_t> again;
  for (const Twins& twins : twins_in(all)) {
    if (timeless(all[twins.first]) != timeless(all[twins.later])) {
      const auto part = std::ranges::upper_bound(ends, twins.later) - ends.begin();
      throw UsageError(fmt::format("{} and another part both have case {}, and they differ",
                                   parts[static_cast<std::size_t>(part)].folder.path().string(),
                                   all.name(twins.later)));
    }
    again.push_back(twins.later);
  }
  all.drop(again);
  all.sort_by_index();
  return all;
}

/// The numbers of cases whose tiles the shards kept and left out.
TileCounts counts_of(const std::vector<RunPart>& parts) {
  TileCounts sum;
  std::set<std::uint64_t> seen;
  for (const RunPart& part : parts) {
    if (!seen.insert(part.shard()).second) continue;
    const TileCounts counts = tiles_in(part.manifest);
    sum.failing += counts.failing;
    sum.passing += counts.passing;
    sum.failing_left_out += counts.failing_left_out;
    sum.passing_left_out += counts.passing_left_out;
  }
  return sum;
}

/// Golden and result files of the whole.
class Tiles {
 public:
  Tiles(const std::vector<RunPart>& parts, const Records& records, const RunFolder& out)
      : out_(out),
        records_(records),
        named_(records.size(), [&](std::size_t number) { return records.name(number); }) {
    for (const RunPart& part : parts) {
      if (part.has_tiles()) open(part);
    }
  }

  /// Returns whose tiles they hold; `offered` are the counts of all shards.
  TileCounts write(const TileOptions& options, const TileCounts& offered) {
    TileKeeper keeper = kept_of(options);
    golden::GoldenWriter golden(out_.golden(), golden_.front()->provenance());
    std::vector<std::unique_ptr<golden::ResultWriter>> results;
    for (std::size_t k = 0; k < results_.front().size(); ++k) {
      const StoredResults& first = *results_.front()[k];
      results.push_back(std::make_unique<golden::ResultWriter>(out_.results(k), first.provenance(),
                                                               first.backend()));
    }
    std::set<std::uint64_t> done;
    for (const Slot& slot : slots()) {
      const std::string name = golden_[slot.part]->item_name(slot.row);
      if (!keeper.keeps(is_passing(name), name, slot.index)) continue;
      if (!done.insert(slot.index).second) continue;
      golden::GoldenItem one = golden_[slot.part]->read_item(slot.row);
      for (std::size_t k = 0; k < results.size(); ++k) add(*results[k], slot.part, k, one);
      golden.add(std::move(one));
    }
    golden.finish();
    for (const auto& writer : results) writer->finish();
    TileCounts counts = keeper.counts();
    counts.failing_left_out = offered.failing + offered.failing_left_out - counts.failing;
    counts.passing_left_out = offered.passing + offered.passing_left_out - counts.passing;
    return counts;
  }

 private:
  std::optional<CaseRecord> record_of(const std::string& name, const std::string& backend) const {
    std::optional<CaseRecord> last;
    for (const std::size_t number : named_.all(name)) {
      CaseRecord record = records_[number];
      if (record.backend == backend) last = std::move(record);
    }
    return last;
  }

  bool is_passing(const std::string& name) const {
    for (const auto& part : results_.front()) {
      const std::optional<CaseRecord> record = record_of(name, part->backend());
      if (record && keeps_tiles(record->verdict.kind)) return false;
    }
    return true;
  }

  /// The tiles that the whole keeps of those that the shards kept.
  TileKeeper kept_of(const TileOptions& options) const {
    TileKeeper keeper(budget_bytes(options));
    std::set<std::uint64_t> done;
    for (const Slot& slot : slots()) {
      if (!done.insert(slot.index).second) continue;
      const std::string name = golden_[slot.part]->item_name(slot.row);
      keeper.offer({is_passing(name), name, slot.index,
                    tile_bytes(golden_[slot.part]->read_item(slot.row), results_.front().size())});
    }
    return keeper;
  }

  void open(const RunPart& part) {
    golden_.push_back(std::make_unique<golden::GoldenReader>(part.folder.golden()));
    results_.emplace_back();
    for (std::size_t k = 0; k < part.backends(); ++k) {
      results_.back().push_back(std::make_unique<StoredResults>(part.folder.results(k).string()));
    }
  }

  std::vector<Slot> slots() const {
    std::vector<Slot> slots;
    for (std::size_t part = 0; part < golden_.size(); ++part) {
      for (std::size_t row = 0; row < golden_[part]->items(); ++row) {
        const std::optional<std::size_t> found = named_.first(golden_[part]->item_name(row));
        if (!found) {
          throw UsageError(fmt::format("a golden file has the case {} and no journal has it",
                                       golden_[part]->item_name(row)));
        }
        slots.push_back({records_.index(*found), part, row});
      }
    }
    std::ranges::stable_sort(slots, {}, &Slot::index);
    return slots;
  }

  void add(golden::ResultWriter& writer, std::size_t part, std::size_t k,
           const golden::GoldenItem& item) const {
    const StoredResults& stored = *results_[part][k];
    const auto* program = std::get_if<golden::GoldenProgram>(&item);
    const std::string name =
        program != nullptr ? program->program.name : std::get<golden::GoldenCase>(item).test.name;
    const std::optional<CaseRecord> record = record_of(name, stored.backend());
    if (!stored.has(name) || !record) return;
    const std::string asker = out_.path().string();
    if (program != nullptr) {
      const Trial trial = stored.trial(program->program, program->before, asker);
      writer.add(program->program, trial.outcome, end_of(program->program, trial), *record);
    } else {
      const auto& one = std::get<golden::GoldenCase>(item);
      writer.add(one.test, stored.trial(one.test, one.before, asker), *record);
    }
  }

  const RunFolder& out_;
  const Records& records_;
  support::NameIndex named_;
  std::vector<std::unique_ptr<golden::GoldenReader>> golden_;
  std::vector<std::vector<std::unique_ptr<StoredResults>>> results_;
};

/// The smallest of the smaller cases that the shards made; a merge calls no backend.
void take_shrunk(std::vector<reports::Finding>& findings, const std::vector<RunPart>& parts,
                 const RunFolder& out) {
  std::vector<KnownShrunk> known;
  std::vector<fs::path> runs;
  for (const RunPart& part : parts) {
    runs.push_back(part.folder.path());
    std::ranges::move(measured_shrunk(runs.back()), std::back_inserter(known));
  }
  attach_shrunk(findings, known);
  copy_shrunk(findings, runs, out.path());
}

/// When, where and by which command each part ran, in the order of the shards.
Manifest environments_of(const std::vector<RunPart>& parts) {
  Manifest list = Manifest::array();
  for (const RunPart& part : parts) {
    Manifest one = Manifest::object();
    one["shard"] = part.shard();
    one.update(part.manifest.at("environment"));
    list.push_back(std::move(one));
  }
  return list;
}

/// run.json, the names of the cases, and the journal.
void write_records(const std::vector<RunPart>& parts, const Records& records, const RunInfo& info,
                   const ReplicaComparison& replicas, const RunFolder& out) {
  Manifest manifest = parts.front().manifest;
  manifest["schema_version"] = reports::sealed_version;
  manifest["shard"] = {{"index", 1}, {"count", 1}};
  manifest.erase("tiles");
  manifest.erase("completion");
  manifest["environment"]["run"] = info.id;
  for (const char* of_shards : {"identity", "reset", "lost_boards", "segments"}) {
    manifest["environment"].erase(of_shards);
  }
  manifest["environment"]["shards"] = environments_of(parts);
  if (Manifest found = json_of(replicas); !found.is_null()) {
    manifest["environment"]["replicas"] = std::move(found);
  }
  write_manifest(out.manifest(), manifest);
  if (fs::exists(parts.front().folder.names())) {
    fs::copy_file(parts.front().folder.names(), out.names(), fs::copy_options::overwrite_existing);
  }
  if (fs::exists(parts.front().folder.cases())) {
    fs::copy_file(parts.front().folder.cases(), out.cases(), fs::copy_options::overwrite_existing);
  }
  JournalFile journal(out.journal(), false, "run");
  journal.append(to_json(JournalHead{info.completion.planned, info.planned_ops}));
  for (const CaseRecord& record : records) journal.append(reports::to_json_line(record));
  journal.append(
      to_json(JournalEnd{info.completion, cases_in(records), info.board_lost, info.seconds}));
}

/// Returns the answer of the whole.
reports::RunAnswer write_whole(const std::vector<RunPart>& parts, Records records,
                               const MissingShards& missing, const ReplicaComparison& replicas,
                               const RunFolder& out, const RunContext& context,
                               const MergeOptions& options) {
  RunInfo info = whole_info(parts, missing);
  if (options.partial_ok) info.completion.partial_ok = !info.completion.complete();
  write_records(parts, records, info, replicas, out);
  std::optional<TileCounts> tiles;
  if (std::ranges::any_of(parts, &RunPart::has_tiles)) {
    tiles = Tiles(parts, records, out).write(parts.front().tiles(), counts_of(parts));
  }
  record_end(out.manifest(), info.completion, tiles);
  reports::ReportExtras extras = context.extras(records, info, out.path());
  const auto as_shards = junit_in(parts.front().manifest);
  const auto as_suite = reports::junit_tests_of(info.suite);
  reports::write_junit(out.junit(), records, info,
                       options.junit.value_or(as_shards.value_or(as_suite)), extras.waived);
  take_shrunk(extras.findings, parts, out);
  locate_shrunk(extras.findings, records, out.path(), {});
  context.write(out, extras, info);
  locate_shrunk(extras.findings, records, out.path(), out.path());
  reports::write_html(out.html(), records, info, extras);
  reports::write_csv(out.table(), records, info);
  reports::write_summary(out.summary(), records, info, extras.waived);
  out.merge_is_done();
  return reports::answer_of(records, info, extras.waived);
}

/// Numbers that are there more than once, in ascending order.
std::vector<std::uint64_t> repeated(const std::vector<std::uint64_t>& numbers) {
  std::set<std::uint64_t> seen, twice;
  for (const std::uint64_t one : numbers) {
    if (!seen.insert(one).second) twice.insert(one);
  }
  return {twice.begin(), twice.end()};
}

}  // namespace

MergedRuns merge_runs(const std::vector<std::string>& folders, const MergeOptions& options) {
  const RunContext context(options.context);
  auto [parts, unread] = opened_parts(folders);
  std::vector<std::uint64_t> found;
  found.reserve(parts.size());
  for (const RunPart& part : parts) found.push_back(part.shard());
  const MissingShards missing =
      missing_shards(found, parts.front().shards(), parts.front().folder.path().string(), unread);
  sort_parts(parts);
  Records records = joined(parts);
  for (const CaseRecord& record : missing.records) records.push_back(record);
  records.sort_by_index();
  const ReplicaComparison replicas = compare_replicas(parts, records);
  open_history(options.context);
  const std::size_t backends = parts.front().backends();
  const std::size_t cases = records.size() / backends;
  const RunFolder out(options.out, options.overwrite, FolderUse::merge);
  const reports::RunAnswer answer =
      write_whole(parts, std::move(records), missing, replicas, out, context, options);
  return {.cases = cases,
          .missing_cases = missing.records.size() / backends,
          .missing = missing.sentence,
          .unread = std::move(unread),
          .twice = repeated(found),
          .replicas = replicas.lines == 0 ? "" : replicas.sentence(),
          .replicas_differ = replicas.differ > 0,
          .answer = answer};
}

}  // namespace assay::runners
