// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/plan/program_cases.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generators/generate.hpp"
#include "reference/ops/relations.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/names.hpp"

namespace assay::runners {
namespace {

/// Ops that programs on the target call and that match; none where there is no pattern.
std::vector<std::string> called_ops(const std::optional<std::string>& pattern, Target target) {
  std::vector<std::string> ops;
  if (!pattern) return ops;
  for (const OpSpec* op : matching_ops(*pattern)) {
    if (generators::may_be_called(*op, target)) ops.push_back(op->mnemonic);
  }
  return ops;
}

/// Relations on the target; where ops were asked for, those of whose ops one is among them.
std::vector<std::string> chosen_relations(Target target, const std::vector<std::string>& ops) {
  std::vector<std::string> names = generators::relations_on(target);
  std::erase_if(names, [&](const std::string& name) {
    const std::vector<ChainCall>& calls = relation_named(name)->calls;
    return !ops.empty() && std::ranges::none_of(calls, [&](const ChainCall& call) {
      return std::ranges::find(ops, call.op) != ops.end();
    });
  });
  return names;
}

}  // namespace

ProgramCases::ProgramCases(const CaseSelection& cases, const Suite& suite, std::uint64_t seed)
    : seed_(seed) {
  if (!cases.dtypes.empty()) {
    throw UsageError(fmt::format(
        "--dtype chooses single calls; the suite {} has programs, which take --op, --target, "
        "--cases and --seed",
        suite.name));
  }
  const Selection selection{
      cases.op_pattern.value_or("*"), cases.targets.empty() ? suite.targets : cases.targets, {}};
  const std::uint64_t count = cases.count.value_or(suite.programs);
  std::vector<Target> targets;
  for (const std::string& name : selection.targets) targets.push_back(known_target(name));
  if (targets.empty()) targets.assign(all_targets.begin(), all_targets.end());
  for (const Target target : targets) add(cases, suite, target, count);
  if (programs_.empty() && count > 0) {
    throw UsageError(fmt::format("no program calls an op that matches '{}'", selection.op_pattern));
  }
  selection_ = fmt::format("suite={} {} programs={} calls={}", suite.name, to_string(selection),
                           count, suite.program_calls);
}

void ProgramCases::add(const CaseSelection& cases, const Suite& suite, Target target,
                       std::uint64_t count) {
  const std::vector<std::string> ops = called_ops(cases.op_pattern, target);
  if (ops.empty() && cases.op_pattern) return;
  const bool is_chained = suite.program_kind == generators::ProgramKind::relation;
  const std::vector<std::string> relations =
      is_chained ? chosen_relations(target, ops) : std::vector<std::string>();
  if (is_chained && relations.empty()) return;
  for (std::uint64_t number = 0; number < count; ++number) {
    if (is_chained) {
      const std::string& relation = relations[number % relations.size()];
      programs_.push_back({generators::chain_recipe(target, relation), number});
      continue;
    }
    const auto most = static_cast<std::uint64_t>(suite.program_calls);
    const int calls = static_cast<int>(number % most) + 1;
    programs_.push_back({{target, calls, ops, suite.program_kind}, number});
  }
}

std::optional<StoredCase> ProgramCases::draw(std::uint64_t index) const {
  const auto& [recipe, number] = programs_[index];
  try {
    return generators::program_case(
        generators::draw_program(recipe, generators::program_key(recipe, seed_, number)));
  } catch (const generators::Unreachable&) {
    return std::nullopt;
  }
}

}  // namespace assay::runners
