// SPDX-License-Identifier: Apache-2.0
// cluster: a run on many machines, by the scheduler that they have.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reference/support/atomic_file.hpp"
#include "reference/support/text.hpp"
#include "reports/words/text.hpp"
#include "runners/cases/plan/suite.hpp"
#include "runners/command/cluster_files.hpp"
#include "runners/command/cluster_status.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/command/run.hpp"
#include "runners/support/embedded.hpp"
#include "runners/support/environment.hpp"
#include "runners/support/names.hpp"
#include "runners/support/new_folder.hpp"
#include "runners/support/subprocess.hpp"
#include "runners/support/toml_file.hpp"

namespace assay::runners {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* examples =
    "Examples:\n"
    "  assay cluster submit --boards 50 --gres npu:1 --out nightly --suite nightly\n"
    "      --backend plugin:/lab/board.so     a nightly run on 50 boards of a Slurm cluster\n"
    "  assay cluster submit --boards 50 --out nightly --suite nightly --dry-run\n"
    "  assay cluster submit --boards 8 --out nightly --job-option=--partition=lab --op 'TCOL*'\n"
    "  assay cluster submit --boards 16 --engine runners/engines/host.toml --out nightly\n"
    "Other options are those of 'assay run' for every shard; --waivers, --history, --baseline and\n"
    "--today are for the merge. All machines see --out, the working folder and assay at the same\n"
    "place. The scheduler alone starts, repeats and ends jobs; the report is in OUT/whole.\n"
    "Exit code: 0 submitted, 2 bad input, 3 the scheduler refused.";

constexpr std::int64_t most_boards = 100'000;
constexpr std::int64_t most_shards = 1'000'000;
/// More shards than boards, so that no board waits long for the slowest one.
constexpr std::uint64_t shards_of_board = 16;
/// Slurm allows arrays of this size unless it is configured otherwise (MaxArraySize).
constexpr std::uint64_t usual_most_shards = 1000;

struct SubmitTexts {
  std::int64_t boards = 0;
  std::int64_t shards = 0;
  std::string gres;
  std::string out;
  std::string engine = "slurm";
  std::vector<std::string> options;
  bool dry_run = false;
};

/// What `assay cluster submit` does.
struct Submission {
  ClusterPlan plan;
  std::string engine;
  std::vector<ClusterJob> jobs;
  std::string command;
  bool dry_run = false;
};

/// Moves the options of the merge, with their values, out of those of the run.
std::vector<std::string> taken_for_merge(std::vector<std::string>& words) {
  constexpr std::array names{"--waivers", "--history", "--baseline", "--today"};
  std::vector<std::string> merge, run;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string name = words[i].substr(0, words[i].find('='));
    const bool is_merge = std::ranges::find(names, name) != names.end();
    std::vector<std::string>& to = is_merge ? merge : run;
    to.push_back(words[i]);
    if (is_merge && name == words[i] && i + 1 < words.size()) to.push_back(words[++i]);
  }
  words = std::move(run);
  return merge;
}

/// Throws UsageError for options that make no sense in a shard, or that submit gives.
void require_shard_options(const RunOptions& options) {
  const char* wrong = options.share.shard.count > 1        ? "--shard"
                      : !options.resume.empty()            ? "--resume"
                      : options.files.overwrite            ? "--overwrite"
                      : !options.board.lost_boards.empty() ? "--lost-boards"
                                                           : nullptr;
  if (wrong != nullptr) {
    throw UsageError(fmt::format("{} has no place here: 'assay cluster submit' decides it", wrong));
  }
  if (options.cases.op_pattern) static_cast<void>(matching_ops(*options.cases.op_pattern));
}

/// Options of each shard. The day decides the seed of some suites, and shards of one run may start
/// on two days.
std::vector<std::string> run_words(std::vector<std::string> words) {
  const RunOptions options = run_options_in(words);
  require_shard_options(options);
  if (!options.cases.are_named() && !options.cases.seed && suite_named(options.cases.suite).dated) {
    words.insert(words.end(), {"--seed", std::to_string(seed_of_today())});
  }
  return words;
}

