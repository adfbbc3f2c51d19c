// SPDX-License-Identifier: Apache-2.0
// Programs, call by call.
#include "reference/judge/programs/judge_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>
#include <utility>

#include "reference/judge/judge.hpp"
#include "reference/judge/judge_parts.hpp"
#include "reference/judge/programs/end_readings.hpp"
#include "reference/judge/programs/shown_memory.hpp"

namespace assay {
namespace {

/// Where operands lie that the call writes, ascending.
std::vector<ByteRange> written_ranges(const ProgramStep& step, std::size_t image) {
  std::vector<ByteRange> ranges;
  for (std::size_t i = 0; i < step.bindings.size(); ++i) {
    const std::optional<ByteRange> range = range_of(step, i);
    if (!range || range->image != image || !is_written(step.test.form().operands[i])) continue;
    ranges.push_back(*range);
  }
  std::ranges::sort(ranges, {}, &ByteRange::begin);
  return ranges;
}

/// Counts bytes [begin, end) that the next call changed.
void find_changes(const ElementArray& before, const ShownPart& after, std::int64_t begin,
                  std::int64_t end, GuardDamage& found) {
  begin = std::max(begin, after.begin);
  end = std::min(end, after.end());
  if (begin >= end) return;
  const std::byte* then = &before.bytes()[static_cast<std::size_t>(begin)];
  const std::byte* now = &after.bytes[static_cast<std::size_t>(begin - after.begin)];
  if (std::memcmp(then, now, static_cast<std::size_t>(end - begin)) == 0) return;
  for (std::int64_t i = begin; i < end; ++i) {
    if (then[i - begin] == now[i - begin]) continue;
    if (found.bytes == 0) found.first_byte = i;
    ++found.bytes;
  }
}

/// Forbidden changes by a call; one that says that it refused must have written nothing.
void find_strangers(const Program& program, const ProgramStep& step, const ShownMemory& memory,
                    bool refused, std::vector<GuardDamage>& damage) {
  const MemoryView before = memory.held();
  for (std::size_t image = 0; image < before.size(); ++image) {
    const ShownPart after = memory.changed(image);
    GuardDamage found{std::string(name_of(program.images[image].memory)), 0, 0};
    found.shared = true;
    std::int64_t begin = 0;
    const auto written = refused ? std::vector<ByteRange>() : written_ranges(step, image);
    for (const ByteRange& range : written) {
      find_changes(before[image], after, begin, range.begin, found);
      begin = std::max(begin, range.end);
    }
    find_changes(before[image], after, begin, before[image].size(), found);
    if (found.bytes > 0) damage.push_back(std::move(found));
  }
}

/// Whether a written operand of the call overlaps the bytes of operand `input`.
bool stood_upon(const ProgramStep& step, std::size_t input) {
  const std::optional<ByteRange> range = range_of(step, input);
  for (std::size_t i = 0; range && i < step.bindings.size(); ++i) {
    const std::optional<ByteRange> theirs = range_of(step, i);
    if (i != input && theirs && is_written(step.test.form().operands[i]) && theirs->meets(*range)) {
      return true;
    }
  }
  return false;
}

/// What the operands hold after the next call, which is shown; most of them hold what they held
/// before.
std::vector<ElementArray> gathered_behind(const ProgramStep& step, std::size_t call,
                                          ShownMemory& memory,
                                          const std::vector<ElementArray>& before) {
  std::vector<bool> kept;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const std::optional<ByteRange> range = range_of(step, i);
    kept.push_back(range && !is_written(step.test.form().operands[i]) && memory.keeps(*range));
  }
  memory.go_to(call + 1);
  std::vector<ElementArray> contents;
  for (std::size_t i = 0; i < before.size(); ++i) {
    contents.push_back(kept[i] ? before[i] : gathered(step, i, memory.held()));
  }
  return contents;
}

std::optional<Trial> trial_of_call(const Program& program, std::size_t call, ShownMemory& memory) {
  const Trial& trial = memory.trial();
  const bool ended = trial.outcome.status != Outcome::Status::done;
  const std::size_t known = trial.outcome.call + (trial.outcome.somewhere ? 0 : 1);
  if (ended && call >= known) return std::nullopt;
  const ProgramStep& step = program.steps[call];
  memory.go_to(call);
  if (memory.held().empty()) return std::nullopt;
  Trial one;
  if (ended && trial.outcome.call == call) one.outcome = trial.outcome;
  const bool shown = memory.shows(call);
  // A call of which nothing is known cannot be judged.
  if (!shown && one.outcome.status == Outcome::Status::done) return std::nullopt;
  one.before = gathered(step, memory.held());
  one.after.resize(one.before.size());
  if (!shown) return one;
  for (const GuardDamage& damage : trial.damage) {
    if (damage.call == call) one.damage.push_back(damage);
  }
  const bool refused = one.outcome.status == Outcome::Status::rejected;
  find_strangers(program, step, memory, refused, one.damage);
  one.after = gathered_behind(step, call, memory, one.before);
  for (std::size_t i = 0; i < one.after.size(); ++i) {
    if (step.test.form().operands[i].role != Role::input) continue;
    if (stood_upon(step, i)) one.after[i] = ElementArray();
  }
  return one;
}

/// Whether the elements that the call may read are the same.
bool same_inputs(const ProgramStep& step, const Trial& one, const Trial& other) {
  const std::vector<Operand>& operands = step.test.form().operands;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (!is_read(operands[i].role)) continue;
    const auto* tile = std::get_if<TileSpec>(&step.test.call.operands[i]);
    if (tile == nullptr || tile->type.conv) {
      if (!(one.before[i] == other.before[i])) return false;
      continue;
    }
    if (one.before[i] == other.before[i]) continue;
    for (std::int64_t row = 0; row < tile->valid_rows; ++row) {
      for (std::int64_t col = 0; col < tile->valid_cols; ++col) {
        const std::int64_t place = row * tile->cols() + col;
        if (one.before[i][place] != other.before[i][place]) return false;
      }
    }
  }
  return true;
}

