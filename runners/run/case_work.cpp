// SPDX-License-Identifier: Apache-2.0
// One case from its key to its verdict.
#include "runners/run/case_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <exception>
#include <utility>

#include "generators/draw/consecutive_inputs.hpp"
#include "generators/enumerate/enumeration.hpp"
#include "generators/generate.hpp"
#include "generators/programs/programs.hpp"
#include "generators/values/input_space.hpp"
#include "reference/judge/inputs/count_inputs.hpp"
#include "reference/judge/records/wrong_tiles.hpp"
#include "reference/ops/op_index.hpp"
#include "runners/call/describe_operand.hpp"
#include "runners/call/process_changes.hpp"
#include "runners/cases/stored/contents.hpp"
#include "runners/cases/stored/stored_results.hpp"
#include "runners/run/assembler_stage.hpp"
#include "runners/run/legal_neighbour.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

class Stopwatch {
 public:
  /// Seconds since the last time it was asked.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double> passed = now - std::exchange(begin_, now);
    return passed.count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// A null output that passes for a tile of an enumeration does not pass for all its tiles.
void trust(Verdict& verdict) {
  if (verdict.kind != VerdictKind::distrusted) return;
  verdict.kind = VerdictKind::conforms;
  verdict.reason.clear();
}

/// A case of a file may have the plan of consecutive inputs, and any operands.
bool has_inputs_like(const Call& call, std::size_t output) {
  const auto* result = std::get_if<TileSpec>(&call.operands[output]);
  if (result == nullptr || bits_of(result->type.element) > 32) return false;
  std::optional<ElementType> type;
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    if (!is_read(call.form->operands[i].role)) continue;
    const auto* tile = std::get_if<TileSpec>(&call.operands[i]);
    if (tile == nullptr || bits_of(tile->type.element) > 32) return false;
    if (type.value_or(tile->type.element) != tile->type.element) return false;
    if (tile->type.elements() != result->type.elements()) return false;
    type = tile->type.element;
  }
  return type.has_value();
}

/// The errors of the inputs of a case that has consecutive ones, against the promise that it was
/// judged by. Nothing where the call did not come back.
std::optional<InputErrors> errors_of_inputs(const CaseResult& result,
                                            const generators::InputPlan& plan) {
  const Case& test_case = result.test;
  const OpSpec* op = find_op(test_case.form().op);
  if (op == nullptr || result.trials.empty()) return std::nullopt;
  const auto function = generators::function_of_elements(*op, test_case.form());
  const Trial& trial = result.trials.front();
  if (!function || trial.outcome.status != Outcome::Status::done) return std::nullopt;
  const std::size_t output = test_case.form().index_of(function->operand);
  if (trial.after[output].size() == 0 || !has_inputs_like(test_case.call, output)) {
    return std::nullopt;
  }
  const auto place =
      std::ranges::find(test_case.form().results, function->operand, &Result::operand);
  generators::ConsecutiveInputs wanted = generators::consecutive_inputs(test_case, plan);
  InputsOfCall call{.names = {},
                    .arguments = {},
                    .wanted = {},
                    .result = function->operand,
                    .expected = std::get_if<ExpectedTile>(&result.expected.at(
                        static_cast<std::size_t>(place - test_case.form().results.begin()))),
                    .before = &trial.before[output],
                    .got = &trial.after[output],
                    .count = wanted.count};
  // In the order of the function, which the page may have in another order than the call.
  for (const std::string& name : function->arguments) {
    const std::size_t operand = test_case.form().index_of(name);
    const auto found = std::ranges::find(wanted.operands, operand);
    call.names.push_back(name);
    call.arguments.push_back(&trial.before[operand]);
    call.wanted.push_back(
        std::move(wanted.patterns.at(static_cast<std::size_t>(found - wanted.operands.begin()))));
  }
  return call.expected == nullptr ? std::nullopt : std::optional(count_inputs(call));
}

/// Cases that go to the worker together.
class CaseBatch {
 public:
  CaseBatch(const Standard& standard, const std::string& label)
      : standard_(standard), label_(label) {}

  void add(StoredCase stored);
  std::vector<CaseResult> run(Backend& backend);

 private:
  struct Item {
    CaseResult result;
    Job job;
    std::uint32_t changes = 0;  ///< see Job
    bool failed = false;
  };

  /// An error of the harness is a verdict: the other verdicts of a nightly run are worth more than
  /// stopping at once, and the run fails in the end.
  template <typename Step>
  void attempt(Item& item, const Step& step);
  void execute(Backend& backend, const std::vector<Item*>& items);
  static void add_program(Item& item);
  void judge_one(Item& item);
  void judge_program_of(CaseResult& result) const;
  void expect_as_judged(CaseResult& result) const;
  void find_fault(CaseResult& result, AssemblerView& assembler) const;
  void distrust_refusal(CaseResult& result, Backend& backend) const;

