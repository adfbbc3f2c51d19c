// SPDX-License-Identifier: Apache-2.0
// Many jobs on one worker, and whom to blame where it dies.
#include "runners/worker/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "runners/call/outcome.hpp"

namespace assay::runners {
namespace {

// Of images in one request: what the processors' caches have room for, or one job.
constexpr std::uint64_t most_bytes = std::uint64_t{4} << 20;

std::uint64_t aligned(std::uint64_t bytes) {
  return (bytes + operand_alignment - 1) / operand_alignment * operand_alignment;
}

std::vector<std::size_t> behind(const std::vector<std::size_t>& indices, std::size_t position) {
  return {indices.begin() + static_cast<std::ptrdiff_t>(position) + 1, indices.end()};
}

}  // namespace

Batch::Batch(WorkerProcess& worker, std::vector<Job> jobs)
    : worker_(worker), jobs_(std::move(jobs)) {
  if (jobs_.size() > 1) {
    const Job& first = jobs_.front();
    jobs_.push_back({first.test, {first.before.front()}, first.text_capacity});
  }
  trials_.resize(jobs_.size());
  blamed_.resize(jobs_.size());
}

std::vector<std::vector<Trial>> Batch::run() {
  Indices all(jobs_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  run(std::move(all), most_calls);
  if (trials_.size() > 1) trials_.pop_back();
  return std::move(trials_);
}

void Batch::run(Indices left, std::size_t most) {
  while (!left.empty()) {
    const Indices chosen = next_request(left, most);
    const bool fresh = worker_.fresh();
    const std::optional<Death> death = request(chosen);
    Indices again = death ? settle(chosen, *death, fresh) : Indices();
    again.insert(again.end(), left.begin() + static_cast<std::ptrdiff_t>(chosen.size()),
                 left.end());
    left = std::move(again);
    // An echo of what kills says nothing new.
    if (blamed_.front()) std::erase(left, jobs_.size() - 1);
  }
}

/// At least one, and as many more as fit.
Batch::Indices Batch::next_request(const Indices& left, std::size_t most) const {
  Indices chosen;
  std::uint64_t bytes = 0;
  for (const std::size_t job : left) {
    for (const auto& contents : jobs_[job].before) {
      for (const ElementArray& array : contents) bytes += array.bytes().size() + 2 * guard_bytes;
    }
    if (!chosen.empty() && (bytes > most_bytes || chosen.size() == most)) break;
    chosen.push_back(job);
  }
  return chosen;
}

/// Trials of all that were answered; where one job alone was in flight, also its own.
std::optional<Death> Batch::request(const Indices& chosen) {
  std::vector<CallImage> images;
  std::vector<std::uint64_t> offsets;
  std::uint64_t bytes = 0;
  for (const std::size_t index : chosen) {
    Job& job = jobs_[index];
    for (Trial& trial : trials_[index]) job.before.push_back(std::move(trial.before));
    trials_[index].clear();
    images.emplace_back(*job.test, job.before.size(), job.text_capacity);
    offsets.push_back(bytes);
    bytes += aligned(images.back().bytes());
  }
  std::span<std::byte> memory = worker_.images(bytes);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    images[i].write(memory.subspan(offsets[i], images[i].bytes()), jobs_[chosen[i]].before);
  }
  std::optional<Death> death = worker_.execute(offsets);
  memory = worker_.images(bytes);
  const std::size_t answered = death ? death->first : chosen.size();
  for (std::size_t i = 0; i < answered; ++i) {
    read(chosen[i], images[i], memory.subspan(offsets[i]), nullptr);
  }
  if (death && death->running == 1) {
    read(chosen[answered], images[answered], memory.subspan(offsets[answered]), &death->outcome);
  }
  return death;
}

void Batch::read(std::size_t job, const CallImage& image, std::span<const std::byte> memory,
                 const Outcome* ended) {
  Job& from = jobs_[job];
  for (std::size_t i = 0; i < from.before.size(); ++i) {
    Trial trial = image.read(memory, i, std::move(from.before[i]));
    trial.outcome =
        ended != nullptr ? *ended : outcome_of(image.slot(memory, i), from.text_capacity);
    if (ended != nullptr) std::ranges::fill(trial.after, ElementArray());
    trials_[job].push_back(std::move(trial));
  }
  from.before.clear();
}

void Batch::blame(std::size_t job, Outcome outcome) {
  blamed_[job] = true;
  for (std::vector<ElementArray>& before : jobs_[job].before) {
    trials_[job].emplace_back().before = std::move(before);
  }
  jobs_[job].before.clear();
  for (Trial& trial : trials_[job]) {
    trial.outcome = outcome;
    trial.after.assign(trial.before.size(), ElementArray());
  }
}

/// Sees to the guilty one of a request that died; returns what is to be executed again.
Batch::Indices Batch::settle(const Indices& chosen, const Death& death, bool fresh) {
  if (death.running == 0) {
    // It died between two requests, which is nobody's fault here; unless it does so at once.
    if (!fresh) return chosen;
    blame(chosen.front(),
          {Outcome::Status::infra, "before the call began: " + death.outcome.message});
    return behind(chosen, 0);
  }
  if (death.running == 1 && death.first == 0 && fresh) {
    blame(chosen.front(), death.outcome);
    return behind(chosen, 0);
  }
  if (death.running == 1) return settle_one(chosen, death.first, death);
  divide(chosen, death);
  return {};
}

Batch::Indices Batch::settle_one(const Indices& chosen, std::size_t position, const Death& death) {
  const std::size_t suspect = chosen[position];
  if (const std::optional<Death> again = request({suspect})) {
    blame(suspect, again->outcome);
    return behind(chosen, position);
  }
  for (std::size_t earlier = position; earlier-- > 0;) {
    if (!dies_behind(chosen[earlier], suspect)) continue;
    blame(chosen[earlier],
          {death.outcome.status, "a later call died of it: " + death.outcome.message});
    return behind(chosen, earlier);
  }
  blame(suspect,
        {death.outcome.status, death.outcome.message + "; alone in a new worker it runs through"});
  return behind(chosen, position);
}

bool Batch::dies_behind(std::size_t earlier, std::size_t job) {
  worker_.retire();
  const std::optional<Death> death = request({earlier, job});
  return death && death->running == 1 && death->first == 1;
}

/// The echo has no verdict of its own.
std::size_t Batch::answerable(const Indices& chosen, std::size_t position) const {
  const bool echo = jobs_.size() > 1 && chosen[position] == jobs_.size() - 1;
  return echo && position > 0 ? chosen[position - 1] : chosen[position];
}

std::size_t Batch::count_blamed() const {
  return static_cast<std::size_t>(std::ranges::count(blamed_, true));
}

/// For calls that a backend runs as a whole, so that no journal tells which one it was.
void Batch::divide(const Indices& chosen, const Death& death) {
  const std::size_t before = count_blamed();
  if (chosen.size() > 1) {
    run(chosen, (chosen.size() + 1) / 2);
  } else if (const std::optional<Death> again = request(chosen)) {
    blame(chosen.front(), again->outcome);
  }
  if (count_blamed() > before) return;
  blame(chosen.back(),
        {death.outcome.status, fmt::format("{}; so died {} calls together, and none of them alone",
                                           death.outcome.message, chosen.size())});
}

}  // namespace assay::runners
