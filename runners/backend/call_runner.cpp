// SPDX-License-Identifier: Apache-2.0
// Runs the calls of a request on a backend.
#include "runners/backend/call_runner.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <exception>
#include <optional>
#include <string_view>
#include <vector>

#include "runners/backend/executions.hpp"
#include "runners/backend/tapped_program.hpp"
#include "runners/call/process_changes.hpp"
#include "runners/call/worker_protocol.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

bool claims(std::string_view targets, std::string_view target) {
  while (true) {
    const std::size_t end = std::min(targets.find(','), targets.size());
    if (targets.substr(0, end) == target) return true;
    if (end == targets.size()) return false;
    targets.remove_prefix(end + 1);
  }
}

class CallRunner {
 public:
  CallRunner(const LoadedBackend& backend, CallPlace& place)
      : loaded_(backend), backend_(*backend), place_(place) {}

  bool run();

 private:
  using Executions = std::deque<Execution>;

  void one_by_one();
  void all_at_once();
  /// Where a call forked and both came back, one of them is too many.
  void end_copies() const {
    if (getpid() != process_) _exit(0);
  }
  void enter(std::size_t first, std::size_t running, std::uint32_t executions);
  void set_execution(std::uint32_t execution);
  void set_step(std::size_t step, std::size_t steps);
  bool has_programs() const;
  bool taken(const StoredCall& call, Execution& first);
  void run_one(const StoredCall& call, std::size_t number);
  void run_calls_of(Execution& execution);
  void make_calls(Execution& execution);
  void run_program(Execution& execution);
  ExecutionSlot slot_of(Execution& execution, std::size_t step, assay_status status);
  void prepare(const StoredCall& call, std::size_t number, Executions& executions);
  void answer(Execution& execution, std::size_t step, assay_status status,
              std::uint32_t changes = 0);
  void refuse(const StoredCall& call, std::size_t step, assay_status status, const char* message);
  void settle(Executions& executions);
  bool outlive_threads(const Executions& executions);
  void hear_strays(bool patient);
  void attribute(std::uint32_t call, bool infra, std::string_view message);

  const LoadedBackend& loaded_;
  const assay_backend& backend_;
  CallPlace& place_;
  ArenaFile arena_{place_.arena};
  WorkerHeader header_;
  struct Refusal {
    std::size_t step;
    ExecutionSlot slot;
  };
  std::optional<Refusal> refused_;    ///< what the backend said of a call of the program at hand
  std::vector<std::size_t> call_of_;  ///< number of the call, per request to the backend
  pid_t process_ = getpid();
  bool sound_ = true;
};

void CallRunner::enter(std::size_t first, std::size_t running, std::uint32_t executions) {
  header_.first = static_cast<std::uint32_t>(first);
  header_.execution = 0;
  header_.executions = executions;
  header_.step = 0;
  header_.steps = 1;
  header_.whole = 0;
  header_.since = std::chrono::steady_clock::now().time_since_epoch().count();
  header_.running = static_cast<std::uint32_t>(running);
  constexpr std::size_t begin = offsetof(WorkerHeader, first);
  arena_.write(begin, {reinterpret_cast<const std::byte*>(&header_) + begin,
                       offsetof(WorkerHeader, answered) - begin});
}

void CallRunner::set_execution(std::uint32_t execution) {
  if (execution > 0) arena_.put(offsetof(WorkerHeader, execution), execution);
}

void store(std::string_view text, std::span<char> letters) {
  std::ranges::fill(letters, '\0');
  std::copy_n(text.begin(), std::min(text.size(), letters.size() - 1), letters.begin());
}

void CallRunner::set_step(std::size_t step, std::size_t steps) {
  header_.step = static_cast<std::uint32_t>(step);
  header_.steps = static_cast<std::uint32_t>(steps);
  if (steps == 1) return;
  arena_.put(offsetof(WorkerHeader, step), std::array{header_.step, header_.steps});
}

ExecutionSlot CallRunner::slot_of(Execution& execution, std::size_t step, assay_status status) {
  ExecutionSlot slot;
  const assay_call& call = *execution.call(step);
  slot.entered = 1;
  slot.status = static_cast<std::uint32_t>(status);
  slot.text_length = call.text_length;
  const char* message = status == ASSAY_DONE ? nullptr : call.message;
  if (status != ASSAY_DONE && message == nullptr && backend_.last_message != nullptr) {
    message = place_.state.around([&] { return backend_.last_message(backend_.state); });
  }
  if (message != nullptr) store(message, slot.message);
  slot.changes = place_.state.take_changes();
  return slot;
}

void CallRunner::answer(Execution& execution, std::size_t step, assay_status status,
                        std::uint32_t changes) {
  ExecutionSlot slot = slot_of(execution, step, status);
  slot.changes |= changes;
  execution.write_changes(step, slot);
}

