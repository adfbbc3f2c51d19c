// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/judge.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reference/isa/case/seen_operands.hpp"
#include "reference/judge/allowed_ulp.hpp"
#include "reference/judge/judge_parts.hpp"

namespace assay {
namespace {

Verdict failed(VerdictKind kind, std::string reason, Deviation deviation = Deviation::none) {
  Verdict verdict;
  verdict.kind = kind;
  verdict.deviation = deviation;
  verdict.reason = std::move(reason);
  return verdict;
}

std::optional<Verdict> guards(const Trial& trial) {
  if (trial.damage.empty()) return std::nullopt;
  const GuardDamage& first = trial.damage.front();
  if (first.shared) {
    return failed(VerdictKind::deviates,
                  fmt::format("{} byte{} of {} changed that belong{} to no operand that the call "
                              "writes, the first at address {}",
                              first.bytes, first.bytes == 1 ? "" : "s", first.operand,
                              first.bytes == 1 ? "s" : "", first.first_byte),
                  Deviation::guard_broken);
  }
  return failed(VerdictKind::deviates,
                fmt::format("{} byte{} of the guard band of {} changed, the first {} bytes {}",
                            first.bytes, first.bytes == 1 ? "" : "s", first.operand,
                            first.first_byte < 0 ? -first.first_byte : first.first_byte,
                            first.first_byte < 0 ? "before its start" : "after its start"),
                Deviation::guard_broken);
}

std::optional<Verdict> clobbered(const Case& test_case, const Trial& trial) {
  const auto& operands = test_case.form().operands;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (operands[i].role != Role::input || trial.after[i].size() == 0) continue;
    if (trial.after[i] == trial.before[i]) continue;
    std::int64_t first = 0;
    while (trial.after[i][first] == trial.before[i][first]) ++first;
    return failed(VerdictKind::deviates,
                  fmt::format("input {} was changed at element {}", operands[i].name, first),
                  Deviation::clobbered_input);
  }
  return std::nullopt;
}

/// Elements of the inputs that came back, which clobbered() holds against what they were.
std::int64_t kept_of(const Case& test_case, std::span<const ElementArray> after) {
  const auto& operands = test_case.form().operands;
  std::int64_t count = 0;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const bool lies_in_memory =
        operands[i].kind == OperandKind::tile || operands[i].kind == OperandKind::global;
    if (operands[i].role == Role::input && lies_in_memory) count += after[i].size();
  }
  return count;
}

/// The verdict on a case of which nothing was compared with a promise.
void leave_open(Verdict& verdict) {
  verdict.kind = VerdictKind::target_defined;
  verdict.reason = verdict.target_defined > 0
                       ? fmt::format("all {} elements are target-defined", verdict.target_defined)
                       : "nothing that came back is promised";
}

bool is_output(const Operand& operand) {
  return operand.role == Role::output || operand.role == Role::in_out;
}

bool is_untouched(const Trial& trial, std::size_t operand, std::int64_t place) {
  return trial.after[operand][place] == trial.before[operand][place];
}

const ExpectedTile* tile_for(const Form& form, std::span<const Expected> expected,
                             std::string_view operand) {
  for (std::size_t i = 0; i < form.results.size(); ++i) {
    if (form.results[i].operand == operand) return std::get_if<ExpectedTile>(&expected[i]);
  }
  return nullptr;
}

/// First element of an output on which two trials differ, among those that `counts` selects. Where
/// both trials left what was there before, they differ in the poison alone.
template <typename Counts>
std::optional<std::string> difference(const Case& test_case, const Trial& a, const Trial& b,
                                      std::span<const Expected> expected, Counts counts) {
  const auto& operands = test_case.form().operands;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (!is_output(operands[i]) || a.after[i].size() == 0 || b.after[i].size() == 0) continue;
    if (a.after[i] == b.after[i]) continue;
    const ExpectedTile* tile = tile_for(test_case.form(), expected, operands[i].name);
    if (tile == nullptr) continue;
    for (std::int64_t place = 0; place < a.after[i].size(); ++place) {
      const auto index = static_cast<std::size_t>(place);
      if (!counts(tile->accept[index])) continue;
      if (agrees(*tile, place, a.after[i][place], b.after[i][place])) continue;
      if (is_untouched(a, i, place) && is_untouched(b, i, place)) continue;
      return fmt::format("{} at element {}", operands[i].name, place);
    }
  }
  return std::nullopt;
}

