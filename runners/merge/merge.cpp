// SPDX-License-Identifier: Apache-2.0
#include "runners/merge/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <set>

#include "generators/programs/programs.hpp"
#include "golden/golden.hpp"
#include "reports/words/text.hpp"
#include "runners/cases/plan/shard.hpp"
#include "runners/cases/profiles/own_files.hpp"
#include "runners/cases/stored/stored_case.hpp"
#include "runners/cases/stored/stored_results.hpp"
#include "runners/merge/diff.hpp"
#include "runners/merge/diff_golden.hpp"
#include "runners/merge/parts.hpp"
#include "runners/run/journal_reader.hpp"
#include "runners/support/errors.hpp"
#include "runners/sweep/journal.hpp"

namespace assay::runners {
namespace {

using golden::GoldenReader;
using golden::Provenance;

/// A golden file, and which part of what it is.
struct Part {
  std::unique_ptr<GoldenReader> reader;
  std::string selection;  ///< of the whole
  Shard shard;
  bool in_row = false;  ///< see ShardedSelection

  explicit Part(const std::string& file) : reader(std::make_unique<GoldenReader>(file)) {
    const ShardedSelection found = sharded_selection(reader->provenance().selection);
    selection = found.whole;
    shard = found.shard;
    in_row = found.in_row;
  }
};
using Parts = std::vector<Part>;

void require_one_origin(const Provenance& first, const Provenance& other, const std::string& a,
                        const std::string& b) {
  const auto require = [&](const char* what, const auto& left, const auto& right) {
    if (left == right) return;
    throw UsageError(fmt::format("{} has {} {} and {} has {}; only parts of one kind can be merged",
                                 a, what, left, b, right));
  };
  require("suite version", first.suite_version, other.suite_version);
  require("catalogue revision", first.catalogue_revision, other.catalogue_revision);
  require("reference version", first.reference_version, other.reference_version);
  require("seed", first.seed, other.seed);
}

void require_one_selection(const Part& first, const Part& other, const std::string& a,
                           const std::string& b) {
  if (first.shard.count != other.shard.count) {
    throw UsageError(fmt::format("{} is a shard of {} and {} of {}", a, first.shard.count, b,
                                 other.shard.count));
  }
  const bool same = first.selection == other.selection && first.in_row == other.in_row &&
                    first.reader->provenance().withheld == other.reader->provenance().withheld;
  if (first.shard.count == 1 || same) return;
  throw UsageError(
      fmt::format("{} has the selection '{}' and {} '{}'; shards of one command have "
                  "the same",
                  a, first.selection, b, other.selection));
}

/// Shard k holds cases k, k + n, k + 2n, ... of the whole; of parts in a row, the next ones.
std::vector<Slot> slots_of(const Parts& parts, bool shards) {
  std::vector<Slot> slots;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const Shard& shard = parts[part].shard;
    for (std::size_t row = 0; row < parts[part].reader->items(); ++row) {
      const std::uint64_t place = parts[part].in_row ? shard.index
                                  : shards           ? shard.index - 1 + row * shard.count
                                                     : slots.size();
      slots.push_back({place, part, row});
    }
  }
  std::ranges::stable_sort(slots, {}, &Slot::index);
  return slots;
}

/// A file that was cut short has fewer cases than its neighbours.
void require_even(const Parts& parts, const std::vector<std::string>& files) {
  std::map<std::uint64_t, std::size_t> sizes;
  for (const Part& part : parts) sizes.emplace(part.shard.index, part.reader->items());
  std::size_t total = 0;
  for (const auto& [shard, size] : sizes) total += size;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Shard& shard = parts[i].shard;
    const std::size_t due = (total + shard.count - shard.index) / shard.count;
    if (parts[i].reader->items() == due) continue;
    throw UsageError(fmt::format("{} has {} cases, and shard {} of {} with {} in all has {}",
                                 files[i], parts[i].reader->items(), shard.index, shard.count,
                                 total, due));
  }
}

void require_equal(const GoldenReader& one, std::size_t row, const std::string& file,
                   const GoldenReader& another, std::size_t other_row, const std::string& other) {
  CaseDifference found{.name = one.item_name(row), .notes = {}, .elements = {}};
  compare_items(found, one.read_item(row), another.read_item(other_row), 1);
  if (found.notes.empty() && found.element_count == 0) return;
  throw UsageError(fmt::format("{} and {} both have {}, and they differ; 'assay diff' shows where",
                               file, other, found.name));
}

