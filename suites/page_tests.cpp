// SPDX-License-Identifier: Apache-2.0
// Tests made from pages: one per op, form, target, element type and clause.
#include "suites/page_tests.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <rapidcheck.h>
#include <rapidcheck/detail/TestListenerAdapter.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <unordered_map>

#include "generators/hash.hpp"
#include "reference/ops/op_index.hpp"
#include "runners/backend/loaded.hpp"
#include "runners/run/case_work.hpp"
#include "suites/filter.hpp"

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

/// A key in full: RapidCheck's own choice of integers prefers small ones.
rc::Gen<std::uint32_t> any_key() {
  return rc::gen::noShrink(rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint32_t>()));
}

std::string message(const CaseRecord& record, const std::string& backend) {
  const Verdict& verdict = record.verdict;
  const std::string deviation = verdict.deviation == Deviation::none
                                    ? std::string()
                                    : fmt::format(" ({})", name_of(verdict.deviation));
  const std::string option = backend == "simulator" ? "" : fmt::format(" --backend '{}'", backend);
  return fmt::format("{}: {}{}: {}\nassay replay '{}'{}", record.name, name_of(verdict.kind),
                     deviation, verdict.reason, record.name, option);
}

/// True where the case does not speak against the backend or the harness.
bool passes(const generators::Recipe& recipe, std::uint32_t key, Shared& shared, Count& count) {
  try {
    const auto result =
        runners::execute_and_judge(runners::StoredCase{generators::draw(recipe, key), {}},
                                   shared.backend(), shared.tolerances(), shared.options().backend);
    const VerdictKind kind = result.record.verdict.kind;
    count.verdicts[kind] += 1;
    if (!is_failure(kind) && kind != VerdictKind::infra) return true;
    count.failure = message(result.record, shared.options().backend);
    return false;
  } catch (const generators::Unreachable&) {
    count.unreachable += 1;
    return true;
  }
}

/// Four cases of a clause with many recipes see four of them; another seed sees others.
rc::detail::TestResult check(const Clause& clause, Shared& shared, Count& count) {
  const auto property = [&] {
    const auto index =
        *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::size_t>(0, clause.recipes.size()));
    RC_ASSERT(passes(clause.recipes[index], *any_key(), shared, count));
  };
  rc::detail::TestMetadata metadata;
  metadata.id = clause.suite + "." + clause.name;
  rc::detail::TestParams params;
  params.seed = generators::combine(shared.options().seed, generators::hash_text(metadata.id));
  params.maxSuccess = static_cast<int>(shared.options().cases);
  params.disableShrinking = true;
  // RapidCheck's own listener prints seeds and reproduction strings; a case's name says more.
  rc::detail::TestListenerAdapter silent;
  return rc::detail::checkTestable(property, metadata, params, silent,
                                   std::unordered_map<std::string, rc::detail::Reproduce>());
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

std::vector<Clause> clauses(std::string_view filter) {
  std::vector<Clause> clauses;
  const auto add = [&](const OpSpec& op, const Form& form, Target target, ElementType lead) {
    std::map<std::string, std::size_t> known;
    for (generators::Recipe& recipe : generators::recipes(op, form, target, lead)) {
      const auto name = fmt::format("{}.{}.{}.{}", name_of(target), form.name, name_of(lead),
                                    to_string(recipe.intent));
      const auto [at, is_new] = known.emplace(name, clauses.size());
      if (is_new) clauses.push_back({op.mnemonic, name, {}});
      clauses[at->second].recipes.push_back(std::move(recipe));
    }
  };
  for (const OpSpec& op : all_ops()) {
    if (!may_select(filter, op.mnemonic)) continue;
    for (const Form& form : op.forms) {
      for (const Target target : all_targets) {
        for (const ElementType lead : generators::lead_elements(form, target)) {
          add(op, form, target, lead);
        }
      }
    }
  }
  return clauses;
}

void ClauseTest::TestBody() {
  Count count;
  const rc::detail::TestResult result = check(clause_, *shared_, count);
  RecordProperty("verdicts", count.text());
  if (!result.is<rc::detail::SuccessResult>()) {
    if (count.failure.empty()) rc::detail::printResultMessage(result, std::cerr);
    FAIL() << count.failure;
  }
  // A test that held nothing against a promise must not look as if it had.
  if (count.judged() == 0) GTEST_SKIP() << "nothing could be judged: " << count.text();
}

void register_clauses(const std::shared_ptr<Shared>& shared) {
  for (Clause& clause : clauses(testing::GTEST_FLAG(filter))) {
    const std::string suite = clause.suite;
    const std::string name = clause.name;
    testing::RegisterTest(suite.c_str(), name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                          [clause = std::move(clause), shared]() -> testing::Test* {
                            return new ClauseTest(clause, shared);
                          });
  }
}

}  // namespace assay::suites
