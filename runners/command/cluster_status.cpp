// SPDX-License-Identifier: Apache-2.0
#include "runners/command/cluster_status.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "reference/judge/verdict/verdict.hpp"
#include "reference/support/atomic_file.hpp"
#include "reference/support/text.hpp"
#include "reports/manual/markdown.hpp"
#include "reports/words/boards.hpp"
#include "reports/words/json_text.hpp"
#include "reports/words/text.hpp"
#include "runners/run/journal_ends.hpp"
#include "runners/run/journal_file.hpp"
#include "runners/run/lost_board.hpp"
#include "runners/run/manifest.hpp"
#include "runners/support/environment.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/interrupt.hpp"
#include "runners/support/user_file.hpp"

namespace assay::runners {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

enum class State : std::uint8_t { done, running, silent, stopped, lost, waiting };
constexpr std::array states{State::done,    State::running, State::silent,
                            State::stopped, State::lost,    State::waiting};
constexpr std::array<std::string_view, 6> names{"done",    "running", "silent",
                                                "stopped", "lost",    "waiting"};
std::string_view name_of(State state) { return names.at(static_cast<std::size_t>(state)); }

constexpr std::size_t most_listed = 10;  // shards and boards, each

/// A shard, as far as its folder shows.
struct ShardState {
  std::uint64_t number = 0;
  State state = State::waiting;
  std::size_t cases = 0;
  std::string board;              ///< the last
  std::string why;                ///< it was stopped or lost
  std::chrono::seconds quiet{0};  ///< since its journal grew
  std::optional<std::time_t> started = {};
  std::size_t planned_in_all = 0;  ///< cases of all shards; 0: not known
};

struct ClusterState {
  std::vector<ShardState> shards;
  reports::BoardTally boards;
  std::vector<LostBoard> lost_boards;

