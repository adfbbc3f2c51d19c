// SPDX-License-Identifier: Apache-2.0
// A supervised process that owns one backend. Whatever happens to it costs the request in flight.
#include "runners/worker_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <thread>
#include <vector>

#include "runners/environment.hpp"
#include "runners/errors.hpp"
#include "runners/spawn.hpp"

namespace assay::runners {
namespace {

using std::chrono::milliseconds;

// A device plugin may take long to open its device.
constexpr milliseconds start_limit{30000};

// Between the end of the stream and the end of the process.
constexpr milliseconds reap_limit{500};

std::string in_seconds(milliseconds time) {
  return fmt::format("{:g} s", static_cast<double>(time.count()) / 1000);
}

template <std::size_t size>
std::string text_of(const std::array<char, size>& letters) {
  return {letters.data(), strnlen(letters.data(), size)};
}

}  // namespace

WorkerProcess::WorkerProcess(WorkerOptions options)
    : options_(std::move(options)),
      memory_(memory_file("assay-arena")),
      output_(memory_file("assay-output")),
      arena_(memory_.get()) {
  // Appending, so that the file can be emptied under the worker's hands.
  fcntl(output_.get(), F_SETFL, O_APPEND);
  arena_.grow(smallest_arena);
  start();
}

WorkerProcess::~WorkerProcess() { stop(); }

std::span<std::byte> WorkerProcess::arena(std::uint64_t bytes) {
  arena_.grow(bytes);
  return arena_.map(bytes);
}

void WorkerProcess::start() {
  std::array<int, 2> pair{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair.data()) != 0) {
    throw InfraError(fmt::format("cannot open a socket to a worker: {}", std::strerror(errno)));
  }
  socket_ = FileDescriptor(pair[0]);
  const FileDescriptor theirs = FileDescriptor(pair[1]).moved_up();
  process_ = spawn_worker({.program = options_.program,
                           .backend = options_.backend,
                           .socket = theirs.get(),
                           .arena = memory_.get(),
                           .output = output_.get()});
  greet();
}

void WorkerProcess::greet() {
  Message hello;
  const Received received = receive(hello, start_limit);
  if (received != Received::message || hello.kind != MessageKind::hello) {
    const std::string how = received == Received::late
                                ? fmt::format("said nothing for {}", in_seconds(start_limit))
                                : crashed("").message;
    stop();
    throw InfraError(
        fmt::format("the worker for backend {} did not start: {}", options_.backend, how));
  }
  ArenaHeader header;
  std::memcpy(&header, arena_.map(smallest_arena).data(), sizeof header);
  if (hello.value != static_cast<std::uint64_t>(HelloStatus::ready)) {
    stop();
    const std::string message = text_of(header.hello_message) + last_output();
    if (hello.value == static_cast<std::uint64_t>(HelloStatus::bad_backend)) {
      throw UsageError(message);
    }
    throw InfraError(message);
  }
  info_ = {text_of(header.backend_name), text_of(header.backend_revision),
           text_of(header.backend_targets)};
}

bool WorkerProcess::send(const Message& message) {
  return ::send(socket_.get(), &message, sizeof message, MSG_NOSIGNAL) ==
         static_cast<ssize_t>(sizeof message);
}

WorkerProcess::Received WorkerProcess::receive(Message& message, milliseconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (true) {
    const auto left = std::chrono::ceil<milliseconds>(end - std::chrono::steady_clock::now());
    if (left.count() <= 0) return Received::late;
    pollfd ready{socket_.get(), POLLIN, 0};
    const int count = poll(&ready, 1, static_cast<int>(left.count()));
    if (count == 0 || (count < 0 && errno == EINTR)) continue;
    std::array<std::byte, 2 * sizeof(Message)> buffer{};
    const ssize_t got = recv(socket_.get(), buffer.data(), buffer.size(), 0);
    if (got <= 0) return Received::closed;
    std::memcpy(&message, buffer.data(), sizeof message);
    const bool sound =
        got == static_cast<ssize_t>(sizeof message) && message.magic == protocol_magic;
    return sound ? Received::message : Received::garbage;
  }
}

