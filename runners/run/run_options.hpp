// SPDX-License-Identifier: Apache-2.0
// Options of a run, by subject. Nothing changes them after they were read: what a run finds out is
// in its RunState.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "reference/judge/records/record.hpp"
#include "reports/text/junit.hpp"
#include "runners/cases/plan/plan_options.hpp"

namespace assay::runners {

/// Files that give the views of a run their context.
struct ContextOptions {
  std::string waivers;   ///< TOML file; empty for none
  std::string history;   ///< folder of past nightly runs; empty for none
  std::string baseline;  ///< folder or journal of an earlier run; empty for none
  std::string today;     ///< "2026-12-31"; empty for the day it is
};

/// Which cases keep their tiles in golden.h5 and results.h5.
enum class TileChoice : std::uint8_t {
  none,
  failing,  ///< also known deviations
  sample,   ///< these, and of each op, form and element type one that passes
  all,
};

inline constexpr std::uint64_t default_tiles_budget_mb = 100;

struct TileOptions {
  TileChoice kept = TileChoice::sample;
  std::optional<std::uint64_t> budget_mb;  ///< else the default, and for all of them none
  bool any() const { return kept != TileChoice::none; }
};

/// Cases that a worker may get at once.
inline constexpr unsigned most_in_batch = 256;

/// How cases are executed, and how often.
struct Execution {
  unsigned jobs = 0;                         ///< 0: one per processor
  unsigned batch = 16;                       ///< cases that a worker gets at once
  std::optional<unsigned> device = {};       ///< of the backend; else workers take them in turn
  std::optional<std::uint64_t> memory = {};  ///< bytes of a worker, 0 for no limit
  std::chrono::milliseconds timeout{5000};
  std::uint64_t repeat = 1;  ///< executions of every case
  std::uint64_t rerun = 2;   ///< more of them after a failure
  bool confirm = true;       ///< draw fresh cases for the rules of new findings
  bool shrink = true;        ///< shrink a case of each new finding
};

/// When a run may end before its end.
struct RunLimits {
  std::uint64_t max_failures = 0;                        ///< stop after this number; 0: never
  std::optional<std::chrono::seconds> time_budget = {};  ///< stop after so long
  bool partial_ok = false;                               ///< such a run may exit with 0
};

/// What cases are compared with, and when a run conforms.
struct Demands {
  std::string accuracy;  ///< file with tolerances; empty for none
  std::string choices;   ///< file with readings that are demanded; empty for none
  /// Known deviations fail, errata that never show, and builds that give other right results.
  bool strict = false;
  std::size_t min_judged = 1;  ///< cases of every op that must be judged
  bool min_judged_given = false;
  SupportList support;  ///< what must not be unsupported
};

/// How a run asks which board it has, and what it does about one that it loses.
struct BoardOptions {
  std::string identity;     ///< command that says which board it is; empty for none
  std::string lost_boards;  ///< folder with a file for each lost board; empty for none
  std::string reset;        ///< command that resets a lost board; empty for none
};

/// The files of a run.
struct FileOptions {
  std::string out;                                ///< folder; empty for a fresh one
  bool overwrite = false;                         ///< a finished run in `out` may be replaced
  TileOptions tiles;                              ///< what the golden and the result file hold
  std::optional<reports::JunitTests> junit = {};  ///< in junit.xml; else what the suite takes
  std::string freeze_support;  ///< file to write what was supported to; empty for none
};

/// What is printed.
struct ConsoleOptions {
  bool quiet = false;     ///< the answer alone, and no progress
  bool all_rows = false;  ///< of the table
};

struct RunOptions {
  CaseSelection cases;
  PlanShare share;
  TestedBackends tested;
  Execution execution;
  RunLimits limits;
  Demands demands;
  BoardOptions board;
  FileOptions files;
  ConsoleOptions console;
  ContextOptions context;
  /// Folder of a run to go on with; of the rest only execution.jobs, limits and console count then.
  std::string resume;
  std::string command_line;
};

}  // namespace assay::runners
