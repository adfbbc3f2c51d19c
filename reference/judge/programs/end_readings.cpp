// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/programs/end_readings.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "reference/judge/records/record.hpp"

namespace assay {
namespace {

constexpr int most_changes = 128;  ///< that are tried

using Pins = std::vector<ReadingPin>;

bool is_of_one_scope(const ReadingPin& a, const ReadingPin& b) {
  return a.choice == b.choice && a.target == b.target && a.types == b.types && a.op == b.op;
}

/// The scope of a choice that a call belongs to.
ReadingPin scope_of(Choice choice, const Call& call) {
  ReadingPin scope{.choice = choice, .target = call.target};
  const std::string types = types_of(call);
  switch (text_of(choice).scope) {
    case ChoiceScope::target:
      break;
    case ChoiceScope::op_target_and_element:
      scope.op = call.form->op;
      [[fallthrough]];
    case ChoiceScope::target_and_element:
      scope.types = types.substr(0, types.find(','));
      break;
    case ChoiceScope::op_target_and_types:
      scope.op = call.form->op;
      scope.types = types;
      break;
  }
  return scope;
}

/// Scopes of choices that are not pinned, in the order of the choices.
Pins scopes_of(const Program& program, const CallRange& range, const ToleranceLookup& tolerances) {
  Pins scopes;
  for (std::size_t k = range.first; k <= range.last; ++k) {
    const Call& call = program.steps[k].test.call;
    for (const Result& result : call.form->results) {
      for (const Choice choice : result.choices) {
        const ReadingPin scope = scope_of(choice, call);
        const bool known = std::ranges::any_of(
            scopes, [&](const ReadingPin& one) { return is_of_one_scope(one, scope); });
        if (!known && !tolerances.pinned(choice, call)) scopes.push_back(scope);
      }
    }
  }
  std::ranges::stable_sort(scopes, {}, &ReadingPin::choice);
  return scopes;
}

/// Each changes the reading of one choice: in all scopes, then in one of them.
std::vector<Pins> changes_of(const Pins& scopes) {
  std::vector<Pins> all, single;
  for (auto first = scopes.begin(); first != scopes.end();) {
    const auto end = std::find_if(
        first, scopes.end(), [&](const ReadingPin& one) { return one.choice != first->choice; });
    const std::size_t readings = text_of(first->choice).readings.size();
    for (std::size_t k = 0; k < readings; ++k) {
      Pins change(first, end);
      for (ReadingPin& one : change) one.reading = static_cast<std::uint8_t>(k);
      if (change.size() > 1) {
        for (const ReadingPin& one : change) single.push_back({one});
      }
      if (k > 0) all.push_back(std::move(change));
    }
    first = end;
  }
  all.insert(all.end(), single.begin(), single.end());
  return all;
}

/// A reader of a packed accumulator by its Rows finds unknown elements: if all that follows is
/// open, this explains nothing.
bool packs_accumulators(const Pins& pins) {
  return std::ranges::any_of(pins, [](const ReadingPin& one) {
    return one.choice == Choice::accumulator_pitch && one.reading != pitch_of_rows;
  });
}

/// Whether more bytes are right by one verdict than by another, and not because it leaves them
/// open.
bool explains_more(const Verdict& one, const Verdict& other) {
  return other.wrong - one.wrong > std::max<std::int64_t>(0, other.compared - one.compared);
}

}  // namespace

JudgedCall judged_by_readings(const Program& program, const CallRange& range,
                              std::span<const ProgramMemory> before,
                              std::span<const ProgramMemory> after,
                              std::span<const GuardDamage> damage, const Standard& standard) {
  const auto judged = [&](const Pins& pins) {
    const Standard read{standard.tolerances.with_also(pins), standard.errata};
    return judged_range(program, range, before, after, damage, read);
  };
  JudgedCall first = judged({});
  if (first.verdict.kind != VerdictKind::deviates || !damage.empty()) return first;
  const std::vector<Pins> changes = changes_of(scopes_of(program, range, standard.tolerances));
  std::optional<JudgedCall> open;
  Verdict best = first.verdict;
  Pins taken;
  int tried = 0;
  for (bool better = true; better && tried < most_changes;) {
    better = false;
    for (const Pins& change : changes) {
      if (tried++ == most_changes) break;
      Pins pins = taken;
      pins.insert(pins.end(), change.begin(), change.end());
      JudgedCall other = judged(pins);
      const VerdictKind kind = other.verdict.kind;
      if (kind == VerdictKind::conforms && other.verdict.compared >= first.verdict.compared) {
        return other;
      }
      if (kind == VerdictKind::conforms || kind == VerdictKind::undecidable) {
        if (!open && !packs_accumulators(pins)) open = std::move(other);
      } else if (kind == VerdictKind::deviates && explains_more(other.verdict, best)) {
        best = std::move(other.verdict);
        taken = std::move(pins);
        better = true;
      }
    }
  }
  if (!open) return first;
  open->verdict.kind = VerdictKind::undecidable;
  open->verdict.reason = "open by another reading of the manual: " + first.verdict.reason;
  return *std::move(open);
}

}  // namespace assay