std::string joined_selections(const Parts& parts) {
  std::vector<std::string> seen;
  std::string text;
  for (const Part& part : parts) {
    if (std::ranges::find(seen, part.selection) != seen.end()) continue;
    text += (seen.empty() ? "" : " + ") + part.selection;
    seen.push_back(part.selection);
  }
  return text;
}

Parts open_golden(const std::vector<std::string>& files) {
  Parts parts;
  for (const std::string& file : files) {
    parts.emplace_back(file);
    require_one_origin(parts.front().reader->provenance(), parts.back().reader->provenance(),
                       files.front(), file);
    require_one_selection(parts.front(), parts.back(), files.front(), file);
  }
  return parts;
}

void copy_program(const StoredCase& one, const std::string& name, const StoredResults& from,
                  const CaseRecord& record, golden::ResultWriter& writer) {
  Program program = *one.program;
  program.name = name;
  const ProgramMemory before =
      one.before.empty() ? generators::filled(program, generators::Poison::first) : one.before;
  const Trial trial = from.trial(program, before, "the merged file");
  writer.add(program, trial.outcome, end_of(program, trial), record);
}

/// An opened result file is what it says; a golden file says that it is none.
bool is_results(const std::string& file) {
  try {
    golden::ResultReader results(file);
    return true;
  } catch (const golden::FileError&) {
    GoldenReader golden(file);
    return false;
  }
}

}  // namespace

void require_all_shards(const std::vector<std::uint64_t>& found, std::uint64_t count,
                        const std::vector<std::string>& parts) {
  for (std::uint64_t shard = 1; shard <= count; ++shard) {
    if (std::ranges::find(found, shard) != found.end()) continue;
    throw UsageError(fmt::format("shard {} of {} is missing; {} is one of the others", shard, count,
                                 parts.front()));
  }
}

ShardedSelection sharded_selection(const std::string& selection) {
  for (const std::string key : {" shard=", " part="}) {
    const std::size_t begin = selection.rfind(key);
    if (begin == std::string::npos) continue;
    return {selection.substr(0, begin), shard_of(selection.substr(begin + key.size())),
            key == " part="};
  }
  return {selection, {}};
}

std::size_t merge_golden(const std::vector<std::string>& files, const std::string& out) {
  const Parts parts = open_golden(files);
  const bool shards = parts.front().shard.count > 1;
  if (shards) {
    std::vector<std::uint64_t> found;
    for (const Part& part : parts) found.push_back(part.shard.index);
    require_all_shards(found, parts.front().shard.count, files);
    if (!parts.front().in_row) require_even(parts, files);
  }
  Provenance whole = parts.front().reader->provenance();
  whole.selection = joined_selections(parts);
  for (const Part& part : parts) {
    whole.programs = whole.programs || part.reader->provenance().programs;
  }
  require_own_golden(out);
  golden::GoldenWriter writer(out, whole);
  std::map<std::string, Slot> kept;
  for (const Slot& slot : slots_of(parts, shards)) {
    const auto [first, is_new] = kept.emplace(parts[slot.part].reader->item_name(slot.row), slot);
    if (is_new) {
      writer.add(parts[slot.part].reader->read_item(slot.row));
    } else {
      const Slot& other = first->second;
      require_equal(*parts[other.part].reader, other.row, files[other.part],
                    *parts[slot.part].reader, slot.row, files[slot.part]);
    }
  }
  writer.finish();
  return kept.size();
}

std::size_t merge_results(const std::vector<std::string>& files, const std::string& out) {
  std::vector<std::unique_ptr<StoredResults>> parts;
  for (const std::string& file : files) {
    parts.push_back(std::make_unique<StoredResults>(file));
    require_one_origin(parts.front()->provenance(), parts.back()->provenance(), files.front(),
                       file);
  }
  require_own_results(out);
  golden::ResultWriter writer(out, parts.front()->provenance(), parts.front()->backend());
  std::set<std::string> names;
  for (std::size_t part = 0; part < files.size(); ++part) {
    for (std::size_t row = 0; row < parts[part]->size(); ++row) {
      const std::string name = parts[part]->name(row);
      if (!names.insert(name).second) {
        throw UsageError(fmt::format("{} has a row {} that another file has too; leave one out",
                                     files[part], name));
      }
      StoredCase one = case_of(name, kept_cases(files[part]));
      one.test.name = name;
      const CaseRecord record = parts[part]->record(row);
      if (one.program) {
        copy_program(one, name, *parts[part], record, writer);
        continue;
      }
      const Trial trial = parts[part]->trial(one.test, std::move(one.before), "the merged file");
      writer.add(one.test, trial, record_of(one.test, record.verdict));
    }
  }
  writer.finish();
  return names.size();
}