  const Standard& standard_;
  const std::string& label_;
  std::deque<Item> items_;
};

template <typename Step>
void CaseBatch::attempt(Item& item, const Step& step) {
  try {
    step();
  } catch (const InfraError&) {
    throw;
  } catch (const std::exception& error) {
    item.failed = true;
    item.result.trials.clear();
    item.result.expected.clear();
    item.result.record =
        record_of(item.result.test,
                  {.kind = VerdictKind::infra,
                   .reason = fmt::format("the harness failed on this case: {}", error.what())});
  }
}

void CaseBatch::add(StoredCase stored) {
  Stopwatch watch;
  Item& item = items_.emplace_back();
  CaseResult& result = item.result;
  result.test = std::move(stored.test);
  result.stored = std::move(stored.before);
  attempt(item, [&] {
    item.job.test = &result.test;
    item.job.changes = &item.changes;
    result.program = std::move(stored.program);
    if (result.program) {
      result.memory = std::move(result.stored);
      return add_program(item);
    }
    for (const OperandValue& value : result.test.call.operands)
      memory_need(value);  // may be too much
    const generators::PrecomputedOracle* oracle = stored.oracle.get();
    item.job.before = contents_of(result.test, result.stored, oracle);
    result.expected =
        expected_of(result.test, item.job.before.front(), standard_.tolerances, oracle);
    item.job.text_capacity = text_capacity_of(result.test, result.expected);
  });
  result.record.seconds = watch.lap();
}

void CaseBatch::add_program(Item& item) {
  const Program& program = *item.result.program;
  const ProgramMemory& memory = item.result.memory;
  item.job.program = &program;
  std::vector<ProgramMemory>& before = item.job.before;
  if (memory.empty()) {
    std::array<ProgramMemory, 2> made = generators::filled_both(program);
    before.push_back(made[0]);
    for (ProgramMemory& one : made) before.push_back(std::move(one));
    return;
  }
  before.assign(2, memory);
  before.push_back(generators::poisoned(program, memory));
}

/// From here on the result is that of the call that decides, alone.
void CaseBatch::judge_program_of(CaseResult& result) const {
  ProgramVerdict judged = judge_program(*result.program, result.trials, standard_);
  if (!result.trials.empty()) result.end = end_of(*result.program, result.trials.front());
  result.test = result.program->steps[judged.decisive.call].test;
  result.call = judged.decisive.call;
  result.kinds = std::move(judged.kinds);
  result.end_to_end = judged.end_to_end;
  result.unseen = judged.unseen;
  result.trials = std::move(judged.decisive.trials);
  result.expected = std::move(judged.decisive.expected);
  if (!result.trials.empty()) result.stored = result.trials.front().before;
  result.record = record_of(result.test, judged.verdict);
  if (!is_failure(judged.verdict.kind) || judged.end_to_end) {
    result.record.op = program_op;
    result.record.intent = to_string(result.program->steps.back().test.intent);
    result.record.form = judged.end_to_end ? "end_to_end" : "stepwise";
  }
  result.record.plan = "program";
  if (!judged.end_to_end) result.record.scenario = call_text(result.call);
}

void CaseBatch::judge_one(Item& item) {
  Stopwatch watch;
  CaseResult& result = item.result;
  const double seconds = result.record.seconds;
  attempt(item, [&] {
    if (item.failed) return;
    if (result.program) {
      judge_program_of(result);
    } else {
      Verdict verdict = judge(result.test, result.trials, result.expected, standard_);
      const auto inputs = generators::input_plan_named(result.test.plan);
      if (inputs) trust(verdict);
      result.record = record_of(result.test, verdict);
      expect_as_judged(result);
      if (inputs) result.record.inputs = errors_of_inputs(result, *inputs);
    }
    result.record.tiles =
        wrong_tiles(result.test, result.trials, result.expected, result.record.verdict);
    result.record.text = wrong_text(result.trials, result.expected, result.record.verdict);
  });
  result.record.backend = label_;
  result.record.disturbed = text_of_changes(item.changes);
  result.record.seconds = seconds + watch.lap();
}

/// Tiles and texts of a report are compared with the promise that the verdict is about.
void CaseBatch::expect_as_judged(CaseResult& result) const {
  const ChosenReadings& readings = result.record.verdict.judged_as;
  if (readings == ChosenReadings{}) return;
  result.expected =
      expect(result.test.call, result.trials.front().before, standard_.tolerances.under(readings));
}

void CaseBatch::find_fault(CaseResult& result, AssemblerView& assembler) const {
  const auto without = [&] {
    return execute_and_judge(result.again(), assembler.without(), standard_, label_).record.verdict;
  };
  judge_assembler(result.record.verdict, result.test, result.trials, assembler.of(result.test),
                  without);
}

