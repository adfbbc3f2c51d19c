// SPDX-License-Identifier: Apache-2.0
// Tests made from pages: one per op, form, target, element type and constraint.
#include "suites/gtest/page_tests.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <map>

#include "generators/gens.hpp"
#include "reference/ops/op_index.hpp"
#include "reference/support/hash.hpp"
#include "runners/backend/loaded.hpp"
#include "runners/run/case_work.hpp"
#include "suites/gtest/filter.hpp"

namespace assay::suites {
namespace {

/// How often a test met which verdict, and the words of the first failure.
struct Count {
  std::map<VerdictKind, int> verdicts;
  int unreachable = 0;
  std::string failure;

  int judged() const {
    const auto conforming = verdicts.find(VerdictKind::conforms);
    return conforming == verdicts.end() ? 0 : conforming->second;
  }
  std::string text() const {
    std::vector<std::string> parts;
    for (const auto& [kind, count] : verdicts) {
      parts.push_back(fmt::format("{} {}", count, name_of(kind)));
    }
    if (unreachable > 0) parts.push_back(fmt::format("{} out of reach", unreachable));
    return fmt::format("{}", fmt::join(parts, ", "));
  }
};

std::string message(const CaseRecord& record, const std::string& backend) {
  const Verdict& verdict = record.verdict;
  const std::string deviation = verdict.deviation == Deviation::none
                                    ? std::string()
                                    : fmt::format(" ({})", name_of(verdict.deviation));
  const bool is_default = runners::backend_named(backend).is_default();
  const std::string option = is_default ? "" : fmt::format(" --backend '{}'", backend);
  return fmt::format("{}: {}{}: {}\nassay replay '{}'{}", record.name, name_of(verdict.kind),
                     deviation, verdict.reason, record.name, option);
}

/// True if the case is no failure of the backend or the harness.
bool passes(const Case& test_case, Shared& shared, Count& count) {
  const auto result =
      runners::execute_and_judge(runners::StoredCase{test_case, {}}, shared.backend(),
                                 Standard{shared.tolerances()}, shared.options().backend);
  const VerdictKind kind = result.record.verdict.kind;
  count.verdicts[kind] += 1;
  if (!is_failure(kind) && kind != VerdictKind::infra) return true;
  count.failure = message(result.record, shared.options().backend);
  return false;
}

/// Four cases of a constraint with many recipes see four of them; another seed sees others. A
/// shrunk case could not be replayed by its name, so none is made: `assay shrink` does that.
rc::detail::TestResult check(const TestedConstraint& constraint, Shared& shared, Count& count) {
  const std::string name = constraint.suite + "." + constraint.name;
  const generators::SeededCheck how{
      .name = name,
      .seed = support::combine(shared.options().seed, support::hash_text(name)),
      .cases = static_cast<int>(shared.options().cases),
      .shrink = false};
  return generators::check(how, [&, recipes = generators::any_recipe(constraint.recipes)] {
    const generators::Recipe recipe = *recipes;
    try {
      RC_ASSERT(passes(*generators::case_of(recipe), shared, count));
    } catch (const generators::Unreachable&) {
      count.unreachable += 1;
    }
  });
}

}  // namespace

Shared::Shared(Options options)
    : options_(std::move(options)),
      tolerances_(runners::load_accuracy(options_.accuracy).lookup()) {}

runners::Backend& Shared::backend() {
  if (!backend_) {
    backend_ = std::make_unique<runners::SupervisedBackend>(
        runners::WorkerOptions{runners::worker_program(),
                               runners::executable_backend(options_.backend), options_.timeout});
  }
  return *backend_;
}

std::vector<TestedConstraint> constraints(std::string_view filter) {
  std::vector<TestedConstraint> constraints;
  for (const OpSpec& op : all_ops()) {
    if (!may_select(filter, op.mnemonic)) continue;
    std::map<std::string, std::size_t> known;
    for (generators::Recipe& recipe : generators::recipes(op)) {
      const auto name = fmt::format("{}.{}.{}.{}", name_of(recipe.target), recipe.form->name,
                                    name_of(recipe.lead), to_string(recipe.intent));
      const auto [place, is_new] = known.emplace(name, constraints.size());
      if (is_new) constraints.push_back({op.mnemonic, name, {}});
      constraints[place->second].recipes.push_back(std::move(recipe));
    }
  }
  return constraints;
}

void ConstraintTest::TestBody() {
  Count count;
  const rc::detail::TestResult result = check(constraint_, *shared_, count);
  RecordProperty("verdicts", count.text());
  if (!result.is<rc::detail::SuccessResult>()) {
    if (count.failure.empty()) rc::detail::printResultMessage(result, std::cerr);
    FAIL() << count.failure;
  }
  // A test that held nothing against a promise must not look as if it had.
  if (count.judged() == 0) GTEST_SKIP() << "nothing could be judged: " << count.text();
}

void register_constraints(const std::shared_ptr<Shared>& shared) {
  for (TestedConstraint& constraint : constraints(testing::GTEST_FLAG(filter))) {
    const std::string suite = constraint.suite;
    const std::string name = constraint.name;
    testing::RegisterTest(suite.c_str(), name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                          [constraint = std::move(constraint), shared]() -> testing::Test* {
                            return new ConstraintTest(constraint, shared);
                          });
  }
}

}  // namespace assay::suites
