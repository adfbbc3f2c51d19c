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

SweepWork::SweepWork(const SweepRules& rules, const WorkerOptions& options)
    : rules_(rules), device_(rules.plan(), options), tally_(rules) {
  const auto inputs = static_cast<std::int64_t>(rules.plan().tile_inputs());
  const auto bytes = static_cast<std::size_t>(bytes_for(rules.plan().to, inputs));
  got_.resize(bytes);
  again_.resize(bytes);
}

void SweepWork::probe() {
  const std::uint64_t count = std::min(rules_.plan().inputs.size(), rules_.plan().tile_inputs());
  call(0, count, got_);
}

SweepPart SweepWork::chunk(std::size_t index) {
  const std::uint64_t tile = rules_.plan().tile_inputs();
  const std::uint64_t begin = index * chunk_inputs;
  const std::uint64_t end = std::min(begin + chunk_inputs, rules_.plan().inputs.size());
  std::size_t lost = 0;
  for (std::uint64_t first = begin; first < end && lost < most_lost_calls; first += tile) {
    const std::uint64_t count = std::min(tile, end - first);
    const Outcome outcome = call(first, count, got_);
    if (outcome.status != Outcome::Status::done) {
      lose({first, count}, outcome, lost++ == 0);
      continue;
    }
    if (device_.damage()) tally_.add(*device_.damage());
    tally_.judge(got_);
    const bool repeats = first == begin && index % repeat_every == 0;
    if (repeats && tally_.all_right()) repeat_tile(first);
  }
  return tally_.take();
}

/// The same inputs with another poison must give the same bits.
void SweepWork::repeat_tile(std::uint64_t first) {
  const Outcome outcome = execute(again_, Before::second_poison);
  if (outcome.status != Outcome::Status::done) {
    tally_.add({.kind = verdict_of_lost(outcome.status), .message = outcome.message});
    return;
  }
  if (device_.damage()) tally_.add(*device_.damage());
  if (const auto place = tally_.first_difference(got_, again_)) {
    tally_.add({.kind = VerdictKind::deviates,
                .deviation = Deviation::nondeterministic,
                .message = fmt::format("the same inputs gave other bits when repeated, first at "
                                       "input {}",
                                       first + *place)});
  }
}

Outcome SweepWork::call(std::uint64_t first, std::uint64_t count, std::span<std::byte> result) {
  arguments_ = tally_.draw(first, count);
  return execute(result, Before::first_poison);
}

bool SweepWork::is_lost(const Inputs& inputs) {
  return call(inputs.first, inputs.count, again_).status != Outcome::Status::done;
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
Outcome SweepWork::execute(std::span<std::byte> result, Before before) {
  using Status = Outcome::Status;
  Outcome outcome = device_.execute(arguments_, result, before);
  const Form& form = rules_.plan().test.form();
  if (outcome.status == Status::unsupported) {
    throw UsageError(fmt::format("the backend {} does not support {} form {} on {}: {}",
                                 device_.info().name, form.op, form.name,
                                 name_of(rules_.plan().test.call.target), outcome.message));
  }
  if (outcome.status == Status::infra) {
    throw InfraError(
        fmt::format("the backend {} failed: {}", device_.info().name, outcome.message));
  }
  return outcome;
}

}  // namespace assay::runners