/// A refusal of what is illegal at launch shows nothing if legal calls of the same static types are
/// refused as well, such as those that a library does not compile.
void CaseBatch::distrust_refusal(CaseResult& result, Backend& backend) const {
  const Verdict& verdict = result.record.verdict;
  const bool refused =
      !result.trials.empty() && result.trials.front().outcome.status == Outcome::Status::rejected;
  if (!refused || result.program || !backend.executes() || verdict.kind != VerdictKind::conforms)
    return;
  auto neighbour = legal_neighbour(result.test);
  if (!neighbour) return;
  const CaseResult legal = execute_and_judge(*std::move(neighbour), backend, standard_, label_);
  if (legal.trials.empty()) return;
  const Outcome& outcome = legal.trials.front().outcome;
  if (outcome.status != Outcome::Status::rejected) return;
  result.record.verdict = {
      .kind = VerdictKind::distrusted,
      .reason =
          "the refusal shows no check, because a legal call of the same types is refused, too: " +
          outcome.message};
}

void CaseBatch::execute(Backend& backend, const std::vector<Item*>& items) {
  std::vector<Job> jobs;
  jobs.reserve(items.size());
  for (Item* item : items) jobs.push_back(std::move(item->job));
  std::vector<std::vector<Trial>> trials = backend.run(std::move(jobs));
  for (std::size_t i = 0; i < items.size(); ++i) items[i]->result.trials = std::move(trials[i]);
}

std::vector<CaseResult> CaseBatch::run(Backend& backend) {
  std::vector<Item*> sound;
  for (Item& item : items_) {
    if (!item.failed) sound.push_back(&item);
  }
  Stopwatch watch;
  try {
    execute(backend, sound);
  } catch (const std::exception&) {
    const std::exception_ptr error = std::current_exception();
    for (Item* item : sound) attempt(*item, [&] { std::rethrow_exception(error); });
  }
  const double share = watch.lap() / static_cast<double>(std::max<std::size_t>(sound.size(), 1));
  std::vector<CaseResult> results;
  for (Item& item : items_) {
    if (!item.failed) item.result.record.seconds += share;
    judge_one(item);
    if (AssemblerView* assembler = backend.assembler(); assembler != nullptr && !item.failed) {
      attempt(item, [&] { find_fault(item.result, *assembler); });
    }
    if (!item.failed) attempt(item, [&] { distrust_refusal(item.result, backend); });
    results.push_back(std::move(item.result));
  }
  return results;
}

}  // namespace

std::vector<CaseResult> execute_and_judge(std::vector<StoredCase> tests, Backend& backend,
                                          const Standard& standard, const std::string& label) {
  CaseBatch batch(standard, label);
  for (StoredCase& test_case : tests) batch.add(std::move(test_case));
  return batch.run(backend);
}

CaseResult execute_and_judge(StoredCase stored, Backend& backend, const Standard& standard,
                             const std::string& label) {
  std::vector<StoredCase> tests;
  tests.push_back(std::move(stored));
  return std::move(execute_and_judge(std::move(tests), backend, standard, label).front());
}

std::vector<Expected> expected_of(const Case& test_case, const std::vector<ElementArray>& before,
                                  const ToleranceLookup& tolerances,
                                  const generators::PrecomputedOracle* oracle) {
  if (!test_case.intent.legal()) return {};
  return expect(test_case.call, before, tolerances,
                oracle != nullptr ? std::span(oracle->expected) : std::span<const Expected>());
}

std::string call_text(std::size_t call) { return fmt::format("call {}", call + 1); }

void require_storable(const Program& program) {
  if (!is_outside(program)) return;
  throw UsageError(fmt::format(
      "the last call of {} is illegal, which files of programs do not say; its name alone draws it",
      program.name));
}

golden::GoldenProgram golden_program_of(StoredCase stored, const ToleranceLookup& tolerances) {
  const Program& program = *stored.program;
  require_storable(program);
  if (stored.before.empty()) {
    stored.before = generators::filled(program, generators::Poison::first);
  }
  std::vector<KnownImage> expected = expected_images(program, stored.before, tolerances);
  return {program, std::move(stored.before), std::move(expected)};
}

golden::GoldenItem golden_item_of(StoredCase stored, const ToleranceLookup& tolerances) {
  if (!stored.program) return golden_of(std::move(stored), tolerances);
  return golden_program_of(std::move(stored), tolerances);
}

golden::GoldenCase golden_of(StoredCase stored, const ToleranceLookup& tolerances) {
  const generators::PrecomputedOracle* oracle = stored.oracle.get();
  if (stored.before.empty()) {
    stored.before = oracle != nullptr ? oracle->before
                                      : generators::fill(stored.test, generators::Poison::first);
  }
  std::vector<Expected> expected = expected_of(stored.test, stored.before, tolerances, oracle);
  return {std::move(stored.test), std::move(stored.before), std::move(expected)};
}

}  // namespace assay::runners
