// SPDX-License-Identifier: Apache-2.0
#include "runners/run_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iostream>

#include "generators/generate.hpp"
#include "reports/report.hpp"
#include "runners/accuracy.hpp"
#include "runners/environment.hpp"
#include "runners/interrupt.hpp"
#include "runners/loaded_backend.hpp"
#include "runners/morning.hpp"
#include "runners/provenance.hpp"
#include "runners/run_files.hpp"
#include "runners/run_folder.hpp"
#include "runners/run_loop.hpp"
#include "runners/run_plan.hpp"

namespace assay::runners {
namespace {

RunInfo info_of(const RunOptions& options, const RunPlan& plan) {
  RunInfo info;
  info.suite = plan.single ? plan.selection : options.suite;
  info.suite_version = std::string(generators::suite_version);
  info.backend = options.backend;
  info.seed = plan.seed;
  info.command = options.command_line;
  info.started = utc_now();
  info.host = host_name();
  return info;
}

void print_paths(const RunFolder& folder, bool tiles, std::size_t unreachable) {
  if (unreachable > 0) {
    std::cout << fmt::format(
        "{} planned cases were left out: out of reach, or more large tiles "
        "than the suite tries\n",
        unreachable);
  }
  if (tiles) {
    std::cout << fmt::format("golden   {}\nresults  {}\n", folder.golden().string(),
                             folder.results().string());
  }
  std::cout << fmt::format("journal  {}\njunit    {}\nfindings {}\nreport   {}\n",
                           folder.journal().string(), folder.junit().string(),
                           folder.findings().string(), folder.html().string());
}

/// Compiles what the plan needs of the user's library, and names the backend that has it.
void compile_for(RunPlan& plan, RunOptions& options) {
  const auto draw = [&](std::size_t index) { return plan.draw(index); };
  const sdk::Prepared prepared = sdk::prepare(options.sdk, plan.size(), draw);
  options.backend = prepared.backend;
  if (prepared.left_out.empty()) return;
  std::cerr << fmt::format("{} of {} cases are left out: see --sdk-limit\n",
                           prepared.left_out.size(), plan.size());
  std::size_t index = 0;
  std::erase_if(plan.cases, [&](const PlannedCase&) {
    return std::ranges::binary_search(prepared.left_out, index++);
  });
}

}  // namespace

int run_command(const RunOptions& given) {
  const auto begin = std::chrono::steady_clock::now();
  watch_interrupts();
  RunOptions options = given;
  const bool compiles = options.backend == "sdk";
  if (!compiles) check_backend_name(options.backend);
  if (compiles && options.targets.empty()) options.targets = {sdk::target_of(options.sdk)};
  const ToleranceLookup tolerances = load_accuracy(options.accuracy).lookup();
  const Morning morning(options.morning);
  RunPlan plan = plan_of(options);
  if (compiles) compile_for(plan, options);
  RunInfo info = info_of(options, plan);
  // Before the folder, so that a backend that does not load leaves none.
  const Executors executors = start_executors(options, plan.size());
  const RunFolder folder(options.out);
  RunFiles files(folder, provenance_of(plan.seed, plan.selection), options);
  const std::size_t unreachable = run_cases(plan, executors, options, tolerances, files);
  info.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  files.finish(info);
  const reports::ReportExtras extras = morning.extras(files.records(), info);
  morning.write(folder, extras);
  reports::print_summary(std::cout, files.records(), info, isatty(STDOUT_FILENO) != 0, extras);
  print_paths(folder, options.tiles, unreachable);
  return exit_code_of(files.records(), extras.waived);
}

}  // namespace assay::runners
