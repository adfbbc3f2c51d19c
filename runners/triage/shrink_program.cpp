// SPDX-License-Identifier: Apache-2.0
// From a program that fails to the one call that is wrong.
#include "runners/triage/shrink_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "generators/generate.hpp"
#include "generators/programs/programs.hpp"
#include "generators/shrink/smaller.hpp"
#include "reference/judge/programs/shown_memory.hpp"
#include "reference/support/text.hpp"
#include "runners/run/case_work.hpp"
#include "runners/triage/nothing_to_shrink.hpp"

namespace assay::runners {
namespace {

constexpr std::uint64_t executions_of_program = 3;

class Isolation {
 public:
  Isolation(const StoredCase& stored, Backend& backend, const Standard& standard)
      : backend_(backend),
        standard_(standard),
        original_(*stored.program),
        memory_(stored.before),
        best_(*stored.program) {}

  IsolatedCall run() {
    result_ = judged(as_case(best_));
    wanted_ = result_;
    if (!is_failure(wanted_.record.verdict.kind)) {
      const VerdictKind kind = wanted_.record.verdict.kind;
      throw NothingToShrink(fmt::format("{} does not fail: {}", best_.name, name_of(kind)),
                            kind == VerdictKind::infra);
    }
    const std::size_t before = best_.steps.size();
    if (is_by_end(wanted_)) find_call();
    while (best_.steps.size() > result_.call + 1 && leave_out(best_.steps.size() - 1)) {
    }
    for (std::size_t call = result_.call; call-- > 0;) leave_out(call);
    return alone(before);
  }

 private:
  static bool is_by_end(const CaseResult& result) { return result.end_to_end; }

  /// For a program that was judged by its end: its backend may show the memories between calls.
  /// Otherwise the wrong call is the last one of the first prefix of the program that fails, and
  /// its inputs are the memories after the prefix before that.
  void find_call() {
    best_.judging = Judging::stepwise;
    result_ = judged(as_case(best_));
    if (is_failure(result_.record.verdict.kind) && !is_by_end(result_)) {
      wanted_ = result_;
      return;
    }
    const Program whole = best_;
    for (std::size_t calls = 1; calls <= whole.steps.size(); ++calls) {
      best_.steps.assign(whole.steps.begin(),
                         whole.steps.begin() + static_cast<std::ptrdiff_t>(calls));
      result_ = judged(as_case(best_));
      if (!is_failure(result_.record.verdict.kind)) continue;
      kept_.resize(calls);
      if (calls > 1) result_.stored = found_by(calls - 1);
      result_.call = calls - 1;
      result_.test = best_.steps.back().test;
      result_.record.op = result_.test.form().op;
      wanted_ = result_;
      return;
    }
    throw NothingToShrink(fmt::format("{} failed and does not fail again", whole.name), false);
  }

  /// Whether the original brings the same operand at the same place.
  bool is_brought(const ProgramStep& step, std::size_t operand) const {
    return std::ranges::any_of(original_.steps, [&](const ProgramStep& other) {
      for (std::size_t i = 0; i < other.fresh.size(); ++i) {
        if (other.fresh[i] && other.bindings[i] == step.bindings[operand] &&
            other.test.call.operands[i] == step.test.call.operands[operand]) {
          return true;
        }
      }
      return false;
    });
  }

  ProgramMemory contents_before(const Program& program) const {
    if (memory_.empty()) return generators::filled(program, generators::Poison::first);
    ProgramMemory memory = memory_;
    for (const ProgramStep& step : program.steps) {
      for (std::size_t i = 0; i < step.fresh.size(); ++i) {
        if (!step.fresh[i] || is_brought(step, i)) continue;
        put_operand(step, i, generators::fill(step.test, generators::Poison::first)[i], memory);
      }
    }
    return memory;
  }

  StoredCase as_case(const Program& program) const {
    StoredCase one = generators::program_case(program);
    if (!memory_.empty()) one.before = contents_before(program);
    return one;
  }

  /// The inputs of a call, from the memories after the calls before it.
  std::vector<ElementArray> found_by(std::size_t call) {
    Program before = best_;
    before.steps.resize(call);
    ++executions_;
    const std::vector<std::vector<Trial>> trials =
        backend_.run({{.test = nullptr, .before = {contents_before(before)}, .program = &before}});
    ShownMemory memory(before, trials.front().front());
    memory.go_to(call);
    if (memory.held().empty()) {
      throw NothingToShrink(fmt::format("{} does not end twice in the same way", best_.name),
                            false);
    }
    return gathered(best_.steps[call], memory.held());
  }

  CaseResult judged(StoredCase stored) {
    executions_ += executions_of_program;
    return execute_and_judge(std::move(stored), backend_, standard_, "");
  }

  bool is_wanted(const CaseResult& result) const {
    const CaseRecord& one = result.record;
    const CaseRecord& first = wanted_.record;
    return one.op == first.op && one.form == first.form && one.verdict.kind == first.verdict.kind &&
           one.verdict.deviation == first.verdict.deviation;
  }

  bool leave_out(std::size_t call) {
    std::optional<Program> smaller = generators::without(best_, call);
    if (!smaller) return false;
    CaseResult result = judged(as_case(*smaller));
    if (!is_wanted(result)) return false;
    // A name counts the calls of the whole program.
    kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(call));
    best_ = *std::move(smaller);
    result_ = std::move(result);
    return true;
  }

  std::string spelled() const {
    std::string name = best_.name;
    std::size_t next = 0;
    for (std::size_t call = 0; call < whole_; ++call) {
      if (next < kept_.size() && kept_[next] == call) {
        ++next;
      } else {
        name += fmt::format("-{}", call + 1);
      }
    }
    return name;
  }

  IsolatedCall alone(std::size_t before) {
    IsolatedCall isolated;
    if (result_.unseen) result_.stored = found_by(result_.call);
    isolated.alone = {result_.test, result_.stored, {}};
    isolated.alone.test.name = generators::shrunk_name(isolated.alone.test, result_.stored);
    const std::string needed =
        fmt::format("{} of {}; call {}, {}, is the wrong one", best_.steps.size(),
                    support::count_of(before, "call"), result_.call + 1, result_.record.op);
    isolated.facts.push_back(fmt::format("program    {}", spelled()));
    isolated.facts.push_back(fmt::format("calls      {}", needed));
    const CaseResult single = judged(isolated.alone);
    isolated.executions = executions_;
    const bool fails = is_failure(single.record.verdict.kind);
    if (fails) return isolated;
    throw NothingToShrink(
        fmt::format("{} is the smallest program that fails: it needs {}. Alone, on what stood in "
                    "memory before it, that call does not fail",
                    spelled(), needed),
        false, true);
  }

  Backend& backend_;
  const Standard& standard_;
  const Program& original_;
  const ProgramMemory& memory_;  ///< of a program that no name draws
  Program best_;
  const std::size_t whole_ = best_.steps.size();
  std::vector<std::size_t> kept_ = [this] {
    std::vector<std::size_t> all(best_.steps.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    return all;
  }();
  CaseResult wanted_;
  CaseResult result_;
  std::uint64_t executions_ = 0;
};

}  // namespace

IsolatedCall isolate(const StoredCase& stored, Backend& backend, const Standard& standard) {
  return Isolation(stored, backend, standard).run();
}

}  // namespace assay::runners