/// Throws UsageError where scripts of engines cannot name the folder: a few characters have a
/// meaning there.
std::string script_path(const std::string& out) {
  const std::string path = fs::absolute(out).lexically_normal().string();
  std::string whole = path.ends_with('/') ? path.substr(0, path.size() - 1) : path;
  constexpr const char* plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+=,:";
  if (whole.find_first_not_of(plain) == std::string::npos) return whole;
  throw UsageError(fmt::format(
      "--out {}: scripts of schedulers name this folder, so its path must have letters, "
      "digits and /._-+=,: alone",
      whole));
}

ClusterPlan plan_of(const SubmitTexts& texts, std::vector<std::string> words) {
  ClusterPlan plan;
  plan.boards = positive("--boards", texts.boards, most_boards);
  const std::uint64_t usual =
      std::min(shards_of_board * plan.boards, std::max(usual_most_shards, plan.boards));
  plan.shards = texts.shards == 0 ? usual : positive("--shards", texts.shards, most_shards);
  plan.gres = texts.gres;
  plan.options = texts.options;
  plan.out = script_path(texts.out);
  plan.folder = fs::current_path().string();
  plan.program = (program_folder() / "assay").string();
  plan.merge = taken_for_merge(words);
  plan.run = run_words(std::move(words));
  return plan;
}

std::string engine_text(const std::string& name) {
  if (name == "slurm") return std::string(embedded_file("runners/engines/slurm.toml"));
  if (!name.ends_with(".toml")) {
    throw UsageError(fmt::format(
        "unknown engine '{}'; slurm is built in, and others are files such as host.toml", name));
  }
  return read_text_file(name);
}

/// cluster.json: what was submitted.
std::string plan_json(const Submission& submission, const std::vector<std::string>& ids) {
  Json jobs = Json::array();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    jobs.push_back({{"file", submission.jobs[i].file}, {"id", ids[i]}});
  }
  const Json json{{"schema", "assay-cluster"},        {"schema_version", 1},
                  {"shards", submission.plan.shards}, {"boards", submission.plan.boards},
                  {"engine", submission.engine},      {"command", submission.command},
                  {"submitted", utc_now()},           {"jobs", std::move(jobs)}};
  return json.dump(2) + "\n";
}

std::string with_job(const ClusterJob& job, const std::string& before) {
  std::string command = job.submit;
  constexpr std::string_view name = "@job@";
  for (std::size_t at = command.find(name); at != std::string::npos; at = command.find(name, at)) {
    command.replace(at, name.size(), before);
    at += before.size();
  }
  return command;
}

int print_plan(const Submission& submission) {
  for (const auto& [name, text] : scripts_of(submission.plan)) {
    std::cout << fmt::format("==> {}/{} <==\n{}\n", submission.plan.out, name, text);
  }
  for (const ClusterJob& job : submission.jobs) {
    std::cout << fmt::format("==> {}/{} <==\n{}\n", submission.plan.out, job.file, job.text);
  }
  for (const ClusterJob& job : submission.jobs) std::cout << with_job(job, "JOB") << '\n';
  return exit_conforms;
}

std::string first_line(const std::string& text) {
  return support::printable(text.substr(0, text.find('\n')));
}

/// Returns the id that the scheduler gave; warnings of it go into `log`. Throws InfraError where it
/// refused the job.
std::string submitted(const ClusterJob& job, const std::string& before, const fs::path& log) {
  const std::string command = with_job(job, before);
  const ProcessResult ran = run_to_end(
      {"/bin/sh", "-c", fmt::format("exec 2>{}\n{}", support::shell_word(log.string()), command)});
  if (ran.code != 0) {
    const std::string said = read_text_file(log.string());
    throw InfraError(fmt::format("'{}' failed with exit code {}: {}", command, ran.code,
                                 first_line(said.empty() ? ran.output : said)));
  }
  const std::string said = first_line(ran.output);
  return said.substr(0, said.find(';'));  // Slurm adds the name of the cluster
}

int submit_command(const Submission& submission) {
  if (submission.dry_run) return print_plan(submission);
  const ClusterPlan& plan = submission.plan;
  NewFolder folder(plan.out);
  for (const auto& [name, text] : scripts_of(plan)) folder.write(name, text);
  for (const ClusterJob& job : submission.jobs) folder.write(job.file, job.text);
  folder.write("cluster.json", plan_json(submission, {}));
  const fs::path log = folder.file("logs/submit.log");
  std::vector<std::string> ids;
  for (const ClusterJob& job : submission.jobs) {
    try {
      ids.push_back(submitted(job, ids.empty() ? "" : ids.back(), log));
    } catch (const InfraError& error) {
      if (ids.empty()) throw;
      throw InfraError(fmt::format("{}; job {} was submitted", error.what(), ids.back()));
    }
    folder.keep();
  }
  support::write_atomically("file", fs::path(plan.out) / "cluster.json",
                            plan_json(submission, ids));
  std::cout << fmt::format("submitted {} in {} to {}: {} {}\n",
                           reports::count_of(plan.shards, "shard"), plan.out, submission.engine,
                           ids.size() == 1 ? "job" : "jobs", fmt::join(ids, ", "));
  return exit_conforms;
}

