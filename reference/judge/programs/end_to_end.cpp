// SPDX-License-Identifier: Apache-2.0
// Calls of a program between two observations of its memories, judged together.
#include "reference/judge/programs/end_to_end.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "reference/judge/programs/end_errata.hpp"
#include "reference/judge/programs/memory_bounds.hpp"

namespace assay {
namespace {

MemoryBounds known_behind(const Program& program, const CallRange& range,
                          const ProgramMemory& before, const Standard& standard) {
  MemoryBounds known(before);
  for (std::size_t call = range.first; call <= range.last; ++call) {
    known.pass(program.steps[call], call, standard.tolerances);
  }
  return known;
}

/// "address 64 of UB, where call 3 of 7, TADD, wrote last".
std::string place_text(const Program& program, const MemoryBounds::Mismatch& found) {
  const std::string place =
      fmt::format("address {} of {}", found.address, name_of(program.images[found.image].memory));
  if (!found.call) return place + ", where no call writes";
  return fmt::format("{}, where call {} of {}, {}, wrote last", place, *found.call + 1,
                     program.steps.size(), program.steps[*found.call].test.form().op);
}

/// Numbers of errata in effect that may have led to a wrong byte, of calls up to the one that wrote
/// it: those that the calls exercise with the known inputs, or those that concern the call if its
/// inputs are not known to the bit. Errata with arbitrary effects, and, if `results` count, with
/// other results.
std::vector<std::string> exercised(const Program& program, const CallRange& range,
                                   const ProgramMemory& before, const MemoryBounds::Mismatch& found,
                                   const Standard& standard, bool results) {
  const auto counts = [results](const Erratum& one) {
    return one.effect == ErratumEffect::anything ||
           (results && one.effect == ErratumEffect::result);
  };
  std::vector<std::string> numbers;
  MemoryBounds known(before);
  for (std::size_t call = range.first; call <= found.call.value_or(range.last); ++call) {
    const ProgramStep& step = program.steps[call];
    const std::vector<ElementArray> inputs = known.contents(step);
    const bool exact = known.inputs_are_exact(step);
    const std::vector<std::string> seen =
        exact ? exercised_errata(step.test, inputs, standard) : std::vector<std::string>();
    for (const Erratum* erratum : step.test.form().errata) {
      if (!standard.errata.includes(*erratum) || !counts(*erratum)) continue;
      if (exact ? std::ranges::find(seen, erratum->number) == seen.end()
                : !erratum->concerns(step.test.call)) {
        continue;
      }
      if (std::ranges::find(numbers, erratum->number) == numbers.end()) {
        numbers.push_back(erratum->number);
      }
    }
    known.pass(step, call, standard.tolerances);
  }
  return numbers;
}

class CallRangeJudge {
 public:
  CallRangeJudge(const Program& program, const CallRange& range, const Standard& standard)
      : program_(program), range_(range), standard_(standard) {
    judged_.call = range.last;
  }

  using Memories = std::span<const ProgramMemory>;

  JudgedCall run(Memories before, Memories after, std::span<const GuardDamage> damage);

 private:
  void deviates(Deviation deviation, const MemoryBounds::Mismatch& found,
                const ProgramMemory& before, std::string reason);
  std::optional<MemoryBounds::Mismatch> look(const MemoryBounds& known, const ProgramMemory& after,
                                             bool first);
  void explain(const MemoryBounds::Mismatch& found, Memories before, Memories after);
  void leave_open(const std::vector<std::string>& numbers);