std::optional<Outcome> WorkerProcess::execute() {
  if (process_ < 0) start();
  if (ftruncate(output_.get(), 0) != 0) throw InfraError("cannot empty the log of a worker");
  const Message request{protocol_magic, MessageKind::execute, ++sequence_, arena_.memory().size()};
  Message answer;
  const Received received = send(request) ? receive(answer, options_.deadline) : Received::closed;
  if (received == Received::message && answer.kind == MessageKind::done &&
      answer.sequence == sequence_) {
    return std::nullopt;
  }
  const std::string place = where();
  if (received == Received::closed) return crashed(place);
  const std::string output = last_output();
  stop();
  if (received == Received::late) {
    return Outcome{
        Outcome::Status::timed_out,
        fmt::format("no answer within {}{}{}", in_seconds(options_.deadline), place, output)};
  }
  return Outcome{Outcome::Status::infra,
                 fmt::format("the worker's answer makes no sense{}{}", place, output)};
}

Outcome WorkerProcess::crashed(const std::string& place) {
  const std::string how = ending(reap());
  return {Outcome::Status::crashed, how + place + last_output()};
}

std::string WorkerProcess::ending(int status) const {
  if (WIFEXITED(status)) {
    return fmt::format("the worker left with exit code {}", WEXITSTATUS(status));
  }
  const int signal = WTERMSIG(status);
  const char* name = sigabbrev_np(signal);
  const char* text = sigdescr_np(signal);
  return fmt::format("the worker died of SIG{} ({})", name != nullptr ? name : "?",
                     text != nullptr ? text : "unknown signal");
}

std::string WorkerProcess::where() const {
  const auto memory = arena_.memory();
  ArenaHeader header;
  if (memory.size() < sizeof header) return {};
  std::memcpy(&header, memory.data(), sizeof header);
  if (header.current >= header.executions) return {};
  return fmt::format(" in execution {} of {}", header.current + 1, header.executions);
}

std::string WorkerProcess::last_output() const {
  constexpr off_t most = 2000;
  constexpr std::size_t most_lines = 3;
  const off_t end = lseek(output_.get(), 0, SEEK_END);
  std::string text(static_cast<std::size_t>(std::min(end, most)), '\0');
  const ssize_t got = pread(output_.get(), text.data(), text.size(), end - std::min(end, most));
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t stop_at = std::min(text.find('\n', begin), text.size());
    if (stop_at > begin) lines.push_back(text.substr(begin, stop_at - begin));
    begin = stop_at + 1;
  }
  if (lines.size() > most_lines) lines.erase(lines.begin(), lines.end() - most_lines);
  return lines.empty() ? std::string() : fmt::format("; it printed: {}", fmt::join(lines, " | "));
}

/// Waits for the end of a worker whose stream has ended, and sees to it.
int WorkerProcess::reap() {
  const pid_t process = std::exchange(process_, -1);
  int status = 0;
  if (process < 0) return status;
  const auto end = std::chrono::steady_clock::now() + reap_limit;
  pid_t ended = 0;
  while ((ended = waitpid(process, &status, WNOHANG)) == 0 &&
         std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(milliseconds(1));
  }
  kill(-process, SIGKILL);  // also what the worker itself may have started
  if (ended == 0) waitpid(process, &status, 0);
  return status;
}

void WorkerProcess::stop() {
  const pid_t process = std::exchange(process_, -1);
  if (process < 0) return;
  kill(-process, SIGKILL);
  int status = 0;
  waitpid(process, &status, 0);
}

std::filesystem::path worker_program() {
  const std::filesystem::path program = program_folder() / "assay-worker";
  if (access(program.c_str(), X_OK) != 0) {
    throw InfraError(fmt::format("{} is missing; build the target assay-worker", program.string()));
  }
  return program;
}

}  // namespace assay::runners
