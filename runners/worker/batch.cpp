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
    const Reply reply = request(chosen);
    std::size_t finished = reply.answered;
    if (reply.attribution) {
      attribute(chosen, reply);
    } else if (reply.worker_exit) {
      finished = attribute(chosen, *reply.worker_exit, fresh);
    }
    left.erase(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(finished));
    // An echo of what kills says nothing new.
    std::erase_if(left, [&](std::size_t job) { return blamed_[answers_for(job)]; });
  }
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
  const bool fresh = worker_.fresh();
  Reply reply = worker_.execute(offsets);
  if (fresh && reply.answered == 0 && reply.attribution && !reply.attribution->call) {
    // It was not asked for anything yet.
    if (refused_)
      throw InfraError("the backend cannot be used: " + reply.attribution->outcome.message);
    refused_ = true;
  }
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
  if (jobs_[job].before.empty()) return;  // its second execution in the request
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

/// The echo is an execution of the first job.
std::size_t Batch::answers_for(std::size_t job) const {
  return jobs_.size() > 1 && job == jobs_.size() - 1 ? 0 : job;
}

/// How a job ends alone in a new worker, or `next` after it; nothing if it does no harm there.
std::optional<Outcome> Batch::alone(std::size_t job, std::size_t next) {
  for (int ended = 0;; ++ended) {
    worker_.retire();
    const Reply reply = request({job, next});
    if (reply.attribution && reply.attribution->call) return reply.attribution->outcome;
    const std::optional<WorkerExit>& worker_exit = reply.worker_exit;
    if (!worker_exit && reply.answered > 0) return std::nullopt;
    if (!worker_exit || (worker_exit->sent && ended < most_ended)) continue;
    if (reply.answered == 0) return outcome_of(*worker_exit);
    Outcome outcome = worker_exit->outcome;
    if (job == next) {
      outcome.message += "; alone in a new worker it completes, and after itself it ends so again";
      return outcome;
    }
    return Outcome{outcome.status, "a later call died of it: " + outcome.message};
  }
}

/// The worker itself knows whose doing it was that it cannot go on. Memory of a call that had
/// returned was touched by a thread: one of that call, or one to which the call in flight gave a
/// pointer that it kept. Alone, the guilty one repeats it.
void Batch::attribute(const Indices& chosen, const Reply& reply) {
  worker_.retire();
  const auto& [call, outcome] = *reply.attribution;
  if (!call) return;
  const bool echo = answers_for(chosen[*call]) != chosen[*call];  // it has no verdict of its own
  const std::size_t owner = chosen[echo && *call > 0 ? *call - 1 : *call];
  const std::optional<WorkerExit>& worker_exit = reply.worker_exit;
  if (worker_exit && worker_exit->running == 1 && worker_exit->first != *call) {
    const std::size_t user = chosen[worker_exit->first];
    if (alone(user, user)) {
      attribute(answers_for(user), outcome);
      if (blamed_[owner] || !alone(owner, owner)) return;
    }
  }
  attribute(owner, outcome);
}

/// Attributes the end of a request; returns how many of its jobs are not to be executed again.
std::size_t Batch::attribute(const Indices& chosen, const WorkerExit& worker_exit, bool fresh) {
  const std::size_t position = worker_exit.running == 1 ? worker_exit.first : 0;
  const std::size_t suspect = chosen[position];
  // Ended from outside, or by a machine whose memory the call in flight uses up every time.
  if (worker_exit.sent && ++ended_[suspect] < most_ended) return position;
  Outcome outcome = worker_exit.outcome;
  const bool hangs = outcome.status == Outcome::Status::timed_out;
  if (worker_exit.running > 1) {
    // The backend makes these calls as a whole, so that no journal shows which one it was.
    const auto blamed = std::ranges::count(blamed_, true);
    run(chosen, 1);
    if (std::ranges::count(blamed_, true) > blamed) return chosen.size();
    outcome.message +=
        fmt::format("; so died {} calls together, and none of them alone", chosen.size());
    attribute(chosen.back(), outcome);
    return chosen.size();
  }
  if (worker_exit.sent) {
    outcome.message.insert(0, fmt::format("{} times in a row ", most_ended));
    outcome.ended_from_outside = true;
    if (worker_exit.running == 0) outcome.status = Outcome::Status::infra;
  } else if (worker_exit.running == 0) {
    // Between two requests it is no job's fault, unless it dies at once.
    if (!fresh) return 0;
    outcome = {Outcome::Status::infra, "before the call began: " + outcome.message};
  } else if (!fresh || position > 0 || hangs) {
    for (std::size_t earlier = position + 1; earlier-- > 0;) {
      std::optional<Outcome> again = alone(chosen[earlier], suspect);
      if (!again) continue;
      if (hangs && earlier == position && again->status == outcome.status) {
        again->message.insert(0, "twice ");
        again->confirmed = true;
      }
      attribute(answers_for(chosen[earlier]), *again);
      return earlier + 1;
    }
    outcome.message += "; alone in a new worker it runs through";
  } else {
    outcome = outcome_of(worker_exit);
  }
  attribute(suspect, outcome);
  return position + 1;
}

}  // namespace assay::runners