std::optional<Verdict> unstable(const Case& test_case, std::span<const Trial> trials,
                                std::span<const Expected> expected) {
  if (trials.size() <= repeat_trial) return std::nullopt;
  const auto specified = [](Accept accept) { return accept != Accept::unspecified; };
  auto where =
      difference(test_case, trials[first_trial], trials[repeat_trial], expected, specified);
  if (!where && trials[first_trial].text != trials[repeat_trial].text) where = "the printed text";
  if (!where) return std::nullopt;
  return failed(VerdictKind::deviates, fmt::format("the same call twice differs in {}", *where),
                Deviation::nondeterministic);
}

/// What is acceptable in another trial than the first; nothing if it is the same.
std::optional<std::vector<Expected>> promise_of(const Case& test_case,
                                                std::span<const Trial> trials, std::size_t other,
                                                const ToleranceLookup& tolerances) {
  const auto &first = trials[first_trial].before, &before = trials[other].before;
  if (depends_on_arguments_alone(test_case.call) || sees_the_same(test_case.call, first, before)) {
    return std::nullopt;
  }
  return expect(test_case.call, before, tolerances);
}

std::optional<Verdict> stray_read(const Case& test_case, std::span<const Trial> trials,
                                  std::span<const Expected> expected,
                                  const ToleranceLookup& tolerances) {
  if (trials.size() <= other_poison_trial || test_case.form().reads_invalid_region) {
    return std::nullopt;
  }
  const auto promised = [](Accept accept) {
    return accept == Accept::exact || has_interval(accept) || accept == Accept::any_nan ||
           accept == Accept::target_defined;
  };
  const auto where =
      difference(test_case, trials[first_trial], trials[other_poison_trial], expected, promised);
  if (!where) return std::nullopt;
  // Where results follow from other elements than usual (Choice::accumulator_pitch).
  const auto other = promise_of(test_case, trials, other_poison_trial, tolerances);
  if (other && !std::ranges::equal(expected, *other, are_alike)) return std::nullopt;
  return failed(VerdictKind::deviates,
                fmt::format("{} depends on elements that the call must not read", *where),
                Deviation::stray_read);
}

/// Adds the counts of one result to those of the case; the first failure gives kind and reason.
void merge(Verdict& total, const Verdict& part, const std::string& operand) {
  total.compared += part.compared;
  total.wrong += part.wrong;
  total.target_defined += part.target_defined;
  total.alternative += part.alternative;
  total.relative.add(part.relative);
  if (part.max_ulp && (!total.max_ulp || *part.max_ulp > *total.max_ulp)) {
    total.max_ulp = part.max_ulp;
  }
  const bool first_failure =
      part.kind == VerdictKind::deviates && total.kind != VerdictKind::deviates;
  if (first_failure) {
    total.kind = part.kind;
    total.deviation = part.deviation;
    total.reason = operand == "text" ? part.reason : operand + ": " + part.reason;
  }
  if (part.worst && (first_failure || !total.worst)) {
    total.worst = part.worst;
    total.worst->operand = operand;
  }
}

Verdict compare_trial(const Case& test_case, const Trial& trial, std::span<const Expected> expected,
                      const ToleranceLookup& tolerances) {
  Verdict total;
  const Form& form = test_case.form();
  for (std::size_t i = 0; i < form.results.size(); ++i) {
    const std::string& operand = form.results[i].operand;
    if (const auto* text = std::get_if<ExpectedText>(&expected[i])) {
      merge(total, compare_text(*text, trial.text), operand);
      continue;
    }
    const std::size_t place = form.index_of(operand);
    if (trial.after[place].size() == 0) continue;
    merge(total,
          compare(std::get<ExpectedTile>(expected[i]), trial.before[place], trial.after[place]),
          operand);
  }
  total.reason += distance_of_worst(test_case.call, total, tolerances);
  return total;
}

