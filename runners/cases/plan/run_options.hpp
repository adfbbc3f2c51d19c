// SPDX-License-Identifier: Apache-2.0
// Options of a run: its cases, backends, repetitions, limits and context.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reference/isa/case/backend_spec.hpp"
#include "reference/isa/spec/erratum.hpp"
#include "reference/judge/records/record.hpp"
#include "reports/text/junit.hpp"
#include "runners/sdk/compile/prepare.hpp"

namespace assay::runners {

/// Files that give the views of a run their context.
struct ContextOptions {
  std::string waivers;   ///< TOML file; empty for none
  std::string history;   ///< folder of past nightly runs; empty for none
  std::string baseline;  ///< folder or journal of an earlier run; empty for none
  std::string today;     ///< "2026-12-31"; empty for the day it is
};

/// Part `index` of `count`, from 1: every count-th case of the plan.
struct Shard {
  std::uint64_t index = 1;
  std::uint64_t count = 1;
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

/// Which signatures the cases of a suite have, where each costs a compiler's time.
enum class SignatureChoice : std::uint8_t {
  all,
  few,  ///< directed cases that differ only at run time share those of random cases; of these, as
        ///< many are kept as it takes to show what all of them show
};

/// Cases that a worker may get at once.
inline constexpr unsigned most_in_batch = 256;

// Members are grouped by topic, whatever padding that causes.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding)
struct RunOptions {
  std::string suite = "smoke";
  std::optional<std::string> op_pattern;
  std::vector<std::string> targets;
  std::vector<std::string> dtypes;
  std::vector<BackendSpec> backends{{}};  ///< one, two side by side, or one for each build
  sdk::SdkOptions sdk;                    ///< of a library among them
  std::vector<std::size_t> left_out;  ///< positions in the plan, of cases beyond a limit of `sdk`
  std::vector<std::string> ops_left_out;  ///< that have no other cases
  std::vector<std::string> builds;        ///< flags of each, where all are builds of one library
  std::optional<std::uint64_t> cases;     ///< per recipe, instead of the suite's numbers
  std::optional<std::uint64_t> seed;
  SignatureChoice signatures = SignatureChoice::all;
  unsigned jobs = 0;                    ///< 0: one per processor
  unsigned batch = 16;                  ///< cases that a worker gets at once
  std::optional<unsigned> device;       ///< of the backend; else workers take them in turn
  std::optional<std::uint64_t> memory;  ///< bytes of a worker, 0 for no limit
  std::string out;
  bool overwrite = false;               ///< a finished run in `out` may be replaced
  bool quiet = false;                   ///< print the answer alone, and no progress
  std::vector<std::string> case_names;  ///< NAME or FILE.h5:NAME, instead of a suite
  std::chrono::milliseconds timeout{5000};
  std::string accuracy;
  std::string choices;                 ///< file with readings that are demanded; empty for none
  std::optional<ErrataChoice> errata;  ///< in effect; else those of each backend
  /// Known deviations fail, errata that never show, and builds that give other right results.
  bool strict = false;
  std::size_t min_judged = 1;  ///< cases of every op that must be judged
  bool min_judged_given = false;
  bool partial_ok = false;     ///< a run that ends before its end may exit with 0
  std::string freeze_support;  ///< file to write what was supported to; empty for none
  SupportList support;         ///< what must not be unsupported
  std::string command_line;
  std::string identity;     ///< command that says which board it is; empty for none
  std::string board_kind;   ///< only boards of one kind are compared; empty if it is not known
  std::string lost_boards;  ///< folder with a file for each lost board; empty for none
  std::string reset;        ///< command that resets a lost board; empty for none
  std::string board;        ///< name of the machine and board in records; empty for the host
  ContextOptions context;
  TileOptions tiles;                         ///< what the golden and the result file hold
  std::optional<reports::JunitTests> junit;  ///< in junit.xml; else what the suite takes
  bool all_rows = false;                     ///< of the table on the console
  bool confirm = true;                       ///< draw fresh cases for the rules of new findings
  bool shrink = true;                        ///< shrink a case of each new finding
  std::string resume;      ///< folder of a run to go on with; of the rest only jobs,
                           ///< max_failures, time_budget, partial_ok, all_rows and quiet
                           ///< count then
  std::string cases_from;  ///< file with names of cases, instead of a suite
  std::string judged;      ///< golden file whose cases stored results are judged by, instead of a
                           ///< suite
  std::string judged_version;  ///< suite version of that file
  Shard shard;
  std::uint64_t replicate = 0;     ///< millionths of the cases, which the next shard executes again
  bool shuffle = false;            ///< execute in an order that the seed draws
  std::uint64_t repeat = 1;        ///< executions of every case
  std::uint64_t rerun = 2;         ///< more of them after a failure
  std::uint64_t max_failures = 0;  ///< stop after this number; 0: never
  std::optional<std::chrono::seconds> time_budget;  ///< stop after so long
};

}  // namespace assay::runners
