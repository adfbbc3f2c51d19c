// SPDX-License-Identifier: Apache-2.0
// The data flow between the calls of the programs of a run.
#include "runners/cases/plan/program_coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

#include "generators/programs/programs.hpp"
#include "reference/support/text.hpp"

namespace assay::runners {
namespace {

using Counts = std::map<std::string, std::size_t>;

constexpr std::size_t most_shown = 12;

void count(Counts& counts, const std::vector<std::string>& names) {
  for (const std::string& name : names) ++counts[name];
}

std::vector<std::string> forms_of(const Program& program) {
  std::set<std::string> forms;
  for (const ProgramStep& step : program.steps) {
    const Form& form = step.test.form();
    if (step.test.intent.legal()) forms.insert(fmt::format("{}/{}", form.op, form.name));
  }
  return {forms.begin(), forms.end()};
}

/// "TLOAD-TADD 31, TADD-TMUL 12, ...", the most frequent first.
std::string listed(const Counts& counts, std::size_t most) {
  std::vector<std::pair<std::string, std::size_t>> order(counts.begin(), counts.end());
  std::ranges::stable_sort(order, std::greater<>(), [](const auto& one) { return one.second; });
  std::string text;
  for (std::size_t i = 0; i < std::min(most, order.size()); ++i) {
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", order[i].first, order[i].second);
  }
  return order.size() > most ? text + ", ..." : text;
}

}  // namespace

ProgramCoverage program_coverage(const Records& records) {
  ProgramCoverage coverage;
  std::set<std::string> seen;
  for (const CaseRecord& record : records) {
    if (!generators::names_a_program(record.name) || !seen.insert(record.name).second) continue;
    const Program program = generators::program_named(record.name);
    const generators::ProgramHooks hooks = generators::hooks_of(program);
    ++coverage.programs;
    coverage.calls += program.steps.size();
    count(coverage.forms, forms_of(program));
    count(coverage.pairs, hooks.pairs);
    count(coverage.memories, hooks.memories);
    count(coverage.layouts, hooks.layouts);
  }
  return coverage;
}

std::string coverage_text(const ProgramCoverage& coverage, bool all) {
  const std::size_t most = all ? coverage.pairs.size() : most_shown;
  std::string text = fmt::format("programs   {} of {}\n", coverage.programs,
                                 support::count_of(coverage.calls, "call"));
  text += fmt::format("forms      {} that are called: {}\n", coverage.forms.size(),
                      listed(coverage.forms, all ? coverage.forms.size() : most_shown));
  text += fmt::format("pairs      {} in which an op reads what another wrote: {}\n",
                      coverage.pairs.size(), listed(coverage.pairs, most));
  text += fmt::format("memories   {} ways from one to another: {}\n", coverage.memories.size(),
                      listed(coverage.memories, coverage.memories.size()));
  text += fmt::format("layouts    {} ways from one to another: {}\n", coverage.layouts.size(),
                      listed(coverage.layouts, all ? coverage.layouts.size() : most_shown));
  return text + "numbers are programs\n";
}

std::string coverage_json(const ProgramCoverage& coverage) {
  const nlohmann::ordered_json json{{"programs", coverage.programs}, {"calls", coverage.calls},
                                    {"forms", coverage.forms},       {"pairs", coverage.pairs},
                                    {"memories", coverage.memories}, {"layouts", coverage.layouts}};
  return json.dump();
}

}  // namespace assay::runners
