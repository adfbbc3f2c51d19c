// SPDX-License-Identifier: Apache-2.0
#include "runners/triage/stored_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "generators/generate.hpp"
#include "reports/findings/pattern.hpp"
#include "runners/cases/stored/stored_case.hpp"
#include "runners/cases/stored/stored_results.hpp"
#include "runners/run/case_work.hpp"
#include "runners/run/stored_backend.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

bool is_alike(const Case& one, const Case& other) {
  return one.call.form == other.call.form && one.call.target == other.call.target &&
         one.lead == other.lead && one.intent == other.intent;
}

struct Candidate {
  std::int64_t elements = 0;
  std::string name;
  // clang-tidy 14 takes the 0 in a comparison for a pointer.
  auto operator<=>(const Candidate&) const = default;  // NOLINT(modernize-use-nullptr)
};

std::optional<StoredCase> readable(const std::string& name, const CaseOfName& read) {
  try {
    return read(name);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

std::vector<Candidate> by_size(std::span<const std::string> names, const CaseOfName& read) {
  std::vector<Candidate> candidates;
  for (const std::string& name : names) {
    const std::optional<StoredCase> stored = readable(name, read);
    if (stored) candidates.push_back({generators::elements_of(stored->test.call), name});
  }
  std::ranges::sort(candidates);
  return candidates;
}

}  // namespace

Shrunk smallest_stored(const std::string& from, std::span<const std::string> names,
                       const CaseOfName& read, Backend& backend, const Standard& standard) {
  const CaseResult original = execute_and_judge(read(from), backend, standard, {});
  require_answer(original);
  const Verdict& wanted = original.record.verdict;
  if (!is_failure(wanted.kind)) {
    throw NothingToShrink(fmt::format("{} does not fail: {}", from, name_of(wanted.kind)), false);
  }
  if (original.program) {
    throw NothingToShrink(fmt::format("{} is a program, and what stood between its calls is not "
                                      "stored; a backend that executes finds its wrong call",
                                      from),
                          false, true);
  }
  Shrunk out;
  out.stored = {original.test, original.trials.front().before};
  out.original = out.verdict = wanted;
  out.inputs = generators::cells_of(original.test.call).size();
  out.elements = generators::elements_of(original.test.call);
  bool found = false;
  for (const Candidate& candidate : by_size(names, read)) {
    CaseResult result = execute_and_judge(read(candidate.name), backend, standard, {});
    if (!reports::fails_alike(result.record, original.record)) continue;
    ++out.searched;
    if (std::exchange(found, true)) continue;
    out.stored = {std::move(result.test), std::move(result.trials.front().before)};
    out.verdict = result.record.verdict;
  }
  out.searched = std::max<std::size_t>(out.searched, 1);
  return out;
}

std::vector<std::string> rows_like(const std::string& from, const std::string& results,
                                   const CaseOfName& read) {
  const Case wanted = read(from).test;
  const std::string file = names_a_file(from) ? stored_name(from).file + ":" : "";
  std::vector<std::string> names;
  for (const std::string& row : names_of_rows(results)) {
    const std::optional<StoredCase> stored = readable(file + row, read);
    if (stored && is_alike(stored->test, wanted)) names.push_back(file + row);
  }
  return names;
}

CaseOfName cases_by_name(const std::string& kept) {
  return [files = std::make_shared<CaseFiles>(kept)](const std::string& name) -> StoredCase {
    if (!names_a_file(name)) return case_of(name);
    return files->read(name);
  };
}

}  // namespace assay::runners
