// SPDX-License-Identifier: Apache-2.0
#include "runners/support/subprocess.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

#include "runners/support/errors.hpp"
#include "runners/support/interrupt.hpp"

// NOLINTNEXTLINE: declared by POSIX, not by every header.
extern char** environ;

namespace assay::runners {
namespace {

constexpr int most_retries = 50;
constexpr int milliseconds_between_looks = 100;

bool is_stopped(const std::stop_token& stop) {
  return stop.stop_possible() ? stop.stop_requested() : interrupted();
}

using Clock = std::chrono::steady_clock;

/// The output of a process until it closes the pipe; a stop or the end of its time kills it with
/// its children.
ProcessResult read_all(int file, pid_t process, const std::stop_token& stop,
                       std::optional<Clock::time_point> end) {
  ProcessResult ran;
  std::array<char, 65536> buffer{};
  for (bool killed = false;;) {
    const bool late = end && Clock::now() >= *end;
    if ((late || is_stopped(stop)) && !std::exchange(killed, true)) {
      kill(-process, SIGKILL);
      ran.late = late;
    }
    pollfd readable{.fd = file, .events = POLLIN, .revents = 0};
    if (poll(&readable, 1, milliseconds_between_looks) <= 0) continue;
    const ssize_t got = read(file, buffer.data(), buffer.size());
    if (got == 0 || (got < 0 && errno != EINTR)) return ran;
    if (got > 0) ran.output.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

/// A process group of its own.
class OwnGroup {
 public:
  OwnGroup() {
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
  }
  OwnGroup(const OwnGroup&) = delete;
  OwnGroup& operator=(const OwnGroup&) = delete;
  ~OwnGroup() { posix_spawnattr_destroy(&attributes_); }
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

}  // namespace

ProcessResult run_to_end(const std::vector<std::string>& command, const std::stop_token& stop,
                         std::optional<std::chrono::seconds> limit) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw InfraError("cannot open a pipe");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t process = -1;
  const OwnGroup group;
  const auto start = [&] {
    return posix_spawnp(&process, arguments[0], &actions, group.get(), arguments.data(), environ);
  };
  int error = start();
  // A machine that is full of processes now need not be so for long.
  for (int i = 0; error == EAGAIN && i < most_retries; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    error = start();
  }
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (error != 0) {
    close(ends[0]);
    const std::string sentence =
        fmt::format("cannot run {}: {}", command.front(), std::strerror(error));
    const bool lacks = error == EAGAIN || error == ENOMEM || error == EMFILE || error == ENFILE;
    if (lacks) throw InfraError(sentence);
    throw UsageError(sentence);
  }
  std::optional<Clock::time_point> end;
  if (limit) end = Clock::now() + *limit;
  ProcessResult ran = read_all(ends[0], process, stop, end);
  close(ends[0]);
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : code_of_a_signal + WTERMSIG(status);
  if (!stop.stop_possible()) stop_if_interrupted(fmt::format("{} was stopped", command.front()));
  return ran;
}

}  // namespace assay::runners
