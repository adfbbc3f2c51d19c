// SPDX-License-Identifier: Apache-2.0
// Executes cases on a backend in a worker process.
#include "runners/executor.hpp"

#include <algorithm>

#include "generators/generate.hpp"
#include "runners/batch.hpp"

namespace assay::runners {

std::vector<std::vector<Trial>> Executor::run(std::vector<Job> jobs) {
  for (const Job& job : jobs) {
    if (before_) before_(*job.test);
  }
  if (worker_) return Batch(*worker_, std::move(jobs)).run();
  std::vector<std::vector<Trial>> trials;
  for (Job& job : jobs) trials.push_back({answer_(*job.test, std::move(job.before.front()))});
  return trials;
}

std::vector<Trial> Executor::run(const Case& test, std::vector<std::vector<ElementArray>> before,
                                 std::uint64_t text_capacity) {
  std::vector<Job> jobs;
  jobs.push_back({&test, std::move(before), text_capacity});
  return std::move(run(std::move(jobs)).front());
}

std::vector<std::vector<ElementArray>> contents_of(const Case& test) {
  std::vector<std::vector<ElementArray>> contents;
  contents.push_back(generators::fill(test, generators::Poison::first));
  if (!test.intent.legal()) return contents;
  contents.push_back(contents.front());
  contents.push_back(generators::fill(test, generators::Poison::second));
  return contents;
}

std::uint64_t text_capacity_of(const Case& test, const std::vector<Expected>& expected) {
  constexpr std::int64_t generous = 1 << 16;
  constexpr std::int64_t per_element = 32;
  const auto prints = [](const Result& result) { return result.operand == "text"; };
  if (std::ranges::none_of(test.form().results, prints)) return 0;
  std::int64_t elements = 0;
  for (const OperandValue& value : test.call.operands) {
    if (const auto* tile = std::get_if<TileSpec>(&value)) elements += tile->type.elements();
    if (const auto* global = std::get_if<GlobalSpec>(&value)) elements += global->elements();
  }
  std::int64_t capacity = generous + per_element * std::max<std::int64_t>(elements, 0);
  for (const Expected& one : expected) {
    const auto* text = std::get_if<ExpectedText>(&one);
    if (text != nullptr && text->capacity > 0) capacity = text->capacity;
  }
  return static_cast<std::uint64_t>(capacity);
}

}  // namespace assay::runners
