// SPDX-License-Identifier: Apache-2.0
#include "runners/sweep/work.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

/// In every so many chunks the first call is executed twice.
constexpr std::size_t repeat_every = 8;

VerdictKind verdict_of_lost(Outcome::Status status) {
  switch (status) {
    case Outcome::Status::rejected:
      return VerdictKind::rejected_valid;
    case Outcome::Status::timed_out:
      return VerdictKind::timed_out;
    default:
      return VerdictKind::crashed;
  }
}

}  // namespace

SweepWork::SweepWork(const SweepRules& rules, Backend& backend)
    : rules_(rules), backend_(backend), tally_(rules) {}

void SweepWork::probe() {
  const std::uint64_t count = std::min(rules_.plan().inputs.size(), rules_.plan().tile_inputs());
  call(0, count);
}

SweepPart SweepWork::chunk(std::size_t index) {
  const std::uint64_t tile = rules_.plan().tile_inputs();
  const std::uint64_t begin = index * chunk_inputs;
  const std::uint64_t end = std::min(begin + chunk_inputs, rules_.plan().inputs.size());
  std::size_t lost = 0;
  for (std::uint64_t first = begin; first < end && lost < most_lost_calls; first += tile) {
    const std::uint64_t count = std::min(tile, end - first);
    const Trial trial = call(first, count);
    if (trial.outcome.status != Outcome::Status::done) {
      lose({first, count}, trial.outcome, lost++ == 0);
      continue;
    }
    count_damage(trial);
    tally_.judge(result_of(trial));
    const bool repeats = first == begin && index % repeat_every == 0;
    if (repeats && tally_.all_right()) repeat_tile(first, trial);
  }
  return tally_.take();
}

/// The same inputs with another poison must give the same bits.
void SweepWork::repeat_tile(std::uint64_t first, const Trial& before) {
  const Trial again = execute(generators::Poison::second);
  if (again.outcome.status != Outcome::Status::done) {
    tally_.add({.kind = verdict_of_lost(again.outcome.status), .message = again.outcome.message});
    return;
  }
  count_damage(again);
  if (const auto place = tally_.first_difference(result_of(before), result_of(again))) {
    tally_.add({.kind = VerdictKind::deviates,
                .deviation = Deviation::nondeterministic,
                .message = fmt::format("the same inputs gave other bits when repeated, first at "
                                       "input {}",
                                       first + *place)});
  }
}

Trial SweepWork::call(std::uint64_t first, std::uint64_t count) {
  tally_.draw(first, count);
  return execute(generators::Poison::first);
}

bool SweepWork::is_lost(const Inputs& inputs) {
  return call(inputs.first, inputs.count).outcome.status != Outcome::Status::done;
}

std::span<const std::byte> SweepWork::result_of(const Trial& trial) const {
  return trial.after[rules_.plan().output].bytes();
}

/// A guard band or an input that a call changed, though it was done.
void SweepWork::count_damage(const Trial& trial) {
  if (!trial.damage.empty()) {
    const GuardDamage& first = trial.damage.front();
    tally_.add({.kind = VerdictKind::deviates,
                .deviation = Deviation::guard_broken,
                .message = fmt::format("{} bytes next to {} changed, the first at byte {}",
                                       first.bytes, first.operand, first.first_byte)});
    return;
  }
  const std::vector<Operand>& operands = rules_.plan().test.form().operands;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    if (operands[k].role != Role::input || trial.after[k] == trial.before[k]) continue;
    tally_.add({.kind = VerdictKind::deviates,
                .deviation = Deviation::clobbered_input,
                .message = fmt::format("the call changed its input {}", operands[k].name)});
    return;
  }
}

/// Counts all inputs of the call as lost and blames as few of them as it can.
void SweepWork::lose(const Inputs& inputs, const Outcome& outcome, bool search) {
  tally_.lose();
  const Inputs culprit = search ? culprit_among(inputs) : inputs;
  tally_.draw(culprit.first, culprit.count);
  tally_.add({.kind = verdict_of_lost(outcome.status), .message = outcome.message});
}

/// One input that does it alone, or all where any does it or none alone. A call with one input has
/// that input in every element.
SweepWork::Inputs SweepWork::culprit_among(const Inputs& inputs) {
  const auto alone = [&](std::uint64_t offset) { return Inputs{inputs.first + offset, 1}; };
  if (is_lost(alone(0))) {
    const bool any = is_lost(alone(inputs.count - 1)) && is_lost(alone(inputs.count / 2));
    return any ? inputs : alone(0);
  }
  Inputs rest = inputs;
  while (rest.count > 1) {
    const std::uint64_t half = rest.count / 2;
    const bool in_front = is_lost({rest.first, half});
    rest = in_front ? Inputs{rest.first, half} : Inputs{rest.first + half, rest.count - half};
  }
  return is_lost(rest) ? rest : inputs;
}

/// Throws for outcomes that say nothing about the inputs.
Trial SweepWork::execute(generators::Poison poison) {
  using Status = Outcome::Status;
  const Case& test_case = rules_.plan().test;
  std::vector<ElementArray> before = tally_.contents();
  if (poison == generators::Poison::second) {
    before = generators::fill(test_case, poison);
    for (const std::size_t k : rules_.plan().arguments) before[k] = tally_.contents()[k];
  }
  Job job{&test_case, {}, 0};
  job.before.push_back(std::move(before));
  Trial trial = std::move(backend_.run_one(std::move(job)).front());
  const Outcome& outcome = trial.outcome;
  const Form& form = test_case.form();
  if (outcome.status == Status::unsupported) {
    throw UsageError(fmt::format("the backend {} does not support {} form {} on {}: {}",
                                 backend_.info().name, form.op, form.name,
                                 name_of(test_case.call.target), outcome.message));
  }
  if (outcome.status == Status::infra) {
    throw InfraError(
        fmt::format("the backend {} failed: {}", backend_.info().name, outcome.message));
  }
  return trial;
}

}  // namespace assay::runners
