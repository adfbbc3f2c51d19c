// SPDX-License-Identifier: Apache-2.0
// Which combinations of readings explain what came back.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "reference/judge/judge.hpp"
#include "reference/judge/judge_parts.hpp"
#include "reference/judge/readings.hpp"
#include "reference/judge/records/record.hpp"

namespace assay {
namespace {

/// Nothing is wrong with the outputs. A null output that would have passed by this reading does not
/// matter if the contents distinguish it from a right output by the first reading.
bool explains(VerdictKind kind) {
  return kind == VerdictKind::conforms || kind == VerdictKind::distrusted ||
         kind == VerdictKind::target_defined;
}

/// Verdicts by combination, in the order of OpenReadings::promises.
using Verdicts = std::vector<Verdict>;

/// Numbers of the combinations that the outputs allow: by themselves, or with known deviations of
/// the implementation.
std::vector<std::size_t> allowed_by(const Verdicts& verdicts) {
  std::vector<std::size_t> numbers;
  for (std::size_t k = 0; k < verdicts.size(); ++k) {
    const VerdictKind kind = verdicts[k].kind;
    if (explains(kind) || kind == VerdictKind::known_deviation) numbers.push_back(k);
  }
  return numbers;
}

using Combinations = std::vector<std::vector<std::uint8_t>>;

Combinations without(const Combinations& all, std::size_t place) {
  Combinations fewer;
  for (std::vector<std::uint8_t> one : all) {
    one.erase(one.begin() + static_cast<std::ptrdiff_t>(place));
    if (std::ranges::find(fewer, one) == fewer.end()) fewer.push_back(std::move(one));
  }
  return fewer;
}

/// Leaves out choices of which every reading goes with everything else that is allowed.
void drop_unconcerned(AllowedReadings& readings) {
  for (std::size_t k = readings.choices.size(); k-- > 0;) {
    Combinations fewer = without(readings.allowed, k);
    const std::size_t several = text_of(readings.choices[k]).readings.size();
    if (fewer.size() * several != readings.allowed.size()) continue;
    readings.choices.erase(readings.choices.begin() + static_cast<std::ptrdiff_t>(k));
    readings.allowed = std::move(fewer);
  }
}

/// With nothing allowed yet.
AllowedReadings readings_for(const Call& call, const std::vector<Choice>& choices) {
  return {.op = call.form->op,
          .target = call.target,
          .element = element_of(call.operands[call.form->index_of(call.form->lead)]),
          .types = types_of(call),
          .choices = choices};
}

AllowedReadings allowed_readings(const Call& call, const OpenReadings& open,
                                 const std::vector<std::size_t>& numbers) {
  AllowedReadings made = readings_for(call, open.choices);
  for (const std::size_t k : numbers) {
    std::vector<std::uint8_t>& one = made.allowed.emplace_back();
    for (const Choice choice : open.choices) one.push_back(open.promises[k].readings.of(choice));
  }
  drop_unconcerned(made);
  return made;
}

Verdicts verdicts_of(const Case& test_case, std::span<const Trial> trials, const OpenReadings& open,
                     const Verdict& first, const Standard& standard) {
  const bool known = !standard.errata.none() &&
                     !in_effect(test_case, trials[first_trial], standard.errata).empty();
  Verdicts verdicts{first};
  for (std::size_t k = 1; k < open.promises.size(); ++k) {
    const ReadPromise& one = open.promises[k];
    if (!one.differs) {
      verdicts.push_back(first);
      continue;
    }
    // Where the first reading explains the outputs, why another one does not is no question, unless
    // a known deviation may be why.
    if (explains(first.kind) && !known && !passes(test_case, trials[first_trial], one.expected)) {
      verdicts.emplace_back().kind = VerdictKind::deviates;
      continue;
    }
    const Standard read{standard.tolerances.under(one.readings), standard.errata};
    Verdict verdict = judge_with_errata(test_case, trials, one.expected, read);
    if (explains(verdict.kind)) {
      verdict.kind = VerdictKind::conforms;
      verdict.reason.clear();
    }
    verdict.judged_as = one.readings;
    verdicts.push_back(std::move(verdict));
  }
  return verdicts;
}

/// The verdict where no combination explains the outputs: a known deviation by the first that gives
/// one, else that of the first readings, unless others leave less than half as many wrong elements.
const Verdict& closest(const Verdicts& verdicts) {
  const auto known = std::ranges::find(verdicts, VerdictKind::known_deviation, &Verdict::kind);
  if (known != verdicts.end()) return *known;
  const auto fewest = std::ranges::min_element(verdicts, {}, &Verdict::wrong);
  return 2 * fewest->wrong < verdicts.front().wrong ? *fewest : verdicts.front();
}

bool all_done(std::span<const Trial> trials) {
  return std::ranges::all_of(
      trials, [](const Trial& trial) { return trial.outcome.status == Outcome::Status::done; });
}

/// Whether another reading may explain it: of broken guards or a changed input none does.
bool is_about_outputs(const Verdict& verdict) {
  if (verdict.kind != VerdictKind::deviates) return true;
  return verdict.deviation == Deviation::value || verdict.deviation == Deviation::wrote_outside ||
         verdict.deviation == Deviation::stray_read || verdict.deviation == Deviation::text;
}

Verdict by_readings(const Case& test_case, std::span<const Trial> trials,
                    std::span<const Expected> expected, const Standard& standard) {
  Verdict first = judge_with_errata(test_case, trials, expected, standard);
  if (!test_case.intent.legal() || !all_done(trials) || !is_about_outputs(first)) return first;
  const OpenReadings open =
      open_readings(test_case.call, trials[first_trial].before, expected, standard.tolerances);
  if (open.promises.empty()) return first;
  Verdicts verdicts = verdicts_of(test_case, trials, open, first, standard);
  const auto right = std::ranges::find_if(verdicts, explains, &Verdict::kind);
  if (right == verdicts.end()) return closest(verdicts);
  const std::vector<std::size_t> allowed = allowed_by(verdicts);
  if (allowed.size() == verdicts.size()) return *right;
  Verdict verdict = *right;
  verdict.readings.push_back(allowed_readings(test_case.call, open, allowed));
  return verdict;
}

/// Records whether a call was executed that its target may refuse, where that is one choice for all
/// of them; a demand that they are refused is not met by one that was executed.
void note_refusal(Verdict& verdict, const Case& test_case, std::span<const Trial> trials,
                  const ToleranceLookup& tolerances) {
  const Trial& trial = trials[first_trial];
  const bool refused = trial.outcome.status == Outcome::Status::rejected;
  if (!test_case.intent.legal() || !(refused || all_done(trials))) return;
  if (!explains(verdict.kind) && verdict.kind != VerdictKind::known_deviation) return;
  const MayRefuse* allowed = may_refuse(test_case.call, trial.before);
  if (allowed == nullptr || !allowed->choice) return;
  const std::uint8_t reading = refused ? 1 : 0;
  const auto pinned = tolerances.pinned(*allowed->choice, test_case.call);
  if (pinned && *pinned != reading) {
    verdict.kind = VerdictKind::accepted_invalid;
    verdict.reason = fmt::format("{} are {}, and the call was executed", allowed->text,
                                 text_of(*allowed->choice).readings[*pinned].name);
  }
  if (pinned) return;
  verdict.readings.push_back(readings_for(test_case.call, {*allowed->choice}));
  verdict.readings.back().allowed = {{reading}};
}

}  // namespace

Verdict judge(const Case& test_case, std::span<const Trial> trials,
              std::span<const Expected> expected, const Standard& standard) {
  Verdict verdict = by_readings(test_case, trials, expected, standard);
  note_refusal(verdict, test_case, trials, standard.tolerances);
  return verdict;
}

}  // namespace assay