/// Whether all that is promised is that nothing is written: each result stays as it was, or is open
/// throughout.
bool writes_nothing(std::span<const Expected> expected) {
  const auto has_just = [](const ExpectedTile& tile, Accept wanted) {
    return std::ranges::all_of(tile.accept, [=](Accept accept) {
      return accept == wanted || accept == Accept::unspecified;
    });
  };
  return std::ranges::all_of(expected, [&](const Expected& one) {
    const auto* tile = std::get_if<ExpectedTile>(&one);
    return tile != nullptr &&
           (has_just(*tile, Accept::preserved) || has_just(*tile, Accept::target_defined));
  });
}

/// A null output that would also have passed, in words: the data cannot show a wrong result.
std::optional<std::string> passing_null(const Case& test_case, std::span<const ElementArray> before,
                                        std::span<const ElementArray> after,
                                        std::span<const Expected> expected) {
  const auto& operands = test_case.form().operands;
  const auto passes = [&](const auto& forge) {
    return would_pass(test_case, before, after, expected, forge, "");
  };
  const auto zeros = [](std::size_t) -> GotElement {
    return [](std::int64_t) { return std::uint64_t{0}; };
  };
  if (passes(zeros)) return "zeros";
  const auto untouched = [&](std::size_t i) -> const ElementArray& { return before[i]; };
  if (!writes_nothing(expected) && passes(untouched)) return "an untouched output";
  const auto input = std::ranges::find_if(operands, [](const Operand& operand) {
    return operand.role == Role::input && operand.kind == OperandKind::tile;
  });
  // A store to global memory without gaps is a copy.
  const bool stores = std::ranges::any_of(operands, [](const Operand& operand) {
    return is_output(operand) && operand.kind == OperandKind::global;
  });
  if (input == operands.end() || stores || test_case.form().copies) return std::nullopt;
  const ElementArray& source = before[static_cast<std::size_t>(input - operands.begin())];
  const auto copy = [&](std::size_t i) -> GotElement {
    const ElementArray& old = before[i];
    return [&old, &source, mask = mask_of(old.type())](std::int64_t index) {
      return index < source.size() ? source[index] & mask : old[index];
    };
  };
  if (passes(copy)) return fmt::format("a copy of {}", input->name);
  return std::nullopt;
}

Verdict judge_legal(const Case& test_case, std::span<const Trial> trials,
                    std::span<const Expected> expected, const ToleranceLookup& tolerances) {
  for (const Trial& trial : trials) {
    if (auto broken = guards(trial)) return *broken;
    if (auto changed = clobbered(test_case, trial)) return *changed;
  }
  if (auto differs = unstable(test_case, trials, expected)) return *differs;
  if (auto strays = stray_read(test_case, trials, expected, tolerances)) return *strays;
  Verdict verdict = compare_trial(test_case, trials[0], expected, tolerances);
  if (verdict.kind == VerdictKind::conforms && trials.size() > other_poison_trial) {
    const Trial& other = trials[other_poison_trial];
    const auto again = promise_of(test_case, trials, other_poison_trial, tolerances);
    const std::span<const Expected> promise = again ? std::span<const Expected>(*again) : expected;
    if (!passes(test_case, other, promise)) {
      return compare_trial(test_case, other, promise, tolerances);
    }
  }
  if (verdict.kind != VerdictKind::conforms) return verdict;
  if (verdict.compared == 0) {
    verdict.compared = kept_of(test_case, trials[0].after);
    if (verdict.compared == 0) leave_open(verdict);
  } else if (const auto null =
                 passing_null(test_case, trials[0].before, trials[0].after, expected)) {
    verdict.kind = VerdictKind::distrusted;
    verdict.reason = fmt::format("all elements are right, but {} would have passed as well", *null);
  }
  return verdict;
}

