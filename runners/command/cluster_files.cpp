// SPDX-License-Identifier: Apache-2.0
#include "runners/command/cluster_files.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "reference/support/text.hpp"
#include "runners/support/toml_file.hpp"

namespace assay::runners {
namespace {

/// What a name in an engine stands for: no, one or several values.
using Values = std::map<std::string, std::vector<std::string>, std::less<>>;

/// The first name between two @ from `begin` on, and where it is.
struct Place {
  std::size_t at = 0;
  std::string name;
};

std::optional<Place> place_in(std::string_view line, std::size_t begin) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz";
  for (std::size_t at = line.find('@', begin); at != std::string_view::npos;
       at = line.find('@', at + 1)) {
    const std::size_t end = line.find_first_not_of(letters, at + 1);
    if (end == std::string_view::npos || end == at + 1 || line[end] != '@') continue;
    return Place{at, std::string(line.substr(at + 1, end - at - 1))};
  }
  return std::nullopt;
}

/// The lines that a line becomes: as many as the name with several values has.
std::vector<std::string> filled_line(const std::string& line, const Values& values,
                                     const std::string& engine, std::size_t begin = 0) {
  const std::optional<Place> place = place_in(line, begin);
  if (!place) return {line};
  const auto found = values.find(place->name);
  if (found == values.end()) {
    throw UsageError(fmt::format("{}: '@{}@' is no name that is filled in", engine, place->name));
  }
  std::vector<std::string> lines;
  for (const std::string& value : found->second) {
    std::string one = line;
    one.replace(place->at, place->name.size() + 2, value);
    for (std::string& made : filled_line(one, values, engine, place->at + value.size())) {
      lines.push_back(std::move(made));
    }
  }
  return lines;
}

std::string filled(const std::string& text, const Values& values, const std::string& engine) {
  std::string out;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    for (const std::string& line : filled_line(text.substr(begin, end - begin), values, engine)) {
      out += line + '\n';
    }
    begin = end + 1;
  }
  return out;
}

std::string required_text(const toml::table& table, const char* key, const std::string& engine) {
  const std::optional<std::string> text = text_at(table, key, engine);
  if (text && !text->empty()) return *text;
  throw UsageError(fmt::format("{}: a job has no '{}'", engine, key));
}

ClusterJob job_of(const toml::table& table, const std::string& engine, const ClusterPlan& plan) {
  require_known_keys(table, {"file", "text", "submit"}, engine);
  ClusterJob job;
  job.file = required_text(table, "file", engine);
  if (job.file.find('/') != std::string::npos) {
    throw UsageError(fmt::format("{}: the file '{}' of a job must be a name without a folder",
                                 engine, job.file));
  }
  Values values{{"shards", {std::to_string(plan.shards)}},
                {"boards", {std::to_string(plan.boards)}},
                {"gres", {}},
                {"option", plan.options},
                {"out", {plan.out}}};
  if (!plan.gres.empty()) values["gres"] = {plan.gres};
  job.text = filled(required_text(table, "text", engine), values, engine);
  values["file"] = {plan.out + "/" + job.file};
  values["job"] = {"@job@"};
  const std::string submit = filled(required_text(table, "submit", engine), values, engine);
  job.submit = submit.substr(0, submit.find('\n'));
  return job;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += " " + support::shell_word(word);
  return text;
}

}  // namespace

std::vector<ClusterJob> jobs_of(std::string_view engine, const std::string& name,
                                const ClusterPlan& plan) {
  const toml::table table = parse_toml(engine, name);
  require_known_keys(table, {"job"}, name);
  const toml::array* list = table["job"].as_array();
  if (list == nullptr || list->empty()) {
    throw UsageError(fmt::format("{}: an engine has one or more [[job]]", name));
  }
  std::vector<ClusterJob> jobs;
  for (const toml::node& one : *list) {
    if (!one.is_table()) toml_error(name, one, "a job must be a table");
    jobs.push_back(job_of(*one.as_table(), name, plan));
  }
  return jobs;
}

std::map<std::string, std::string> scripts_of(const ClusterPlan& plan) {
  const std::string program = support::shell_word(plan.program);
  const std::string folder = support::shell_word(plan.folder);
  const std::string shard = fmt::format(
      "#!/bin/sh\n"
      "# Runs shard $1 of {0}, or goes on with it. Other arguments are options, such as -j 4.\n"
      "cd {1} || exit 2\n"
      "shard=$1\n"
      "shift\n"
      "out={2}/shards/$shard\n"
      "if [ -f \"$out/run.json\" ]; then\n"
      "  exec {3} run --resume \"$out\" -q \"$@\"\n"
      "fi\n"
      "exec {3} run --shard \"$shard/{0}\" --out \"$out\" --lost-boards {2}/lost -q \"$@\"{4}\n",
      plan.shards, folder, plan.out, program, joined(plan.run));
  const std::string merge = fmt::format(
      "#!/bin/sh\n"
      "# Merges the shards that came. It may run at any time, and again.\n"
      "cd {0} || exit 2\n"
      "exec {1} merge {2}/shards/* --out {2}/whole --overwrite{3}\n",
      folder, program, plan.out, joined(plan.merge));
  return {{"shard.sh", shard}, {"merge.sh", merge}};
}

}  // namespace assay::runners
