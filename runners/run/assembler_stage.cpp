// SPDX-License-Identifier: Apache-2.0
// Which of two is at fault: the assembler that makes the C++ of calls, or the library.
#include "runners/run/assembler_stage.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "runners/run/demand.hpp"
#include "runners/sdk/compile/needs.hpp"

namespace assay::runners {
namespace {

using sdk::Assembled;

class IndexedAssembler final : public AssemblerView {
 public:
  IndexedAssembler(BackendChoice choice, std::filesystem::path index)
      : choice_(std::move(choice)), file_(std::move(index)) {
    choice_.backend = {BackendKind::library, ""};
    choice_.sdk.assembler.clear();
    choice_.sdk.limit.reset();
    choice_.sdk.quiet = true;
  }

  Assembled of(const Case& test_case) override {
    const auto signature = sdk::signature_of(test_case);
    if (!signature) return Assembled::no;
    if (!index_ || !index_->signatures.contains(*signature)) index_ = sdk::read_index(file_);
    const auto built = index_->signatures.find(*signature);
    return built == index_->signatures.end() ? Assembled::no : built->second.assembled;
  }

  Backend& without() override {
    if (!without_) {
      without_ = start_backend(choice_);
      without_->before_each([this](const Case& test_case) { compile(test_case); });
    }
    return *without_;
  }

 private:
  /// Whatever was compiled once is not looked up again, which takes longer than the call.
  void compile(const Case& test_case) {
    const auto signature = sdk::signature_of(test_case);
    if (!signature || !compiled_.insert(*signature).second) return;
    sdk::prepare(choice_.sdk, 1, [&](std::size_t) { return test_case; });
  }

  BackendChoice choice_;  ///< of the library without the assembler
  std::filesystem::path file_;
  std::optional<sdk::Index> index_;
  std::unique_ptr<Backend> without_;
  std::set<std::string> compiled_;
};

bool must_be_refused(const Case& test_case) {
  return demand_of(test_case, Language::pto).kind == Demand::Kind::refuse;
}

bool promises_refusal(const Case& test_case) {
  const Constraint* broken = test_case.broken();
  return broken != nullptr && broken->enforced.contains(test_case.call.target);
}

/// It crashed or hung: what it did, not that the library refused something.
void blame_failure(CaseResult& result, bool hung) {
  Verdict& verdict = result.record.verdict;
  const VerdictKind kind = verdict.kind;
  const bool counts = kind == VerdictKind::rejected_valid ||
                      (kind == VerdictKind::conforms && promises_refusal(result.test));
  if (!counts || result.trials.empty()) return;
  verdict.kind = hung ? VerdictKind::timed_out : VerdictKind::crashed;
  verdict.assembler = AssemblerFinding::failed;
  verdict.reason = result.trials.front().outcome.message;
}

void blame_refusal(CaseResult& result) {
  Verdict& verdict = result.record.verdict;
  if (verdict.kind != VerdictKind::rejected_valid) return;
  const Demand demand = demand_of(result.test, Language::pto);
  if (demand.kind == Demand::Kind::take) {
    verdict.assembler = AssemblerFinding::refused_legal;
    return;
  }
  verdict.kind = VerdictKind::unsupported;
  verdict.reason = fmt::format("nothing is demanded of an assembler: {}; {}", demand.reason,
                               result.trials.front().outcome.message);
}

void judge_illegal(CaseResult& result) {
  Verdict& verdict = result.record.verdict;
  if (!must_be_refused(result.test)) return;
  if (verdict.kind == VerdictKind::accepted_invalid) {
    verdict.assembler = AssemblerFinding::accepted_illegal;
  } else if (verdict.kind == VerdictKind::conforms) {
    verdict.assembler = AssemblerFinding::late;
  }
}

/// Whether a case that fails with the C++ of the assembler is right without it.
void blame_code(CaseResult& result, AssemblerView& assembler, const Standard& standard,
                const std::string& label) {
  Verdict& verdict = result.record.verdict;
  if (!is_failure(verdict.kind)) return;
  const CaseResult other = execute_and_judge(result.again(), assembler.without(), standard, label);
  const VerdictKind kind = other.record.verdict.kind;
  if (is_failure(kind)) {
    verdict.reason += "; it fails without the assembler, too";
  } else if (kind == VerdictKind::conforms || kind == VerdictKind::known_deviation) {
    verdict.assembler = AssemblerFinding::wrong_code;
    verdict.reason += fmt::format("; without the assembler the verdict is {}", name_of(kind));
  }
}

}  // namespace

std::unique_ptr<AssemblerView> assembler_view(BackendChoice choice, std::filesystem::path index) {
  if (choice.sdk.assembler.empty()) return nullptr;
  return std::make_unique<IndexedAssembler>(std::move(choice), std::move(index));
}

void judge_assembler(CaseResult& result, AssemblerView& assembler, const Standard& standard,
                     const std::string& label) {
  Verdict& verdict = result.record.verdict;
  const Assembled made = assembler.of(result.test);
  switch (made) {
    case Assembled::no:
      return;
    case Assembled::no_text:
      if (verdict.kind == VerdictKind::unsupported) verdict.assembler = AssemblerFinding::no_text;
      return;
    case Assembled::failed:
    case Assembled::hung:
      return blame_failure(result, made == Assembled::hung);
    case Assembled::refused:
      return blame_refusal(result);
    default:
      break;
  }
  if (!result.test.intent.legal()) return judge_illegal(result);
  if (made == Assembled::taken) return blame_code(result, assembler, standard, label);
  if (verdict.kind == VerdictKind::rejected_valid) {
    verdict.assembler = AssemblerFinding::uncompilable;
  }
}

}  // namespace assay::runners
