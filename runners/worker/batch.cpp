// SPDX-License-Identifier: Apache-2.0
// Many jobs on one worker, and the attribution of its death to a job.
#include "runners/worker/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "runners/call/outcome.hpp"
#include "runners/worker/whole_program.hpp"

namespace assay::runners {
namespace {

/// The outcome of a death for the call that caused it alone.
Outcome outcome_of(const WorkerExit& worker_exit) {
  if (worker_exit.refusal.empty()) return worker_exit.outcome;
  Outcome refused{Outcome::Status::rejected, worker_exit.refusal};
  refused.call = worker_exit.outcome.call;
  refused.somewhere = worker_exit.outcome.somewhere;
  return refused;
}

// A job in flight under which others end the worker so often, one time after the other, is not
// executed again.
constexpr int most_ended = 8;

// Bytes of images in one request: the size of the processors' caches, or one job.
constexpr std::uint64_t most_bytes = std::uint64_t{4} << 20;

std::uint64_t aligned(std::uint64_t bytes) {
  return (bytes + operand_alignment - 1) / operand_alignment * operand_alignment;
}

constexpr const char* behind_words =
    "; alone in a new worker it completes, and after itself it ends so again";

/// The outcome with words added, for the same call of a program.
Outcome with_words(Outcome outcome, const char* words) {
  outcome.message += words;
  return outcome;
}

/// The outcome of a call that also hung before.
Outcome twice(Outcome outcome) {
  outcome.message.insert(0, "twice ");
  outcome.confirmed = true;
  return outcome;
}

std::vector<std::size_t> tail_after(const std::vector<std::size_t>& indices, std::size_t position) {
  return {indices.begin() + static_cast<std::ptrdiff_t>(position) + 1, indices.end()};
}

}  // namespace

Batch::Batch(WorkerProcess& worker, std::vector<Job> jobs)
    : worker_(worker), jobs_(std::move(jobs)) {
  if (jobs_.size() > 1) {
    const Job& first = jobs_.front();
    jobs_.push_back({first.test, {first.before.front()}, first.text_capacity, first.program});
  }
  trials_.resize(jobs_.size());
  blamed_.resize(jobs_.size());
  ended_.resize(jobs_.size());
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
    Indices again = take(chosen, request(chosen), fresh);
    again.insert(again.end(), left.begin() + static_cast<std::ptrdiff_t>(chosen.size()),
                 left.end());
    left = std::move(again);
    // An echo of what kills says nothing new.
    if (blamed_.front()) std::erase(left, jobs_.size() - 1);
  }
}

/// Returns what is to be executed again.
Batch::Indices Batch::take(const Indices& chosen, const Reply& reply, bool fresh) {
  if (reply.attribution) return take_attribution(chosen, reply, fresh);
  if (reply.worker_exit) return settle(chosen, *reply.worker_exit, fresh);
  return tail_after(chosen, reply.answered - 1);
}

/// The worker itself knows whose doing it was that it cannot go on.
Batch::Indices Batch::take_attribution(const Indices& chosen, const Reply& reply, bool fresh) {
  const std::optional<std::size_t> call = reply.attribution->call;
  if (call) blame_call(chosen, *call, reply);
  worker_.retire();
  Indices again;
  for (std::size_t i = reply.answered; i < chosen.size(); ++i) {
    if (!blamed_[chosen[i]]) again.push_back(chosen[i]);
  }
  if (call || !fresh || reply.answered > 0) return again;
  // It was not asked for anything yet.
  if (refused_)
    throw InfraError("the backend cannot be used: " + reply.attribution->outcome.message);
  refused_ = true;
  return again;
}

/// Memory of a call that had returned was touched by a thread: one of that call, or one to which
/// the call in flight gave a pointer that it kept. Alone, the guilty one repeats it.
void Batch::blame_call(const Indices& chosen, std::size_t call, const Reply& reply) {
  const Outcome& outcome = reply.attribution->outcome;
  const bool other =
      reply.worker_exit && reply.worker_exit->running == 1 && reply.worker_exit->first != call;
  if (!other || !dies_behind_itself(chosen[reply.worker_exit->first])) {
    attribute(answerable(chosen, call), outcome);
    return;
  }
  attribute(answers_for(chosen[reply.worker_exit->first]), outcome);
  const std::size_t earlier = answerable(chosen, call);
  if (!blamed_[earlier] && dies_behind_itself(earlier)) attribute(earlier, outcome);
}

/// At least one, and as many more as fit.
Batch::Indices Batch::next_request(const Indices& left, std::size_t most) const {
  Indices chosen;
  std::uint64_t bytes = 0;
  for (const std::size_t job : left) {
    const Program* program = jobs_[job].program;
    const std::size_t calls = program == nullptr ? 1 : program->steps.size();
    for (const auto& contents : jobs_[job].before) {
      for (const ElementArray& array : contents) {
        bytes += (array.bytes().size() + page_bytes()) * calls;
      }
    }
    if (!chosen.empty() && (bytes > most_bytes || chosen.size() == most)) break;
    chosen.push_back(job);
  }
  return chosen;
}

