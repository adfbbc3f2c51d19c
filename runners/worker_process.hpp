// SPDX-License-Identifier: Apache-2.0
// A supervised process that owns one backend. Whatever happens to it costs the request in flight.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "reference/isa/case.hpp"
#include "runners/arena.hpp"
#include "runners/worker_protocol.hpp"

namespace assay::runners {

struct WorkerOptions {
  std::filesystem::path program;  ///< assay-worker
  std::string backend;            ///< "simulator", "simulator:fault=NAME", "plugin:FILE.so"
  std::chrono::milliseconds deadline{5000};
};

/// What a backend says of itself.
struct BackendInfo {
  std::string name;
  std::string revision;
  std::string targets;
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

  /// Shared memory of at least so many bytes; earlier spans die.
  std::span<std::byte> arena(std::uint64_t bytes);

  /// Has the worker execute what stands in the arena. Nothing if it answered; else how it ended
  /// (crashed, timed out, or infra for an answer that makes no sense). The next request gets a new
  /// process.
  std::optional<Outcome> execute();

  /// Process id of the worker, or -1 between a death and the next request.
  pid_t process() const { return process_; }

 private:
  void start();
  void spawn(int socket);
  void greet();
  bool send(const Message& message);
  enum class Received { message, closed, late, garbage };
  Received receive(Message& message, std::chrono::milliseconds limit);
  Outcome crashed(const std::string& place);
  std::string ending(int status) const;
  std::string last_output() const;
  std::string where() const;
  int reap();
  void stop();

  WorkerOptions options_;
  BackendInfo info_;
  FileDescriptor memory_;
  FileDescriptor output_;  ///< what the worker prints
  FileDescriptor socket_;
  Arena arena_;
  pid_t process_ = -1;
  std::uint64_t sequence_ = 0;
};

/// assay-worker in the folder of the running program. Throws InfraError where it is missing.
std::filesystem::path worker_program();

}  // namespace assay::runners