void add_counts(Verdict& total, const Verdict& part) {
  total.compared += part.compared;
  total.wrong += part.wrong;
  total.target_defined += part.target_defined;
  total.alternative += part.alternative;
  total.relative.add(part.relative);
  if (part.max_ulp && (!total.max_ulp || *part.max_ulp > *total.max_ulp)) {
    total.max_ulp = part.max_ulp;
  }
  total.readings.insert(total.readings.end(), part.readings.begin(), part.readings.end());
  for (const SeenErratum& erratum : part.errata) {
    const auto known = std::ranges::find(total.errata, erratum.number, &SeenErratum::number);
    if (known == total.errata.end()) {
      total.errata.push_back(erratum);
    } else {
      known->exercised += erratum.exercised;
      known->shown += erratum.shown;
    }
  }
}

/// Verdicts after which there is nothing to be judged.
bool ends(VerdictKind kind) {
  return is_failure(kind) || kind == VerdictKind::unsupported || kind == VerdictKind::infra;
}

/// The call from `call` on that ended the program, where nothing is known of those before it: by
/// its outcome alone. None where that is not so.
std::vector<Trial> ended_call(const Program& program, std::span<const Trial> program_trials,
                              std::size_t& call) {
  for (const Trial& trial : program_trials) {
    if (trial.outcome.status == Outcome::Status::done || trial.outcome.call < call) continue;
    call = std::min(trial.outcome.call, program.steps.size() - 1);
    Trial one;
    one.outcome = trial.outcome;
    one.before = gathered(program.steps[call], trial.before);
    one.after.resize(one.before.size());
    return {one};
  }
  return {};
}

JudgedCall judged(const Program& program, std::size_t call, std::vector<Trial> trials,
                  const Standard& standard) {
  const Case& test_case = program.steps[call].test;
  JudgedCall one{.call = call, .verdict = {}, .trials = std::move(trials), .expected = {}};
  if (test_case.intent.legal() && one.trials.front().outcome.status == Outcome::Status::done) {
    one.expected = expect(test_case.call, one.trials.front().before, standard.tolerances);
  }
  one.verdict = judge(test_case, one.trials, one.expected, standard);
  if (!one.expected.empty() && one.verdict.judged_as != ChosenReadings{}) {
    one.expected = expect(test_case.call, one.trials.front().before,
                          standard.tolerances.under(one.verdict.judged_as));
  }
  return one;
}

bool done(const Trial& trial, std::size_t call) {
  return trial.outcome.status == Outcome::Status::done || call < trial.outcome.call;
}

using Executions = std::vector<ShownMemory>;

Executions executions_of(const Program& program, std::span<const Trial> trials) {
  Executions executions;
  executions.reserve(trials.size());
  for (const Trial& trial : trials) executions.emplace_back(program, trial);
  return executions;
}

/// The first call from `call` on after which the memories were observed, or `call` itself if there
/// is none.
std::size_t next_look(const Program& program, const Executions& executions, std::size_t call) {
  if (executions.empty()) return call;
  const ShownMemory& memory = executions[first_trial];
  const std::size_t last = program.steps.size() - 1;
  const bool at_end = program.judging == Judging::end_to_end && done(memory.trial(), last);
  for (std::size_t k = at_end ? last : call; k <= last && done(memory.trial(), k); ++k) {
    if (memory.shows(k)) return k;
  }
  return call;
}