void CallRunner::refuse(const StoredCall& call, std::size_t step, assay_status status,
                        const char* message) {
  ExecutionSlot slot;
  slot.entered = 1;
  slot.status = static_cast<std::uint32_t>(status);
  if (message == nullptr && backend_.last_message != nullptr) {
    message = place_.state.around([&] { return backend_.last_message(backend_.state); });
  }
  if (message != nullptr) store(message, slot.message);
  slot.changes = place_.state.take_changes();
  for (std::uint32_t i = 0; i < call.header().executions; ++i) call.write_slot(i, step, slot);
}

/// Whether the backend takes the calls; if not, their executions are answered. A call of a program
/// that must not be made is answered in order, after those before it.
bool CallRunner::taken(const StoredCall& call, Execution& first) {
  refused_.reset();
  if (!claims(backend_.targets, first.call()->target)) {
    refuse(call, 0, ASSAY_UNSUPPORTED, "the backend does not claim this target");
    return false;
  }
  if (backend_.supports == nullptr) return true;
  for (std::size_t step = 0; step < first.calls(); ++step) {
    const assay_status status =
        place_.state.around([&] { return backend_.supports(backend_.state, first.call(step)); });
    if (status == ASSAY_DONE) continue;
    if (status == ASSAY_REJECTED && step > 0 && backend_.execute_program == nullptr) {
      refused_ = Refusal{step, slot_of(first, step, status)};
      return true;
    }
    refuse(call, step, status, first.call(step)->message);
    return false;
  }
  return true;
}

/// All calls at once, where the backend takes programs.
void CallRunner::run_program(Execution& execution) {
  const bool ends_only = backend_.shows_ends_only != 0;
  TappedProgram program(execution, ends_only);
  arena_.put(offsetof(WorkerHeader, whole), header_.whole = 1);
  call_of_.push_back(execution.number());
  std::vector<assay_status> statuses(execution.calls(), ASSAY_BROKEN);
  place_.state.around([&] {
    backend_.execute_program(backend_.state, program.get(), statuses.data());
    return 0;
  });
  end_copies();
  for (std::size_t step = 0; step < execution.calls(); ++step) {
    const bool last = step + 1 == execution.calls() || statuses[step] != ASSAY_DONE;
    ExecutionSlot slot = slot_of(execution, step, statuses[step]);
    if (last) {
      execution.write_back(step, slot);
      return;
    }
    if (ends_only) {
      slot.entered = entered_unseen;
      execution.write_unseen(step, slot);
      continue;
    }
    execution.write_tapped(step, slot, program.tapped(step));
  }
}

void CallRunner::run_calls_of(Execution& execution) {
  if (backend_.execute_program != nullptr && execution.calls() > 1) return run_program(execution);
  if (!execution.is_program() || !loaded_.share) return make_calls(execution);
  loaded_.share(execution.images());
  make_calls(execution);
  loaded_.share({});
}

/// Calls of a program end with the first that is not done.
void CallRunner::make_calls(Execution& execution) {
  if (execution.calls() > 1) execution.remember(place_.rooms.take());
  for (std::size_t step = 0; step < execution.calls(); ++step) {
    set_step(step, execution.calls());
    if (refused_ && refused_->step == step) return execution.write_changes(step, refused_->slot);
    call_of_.push_back(execution.number());
    const assay_status status =
        place_.state.around([&] { return backend_.execute(backend_.state, execution.call(step)); });
    end_copies();
    answer(execution, step, status);
    if (status != ASSAY_DONE) return;
  }
}

void CallRunner::run_one(const StoredCall& call, std::size_t number) {
  Executions executions;
  const auto add = [&] { executions.emplace_back(call, number, executions.size(), place_.memory); };
  add();
  if (taken(call, executions.front())) {
    for (std::uint32_t i = 0; i < call.header().executions; ++i) {
      if (i > 0) add();
      set_execution(i);
      run_calls_of(executions.back());
    }
  }
  settle(executions);
}

void CallRunner::one_by_one() {
  for (std::size_t number = 0; number < header_.calls && sound_; ++number) {
    const StoredCall call(arena_, header_.images[number]);
    hear_strays(false);
    if (!sound_) return;
    enter(number, 1, call.header().executions);
    try {
      run_one(call, number);
    } catch (const InfraError& error) {
      refuse(call, 0, ASSAY_BROKEN, error.what());
    }
    header_.answered = number + 1;
  }
}

/// Memory for all executions of a call; none where that is answered already.
void CallRunner::prepare(const StoredCall& call, std::size_t number, Executions& executions) {
  Executions own;
  const auto drop = [&] {
    for (Execution& one : own) one.give_back(false);
  };
  try {
    own.emplace_back(call, number, 0, place_.memory);
    if (!taken(call, own.front())) return drop();
    for (std::uint32_t i = 1; i < call.header().executions; ++i) {
      own.emplace_back(call, number, i, place_.memory);
    }
  } catch (const InfraError& error) {
    refuse(call, 0, ASSAY_BROKEN, error.what());
    return drop();
  }
  for (Execution& one : own) executions.push_back(std::move(one));
}