  const Program& program_;
  const CallRange& range_;
  const Standard& standard_;
  JudgedCall judged_;
  std::int64_t undecided_ = 0;
};

void CallRangeJudge::deviates(Deviation deviation, const MemoryBounds::Mismatch& found,
                              const ProgramMemory& before, std::string reason) {
  Verdict& verdict = judged_.verdict;
  verdict.kind = VerdictKind::deviates;
  verdict.deviation = deviation;
  verdict.reason = std::move(reason);
  if (found.call) judged_.call = *found.call;
  // Memory that no call writes is no result.
  leave_open(exercised(program_, range_, before, found, standard_, found.call.has_value()));
}

void CallRangeJudge::leave_open(const std::vector<std::string>& numbers) {
  if (numbers.empty()) return;
  Verdict& verdict = judged_.verdict;
  verdict.kind = VerdictKind::undecidable;
  verdict.deviation = Deviation::none;
  verdict.reason += fmt::format("; {} in effect may have led to it", fmt::join(numbers, ", "));
}

/// Memory that is not as promised may be as errata in effect define it.
void CallRangeJudge::explain(const MemoryBounds::Mismatch& found, Memories before, Memories after) {
  EndReading reading = read_with_errata(program_, range_, before, after, standard_);
  Verdict& verdict = judged_.verdict;
  if (reading.kind == EndReading::Kind::known) {
    verdict.kind = VerdictKind::known_deviation;
    verdict.reason = fmt::format("known as {}: {}", reading.names, verdict.reason);
    verdict.errata = std::move(reading.errata);
    return;
  }
  leave_open(exercised(program_, range_, before.front(), found, standard_, false));
  if (verdict.kind != VerdictKind::deviates || reading.kind == EndReading::Kind::none) return;
  std::vector<std::string> numbers;
  for (const SeenErratum& one : reading.errata) numbers.push_back(one.number);
  leave_open(numbers);
}

/// The first place that is not as promised, if any.
std::optional<MemoryBounds::Mismatch> CallRangeJudge::look(const MemoryBounds& known,
                                                           const ProgramMemory& after, bool first) {
  MemoryBounds::Comparison found = known.compared(after);
  Verdict& verdict = judged_.verdict;
  if (first || found.wrong > 0) {
    verdict.compared = found.compared;
    verdict.wrong = found.wrong;
    verdict.target_defined = found.open;
    undecided_ = found.undecided;
  }
  if (found.wrong == 0) return std::nullopt;
  verdict.kind = VerdictKind::deviates;
  verdict.deviation = found.first->call ? Deviation::value : Deviation::guard_broken;
  if (found.first->call) judged_.call = *found.first->call;
  verdict.reason =
      fmt::format("after the last call {} of {} bytes are wrong, the first at {}: {}", found.wrong,
                  found.compared, place_text(program_, *found.first), found.first->what);
  return std::move(found.first);
}

JudgedCall CallRangeJudge::run(Memories before, Memories after,
                               std::span<const GuardDamage> damage) {
  if (!damage.empty() && !before.empty()) {
    const GuardDamage& one = damage.front();
    deviates(Deviation::guard_broken, {}, before.front(),
             fmt::format("{} bytes of the guard band of {} changed, the first at {}", one.bytes,
                         one.operand, one.first_byte));
    return std::move(judged_);
  }
  std::optional<MemoryBounds> known;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const bool again = i > 0 && before[i] == before[i - 1];
    if (!again) known = known_behind(program_, range_, before[i], standard_);
    if (const auto wrong = look(*known, after[i], i == 0)) {
      explain(*wrong, before, after);
      return std::move(judged_);
    }
    if (!again) continue;
    if (const auto differs = known->difference(after[i - 1], after[i])) {
      deviates(Deviation::nondeterministic, *differs, before[i],
               fmt::format("the same calls twice differ at {}: {}", place_text(program_, *differs),
                           differs->what));
      return std::move(judged_);
    }
  }
  if (undecided_ == 0) return std::move(judged_);
  judged_.verdict.kind = VerdictKind::undecidable;
  judged_.verdict.reason =
      fmt::format("{} elements lie within bounds that are too wide to say more", undecided_);
  return std::move(judged_);
}

}  // namespace

JudgedCall judged_range(const Program& program, const CallRange& range,
                        std::span<const ProgramMemory> before, std::span<const ProgramMemory> after,
                        std::span<const GuardDamage> damage, const Standard& standard) {
  return CallRangeJudge(program, range, standard).run(before, after, damage);
}

}  // namespace assay