void add_submit(const Parser& cluster, Command& command, const std::string& line) {
  const Parser app = cluster.add_command(
      "submit", "Write and submit the jobs of a run on many boards; other options are of 'run'");
  app.footer(examples);
  app.keep_rest();
  const auto texts = std::make_shared<SubmitTexts>();
  app.add_option("--boards", texts->boards, "Boards: shards that run at once").required();
  app.add_option("--out", texts->out, "New folder for all files, which all machines see")
      .required();
  app.add_option("--gres", texts->gres, "Resource that a shard needs, in the scheduler's words");
  app.add_option("--shards", texts->shards,
                 "Parts of the run. Default 16 for each board, and not more than 1,000");
  app.add_option("--engine", texts->engine, "slurm, or a file such as runners/engines/host.toml")
      .show_default();
  app.add_option("--job-option", texts->options,
                 "Option of the scheduler for both jobs; may be given again")
      .one_value();
  app.add_flag("--dry-run", texts->dry_run, "Print the files and the commands, and do nothing");
  app.callback([app, texts, line, &command] {
    refuse_empty(app, "--out", texts->out);
    refuse_empty(app, "--gres", texts->gres);
    Submission submission{.plan = plan_of(*texts, app.rest()),
                          .engine = texts->engine,
                          .jobs = {},
                          .command = line,
                          .dry_run = texts->dry_run};
    submission.jobs = jobs_of(engine_text(texts->engine), texts->engine, submission.plan);
    require_new_folder(submission.plan.out);
    command.run = [submission] { return submit_command(submission); };
  });
}

void add_status(const Parser& cluster, Command& command) {
  const Parser app = cluster.add_command("status", "Say how far a run is, from its files alone");
  app.footer(
      "Examples:\n"
      "  assay cluster status nightly                 shards, boards, rate and failures so far\n"
      "  assay cluster status nightly --watch --page status.html    again every 10 s, and a page\n"
      "  assay cluster status nightly --format json   reports/schema/cluster-status-1.schema.json\n"
      "A shard is done, running (its journal grew lately), silent (it did not), stopped (it ended\n"
      "early and can go on), lost (its files are damaged) or waiting.");
  const auto folder = std::make_shared<std::string>();
  app.add_option("folder", *folder, "Folder of --out of submit").required();
  const auto silent = std::make_shared<std::int64_t>(120);
  app.add_option("--silent", *silent, "Seconds without a new case after which a shard is silent")
      .show_default();
  const auto format = std::make_shared<std::string>("text");
  app.add_option("--format", *format, "text or json").show_default();
  const auto watch = std::make_shared<bool>(false);
  app.add_flag("--watch", *watch, "Say it again until all shards are done");
  const auto every = std::make_shared<std::int64_t>(10);
  app.add_option("--every", *every, "Seconds between two looks of --watch").show_default();
  const auto page = std::make_shared<std::string>();
  app.add_option("--page", *page, "File for the same text as a page that a browser refreshes");
  app.callback([=, &command] {
    constexpr std::int64_t most_seconds = 1'000'000;
    refuse_empty(app, "--page", *page);
    const StatusOptions options{
        .folder = *folder,
        .silent_after = std::chrono::seconds(positive("--silent", *silent, most_seconds)),
        .json = is_json(*format),
        .watch = *watch,
        .every = std::chrono::seconds(positive("--every", *every, most_seconds)),
        .page = *page};
    command.run = [options] { return cluster_status(options); };
  });
}

}  // namespace

void add_cluster(const Parser& root, Command& command, const std::string& line) {
  const Parser cluster = root.add_command("cluster", "Run shards on many machines");
  cluster.footer(examples);
  cluster.require_command();
  add_submit(cluster, command, line);
  add_status(cluster, command);
}

}  // namespace assay::runners
