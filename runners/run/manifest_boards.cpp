// SPDX-License-Identifier: Apache-2.0
// The boards of a run in its run.json.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "reference/support/text.hpp"
#include "runners/run/manifest.hpp"
#include "runners/support/environment.hpp"

namespace assay::runners {
namespace {

/// A job and its task say when a board was used, not which it is.
bool is_about_board(const std::string& key) { return key != "slurm_job" && key != "slurm_task"; }

std::string facts_text(const std::string& board, const Manifest& facts) {
  std::string text;
  for (const auto& [key, value] : facts.items()) {
    const std::string shown = support::printable(value.get<std::string>());
    if (!is_about_board(key) || shown == board) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", support::printable(key), shown);
  }
  return text;
}

/// A list of an environment that may be without it.
const Manifest& list_in(const Manifest& environment, const char* key) {
  static const Manifest none = Manifest::array();
  const auto found = environment.find(key);
  return found == environment.end() ? none : *found;
}

/// What is known of a board.
struct BoardFacts {
  std::string text;
  std::size_t lost = 0;       ///< segments that it ended
  std::string replicas = {};  ///< "12 of 21 replicated cases differ"
};

void add_boards(const Manifest& environment, std::map<std::string, BoardFacts>& boards) {
  for (const Manifest& segment : list_in(environment, "segments")) {
    const auto board = segment.at("board").get<std::string>();
    boards[board].text = facts_text(board, segment.at("facts"));
    if (segment.contains("lost")) ++boards[board].lost;
  }
  for (const Manifest& shard : list_in(environment, "shards")) add_boards(shard, boards);
  if (!environment.contains("replicas")) return;
  for (const auto& [board, counts] : environment.at("replicas").at("boards").items()) {
    boards[board].replicas =
        fmt::format("{} of {} replicated cases differ", counts.at("differ").get<std::size_t>(),
                    counts.at("compared").get<std::size_t>());
  }
}

std::string text_of(const BoardFacts& facts) {
  std::vector<std::string> parts;
  if (facts.lost == 1) parts.emplace_back("lost once");
  if (facts.lost > 1) parts.push_back(fmt::format("lost {} times", facts.lost));
  for (const std::string& one : {facts.replicas, facts.text}) {
    if (!one.empty()) parts.push_back(one);
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

void add_segment(Manifest& manifest, const Identity& identity) {
  manifest["environment"]["segments"].push_back(
      {{"started", utc_now()}, {"board", identity.board}, {"facts", identity.facts}});
}

void record_loss(const std::filesystem::path& path, const std::string& reason) {
  Manifest manifest = read_manifest(path);
  manifest["environment"]["segments"].back()["lost"] = reason;
  write_manifest(path, manifest);
}

std::string last_board_in(const Manifest& manifest) {
  const Manifest& segments = list_in(manifest.at("environment"), "segments");
  return segments.empty() ? "" : support::printable(segments.back().at("board").get<std::string>());
}

std::map<std::string, std::string> boards_in(const Manifest& manifest) {
  std::map<std::string, BoardFacts> boards;
  add_boards(manifest.at("environment"), boards);
  std::map<std::string, std::string> texts;
  for (const auto& [board, facts] : boards) texts[board] = text_of(facts);
  return texts;
}

}  // namespace assay::runners