/// Trials of all that were answered; where one job alone was in flight, also its own.
Reply Batch::request(const Indices& chosen) {
  std::vector<CallImage> images;
  std::vector<std::uint64_t> offsets;
  std::uint64_t bytes = 0;
  for (const std::size_t index : chosen) {
    Job& job = jobs_[index];
    for (Trial& trial : trials_[index]) job.before.push_back(std::move(trial.before));
    trials_[index].clear();
    if (job.program != nullptr) {
      images.emplace_back(*job.program, job.before.size());
    } else {
      images.emplace_back(*job.test, job.before.size(), job.text_capacity);
    }
    offsets.push_back(bytes);
    bytes += aligned(images.back().bytes());
  }
  std::span<std::byte> memory = worker_.images(bytes);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    images[i].write(memory.subspan(offsets[i], images[i].bytes()), jobs_[chosen[i]].before);
  }
  Reply reply = worker_.execute(offsets);
  memory = worker_.images(bytes);
  for (std::size_t i = 0; i < reply.answered; ++i) {
    read(chosen[i], images[i], memory.subspan(offsets[i]), nullptr);
  }
  if (reply.worker_exit && reply.worker_exit->running == 1) {
    const std::size_t last = reply.worker_exit->first;
    read_ended(chosen[last], images[last], memory.subspan(offsets[last]), *reply.worker_exit);
  }
  return reply;
}

void Batch::read(std::size_t job, const CallImage& image, std::span<const std::byte> memory,
                 const WorkerExit* worker_exit) {
  const Outcome* ended = worker_exit != nullptr ? &worker_exit->outcome : nullptr;
  Job& from = jobs_[job];
  for (std::size_t i = 0; i < from.before.size(); ++i) {
    if (from.changes != nullptr) *from.changes |= changes_of(image, memory, i);
    Trial trial = image.read(memory, i, std::move(from.before[i]));
    trial.outcome = ended != nullptr ? *ended : outcome_of(image, memory, i, from.text_capacity);
    // In a program the calls before that one were done.
    if (ended != nullptr && from.program == nullptr) {
      std::ranges::fill(trial.after, ElementArray());
    }
    trials_[job].push_back(std::move(trial));
  }
  from.before.clear();
}

/// The same of the job that was in flight when its worker died, and in which of its calls.
void Batch::read_ended(std::size_t job, const CallImage& image, std::span<std::byte> memory,
                       WorkerExit& worker_exit) {
  const Program* program = jobs_[job].program;
  const bool whole = worker_exit.whole && program != nullptr && program->steps.size() > 1;
  if (!whole) return read(job, image, memory, &worker_exit);
  const CallProgress progress = image.progress(memory, *program);
  locate(worker_exit, *program, progress);
  read(job, image, memory, &worker_exit);
  if (worker_exit.execution >= trials_[job].size() || worker_exit.outcome.somewhere) return;
  add_shown(*program, progress, worker_exit.outcome.call, trials_[job][worker_exit.execution]);
}

void Batch::attribute(std::size_t job, const Outcome& outcome) {
  blamed_[job] = true;
  for (std::vector<ElementArray>& before : jobs_[job].before) {
    trials_[job].emplace_back().before = std::move(before);
  }
  jobs_[job].before.clear();
  for (Trial& trial : trials_[job]) {
    trial.outcome = outcome;
    if (jobs_[job].program != nullptr) continue;  // the calls before were done
    trial.after.assign(trial.before.size(), ElementArray());
  }
}

/// Handles the guilty job of a request that died; returns the jobs to be executed again.
Batch::Indices Batch::settle(const Indices& chosen, const WorkerExit& worker_exit, bool fresh) {
  if (worker_exit.sent) return settle_sent(chosen, worker_exit);
  if (worker_exit.running == 0) {
    // It died between two requests, which is no job's fault unless it does so at once.
    if (!fresh) return chosen;
    attribute(chosen.front(),
              {Outcome::Status::infra, "before the call began: " + worker_exit.outcome.message});
    return tail_after(chosen, 0);
  }
  if (worker_exit.running == 1) return settle_one(chosen, worker_exit.first, worker_exit, fresh);
  divide(chosen, worker_exit);
  return {};
}

/// The worker was ended from outside, or the call in flight used up the memory of the machine: in
/// that case it does so every time.
Batch::Indices Batch::settle_sent(const Indices& chosen, const WorkerExit& worker_exit) {
  const std::size_t position = worker_exit.running == 1 ? worker_exit.first : 0;
  const std::size_t suspect = chosen[position];
  Indices again(chosen.begin() + static_cast<std::ptrdiff_t>(position), chosen.end());
  if (++ended_[suspect] < most_ended) return again;
  if (worker_exit.running > 1 && chosen.size() > 1) {
    divide(chosen, worker_exit);
    return {};
  }
  Outcome outcome = worker_exit.outcome;
  outcome.message.insert(0, fmt::format("{} times in a row ", most_ended));
  outcome.ended_from_outside = true;
  if (worker_exit.running == 0) outcome.status = Outcome::Status::infra;
  attribute(suspect, outcome);
  return tail_after(chosen, position);
}