Verdict judge_illegal(const Case& test_case, std::span<const Trial> trials) {
  const Constraint* constraint = test_case.broken();
  const bool enforced =
      constraint != nullptr && constraint->enforced.contains(test_case.call.target);
  for (const Trial& trial : trials) {
    const std::string what = constraint != nullptr ? constraint->text : test_case.intent.constraint;
    switch (trial.outcome.status) {
      case Outcome::Status::done:
        if (auto broken = guards(trial)) return *broken;
        if (enforced)
          return failed(VerdictKind::accepted_invalid, "accepted although not: " + what);
        break;
      case Outcome::Status::crashed:
        if (enforced) return failed(VerdictKind::crashed, trial.outcome.message);
        break;
      case Outcome::Status::timed_out:
        if (enforced) return failed(VerdictKind::timed_out, trial.outcome.message);
        break;
      case Outcome::Status::rejected:
        // A refused call must not change any memory.
        if (auto broken = guards(trial)) return *broken;
        break;
      default:
        break;
    }
  }
  if (enforced) return {};
  return failed(VerdictKind::target_defined, "illegal call without a promised refusal: " +
                                                 std::string(name_of(trials[0].outcome.status)));
}

/// Whether the user demands that what a target may refuse is executed.
bool must_execute(const MayRefuse& allowed, const Call& call, const ToleranceLookup& tolerances) {
  return allowed.choice && tolerances.pinned(*allowed.choice, call) == std::uint8_t{0};
}

/// Verdicts that follow from the outcome alone.
std::optional<Verdict> from_status(const Case& test_case, const Trial& trial,
                                   const ToleranceLookup& tolerances) {
  const std::string& message = trial.outcome.message;
  switch (trial.outcome.status) {
    case Outcome::Status::infra:
      return failed(VerdictKind::infra, message);
    case Outcome::Status::unsupported:
      return failed(VerdictKind::unsupported, message);
    default:
      break;
  }
  if (!test_case.intent.legal()) return std::nullopt;
  switch (trial.outcome.status) {
    case Outcome::Status::rejected:
      if (const MayRefuse* allowed = may_refuse(test_case.call, trial.before);
          allowed != nullptr && !must_execute(*allowed, test_case.call, tolerances)) {
        if (auto broken = guards(trial)) return *broken;
        return failed(VerdictKind::target_defined,
                      fmt::format("refused, as {} may be on {}: {}", allowed->text,
                                  name_of(test_case.call.target), message));
      }
      return failed(VerdictKind::rejected_valid, "a legal call was refused: " + message);
    case Outcome::Status::crashed:
      return failed(VerdictKind::crashed, message);
    case Outcome::Status::timed_out:
      return failed(VerdictKind::timed_out, message);
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<std::string> passing_null(const Case& test_case, std::span<const ElementArray> before,
                                        std::span<const Expected> expected) {
  return passing_null(test_case, before, before, expected);
}

std::int64_t compared_of(const Case& test_case, std::span<const ElementArray> before,
                         std::span<const Expected> expected) {
  const std::int64_t promised = compared_of(expected);
  if (promised > 0) return promised;
  return kept_of(test_case, before);
}

Verdict judge(const Case& test_case, std::span<const Trial> trials,
              const ToleranceLookup& tolerances) {
  const bool needed =
      test_case.intent.legal() && trials[first_trial].outcome.status == Outcome::Status::done;
  const auto expected = needed ? expect(test_case.call, trials[first_trial].before, tolerances)
                               : std::vector<Expected>{};
  return judge(test_case, trials, expected, tolerances);
}

Verdict judge(const Case& test_case, std::span<const Trial> trials,
              std::span<const Expected> expected, const ToleranceLookup& tolerances) {
  for (const Trial& trial : trials) {
    if (auto verdict = from_status(test_case, trial, tolerances)) return *verdict;
  }
  return test_case.intent.legal() ? judge_legal(test_case, trials, expected, tolerances)
                                  : judge_illegal(test_case, trials);
}

}  // namespace assay
