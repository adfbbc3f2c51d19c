// SPDX-License-Identifier: Apache-2.0
// One case from its key to its verdict.
#include "runners/case_work.hpp"

#include <fmt/format.h>

#include <chrono>

#include "generators/generate.hpp"
#include "runners/errors.hpp"

namespace assay::runners {
namespace {

using Contents = std::vector<std::vector<ElementArray>>;

void execute(CaseResult& result, Contents before, Executor& executor,
             const ToleranceLookup& tolerances, const std::string& backend) {
  result.expected = expected_of(result.test, before.front(), tolerances);
  const std::uint64_t capacity = text_capacity_of(result.test, result.expected);
  result.trials = executor.run(result.test, std::move(before), capacity);
  result.record =
      record_of(result.test, judge(result.test, result.trials, result.expected, tolerances));
  result.record.backend = backend;
}

template <typename MakeContents>
CaseResult work(Case test, const MakeContents& contents, Executor& executor,
                const ToleranceLookup& tolerances, const std::string& backend) {
  const auto begin = std::chrono::steady_clock::now();
  CaseResult result;
  result.test = std::move(test);
  try {
    execute(result, contents(result.test), executor, tolerances, backend);
  } catch (const InfraError&) {
    throw;
  } catch (const std::exception& error) {
    // A night's other verdicts are worth more than stopping at once: the run fails in the end.
    result.trials.clear();
    result.expected.clear();
    result.record = record_of(
        result.test, {.kind = VerdictKind::infra,
                      .reason = fmt::format("the harness failed on this case: {}", error.what())});
    result.record.backend = backend;
  }
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
  result.record.seconds = passed.count();
  return result;
}

}  // namespace

CaseResult execute_and_judge(Case test, Executor& executor, const ToleranceLookup& tolerances,
                             const std::string& backend) {
  const auto drawn = [](const Case& one) { return contents_of(one); };
  return work(std::move(test), drawn, executor, tolerances, backend);
}

CaseResult execute_and_judge(StoredCase stored, Executor& executor,
                             const ToleranceLookup& tolerances, const std::string& backend) {
  const auto kept = [&](const Case& one) { return contents_of(one, stored.before); };
  return work(std::move(stored.test), kept, executor, tolerances, backend);
}

std::vector<Expected> expected_of(const Case& test, const std::vector<ElementArray>& before,
                                  const ToleranceLookup& tolerances) {
  if (!test.intent.legal()) return {};
  return expect(test.call, before, tolerances);
}

golden::GoldenCase golden_of(Case test, const ToleranceLookup& tolerances) {
  golden::GoldenCase stored;
  stored.before = generators::fill(test, generators::Poison::first);
  stored.expected = expected_of(test, stored.before, tolerances);
  stored.test = std::move(test);
  return stored;
}

}  // namespace assay::runners
