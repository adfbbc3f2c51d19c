// SPDX-License-Identifier: Apache-2.0
// The ops of a plan.
#include <set>

#include "runners/cases/plan/plan.hpp"

namespace assay::runners {
namespace {

/// The op of "TADD/plain/..." or "FILE.h5:TADD/plain/...", also for a case that a run kept under
/// such a name.
std::string op_named_in(const std::string& spelled) {
  const std::size_t file = spelled.rfind(".h5:");
  const std::string name = file == std::string::npos ? spelled : spelled.substr(file + 4);
  return name.substr(0, name.find('/'));
}

}  // namespace

std::string RunPlan::op_of(std::size_t position) const {
  const std::uint64_t index = order_[position];
  if (!programs_.empty()) return "PROGRAM";
  if (named_.size() == 0) return cases_[index].recipe->form->op;
  return op_named_in(named_.names()[index]);
}

std::vector<std::string> RunPlan::ops() const {
  if (!programs_.empty()) return {"PROGRAM"};
  std::set<std::string> found;
  for (std::size_t position = 0; named_.size() == 0 && position < size(); ++position) {
    found.insert(cases_[index_of(position)].recipe->form->op);
  }
  return {found.begin(), found.end()};
}

PlannedOps RunPlan::planned_ops() const {
  PlannedOps ops;
  const bool has_recipes = named_.size() == 0 && programs_.empty();
  for (std::size_t position = 0; position < size(); ++position) {
    PlannedOp& op = ops[op_of(position)];
    ++op.cases;
    if (has_recipes && cases_[index_of(position)].recipe->intent.legal()) ++op.legal;
  }
  return ops;
}

}  // namespace assay::runners
