// SPDX-License-Identifier: Apache-2.0
// Starting a worker process.
#include "runners/worker/spawn.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <array>
#include <cstring>

#include "runners/call/worker_protocol.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

class SpawnSettings {
 public:
  explicit SpawnSettings(const SpawnOptions& options) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, options.output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, options.output, STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, options.socket, worker_socket);
    posix_spawn_file_actions_adddup2(&actions_, options.arena, worker_arena);
    posix_spawnattr_init(&attributes_);
    // A group of its own, so that a kill reaches its children and Ctrl-C does not reach it.
    posix_spawnattr_setpgroup(&attributes_, 0);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes_, &none);
    sigset_t handled;
    sigemptyset(&handled);
    sigaddset(&handled, SIGXFSZ);  // a run ignores it
    posix_spawnattr_setsigdefault(&attributes_, &handled);
    posix_spawnattr_setflags(
        &attributes_,
        static_cast<short>(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }

  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

}  // namespace

pid_t spawn_worker(const SpawnOptions& options) {
  const SpawnSettings settings(options);
  std::string program = options.program.string();
  std::string backend = options.backend;
  std::string device = options.device;
  std::string memory = options.memory;
  std::array<char*, 5> arguments{program.data(), backend.data(), device.data(), memory.data(),
                                 nullptr};
  pid_t process = -1;
  const int error = posix_spawn(&process, program.c_str(), settings.actions(),
                                settings.attributes(), arguments.data(), environ);
  if (error != 0) {
    throw InfraError(fmt::format("cannot start the worker {}: {}", program, std::strerror(error)));
  }
  return process;
}

}  // namespace assay::runners