  std::size_t count(State state) const {
    return static_cast<std::size_t>(std::ranges::count(shards, state, &ShardState::state));
  }
};

/// The string after a key; empty if it is not there. Nothing else of a line is needed, and a run
/// has millions.
std::string_view text_after(std::string_view line, std::string_view key) {
  const std::size_t at = line.rfind(key);
  if (at == std::string_view::npos) return {};
  const std::size_t begin = at + key.size();
  return line.substr(begin, line.find('"', begin) - begin);
}

void add_case(reports::BoardTally& boards, std::string_view line) {
  const std::string board(text_after(line, "\"board\":\""));
  reports::BoardCases& counts = boards[board.empty() ? "unknown" : board];
  const std::size_t verdict = line.find("\"verdict\":{");
  const auto kind = verdict == std::string_view::npos
                        ? std::nullopt
                        : verdict_named(text_after(line.substr(verdict, 64), "\"kind\":\""));
  ++counts.cases;
  if (kind && is_failure(*kind)) ++counts.failures;
  if (kind == VerdictKind::infra) ++counts.infra;
}

std::optional<std::time_t> time_of(const std::string& utc) {
  std::tm parts{};
  if (strptime(utc.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts) == nullptr) return std::nullopt;
  return timegm(&parts);
}

void read_run_json(const fs::path& file, ShardState& shard) {
  const Manifest manifest = read_manifest(file);
  shard.board = last_board_in(manifest);
  shard.started = time_of(manifest.at("environment").value("started", ""));
  shard.planned_in_all = manifest.value("planned", std::size_t{0});
}

/// Reads what is in the folder of a shard.
ShardState shard_in(const fs::path& folder, std::uint64_t number, std::chrono::seconds silent_after,
                    reports::BoardTally& boards) {
  ShardState shard;
  shard.number = number;
  const fs::path journal = folder / "journal.jsonl";
  if (!fs::exists(journal)) return shard;
  std::optional<JournalEnd> end;
  try {
    read_run_json(folder / "run.json", shard);
    LineReader reader(journal);
    while (const auto line = reader.next()) {
      if (reader.number() == 1) continue;
      end = end_from(*line);
      if (end) continue;
      ++shard.cases;
      add_case(boards, *line);
    }
  } catch (const std::runtime_error& error) {
    shard.state = State::lost;
    shard.why = error.what();
    return shard;
  }
  const auto age = fs::file_time_type::clock::now() - fs::last_write_time(journal);
  shard.quiet =
      std::max(std::chrono::duration_cast<std::chrono::seconds>(age), std::chrono::seconds(0));
  if (end && !end->completion.complete()) {
    shard.state = State::stopped;
    shard.why = end->completion.stopped;
  } else if (end && fs::exists(folder / "summary.json")) {
    shard.state = State::done;
  } else {
    shard.state = shard.quiet < silent_after ? State::running : State::silent;
  }
  return shard;
}

std::uint64_t shards_of(const fs::path& folder) {
  const fs::path file = folder / "cluster.json";
  std::ifstream in = open_if_there(file);
  const Json json =
      reports::parsed_or_discarded(std::string(std::istreambuf_iterator<char>(in), {}));
  const bool is_plan = json.is_object() && json.value("schema", Json()) == "assay-cluster" &&
                       json.contains("shards") && json["shards"].is_number_unsigned();
  if (is_plan) return json["shards"].get<std::uint64_t>();
  throw UsageError(fmt::format(
      "{} is no file of 'assay cluster submit'; name the folder of its --out", file.string()));
}

/// Cases of all shards together.
struct Totals {
  std::size_t planned = 0;  ///< 0: not known
  reports::BoardCases cases;
  double rate = 0;                     ///< cases per second since the first shard started
  std::optional<double> seconds_left;  ///< at this rate
};

Totals progress_of(const ClusterState& state) {
  Totals progress;
  std::optional<std::time_t> first;
  std::chrono::seconds quiet = std::chrono::seconds::max();
  for (const ShardState& shard : state.shards) {
    progress.planned = std::max(progress.planned, shard.planned_in_all);
    if (!shard.started) continue;
    first = first ? std::min(*first, *shard.started) : *shard.started;
    quiet = std::min(quiet, shard.quiet);
  }
  for (const auto& [board, counts] : state.boards) {
    progress.cases.cases += counts.cases;
    progress.cases.failures += counts.failures;
    progress.cases.infra += counts.infra;
  }
  if (!first) return progress;
  const double seconds =
      std::max(1.0, std::difftime(std::time(nullptr), *first) - static_cast<double>(quiet.count()));
  progress.rate = static_cast<double>(progress.cases.cases) / seconds;
  const bool goes_on = state.count(State::running) > 0 && progress.rate > 0;
  if (goes_on && progress.planned >= progress.cases.cases) {
    progress.seconds_left =
        static_cast<double>(progress.planned - progress.cases.cases) / progress.rate;
  }
  return progress;
}

Json json_of(const ClusterState& state, const Totals& progress) {
  Json counts{{"total", state.shards.size()}};
  for (const State one : states) counts[std::string(name_of(one))] = state.count(one);
  Json boards = Json::array();
  for (const auto& [board, cases] : state.boards) {
    boards.push_back({{"board", board},
                      {"cases", cases.cases},
                      {"failures", cases.failures},
                      {"infra", cases.infra}});
  }
  Json lost = Json::array();
  for (const LostBoard& one : state.lost_boards) {
    lost.push_back({{"board", one.board},
                    {"node", one.node},
                    {"since", one.since},
                    {"case", one.test_case},
                    {"reason", one.reason}});
  }
  Json shards = Json::array();
  for (const ShardState& shard : state.shards) {
    shards.push_back({{"shard", shard.number},
                      {"state", name_of(shard.state)},
                      {"cases", shard.cases},
                      {"board", shard.board},
                      {"seconds_quiet", shard.quiet.count()},
                      {"why", shard.why}});
  }
  return {{"schema", "assay-cluster-status"},
          {"schema_version", 1},
          {"counts", std::move(counts)},
          {"planned", progress.planned == 0 ? Json() : Json(progress.planned)},
          {"cases", progress.cases.cases},
          {"failures", progress.cases.failures},
          {"infra", progress.cases.infra},
          {"cases_per_second", progress.rate},
          {"seconds_left", progress.seconds_left ? Json(*progress.seconds_left) : Json()},
          {"boards", std::move(boards)},
          {"lost_boards", std::move(lost)},
          {"shards", std::move(shards)}};
}

void print_shards(std::ostream& out, const ClusterState& state) {
  std::size_t listed = 0, more = 0;
  for (const ShardState& shard : state.shards) {
    const bool shown =
        shard.state == State::silent || shard.state == State::stopped || shard.state == State::lost;
    if (!shown || listed == most_listed) {
      more += shown ? 1 : 0;
      continue;
    }
    ++listed;
    const std::string why =
        shard.state == State::silent
            ? fmt::format("no new case for {}",
                          support::duration(static_cast<double>(shard.quiet.count())))
            : support::printable(shard.why);
    out << fmt::format("{:<8} shard {}{}{}: {}\n", name_of(shard.state), shard.number,
                       shard.board.empty() ? "" : " on ", support::printable(shard.board), why);
  }
  if (more > 0) out << fmt::format("and {} more\n", more);
}

void print_boards(std::ostream& out, const reports::BoardTally& boards) {
  std::vector<std::pair<std::string, reports::BoardCases>> sorted(boards.begin(), boards.end());
  std::ranges::stable_sort(sorted, std::greater<>(), [](const auto& one) {
    return std::pair(one.second.infra, one.second.failures);
  });
  const std::size_t shown = std::min(sorted.size(), most_listed);
  for (std::size_t i = 0; i < shown; ++i) {
    out << fmt::format("board    {}: {}\n", support::printable(sorted[i].first),
                       text_of(sorted[i].second));
  }
  if (shown < sorted.size()) out << fmt::format("and {} more boards\n", sorted.size() - shown);
}

void print_lost_boards(std::ostream& out, const std::vector<LostBoard>& boards) {
  const std::size_t shown = std::min(boards.size(), most_listed);
  for (const LostBoard& one : std::span(boards).first(shown)) {
    out << fmt::format("left out {} since {}: {}\n", one.board, one.since, one.reason);
  }
  if (shown < boards.size())
    out << fmt::format("and {} more boards left out\n", boards.size() - shown);
}

void print_state(std::ostream& out, const ClusterState& state, const Totals& progress) {
  std::string counts;
  for (const State one : states) {
    if (const std::size_t count = state.count(one); count > 0) {
      counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", count, name_of(one));
    }
  }
  out << fmt::format("{}: {}\n", reports::count_of(state.shards.size(), "shard"), counts);
  std::string planned;
  if (progress.planned > 0)
    planned = fmt::format(" of {} planned", reports::grouped(progress.planned));
  out << fmt::format("{}{}, {:.0f} cases/s{}\n", text_of(progress.cases), planned, progress.rate,
                     progress.seconds_left
                         ? fmt::format(", {} left", support::duration(*progress.seconds_left))
                         : "");
  print_shards(out, state);
  print_lost_boards(out, state.lost_boards);
  print_boards(out, state.boards);
}

ClusterState state_of(const fs::path& folder, std::uint64_t count,
                      std::chrono::seconds silent_after) {
  ClusterState state;
  for (std::uint64_t number = 1; number <= count; ++number) {
    const fs::path shard = folder / "shards" / std::to_string(number);
    state.shards.push_back(shard_in(shard, number, silent_after, state.boards));
  }
  state.lost_boards = lost_boards_in(folder / "lost");
  return state;
}

/// The same text, in a page that a browser reads again and again.
void write_page(const fs::path& path, const fs::path& folder, const std::string& text,
                std::chrono::seconds every) {
  const std::string title = reports::html_text(folder.string());
  support::write_atomically(
      "page", path,
      fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta http-equiv=\"refresh\" content=\"{}\">\n<title>{}</title>\n"
                  "<style>:root {{ color-scheme: light dark; }} pre {{ white-space: pre-wrap; "
                  "}}</style>\n</head>\n<body>\n<h1>{}</h1>\n<p>As of {}</p>\n<pre>{}</pre>\n"
                  "</body>\n</html>\n",
                  every.count(), title, title, utc_now(), reports::html_text(text)));
}

/// Waits; false where the user interrupts that.
bool wait_for(std::chrono::seconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (!interrupted() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return !interrupted();
}

}  // namespace

int cluster_status(const StatusOptions& options) {
  const std::uint64_t count = shards_of(options.folder);
  if (options.watch) watch_interrupts();
  while (true) {
    const ClusterState state = state_of(options.folder, count, options.silent_after);
    const Totals progress = progress_of(state);
    std::ostringstream text;
    print_state(text, state, progress);
    if (!options.page.empty()) write_page(options.page, options.folder, text.str(), options.every);
    if (options.watch && isatty(STDOUT_FILENO) != 0) std::cout << "\x1b[H\x1b[2J";
    std::cout << (options.json ? json_of(state, progress).dump(2) + "\n" : text.str())
              << std::flush;
    if (!options.watch || state.count(State::done) == count) return exit_conforms;
    if (!wait_for(options.every)) return exit_infra;
  }
}

}  // namespace assay::runners
