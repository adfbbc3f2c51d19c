// SPDX-License-Identifier: Apache-2.0
// Runs the calls of a request on a backend.
#include "runners/backend/call_runner.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <exception>
#include <string_view>
#include <vector>

#include "runners/call/image.hpp"
#include "runners/call/worker_protocol.hpp"

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
  CallRunner(const assay_backend& backend, std::span<std::byte> arena)
      : backend_(backend), arena_(arena), header_(*reinterpret_cast<WorkerHeader*>(arena.data())) {}

  void one_by_one();
  void all_at_once();

 private:
  std::span<std::byte> image(std::size_t call) const {
    return arena_.subspan(header_.images[call]);
  }
  std::uint32_t executions(std::size_t call) const {
    return reinterpret_cast<const ImageHeader*>(image(call).data())->executions;
  }
  /// Where a call forked and both came back, one of them is too many.
  void end_copies() const {
    if (getpid() != process_) _exit(0);
  }
  void enter(std::size_t first, std::size_t running);
  bool taken(std::size_t call);
  void answer(MappedCall& call, assay_status status);
  void refuse(std::size_t call, assay_status status, const char* message);

  const assay_backend& backend_;
  std::span<std::byte> arena_;
  WorkerHeader& header_;
  pid_t process_ = getpid();
};

void CallRunner::enter(std::size_t first, std::size_t running) {
  header_.first = static_cast<std::uint32_t>(first);
  header_.execution = 0;
  header_.executions = executions(first);
  header_.since = std::chrono::steady_clock::now().time_since_epoch().count();
  header_.running = static_cast<std::uint32_t>(running);
}

void store(const char* text, std::array<char, 1008>& letters) {
  const std::string_view view = text == nullptr ? "" : text;
  letters.fill('\0');
  std::copy_n(view.begin(), std::min(view.size(), letters.size() - 1), letters.begin());
}

void CallRunner::answer(MappedCall& call, assay_status status) {
  ExecutionSlot& slot = call.slot();
  slot.status = static_cast<std::uint32_t>(status);
  slot.text_length = call.get()->text_length;
  if (status == ASSAY_DONE) return;
  const char* message = call.get()->message;
  if (message == nullptr && backend_.last_message != nullptr) {
    message = backend_.last_message(backend_.state);
  }
  store(message, slot.message);
}

void CallRunner::refuse(std::size_t call, assay_status status, const char* message) {
  for (std::uint32_t i = 0; i < executions(call); ++i) {
    MappedCall mapped(image(call), i);
    mapped.get()->message = message;
    answer(mapped, status);
  }
}

/// Whether the backend wants the call; if not, its executions are answered.
bool CallRunner::taken(std::size_t call) {
  MappedCall mapped(image(call), 0);
  if (!claims(backend_.targets, mapped.get()->target)) {
    refuse(call, ASSAY_UNSUPPORTED, "the backend does not claim this target");
    return false;
  }
  if (backend_.supports == nullptr) return true;
  const assay_status status = backend_.supports(backend_.state, mapped.get());
  if (status != ASSAY_DONE) refuse(call, status, nullptr);
  return status == ASSAY_DONE;
}

void CallRunner::one_by_one() {
  for (std::size_t call = 0; call < header_.calls; ++call) {
    enter(call, 1);
    if (!taken(call)) continue;
    for (std::uint32_t i = 0; i < header_.executions; ++i) {
      header_.execution = i;
      MappedCall mapped(image(call), i);
      const assay_status status = backend_.execute(backend_.state, mapped.get());
      end_copies();
      answer(mapped, status);
    }
  }
}

void CallRunner::all_at_once() {
  std::deque<MappedCall> mapped;
  for (std::size_t call = 0; call < header_.calls; ++call) {
    enter(call, 1);
    if (!taken(call)) continue;
    for (std::uint32_t i = 0; i < executions(call); ++i) mapped.emplace_back(image(call), i);
  }
  if (mapped.empty()) return;
  std::vector<assay_call> calls;
  for (MappedCall& one : mapped) calls.push_back(*one.get());
  std::vector<assay_status> statuses(calls.size(), ASSAY_BROKEN);
  enter(0, header_.calls);
  backend_.execute_batch(backend_.state, calls.data(), static_cast<std::uint32_t>(calls.size()),
                         statuses.data());
  end_copies();
  for (std::size_t i = 0; i < calls.size(); ++i) {
    *mapped[i].get() = calls[i];
    answer(mapped[i], statuses[i]);
  }
}

}  // namespace

void run_calls(const assay_backend& backend, std::span<std::byte> arena) noexcept {
  try {
    CallRunner runner(backend, arena);
    if (backend.execute_batch != nullptr) {
      runner.all_at_once();
    } else {
      runner.one_by_one();
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "the backend threw an exception across the C ABI: {}\n", error.what());
    std::abort();
  } catch (...) {
    std::fputs("the backend threw an exception across the C ABI\n", stderr);
    std::abort();
  }
}

}  // namespace assay::runners
