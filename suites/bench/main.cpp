// SPDX-License-Identifier: Apache-2.0
// assay-bench: one run, one table of ratios, the promised speed of the project next to the measured
// one. Nothing here is a test: no exit code depends on a time.
#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <string_view>

#include "runners/support/environment.hpp"
#include "runners/support/errors.hpp"
#include "suites/bench/machine.hpp"
#include "suites/bench/sections.hpp"

namespace {

using namespace assay;

constexpr const char* help =
    R"(assay-bench [--full] [--quick] [--repetitions N] [--benchmark_filter=REGEX]
Measures every promise of speed and prints one Markdown table: medians of CPU time over N
repetitions (7), in random order. Every input of an op is extrapolated from a sample, unless --full.
--quick runs everything at sizes at which no figure means anything.
)";

bench::Settings settings_from(int argc, char** argv) {
  bench::Settings settings;
  for (int i = 1; i < argc; ++i) {
    const std::string_view option = argv[i];
    if (option == "--full") {
      settings.full = true;
    } else if (option == "--quick") {
      settings = {.quick = true, .repetitions = 1, .seconds = 0.0001};
    } else if (option == "--repetitions" && i + 1 < argc) {
      const char* end = argv[i + 1] + std::strlen(argv[i + 1]);
      const auto read = std::from_chars(argv[++i], end, settings.repetitions);
      if (read.ptr != end || settings.repetitions < 1) {
        throw runners::UsageError(fmt::format("'{}' is no number of repetitions", argv[i]));
      }
    } else {
      throw runners::UsageError(fmt::format("'{}' is no option; see --help", option));
    }
  }
  return settings;
}

/// A folder that lives as long as the run.
class Scratch {
 public:
  Scratch() {
    std::string pattern = (std::filesystem::temp_directory_path() / "assay-bench-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw runners::InfraError("no temporary folder");
    path_ = pattern;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

int run(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--help") return fmt::print("{}", help), 0;
  }
  runners::require_plain_floating_point();
  std::vector<char*> arguments(argv, argv + argc);
  std::string interleave = "--benchmark_enable_random_interleaving=true";
  arguments.insert(arguments.begin() + 1, interleave.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  const bench::Settings settings = settings_from(count, arguments.data());
  const Scratch scratch;
  bench::NumpyProcess numpy;
  bench::Shared shared{settings, scratch.path(), numpy};
  std::vector<bench::Rows> sections;
  for (const auto section :
       {bench::functions, bench::sweeps, bench::sums, bench::filling, bench::storage,
        bench::digests, bench::case_costs, bench::workers, bench::programs, bench::sorts}) {
    sections.push_back(section(shared));
  }
  const bench::Figures figures = bench::run_all();
  std::vector<bench::Row> rows;
  for (const bench::Rows& section : sections) {
    for (const bench::Row& row : section(figures)) rows.push_back(row);
  }
  fmt::print("{}\n{}", bench::machine_text(numpy.version()), bench::to_text(rows));
  return 0;
}

int say(const std::exception& error, int exit_code) {
  fmt::print(stderr, "assay-bench: {}\n", error.what());
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  runners::keep_freed_memory();  // as the command does
  try {
    return run(argc, argv);
  } catch (const runners::UsageError& error) {
    return say(error, exit_usage);
  } catch (const std::exception& error) {
    return say(error, exit_infra);
  }
}
