// SPDX-License-Identifier: Apache-2.0
// Options that several subcommands share: what is read as text, and its checks.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "reports/text/junit.hpp"
#include "runners/command/parser.hpp"
#include "runners/run/run_options.hpp"

namespace assay::runners {

inline constexpr const char* choices_help =
    "TOML file with the readings of the manual that are demanded, as `assay choices` writes it";
inline constexpr const char* accuracy_help =
    "TOML file with tolerances that replace those of the built-in profile for the results that "
    "they "
    "name ('assay accuracy')";
inline constexpr const char* backend_help =
    "simulator, simulator:fault=NAME, plugin:FILE.so, exec:COMMAND or sdk ('assay backends')";

inline constexpr const char* shard_default_help =
    "; default what GTEST_TOTAL_SHARDS or TEST_TOTAL_SHARDS say";
inline constexpr const char* time_budget_help = "Stop after so long: 90s, 30m or 2h";
inline constexpr const char* partial_ok_help =
    "Exit with 0 and not with 3 where nothing failed and not all that was planned ran";
inline constexpr const char* memory_help =
    "GiB of address space that all workers share, 0 for no limit; default: half of the machine's "
    "memory, at least 4, and for each worker at least 1";

/// Texts that several subcommands read and check afterwards.
struct Texts {
  std::string op;
  std::string targets;
  std::string dtypes;
  double timeout = 5;
  std::int64_t cases = 0;
  std::int64_t seed = 0;
  std::int64_t jobs = 0;
  std::int64_t batch = 0;
  std::int64_t device = 0;
  double memory = 0;
};

inline constexpr std::int64_t most_cases = 100'000'000;
inline constexpr std::int64_t most_jobs = 1024;

/// Each throws UsageError for a value out of range.
std::chrono::milliseconds deadline_of(double seconds);
std::uint64_t positive(const char* option, std::int64_t value, std::int64_t most);
std::uint64_t seed_of(std::int64_t value);
unsigned device_of(std::int64_t value);
/// "90s", "30m" or "2h".
std::chrono::seconds time_budget_of(const std::string& text);
std::uint64_t memory_of(double gib);

/// Throws UsageError where the option is given and empty.
void refuse_empty(const Parser& app, const char* option, const std::string& value);

/// True for "json", false for "text"; throws UsageError for another format.
bool is_json(const std::string& format);

/// --shard of a command that writes golden files; empty for the whole.
std::shared_ptr<std::string> add_shard(const Parser& app);

/// --op, --target and --dtype.
void add_selection(const Parser& app, Texts& texts);

/// --waivers, --history and --today.
void add_context_options(const Parser& app, ContextOptions& options);
/// These and --baseline.
void add_page_options(const Parser& app, ContextOptions& options);

/// --errata, whose text lives as long as the app, and --strict.
std::shared_ptr<std::string> add_errata_options(const Parser& app, bool& strict);

/// --junit, whose text lives as long as the app.
std::shared_ptr<std::string> add_junit_option(const Parser& app);
/// Empty where the option was not given.
std::optional<reports::JunitTests> junit_tests_in(const std::string& text);

/// Texts of commands that write the folder of a run.
struct OutputTexts {
  std::string tiles = "sample";
  std::int64_t tiles_budget = 0;
  bool no_tiles = false;
  std::int64_t jobs = 0;
  std::int64_t min_judged = 1;
  std::string support;
  std::shared_ptr<std::string> errata;
  std::shared_ptr<std::string> junit;
};
/// Which files are written and where, what cases are compared with, the context of the run, and the
/// conditions of conformance. The texts live as long as the app.
std::shared_ptr<OutputTexts> add_output_options(const Parser& app, RunOptions& options);
/// Throws UsageError.
void read_output_options(const Parser& app, const OutputTexts& texts, RunOptions& options);

enum class TextFormat : std::uint8_t { text, json, markdown };
/// Throws UsageError for another name.
TextFormat text_format_named(const std::string& name);

}  // namespace assay::runners
