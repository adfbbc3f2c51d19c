// SPDX-License-Identifier: Apache-2.0
// What the subcommands do, apart from reading the command line. Each returns the exit code.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runners/cases/suite.hpp"
#include "runners/command/run_command.hpp"
#include "runners/run/backend_choice.hpp"

namespace assay::runners {

struct GoldenOptions {
  Selection selection;
  std::uint64_t cases = 0;
  std::uint64_t seed = 1;
  bool illegal = false;  ///< also calls that must be refused
  bool expected = true;  ///< write expected values
  Shard shard;
  std::string out;
  std::string accuracy;
};
int golden_command(const GoldenOptions& options);

struct JudgeOptions {
  std::string golden;
  std::string results;  ///< result file
  std::string accuracy;
  std::string command_line;
};
int judge_command(const JudgeOptions& options);

int verify_command(const std::string& file, const std::string& accuracy);

struct ReplayOptions {
  std::string name;
  BackendChoice on;
  std::string accuracy;
};
int replay_command(const ReplayOptions& options);

struct CoverageOptions {
  std::string run;  ///< folder or journal; empty: the newest in ./assay-runs
  Selection selection;
  bool all = false;
  bool json = false;
};
int coverage_command(const CoverageOptions& options);

int list_command();
int show_command(const std::string& op, bool json, const std::string& accuracy);
int backends_command(bool faults, bool described);
/// Starts the backend and prints what it says of itself.
int backend_command(const std::string& backend);
/// Prints what the page lint finds; 1 where a page has a rule that says nothing.
int lint_command(const std::string& op_pattern, int tries);

}  // namespace assay::runners
