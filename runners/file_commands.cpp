// SPDX-License-Identifier: Apache-2.0
// Commands about files: golden, verify, judge.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <map>
#include <set>

#include "golden/golden.hpp"
#include "reports/report.hpp"
#include "runners/accuracy.hpp"
#include "runners/case_work.hpp"
#include "runners/commands.hpp"
#include "runners/embedded.hpp"
#include "runners/environment.hpp"
#include "runners/errors.hpp"
#include "runners/exit_code.hpp"
#include "runners/interrupt.hpp"
#include "runners/progress.hpp"
#include "runners/provenance.hpp"

namespace assay::runners {
namespace {

/// Draws cases in turn from every recipe until there are as many as wanted, or no recipe has any.
class RoundRobin {
 public:
  RoundRobin(const std::vector<generators::Recipe>& recipes, std::uint64_t seed)
      : recipes_(recipes), dead_(recipes.size(), false), left_(recipes.size()), seed_(seed) {}

  std::optional<Case> next() {
    while (left_ > 0) {
      const std::size_t at = turn_ % recipes_.size();
      const std::uint64_t index = turn_ / recipes_.size();
      ++turn_;
      if (dead_[at]) continue;
      try {
        Case test = generators::draw(recipes_[at], generators::key_of(recipes_[at], seed_, index));
        if (names_.insert(test.name).second) return test;
      } catch (const generators::Unreachable&) {
        dead_[at] = true;
        --left_;
      }
    }
    return std::nullopt;
  }

 private:
  const std::vector<generators::Recipe>& recipes_;
  std::vector<bool> dead_;
  std::size_t left_;
  std::uint64_t seed_;
  std::uint64_t turn_ = 0;
  std::set<std::string> names_;
};

void require_absent_or_ours(const std::string& out) {
  if (!std::filesystem::exists(out)) return;
  if (std::filesystem::is_regular_file(out)) {
    golden::GoldenReader reader(out);  // throws FileError for anything that is not ours
    return;
  }
  throw UsageError(fmt::format("{} exists and is no file; name another with --out", out));
}

using Rows = std::map<std::string, golden::ResultCase>;

Rows read_results(const std::string& file) {
  const golden::ResultReader reader(file);
  Rows rows;
  for (std::size_t i = 0; i < reader.size(); ++i) {
    golden::ResultCase row = reader.read(i);
    const std::string name = row.name;
    if (!rows.emplace(name, std::move(row)).second) {
      throw UsageError(fmt::format("{} has two rows named {}", file, name));
    }
  }
  return rows;
}

Trial trial_of(const golden::GoldenCase& stored, golden::ResultCase row, const std::string& file) {
  Trial trial;
  trial.outcome = std::move(row.outcome);
  trial.before = stored.before;
  trial.after.resize(stored.before.size());
  trial.text = std::move(row.text);
  const Form& form = stored.test.form();
  for (auto& [operand, contents] : row.outputs) {
    if (!form.has(operand)) {
      throw UsageError(fmt::format("{}: row {} has an output '{}' that the op does not have", file,
                                   row.name, operand));
    }
    const std::size_t at = form.index_of(operand);
    const ElementArray& before = stored.before[at];
    if (contents.type() != before.type() || contents.size() != before.size()) {
      throw UsageError(
          fmt::format("{}: row {} has {} elements of {} for {}; the golden file has {} "
                      "of {}",
                      file, row.name, contents.size(), name_of(contents.type()), operand,
                      before.size(), name_of(before.type())));
    }
    trial.after[at] = std::move(contents);
  }
  return trial;
}

std::vector<CaseRecord> judge_rows(const golden::GoldenReader& reader, Rows rows,
                                   const JudgeOptions& options, const ToleranceLookup& tolerances) {
  std::vector<CaseRecord> records;
  for (std::size_t i = 0; i < reader.size(); ++i) {
    const golden::GoldenCase stored = reader.read(i);
    const auto row = rows.find(stored.test.name);
    if (row == rows.end()) {
      throw UsageError(fmt::format("{} has no row for {}, which {} asks for", options.results,
                                   stored.test.name, options.golden));
    }
    const std::vector<Trial> trials{trial_of(stored, std::move(row->second), options.results)};
    rows.erase(row);
    records.push_back(record_of(stored.test, judge(stored.test, trials, tolerances)));
    records.back().backend = options.results;
  }
  if (!rows.empty()) {
    throw UsageError(fmt::format(
        "{} has a row {} that {} does not have{}", options.results, rows.begin()->first,
        options.golden,
        rows.size() == 1 ? std::string() : fmt::format(", and {} more", rows.size() - 1)));
  }
  return records;
}

}  // namespace

int golden_command(const GoldenOptions& options) {
  watch_interrupts();
  const ToleranceLookup tolerances = load_accuracy(options.accuracy).lookup();
  std::vector<generators::Recipe> recipes = recipes_of(options.selection);
  if (!options.illegal) {
    std::erase_if(recipes, [](const auto& recipe) { return !recipe.intent.legal(); });
  }
  require_absent_or_ours(options.out);
  golden::Provenance provenance = provenance_of(options.seed, to_string(options.selection));
  provenance.selection +=
      fmt::format(" cases={}{}", options.cases, options.illegal ? " illegal" : "");
  golden::GoldenWriter writer(options.out, std::move(provenance));
  RoundRobin source(recipes, options.seed);
  std::uint64_t count = 0;
  {
    Progress progress(options.cases, isatty(STDERR_FILENO) != 0);
    for (; count < options.cases; ++count) {
      stop_if_interrupted("no file was written");
      std::optional<Case> test = source.next();
      if (!test) break;
      writer.add(golden_of(std::move(*test), tolerances));
      progress.step(false);
    }
  }
  writer.finish();
  std::cout << fmt::format("{} cases in {}\n", count, options.out);
  return exit_conforms;
}

int verify_command(const std::string& file, const std::string& accuracy) {
  const golden::Verification found = golden::verify(file, load_accuracy(accuracy).lookup());
  for (const std::string& problem : found.problems) std::cout << problem << '\n';
  if (!found.problems.empty()) return exit_deviates;
  std::cout << fmt::format("{}: {} cases, {} datasets, all as written\n", file, found.cases,
                           found.datasets);
  return exit_conforms;
}

int judge_command(const JudgeOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  const ToleranceLookup tolerances = load_accuracy(options.accuracy).lookup();
  const golden::GoldenReader reader(options.golden);
  RunInfo info;
  info.suite = options.golden;
  info.suite_version = reader.provenance().suite_version;
  info.backend = options.results;
  info.seed = reader.provenance().seed;
  info.command = options.command_line;
  info.started = utc_now();
  info.host = host_name();
  const auto records = judge_rows(reader, read_results(options.results), options, tolerances);
  info.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  reports::print_summary(std::cout, records, info, isatty(STDOUT_FILENO) != 0);
  return exit_code_of(records);
}

}  // namespace assay::runners
