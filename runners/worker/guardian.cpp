// SPDX-License-Identifier: Apache-2.0
// Nothing that a worker starts outlives it, or the run.
#include "runners/worker/guardian.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>

#include "runners/call/worker_protocol.hpp"

namespace assay::runners {
namespace {

// Between a plea to end and the end.
constexpr int end_limit_ms = 500;

/// Parent of a process, or -1; of "PID (NAME) STATE PARENT ...", whatever the name is.
pid_t parent_of(const std::string& process) {
  const std::string path = "/proc/" + process + "/stat";
  std::array<char, 512> text{};
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  const ssize_t got = read(file, text.data(), text.size() - 1);
  close(file);
  const char* end = got > 0 ? std::strrchr(text.data(), ')') : nullptr;
  if (end == nullptr || std::strlen(end) < 4) return -1;
  return static_cast<pid_t>(std::strtol(end + 4, nullptr, 10));
}

void kill_children() {
  std::error_code error;
  for (std::filesystem::directory_iterator entry("/proc", error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const auto process = static_cast<pid_t>(std::strtol(name.c_str(), nullptr, 10));
    if (process > 1 && parent_of(name) == getpid()) kill(process, SIGKILL);
  }
}

/// Every orphan becomes a child of this process, so in the end there is none left.
void end_all(pid_t group) {
  kill(-group, SIGKILL);
  while (waitpid(-1, nullptr, WNOHANG) >= 0) {
    kill_children();
    constexpr useconds_t look = 1000;
    usleep(look);
  }
}

class Guardian {
 public:
  Guardian(pid_t child, int run, int signals) : child_(child), run_(run), signals_(signals) {}

  /// Waits for the child; returns its status by waitpid().
  int outlive() {
    while (!reap()) wait(-1);
    end_all(child_);
    return status_;
  }

 private:
  /// Returns whether the child has ended.
  bool reap() {
    int status = 0;
    for (pid_t ended = 0; (ended = waitpid(-1, &status, WNOHANG)) > 0;) {
      if (ended != child_) continue;
      status_ = status;
      ended_ = true;
    }
    return ended_;
  }

  void wait(int limit_ms) {
    std::array<pollfd, 2> watched{{{signals_, POLLIN, 0}, {run_, POLLIN, 0}}};
    poll(watched.data(), watched.size(), limit_ms);
    if (watched[1].revents != 0) kill(-child_, SIGKILL);
    signalfd_siginfo info{};
    if (watched[0].revents == 0 || read(signals_, &info, sizeof info) <= 0) return;
    if (info.ssi_signo == SIGTERM) plead();
  }

  void plead() {
    kill(-child_, SIGTERM);
    std::array<pollfd, 1> watched{{{signals_, POLLIN, 0}}};
    for (int waited = 0; !reap() && waited < end_limit_ms; waited += 10) {
      if (poll(watched.data(), watched.size(), 10) <= 0) continue;
      signalfd_siginfo info{};
      (void)!read(signals_, &info, sizeof info);
    }
    kill(-child_, SIGKILL);
  }

  pid_t child_;
  int run_;
  int signals_;
  int status_ = 0;
  bool ended_ = false;
};

[[noreturn]] void end_alike(int status) {
  if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
  signal(WTERMSIG(status), SIG_DFL);
  const rlimit none{};
  setrlimit(RLIMIT_CORE, &none);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_UNBLOCK, &all, nullptr);
  raise(WTERMSIG(status));
  _exit(1);
}

}  // namespace

void guard_descendants() {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const int run = static_cast<int>(syscall(SYS_pidfd_open, getppid(), 0));
  sigset_t watched;
  sigemptyset(&watched);
  sigaddset(&watched, SIGTERM);
  sigaddset(&watched, SIGCHLD);
  sigset_t before;
  sigprocmask(SIG_BLOCK, &watched, &before);
  const pid_t self = getpid();
  const pid_t child = fork();
  if (child < 0) {
    std::perror("assay-worker: cannot start a process");
    _exit(1);
  }
  if (child == 0) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sigprocmask(SIG_SETMASK, &before, nullptr);
    if (getppid() != self) _exit(1);
    if (run >= 0) close(run);
    return;
  }
  setpgid(child, child);
  // Closing these signals to the run that the child has ended.
  close(worker_socket);
  close(worker_arena);
  const int signals = signalfd(-1, &watched, SFD_CLOEXEC);
  end_alike(Guardian(child, run, signals).outlive());
}

}  // namespace assay::runners