ProgramMemory copied(MemoryView memory) { return {memory.begin(), memory.end()}; }

/// From all executions that came so far.
JudgedCall judged_together(const Program& program, const CallRange& range, Executions& executions,
                           const Standard& standard) {
  std::vector<ProgramMemory> before, after;
  std::vector<GuardDamage> damage;
  for (ShownMemory& memory : executions) {
    memory.go_to(range.first);
    ProgramMemory then = copied(memory.held());
    memory.go_to(range.last + 1);
    ProgramMemory now = copied(memory.held());
    if (!done(memory.trial(), range.last) || then.empty() || now.empty()) break;
    before.push_back(std::move(then));
    after.push_back(std::move(now));
    std::ranges::copy_if(
        memory.trial().damage, std::back_inserter(damage),
        [&](const GuardDamage& one) { return one.call >= range.first && one.call <= range.last; });
  }
  return judged_by_readings(program, range, before, after, damage, standard);
}

/// Of one call, as trials_of_call().
std::vector<Trial> trials_behind(const Program& program, std::size_t call, Executions& executions) {
  std::vector<Trial> trials;
  for (ShownMemory& memory : executions) {
    std::optional<Trial> one = trial_of_call(program, call, memory);
    if (!one) break;
    if (!trials.empty() && !same_inputs(program.steps[call], trials.front(), *one)) break;
    trials.push_back(*std::move(one));
  }
  // Outputs hold the same before a repeat, or the page may promise something else.
  if (trials.size() > repeat_trial &&
      !std::ranges::equal(trials[first_trial].before, trials[repeat_trial].before)) {
    trials.resize(repeat_trial);
  }
  return trials;
}

/// The verdict on the whole, from those on its parts; `aside` is the first that is neither a pass
/// nor a failure.
ProgramVerdict concluded(ProgramVerdict result, std::size_t calls, bool conforms,
                         const std::optional<Verdict>& aside, const Program& program) {
  if (result.kinds.empty()) {
    result.verdict.kind = VerdictKind::infra;
    result.verdict.reason = "no call of the program was executed";
    return result;
  }
  const Verdict& last = result.decisive.verdict;
  const Verdict& shown = aside && !ends(last.kind) ? *aside : last;
  result.verdict.kind = conforms && !ends(last.kind) && !aside ? VerdictKind::conforms : shown.kind;
  if (result.verdict.kind == VerdictKind::conforms) return result;
  result.verdict.deviation = shown.deviation;
  result.verdict.worst = shown.worst;
  result.verdict.reason = shown.reason;
  if (ends(last.kind) && !result.end_to_end) {
    const std::string& op = program.steps[result.decisive.call].test.form().op;
    result.verdict.reason =
        fmt::format("call {} of {}, {}: {}", result.decisive.call + 1, calls, op, shown.reason);
  }
  return result;
}

}  // namespace

std::vector<Trial> trials_of_call(const Program& program, std::size_t call,
                                  std::span<const Trial> program_trials) {
  Executions executions = executions_of(program, program_trials);
  return trials_behind(program, call, executions);
}

ProgramVerdict judge_program(const Program& program, std::span<const Trial> program_trials,
                             const Standard& standard) {
  ProgramVerdict result;
  const std::size_t calls = program.steps.size();
  std::optional<Verdict> by_erratum, undecided;
  bool conforms = false;
  Executions executions = executions_of(program, program_trials);
  for (std::size_t call = 0; call < calls; ++call) {
    const std::size_t last = next_look(program, executions, call);
    std::vector<Trial> trials;
    if (last == call) trials = trials_behind(program, call, executions);
    const bool known = !trials.empty() || last > call;
    if (!known) trials = ended_call(program, program_trials, call);
    if (!known && trials.empty()) break;
    result.end_to_end = last > call || (!known && trials.front().outcome.somewhere);
    result.unseen = !known && call > 0;
    result.decisive = last > call ? judged_together(program, {call, last}, executions, standard)
                                  : judged(program, call, std::move(trials), standard);
    const Verdict& verdict = result.decisive.verdict;
    result.kinds.push_back(verdict.kind);
    add_counts(result.verdict, verdict);
    conforms = conforms || verdict.kind == VerdictKind::conforms;
    if (verdict.kind == VerdictKind::known_deviation && !by_erratum) by_erratum = verdict;
    if (verdict.kind == VerdictKind::undecidable && !undecided) undecided = verdict;
    if (ends(verdict.kind) || !known) break;
    call = std::max(call, last);
  }
  return concluded(std::move(result), calls, conforms, by_erratum ? by_erratum : undecided,
                   program);
}

}  // namespace assay