/// The outcome of a job alone in a new worker: nothing if it runs to its end.
std::optional<Outcome> Batch::confirmed(std::size_t job) {
  worker_.retire();
  for (int ended = 0;; ++ended) {
    const Reply reply = request({job});
    if (reply.attribution && reply.attribution->call) return reply.attribution->outcome;
    if (!reply.worker_exit && reply.answered == 1) return std::nullopt;
    if (reply.worker_exit && (!reply.worker_exit->sent || ended == most_ended))
      return outcome_of(*reply.worker_exit);
    worker_.retire();
  }
}

Batch::Indices Batch::settle_one(const Indices& chosen, std::size_t position,
                                 const WorkerExit& worker_exit, bool fresh) {
  const std::size_t suspect = chosen[position];
  const bool hangs = worker_exit.outcome.status == Outcome::Status::timed_out;
  if (fresh && position == 0 && !hangs) {
    attribute(suspect, outcome_of(worker_exit));
    return tail_after(chosen, position);
  }
  if (std::optional<Outcome> again = confirmed(suspect)) {
    const bool hung_again = hangs && again->status == worker_exit.outcome.status;
    attribute(suspect, hung_again ? twice(*std::move(again)) : *again);
    return tail_after(chosen, position);
  }
  // The call that wrote to the control socket may have returned before that was read.
  const bool babbles = worker_exit.outcome.status == Outcome::Status::infra;
  for (std::size_t earlier = position; babbles && earlier-- > 0;) {
    const std::optional<Outcome> alone = confirmed(chosen[earlier]);
    if (!alone) continue;
    attribute(chosen[earlier], *alone);
    return tail_after(chosen, earlier);
  }
  if (dies_behind_itself(suspect)) {
    attribute(answers_for(suspect), with_words(worker_exit.outcome, behind_words));
    return tail_after(chosen, position);
  }
  for (std::size_t earlier = position; earlier-- > 0;) {
    if (!dies_behind(chosen[earlier], suspect)) continue;
    attribute(chosen[earlier], {worker_exit.outcome.status,
                                "a later call died of it: " + worker_exit.outcome.message});
    return tail_after(chosen, earlier);
  }
  attribute(suspect, with_words(worker_exit.outcome, "; alone in a new worker it runs through"));
  return tail_after(chosen, position);
}

/// Whether the second of two executions of a job has the end of its worker.
bool Batch::dies_behind_itself(std::size_t job) { return dies_behind(job, job); }

/// Both keep the answers that they have.
bool Batch::dies_behind(std::size_t earlier, std::size_t job) {
  std::vector<Trial> kept = trials_[earlier];
  std::vector<Trial> kept_job = trials_[job];
  worker_.retire();
  const Reply reply = request({earlier, job});
  for (const auto& [one, trials] : {std::pair(earlier, &kept), std::pair(job, &kept_job)}) {
    jobs_[one].before.clear();
    trials_[one] = std::move(*trials);
  }
  if (earlier == job && reply.attribution && reply.attribution->call) return true;
  return reply.worker_exit && !reply.worker_exit->sent && reply.worker_exit->running == 1 &&
         reply.worker_exit->first == 1;
}

/// The echo is an execution of the first job.
std::size_t Batch::answers_for(std::size_t job) const {
  return jobs_.size() > 1 && job == jobs_.size() - 1 ? 0 : job;
}

/// The echo has no verdict of its own.
std::size_t Batch::answerable(const Indices& chosen, std::size_t position) const {
  const bool echo = jobs_.size() > 1 && chosen[position] == jobs_.size() - 1;
  return echo && position > 0 ? chosen[position - 1] : chosen[position];
}

std::size_t Batch::count_blamed() const {
  return static_cast<std::size_t>(std::ranges::count(blamed_, true));
}

/// For calls that a backend runs as a whole, so that no journal shows which one it was. Finding one
/// that hangs takes one more timeout: it runs alone.
void Batch::divide(const Indices& chosen, const WorkerExit& worker_exit) {
  const std::size_t before = count_blamed();
  const bool hangs = worker_exit.outcome.status == Outcome::Status::timed_out;
  if (chosen.size() > 1) {
    run(chosen, hangs ? 1 : (chosen.size() + 1) / 2);
  } else if (std::optional<Outcome> again = confirmed(chosen.front())) {
    attribute(chosen.front(), hangs ? twice(*std::move(again)) : *again);
  }
  if (count_blamed() > before) return;
  attribute(chosen.back(), {worker_exit.outcome.status,
                            fmt::format("{}; so died {} calls together, and none of them alone",
                                        worker_exit.outcome.message, chosen.size())});
}

}  // namespace assay::runners
