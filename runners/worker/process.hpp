// SPDX-License-Identifier: Apache-2.0
// A supervised process that owns one backend. Whatever happens to it costs the calls in flight.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "reference/isa/case/backend_spec.hpp"
#include "reference/isa/case/case.hpp"
#include "runners/backend/backend.hpp"
#include "runners/call/arena.hpp"
#include "runners/call/worker_protocol.hpp"
#include "runners/support/errors.hpp"
#include "runners/worker/output.hpp"

namespace assay::runners {

/// Bytes of address space that `workers` workers share by default: half of the machine's
/// memory, at least 4 GiB, and at least 1 GiB for each.
std::uint64_t default_memory(std::size_t workers = 1);

struct WorkerOptions {
  std::filesystem::path program;             ///< assay-worker
  BackendSpec backend = {};                  ///< neither a library nor stored
  std::chrono::milliseconds deadline{5000};  ///< of one call, with all of its executions
  unsigned turn = 0;  ///< number of this worker: it has device `turn` modulo their count
  std::optional<unsigned> device = {};      ///< this one instead
  std::uint64_t memory = default_memory();  ///< bytes of address space; 0: no limit
  std::size_t sharing = 1;  ///< workers that had to share what `memory` is a part of
};

/// How a request ended that got no answer.
struct WorkerExit {
  Outcome outcome;            ///< crashed, timed out, or infra for an answer that makes no sense
  std::size_t first = 0;      ///< the calls that ran; those before them were answered
  std::size_t running = 0;    ///< none where the worker died before it began
  std::size_t execution = 0;  ///< of the call, where one alone ran
  bool whole = false;         ///< its calls were made by the backend; Batch finds out which one ran
  bool sent = false;          ///< by a signal that others send: SIGKILL, SIGTERM, SIGINT, SIGHUP
  std::string refusal = {};   ///< of a compiled library: what it said before a thread of it aborted
};

/// A late finding of a worker about a call that had answered.
struct WorkerAttribution {
  std::optional<std::size_t> call;  ///< of this request; none: of an earlier one
  Outcome outcome;
};

/// The result of a request.
struct Reply {
  std::size_t answered = 0;  ///< the first calls; the others are to be asked again
  std::optional<WorkerExit> worker_exit = {};
  std::optional<WorkerAttribution> attribution = {};
};

/// Thrown where a signal asked the run to stop while a worker was at work.
class Stopped : public InfraError {
 public:
  using InfraError::InfraError;
};

class WorkerProcess {
 public:
  /// Starts the worker. Throws UsageError where the backend is unknown or does not load, InfraError
  /// where the process cannot start.
  explicit WorkerProcess(WorkerOptions options);
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;
  ~WorkerProcess();

  const BackendInfo& info() const { return info_; }

  /// Shared memory of at least `bytes` bytes for the images of calls; invalidates earlier spans.
  std::span<std::byte> images(std::uint64_t bytes);

  /// Has the worker run the calls whose images are at these offsets, at most `most_calls`. The
  /// next request after a death gets a new process. Throws InfraError where none can be had.
  Reply execute(std::span<const std::uint64_t> offsets);

  /// Whether the next request is the first of its process.
  bool fresh() const { return process_ < 0 || fresh_; }
  /// Lets the process end and gives the next request one of its own.
  void retire();

  /// Process id of the worker, or -1 where the next request starts one.
  pid_t process() const { return process_; }

 private:
  enum class Received { message, closed, late, garbage };
  using TimeLeft = std::function<std::chrono::milliseconds()>;

  void start();
  void start_once();
  void greet();
  void read_info();
  bool send(const Message& message);
  Received receive(Message& message, const TimeLeft& left);
  Received take(Message& message);
  std::chrono::milliseconds time_left(std::chrono::nanoseconds begin) const;
  WorkerHeader& header();
  WorkerExit worker_exit(Received received);
  Outcome crashed();
  std::optional<WorkerAttribution> attribution() const;
  bool was_sent() const;
  std::string where() const;
  std::string fault() const;
  int reap();
  bool ends_within(std::chrono::milliseconds limit) const;
  void end(pid_t process) const;
  void stop();

  WorkerOptions options_;
  BackendInfo info_;
  FileDescriptor memory_;
  WorkerOutput output_;
  FileDescriptor socket_;
  FileDescriptor ended_;  ///< readable once the process has ended
  Arena arena_;
  pid_t process_ = -1;
  bool fresh_ = true;
  bool lived_on_ = false;   ///< it had to be killed after it closed its socket
  int status_ = 0;          ///< of the last dead process
  std::uint64_t peak_ = 0;  ///< bytes of memory that the last dead process held
  std::uint64_t sequence_ = 0;
  std::size_t calls_ = 1;  ///< of the last request
};

/// assay-worker in the folder of the running program. Throws InfraError where it is missing.
std::filesystem::path worker_program();

}  // namespace assay::runners
