// SPDX-License-Identifier: Apache-2.0
// health: whether a board still works, in a few seconds.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <condition_variable>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "reference/ops/op_index.hpp"
#include "reference/support/text.hpp"
#include "reports/words/text.hpp"
#include "runners/cases/plan/plan.hpp"
#include "runners/command/backend_options.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/run/backends.hpp"
#include "runners/run/case_work.hpp"
#include "runners/run/identity.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

constexpr std::size_t canary_cases = 20;
constexpr std::size_t most_tried = 200;  // of which some may be unsupported
constexpr std::size_t most_compiled =
    40;  // a library has a function for each, which is compiled once
constexpr std::chrono::seconds most_time{10};
/// Families of ops that every board computes, each in another way. Two ops of each are enough: to
/// plan all ops takes minutes.
constexpr std::array<std::string_view, 5> usual_families{"elementwise", "tile_scalar", "bitwise",
                                                         "reduce_expand", "conversion"};
constexpr std::size_t ops_of_family = 2;

/// Names of ops with commas between them.
std::string usual_ops() {
  std::vector<std::string> ops;
  for (const std::string_view family : usual_families) {
    std::size_t taken = 0;
    for (const OpName& op : op_names()) {
      if (op.family == family && taken++ < ops_of_family) ops.emplace_back(op.mnemonic);
    }
  }
  return fmt::format("{}", fmt::join(ops, ","));
}

/// Ends the process with exit_infra if it lives longer than most_time: a board that hangs may do so
/// before its first case.
class Watch {
 public:
  explicit Watch(const std::string& board)
      : thread_([this, board](const std::stop_token& done) {
          std::unique_lock lock(mutex_);
          over_.wait_for(lock, done, most_time, [] { return false; });
          if (done.stop_requested()) return;
          std::cout << fmt::format("sick: no answer of {} within {} s", board, most_time.count())
                    << std::endl;  // NOLINT(performance-avoid-endl): the process ends here
          _exit(exit_infra);
        }) {}

 private:
  std::mutex mutex_;
  std::condition_variable_any over_;
  std::jthread thread_;
};

bool is_library(const BackendChoice& on) { return on.backend.kind == BackendKind::library; }

/// Legal cases of the smoke suite, spread over ops and types.
std::vector<StoredCase> canaries(const BackendChoice& on, const std::string& ops) {
  PlanOptions options;
  options.cases.op_pattern = ops;
  options.cases.count = 1;
  options.tested.backends = {on.backend};
  options.tested.sdk = on.sdk;
  options.quiet = options.tested.sdk.quiet = true;
  const RunPlan plan(follow_library(std::move(options)));
  std::vector<StoredCase> cases;
  for (const std::size_t position : plan.spread()) {
    if (cases.size() == (is_library(on) ? most_compiled : most_tried)) break;
    std::optional<StoredCase> drawn = plan.draw(position);
    if (drawn && record_of(drawn->test, {}).intent == "inside") cases.push_back(*std::move(drawn));
  }
  return cases;
}

/// What the canary cases showed.
struct Health {
  std::size_t conform = 0;
  std::size_t failed = 0;  ///< or were lost
  std::string first;       ///< of these: its name and the reason
};

/// The backend, of a library with what the cases need, which is compiled unless its cache has it:
/// that is not the board's time.
BackendChoice compiled_for(BackendChoice on, const std::vector<StoredCase>& cases) {
  if (!is_library(on)) return on;
  std::vector<Case> tests;
  tests.reserve(cases.size());
  for (const StoredCase& one : cases) tests.push_back(one.test);
  on.backend = worker_options(on, tests).backend;
  return on;
}

Health health_of(const BackendChoice& on, const Standard& standard, std::vector<StoredCase> cases) {
  const std::unique_ptr<Backend> backend = start_backend(on);
  Health health;
  for (StoredCase& one : cases) {
    if (health.conform + health.failed == canary_cases) break;
    const CaseRecord record =
        execute_and_judge(std::move(one), *backend, standard, on.backend.text()).record;
    const VerdictKind kind = record.verdict.kind;
    if (kind == VerdictKind::conforms || kind == VerdictKind::known_deviation) ++health.conform;
    if (!is_failure(kind) && kind != VerdictKind::infra) continue;
    if (health.failed++ == 0) {
      health.first = fmt::format("{}: {}: {}", record.name, verdict_text(record.verdict),
                                 record.verdict.reason);
    }
  }
  return health;
}

int health_command(const BackendChoice& on, const std::string& ops) {
  std::vector<StoredCase> cases = canaries(on, ops);
  const Standard standard = standard_of(on, "", "");
  const BackendChoice ready = compiled_for(on, cases);
  const auto begin = std::chrono::steady_clock::now();
  const std::string board = identity_of("").board;
  const Watch watch(board);
  Health health;
  try {
    health = health_of(ready, standard, std::move(cases));
  } catch (const InfraError& error) {
    std::cout << fmt::format("sick: {}: {}\n", board, error.what());
    return exit_infra;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  const std::size_t judged = health.conform + health.failed;
  if (health.failed == 0 && judged > 0) {
    const bool few = judged < canary_cases / 2;
    std::cout << fmt::format(
        "healthy: {} on {} in {:.1f} s{}\n",
        reports::count_of(judged, "case") + (judged == 1 ? " conforms" : " conform"), board,
        took.count(),
        few ? fmt::format("; that is few: {} are asked for, and --op names other ops", canary_cases)
            : "");
    return exit_conforms;
  }
  std::cout << (judged == 0 ? fmt::format("sick: no case was judged on {}\n", board)
                            : fmt::format("sick: {} of {} failed on {}; the first: {}\n",
                                          health.failed, reports::count_of(judged, "case"), board,
                                          support::printable(health.first)));
  return exit_infra;
}

}  // namespace

void add_health(const Parser& root, Command& command) {
  const Parser app = root.add_command("health", "Say in 10 s whether a board still works");
  app.footer(
      "Examples:\n"
      "  assay health --backend plugin:/lab/board.so\n"
      "  assay health --backend plugin:/lab/board.so --op TADD,TAND    ops that the board gets "
      "right\n"
      "  assay health --backend sdk --sdk-include sdk/include   compiles once\n"
      "  HealthCheckProgram=/lab/check    in slurm.conf, where /lab/check drains the node if this "
      "fails\n"
      "Executes 20 small cases and prints one line. Exit code: 0 all conform, 3 one of them "
      "failed,\n"
      "none was judged, or the board gave no answer within 10 s; 2 bad input.");
  const auto backend = add_backend_options(app);
  const auto ops = std::make_shared<std::string>(usual_ops());
  app.add_option("--op", *ops, "Ops of the cases").show_default();
  app.callback([app, backend, ops, &command] {
    refuse_empty(app, "--op", *ops);
    const BackendChoice on = checked_backend(app, *backend);
    command.run = [on, ops] { return health_command(on, *ops); };
  });
}

}  // namespace assay::runners