void CallRunner::all_at_once() {
  Executions executions;
  std::deque<StoredCall> stored;
  for (std::size_t number = 0; number < header_.calls; ++number) {
    const StoredCall& call = stored.emplace_back(arena_, header_.images[number]);
    enter(number, 1, call.header().executions);
    prepare(call, number, executions);
  }
  header_.answered = header_.calls;
  if (executions.empty()) return;
  std::vector<assay_call> calls;
  for (Execution& one : executions) calls.push_back(*one.call());
  std::vector<assay_status> statuses(calls.size(), ASSAY_BROKEN);
  enter(0, header_.calls, stored.front().header().executions);
  place_.state.around([&] {
    backend_.execute_batch(backend_.state, calls.data(), static_cast<std::uint32_t>(calls.size()),
                           statuses.data());
    return 0;
  });
  end_copies();
  const std::uint32_t changes = place_.state.take_changes();
  for (std::size_t i = 0; i < calls.size(); ++i) {
    *executions[i].call() = calls[i];
    answer(executions[i], 0, statuses[i], changes != 0 ? changes | among_a_batch : 0);
  }
  settle(executions);
}

/// Sees what the calls did besides answering, and gives their windows back.
void CallRunner::settle(Executions& executions) {
  const bool watched = outlive_threads(executions);
  for (Execution& one : executions) {
    if (!one.is_intact()) sound_ = false;
    one.give_back(watched);
    place_.rooms.give(one.forget());
  }
}

/// Whether a thread might still write to the operands of calls that have returned.
bool CallRunner::outlive_threads(const Executions& executions) {
  std::size_t threads = place_.threads.get();
  if (threads > place_.known_threads) {
    threads = place_.threads.wait_for(place_.known_threads);
    // The calls to come would wait for a processor.
    if (threads > place_.known_threads && place_.threads.others_compute()) sound_ = false;
    for (const Execution& one : executions) {
      const std::string changed = one.changed_since();
      if (changed.empty()) continue;
      attribute(static_cast<std::uint32_t>(one.number()), false,
                fmt::format("a thread of it wrote to {} after the call had returned", changed));
    }
  }
  place_.known_threads = threads;
  return threads > 1;
}

void CallRunner::hear_strays(bool patient) {
  if (!loaded_.stray) return;
  const std::optional<StrayWords> words = loaded_.stray(patient);
  if (!words) return;
  const bool here = words->calls_ago > 0 && words->calls_ago <= call_of_.size();
  const std::size_t call = here ? call_of_[call_of_.size() - words->calls_ago] : earlier_call;
  attribute(static_cast<std::uint32_t>(call), true, words->text);
}

void CallRunner::attribute(std::uint32_t call, bool infra, std::string_view message) {
  sound_ = false;
  if (header_.attribution.known != 0) return;
  header_.attribution.known = 1;
  header_.attribution.call = call;
  header_.attribution.infra = infra ? 1 : 0;
  store(message, header_.attribution.message);
  arena_.put(offsetof(WorkerHeader, attribution), header_.attribution);
}

/// Whether the batch has programs. The state between its calls is not observed.
bool CallRunner::has_programs() const {
  for (std::size_t number = 0; number < header_.calls; ++number) {
    ImageHeader header;
    arena_.read(header_.images[number], std::as_writable_bytes(std::span(&header, 1)));
    if (header.call_count > 1) return true;
  }
  return false;
}

bool CallRunner::run() {
  arena_.read(0, std::as_writable_bytes(std::span(&header_, 1)));
  header_.calls = std::min<std::uint64_t>(header_.calls, most_calls);
  header_.answered = 0;
  header_.fault = {};
  header_.attribution = {};
  place_.memory.forget_owners();
  if (backend_.execute_batch != nullptr && !has_programs()) {
    all_at_once();
  } else {
    one_by_one();
  }
  hear_strays(true);
  constexpr std::size_t begin = offsetof(WorkerHeader, answered);
  arena_.write(begin, {reinterpret_cast<const std::byte*>(&header_) + begin,
                       offsetof(WorkerHeader, backend_name) - begin});
  return sound_ && !place_.memory.is_worn();
}

}  // namespace

bool run_calls(const LoadedBackend& backend, CallPlace& place) noexcept {
  try {
    return CallRunner(backend, place).run();
  } catch (const std::exception& error) {
    fmt::print(stderr, "the backend threw an exception across the C ABI: {}\n", error.what());
    std::abort();
  } catch (...) {
    std::fputs("the backend threw an exception across the C ABI\n", stderr);
    std::abort();
  }
}

}  // namespace assay::runners
