// SPDX-License-Identifier: Apache-2.0
#include "runners/triage/run_confirm.hpp"

#include <unistd.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "reports/findings/cluster.hpp"
#include "reports/findings/fresh.hpp"
#include "reports/findings/pattern.hpp"
#include "runners/cases/plan/errata.hpp"
#include "runners/run/case_work.hpp"
#include "runners/support/interrupt.hpp"
#include "runners/support/names.hpp"
#include "runners/support/ordered_work.hpp"
#include "runners/support/progress.hpp"
#include "runners/triage/case_features.hpp"
#include "runners/triage/fresh_cases.hpp"
#include "runners/triage/shrunk_findings.hpp"

namespace assay::runners {
namespace {

using reports::CaseFeatures;
using reports::Finding;
using reports::FreshCases;

constexpr std::size_t most_findings = 10;

/// A finding to ask about, and what decides its cases.
struct Question {
  Finding* finding = nullptr;
  std::optional<CaseRecord> record;    ///< its representative
  std::vector<const Finding*> rivals;  ///< others of its ops
  Records sources;                     ///< judged cases of its ops
  std::size_t backend = 0;             ///< number in the run
};

bool share_an_op(const Finding& a, const Finding& b) {
  const std::vector<std::string> ops = split_list(b.op);
  return std::ranges::any_of(split_list(a.op), [&](const std::string& op) {
    return std::ranges::find(ops, op) != ops.end();
  });
}

bool can_be_asked(const CaseRecord& record) {
  return record.verdict.kind != VerdictKind::timed_out &&
         record.verdict.kind != VerdictKind::flaky &&
         record.verdict.deviation != Deviation::build_dependent;
}

Records sources_of(const Finding& finding, const CaseRecord& like, const Records& records) {
  const std::vector<std::string> ops = split_list(finding.op);
  Records sources;
  for (const CaseRecord& record : records) {
    const VerdictKind kind = record.verdict.kind;
    const bool judged = kind == VerdictKind::conforms || is_failure(kind);
    if (judged && record.backend == like.backend &&
        std::ranges::find(ops, record.op) != ops.end()) {
      sources.push_back(record);
    }
  }
  return sources;
}

std::vector<Question> questions_of(reports::ReportExtras& extras, const Records& records,
                                   const std::vector<BackendSpec>& backends) {
  std::vector<Question> questions;
  for (Finding& finding : extras.findings) {
    if (questions.size() == most_findings) break;
    const bool wanted =
        finding.covers && reports::is_new(extras, finding) && finding.waived < finding.failing;
    const auto record = wanted ? record_for(finding, records) : std::nullopt;
    if (!record || !can_be_asked(*record)) continue;
    Question question{&finding, record, {}, sources_of(finding, *record, records), 0};
    for (const Finding& other : extras.findings) {
      if (&other != &finding && share_an_op(other, finding)) question.rivals.push_back(&other);
    }
    const auto named = [&](const BackendSpec& one) { return one.text() == record->backend; };
    const auto backend = std::ranges::find_if(backends, named);
    if (backend == backends.end() || !backend->executes()) continue;
    question.backend = static_cast<std::size_t>(backend - backends.begin());
    questions.push_back(std::move(question));
  }
  return questions;
}

/// As findings see a case of the run on that backend.
CaseFeatures features_on(const TestedBackends& tested, std::size_t backend,
                         const StoredCase& stored) {
  CaseFeatures features = reports::features_of(record_of(stored.test, {}));
  CaseFeatures more = features_of(stored);
  features.words.merge(more.words);
  features.numbers.merge(more.numbers);
  if (!tested.builds.empty()) features.words.emplace("build", tested.builds[backend]);
  return features;
}

/// A case that another finding explains says nothing about this one. A finding without a rule may
/// explain what fails in its way.
bool is_explained(const Question& question, const CaseResult& result,
                  const CaseFeatures& features) {
  return std::ranges::any_of(question.rivals, [&](const Finding* rival) {
    if (rival->covers) return rival->covers(features);
    const bool fails = is_failure(result.record.verdict.kind);
    return fails && rival->pattern == reports::pattern_of(result.record);
  });
}

struct Count {
  std::size_t judged = 0;
  std::size_t failing = 0;
};

Count count_of(const Question& question, const std::vector<CaseResult>& results,
               const std::function<bool(const CaseResult&)>& counts) {
  const std::string kind = reports::failure_kind(question.record->verdict);
  Count count;
  for (const CaseResult& result : results) {
    const Verdict& verdict = result.record.verdict;
    const bool fails = is_failure(verdict.kind) && reports::failure_kind(verdict) == kind;
    if (!fails && verdict.kind != VerdictKind::conforms) continue;
    if (!counts(result)) continue;
    ++count.judged;
    count.failing += fails ? 1 : 0;
  }
  return count;
}

std::optional<FreshCases> answer_to(const Question& question, Backend& backend,
                                    const Standard& standard, const TestedBackends& tested) {
  const VerdictKind kind = question.record->verdict.kind;
  const auto features = [&](const StoredCase& stored) {
    return features_on(tested, question.backend, stored);
  };
  const FreshRule rule{
      .covers = [&](const StoredCase& one) { return question.finding->covers(features(one)); },
      .comparable =
          [&](const Intent& intent) {
            return kind == VerdictKind::crashed ||
                   intent.legal() == (kind != VerdictKind::accepted_invalid);
          }};
  std::set<std::string> known;
  for (const CaseRecord& one : question.sources) known.insert(one.name);
  const bool compiled = tested.backends[question.backend].kind == BackendKind::compiled;
  FreshDraws drawn = fresh_cases(
      compiled ? compiled_sources(question.sources) : sources_like(question.sources), rule, known);
  const auto judged = [&](std::vector<StoredCase> tests) {
    return execute_and_judge(std::move(tests), backend, standard, question.record->backend);
  };
  const Count inside =
      count_of(question, judged(std::move(drawn.covered)), [](const CaseResult&) { return true; });
  const Count outside =
      count_of(question, judged(std::move(drawn.others)), [&](const CaseResult& result) {
        return !is_explained(question, result, features(result.again()));
      });
  return FreshCases{inside.judged, inside.failing, outside.judged, outside.failing};
}

}  // namespace

void confirm_findings(reports::ReportExtras& extras, const Records& records,
                      const BackendSets& backend_sets, const RunOptions& options,
                      const RunState& state, const ToleranceLookup& tolerances,
                      std::chrono::steady_clock::time_point begin) {
  const std::vector<Question> questions = questions_of(extras, records, state.tested.backends);
  if (questions.empty()) return;
  const auto is_late = [&] {
    return options.limits.time_budget &&
           std::chrono::steady_clock::now() >= begin + *options.limits.time_budget;
  };
  using Answer = std::optional<FreshCases>;
  std::vector<OrderedWork<Answer>::Maker> makers;
  for (const BackendSet& backend_set : backend_sets) {
    makers.emplace_back([&](std::size_t index) -> Answer {
      const Question& question = questions[index];
      const Standard standard{tolerances, errata_for(state.tested, question.backend)};
      try {
        if (is_late()) return std::nullopt;
        return answer_to(question, *backend_set[question.backend], standard, state.tested);
      } catch (const std::exception&) {
        return std::nullopt;  // a failing backend does not end the run
      }
    });
  }
  Progress progress(options.console.quiet ? 0 : questions.size(), isatty(STDERR_FILENO) != 0,
                    "rules tested");
  OrderedWork<Answer> work(questions.size(), questions.size(), std::move(makers));
  std::vector<Answer> answers;
  while (answers.size() < questions.size() && !interrupted()) {
    answers.push_back(work.take());
    progress.step();
  }
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (answers[i]) reports::take_fresh(*questions[i].finding, *answers[i]);
  }
}

}  // namespace assay::runners
