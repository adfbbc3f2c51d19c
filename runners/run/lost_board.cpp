// SPDX-License-Identifier: Apache-2.0
#include "runners/run/lost_board.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>

#include "reference/support/atomic_file.hpp"
#include "reference/support/text.hpp"
#include "reports/words/json_text.hpp"
#include "runners/cases/plan/errata.hpp"
#include "runners/cases/stored/stored_case.hpp"
#include "runners/run/backend_choice.hpp"
#include "runners/run/case_work.hpp"
#include "runners/support/environment.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/place.hpp"
#include "runners/support/subprocess.hpp"
#include "runners/support/user_file.hpp"

namespace assay::runners {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int tries = 2;

std::string node_of(const Identity& identity) {
  const auto node = identity.facts.find("node");
  return node == identity.facts.end() ? identity.facts.at("host") : node->second;
}

/// Letters that are safe in the name of a file and in a list of nodes.
std::string plain(std::string name) {
  std::ranges::replace_if(
      name,
      [](char c) {
        constexpr std::string_view letters =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
        return letters.find(c) == std::string_view::npos;
      },
      '_');
  return name;
}

LostBoard lost_board_in(const fs::path& file) {
  std::ifstream in = open_if_there(file);
  const Json json =
      reports::parsed_or_discarded(std::string(std::istreambuf_iterator<char>(in), {}));
  const auto text = [&json](const char* key) {
    const bool there = json.is_object() && json.contains(key) && json[key].is_string();
    return there ? support::printable(json[key].get<std::string>()) : std::string();
  };
  LostBoard lost{text("board"), text("node"), text("case"), text("reason"), text("since")};
  if (lost.board.empty()) lost.board = support::printable(file.filename().string());
  if (lost.reason.empty()) lost.reason = "its file cannot be read";
  if (lost.since.empty()) lost.since = "an unknown time";
  return lost;
}

/// Why the case does not conform on any backend of the run; empty if it does.
std::string failure_of(const std::string& name, const TestedBackends& tested,
                       const Execution& execution, const ToleranceLookup& tolerances) {
  for (std::size_t number = 0; number < tested.backends.size(); ++number) {
    const BackendSpec& spec = tested.backends[number];
    if (!spec.executes()) continue;
    BackendChoice choice{.backend = spec,
                         .sdk = tested.sdk,
                         .timeout = execution.timeout,
                         .device = execution.device,
                         .memory = execution.memory};
    choice.sdk.quiet = true;
    const std::unique_ptr<Backend> backend = start_backend(choice);
    if (name.empty()) continue;
    const Standard standard{tolerances, errata_for(tested, number)};
    std::string why;
    for (int i = 0; i < tries; ++i) {
      const Verdict verdict =
          execute_and_judge(case_of(name), *backend, standard, spec.text()).record.verdict;
      why = verdict.kind == VerdictKind::conforms
                ? ""
                : fmt::format("{}: {}", name_of(verdict.kind), verdict.reason);
      if (why.empty()) break;
      backend->begin_anew();
    }
    if (!why.empty()) return why;
  }
  return {};
}

}  // namespace

fs::path lost_board_file(const fs::path& folder, const Identity& identity) {
  const std::string node = node_of(identity);
  const std::string name =
      node == identity.board ? plain(node) : plain(node) + "," + plain(identity.board);
  return folder / name;
}

void write_lost_board(const fs::path& folder, const Identity& identity,
                      const std::string& test_case, const std::string& reason) {
  make_folder(folder);
  const Json json{{"board", identity.board},
                  {"node", node_of(identity)},
                  {"case", test_case},
                  {"reason", support::printable(reason)},
                  {"since", utc_now()}};
  support::write_atomically("file", lost_board_file(folder, identity), json.dump(2) + "\n");
}

std::vector<LostBoard> lost_boards_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    const std::string name = entry.path().filename().string();
    if (name.find(".tmp-") == std::string::npos) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  std::vector<LostBoard> boards;
  boards.reserve(files.size());
  for (const fs::path& file : files) boards.push_back(lost_board_in(file));
  return boards;
}

std::string reset_board(const std::string& command, const std::string& board) {
  if (command.empty()) return {};
  std::cerr << fmt::format("the board {} is lost; running --reset\n", support::printable(board));
  const ProcessResult ran = run_to_end(
      {"/bin/sh", "-c",
       fmt::format("ASSAY_BOARD={}\nexport ASSAY_BOARD\n{}", support::shell_word(board), command)},
      {}, std::chrono::seconds(reset_seconds));
  std::cerr << support::printable(ran.output);
  if (ran.late) return fmt::format("--reset took more than {} s", reset_seconds);
  return ran.code == 0 ? "" : fmt::format("--reset failed with exit code {}", ran.code);
}

void require_answering_board(const RunOptions& options, const Identity& identity,
                             const ToleranceLookup& tolerances) {
  if (options.board.lost_boards.empty()) return;
  if (fs::exists(options.board.lost_boards) && !fs::is_directory(options.board.lost_boards)) {
    throw UsageError(fmt::format("--lost-boards '{}' is no folder", options.board.lost_boards));
  }
  const fs::path file = lost_board_file(options.board.lost_boards, identity);
  if (!fs::exists(file)) return;
  const LostBoard lost = lost_board_in(file);
  std::string why = reset_board(options.board.reset, identity.board);
  if (why.empty()) why = failure_of(lost.test_case, options.tested, options.execution, tolerances);
  const std::string board = support::printable(identity.board);
  if (!why.empty()) {
    throw InfraError(
        fmt::format("the board {} was lost at {} and is not back: {}; nothing was run. When it is "
                    "repaired, remove {}",
                    board, lost.since, support::printable(why), file.string()));
  }
  std::error_code gone;  // another shard may have removed it
  fs::remove(file, gone);
  std::cerr << fmt::format("the board {} was lost at {} and answers again\n", board, lost.since);
}

}  // namespace assay::runners
