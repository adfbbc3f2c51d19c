// SPDX-License-Identifier: Apache-2.0
// assay-worker: executes calls of one backend for the run that started it.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>

#include "runners/backend/call_runner.hpp"
#include "runners/backend/executions.hpp"
#include "runners/backend/loaded.hpp"
#include "runners/call/worker_protocol.hpp"
#include "runners/support/environment.hpp"
#include "runners/worker/guardian.hpp"

namespace assay::runners {
namespace {

template <std::size_t size>
void copy_text(std::string_view text, std::array<char, size>& letters) {
  letters.fill('\0');
  std::copy_n(text.begin(), std::min(text.size(), size - 1), letters.begin());
}

std::string_view text_or_empty(const char* text) { return text == nullptr ? "" : text; }

bool send(const Message& message) {
  return ::send(worker_socket, &message, sizeof message, MSG_NOSIGNAL) ==
         static_cast<ssize_t>(sizeof message);
}

bool has_children() {
  siginfo_t ignored{};
  return waitid(P_ALL, 0, &ignored, WEXITED | WNOHANG | WNOWAIT) == 0;
}

/// A backend that leaks should not make a call fail that has nothing to do with it: half of what
/// the process may have is reserved for later calls. Nor should anything that a call left running
/// write into the memory of the next.
Condition condition(rlim_t memory, bool own_children) {
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  const int lowest_free = dup(worker_socket);
  close(lowest_free);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const bool few_files = lowest_free < 0 || static_cast<rlim_t>(lowest_free) > files.rlim_cur / 2;
  const bool little_memory = memory > 0 && static_cast<rlim_t>(usage.ru_maxrss) > memory / 1024 / 2;
  const bool strangers = !own_children && has_children();
  return few_files || little_memory || strangers ? Condition::worn : Condition::sound;
}

/// Answers requests until the run closes the socket.
int serve(const LoadedBackend& backend, CallPlace& place, rlim_t memory) {
  const bool own_children = has_children();  // helpers of a device that it opened
  place.known_threads = place.threads.get();
  Message request;
  errno = 0;
  while (recv(worker_socket, &request, sizeof request, 0) == static_cast<ssize_t>(sizeof request)) {
    const bool sound = run_calls(backend, place);
    std::fflush(nullptr);
    const Condition after = sound ? condition(memory, own_children) : Condition::worn;
    const auto state = static_cast<std::uint64_t>(after);
    if (!send({protocol_magic, MessageKind::done, request.sequence, state})) break;
  }
  // The socket was closed by other code; the run ends this process.
  while (errno == EBADF || errno == ENOTSOCK) pause();
  return 0;
}

void limit(int resource, rlim_t most) {
  const rlimit limits{most, most};
  setrlimit(static_cast<__rlimit_resource>(resource), &limits);
}

// A sanitizer reserves more addresses than any machine has memory.
#ifdef ASSAY_SANITIZED
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

/// `addresses` of its space are reserved and hold no memory.
void limit_the_damage(rlim_t memory, rlim_t addresses) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, rlim_t{1} << 30);
  if (memory > 0 && !sanitized) limit(RLIMIT_AS, memory + addresses);
  // Where the machine runs out of memory all the same, the run should not be the one to go.
  if (std::FILE* file = std::fopen("/proc/self/oom_score_adj", "w")) {
    std::fputs("1000", file);
    std::fclose(file);
  }
  // Child processes of a backend get neither.
  fcntl(worker_socket, F_SETFD, FD_CLOEXEC);
  fcntl(worker_arena, F_SETFD, FD_CLOEXEC);
}

struct Arguments {
  std::string backend;
  DeviceChoice device;
  rlim_t memory = 0;
};

void introduce(const assay_backend& backend, const std::string& device, WorkerHeader& header) {
  copy_text(text_or_empty(backend.name), header.backend_name);
  copy_text(text_or_empty(backend.revision), header.backend_revision);
  copy_text(text_or_empty(backend.targets), header.backend_targets);
  copy_text(text_or_empty(backend.devices), header.backend_devices);
  copy_text(device, header.device);
}

bool hello(HelloStatus status, const WorkerHeader& header) {
  const ArenaFile arena(worker_arena);
  arena.put(0, header);
  return send({protocol_magic, MessageKind::hello, 0, static_cast<std::uint64_t>(status)});
}

int run(const Arguments& arguments) {
  WorkerHeader header;
  try {
    CallPlace place{.arena = worker_arena};
    limit_the_damage(arguments.memory, place.memory.reserved());
    require_plain_floating_point();
    const LoadedBackend backend = load_backend(executable_backend(arguments.backend));
    introduce(*backend, open_device(*backend, arguments.device), header);
    report_faults(place.memory, worker_arena);
    if (!hello(HelloStatus::ready, header)) return 1;
    return serve(backend, place, arguments.memory);
  } catch (const BadBackend& error) {
    copy_text(error.what(), header.hello_message);
    hello(HelloStatus::bad_backend, header);
  } catch (const std::exception& error) {
    copy_text(error.what(), header.hello_message);
    hello(HelloStatus::broken, header);
  }
  return 1;
}

}  // namespace
}  // namespace assay::runners

int main(int argc, char** argv) {
  using namespace assay::runners;
  const std::string_view device = argc == 4 ? argv[2] : "";
  if (!device.starts_with("turn:") && !device.starts_with("only:")) {
    std::fputs("assay-worker: started by assay, not by hand\n", stderr);
    return 2;
  }
  const auto number = static_cast<unsigned>(std::strtoul(argv[2] + 5, nullptr, 10));
  guard_descendants();  // comes back in another process
  keep_freed_memory();
  return run({.backend = argv[1],
              .device = {.only = device.starts_with("only:"), .number = number},
              .memory = std::strtoull(argv[3], nullptr, 10)});
}