namespace {

constexpr const char* kind_of_runs = "folders of runs";

std::string kind_of(const std::string& part) {
  if (is_sweep(part)) return "folders of sweeps";
  if (std::filesystem::is_directory(part)) return kind_of_runs;
  return is_results(part) ? "result files" : "golden files";
}

/// Writes the whole and returns how much of what it has.
std::string merged(const std::string& kind, const std::vector<std::string>& parts,
                   const std::string& out) {
  if (kind == "folders of sweeps") return reports::count_of(merge_sweeps(parts, out), "input");
  const std::size_t cases =
      kind == "result files" ? merge_results(parts, out) : merge_golden(parts, out);
  return fmt::format("{} case{}", cases, cases == 1 ? "" : "s");
}

void refuse_options_of_runs(const MergeOptions& options, const std::string& part) {
  const ContextOptions& context = options.context;
  const std::string asked = context.waivers + context.history + context.baseline + context.today;
  if (!asked.empty()) {
    throw UsageError(fmt::format(
        "--waivers, --history, --baseline and --today are for folders of runs, and {} is none",
        part));
  }
  if (options.junit || options.partial_ok) {
    throw UsageError(fmt::format("{} is for folders of runs, and {} is none",
                                 options.junit ? "--junit" : "--partial-ok", part));
  }
}

/// The one kind that all parts have. A part that does not exist is allowed among folders of runs.
std::string kind_of_all(const std::vector<std::string>& parts, const std::string& out) {
  std::set<std::string> kinds;
  std::string absent;
  for (const std::string& part : parts) {
    if (!std::filesystem::exists(part)) {
      absent = part;
      continue;
    }
    kinds.insert(kind_of(part));
    if (kinds.size() > 1) {
      throw UsageError(fmt::format("{} and {} cannot be merged with each other", *kinds.begin(),
                                   *kinds.rbegin()));
    }
    if (std::filesystem::exists(out) && std::filesystem::equivalent(part, out)) {
      throw UsageError(
          fmt::format("{} is a part and cannot be the whole; name another with --out", out));
    }
  }
  const bool runs = !kinds.empty() && *kinds.begin() == kind_of_runs;
  if (!absent.empty() && !runs) throw UsageError(fmt::format("there is no {}", absent));
  return *kinds.begin();
}

/// The parts, if they are few enough to be read.
std::string parts_text(const std::string& kind, const std::vector<std::string>& parts) {
  if (parts.size() > most_named_shards) return fmt::format("{} {}", parts.size(), kind);
  return fmt::format("{}: {}", kind, fmt::join(parts, ", "));
}

/// What else a reader must know of the shards.
void print_shards(const MergedRuns& whole, bool quiet) {
  for (const std::uint64_t shard : whole.twice) {
    std::cout << fmt::format("shard {} is there several times, with equal cases; it counts once\n",
                             shard);
  }
  if (!whole.replicas.empty() && (!quiet || whole.replicas_differ)) {
    std::cout << whole.replicas << '\n';
  }
  if (quiet) return;
  std::size_t named = 0;
  for (const UnreadPart& part : whole.unread) {
    if (named++ == most_named_shards) break;
    std::cout << fmt::format("left out {}: {}\n", part.name, part.why);
  }
  if (whole.unread.size() > most_named_shards) {
    std::cout << fmt::format("left out {} more\n", whole.unread.size() - most_named_shards);
  }
  if (!whole.missing.empty()) {
    std::cout << fmt::format("{}: {} are infra, not executed\n", whole.missing,
                             reports::count_of(whole.missing_cases, "case"));
  }
}

}  // namespace

int merge_command(const std::vector<std::string>& parts, const MergeOptions& options) {
  const std::string& out = options.out;
  const std::string kind = kind_of_all(parts, out);
  const bool runs = kind == kind_of_runs;
  if (!runs) refuse_options_of_runs(options, parts.front());
  MergedRuns whole;
  if (runs) whole = merge_runs(parts, options);
  const std::string what = runs ? reports::count_of(whole.cases, "case") : merged(kind, parts, out);
  if (!options.quiet || !runs) {
    std::cout << fmt::format("{} in {}, merged from {}\n", what, out, parts_text(kind, parts));
  }
  if (!runs) return exit_conforms;
  print_shards(whole, options.quiet);
  std::cout << whole.answer.sentence << '\n';
  const Completion& completion = whole.answer.completion;
  if (completion.complete()) return whole.replicas_differ ? exit_deviates : exit_conforms;
  return whole.missing.empty() ? code_of(completion) : exit_infra;
}

}  // namespace assay::runners
