// SPDX-License-Identifier: Apache-2.0
// A program that a worker talks to on its standard input and output.
#include "runners/backend/program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

// Between the end of the output and the end of the program.
constexpr std::chrono::milliseconds reap_limit{500};

// Bytes kept from a program that writes instead of reading.
constexpr std::size_t most_unread = 1U << 26U;

struct Pipe {
  FileDescriptor reader;
  FileDescriptor writer;
};

Pipe open_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw InfraError(fmt::format("cannot open a pipe to a program: {}", std::strerror(errno)));
  }
  Pipe pipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
  return {std::move(pipe.reader).moved_up(), std::move(pipe.writer).moved_up()};
}

/// A single plain command takes the shell's place, so that signals and ends are its own.
std::string for_shell(const std::string& command) {
  const bool plain = command.find_first_of(";&|(){}=\n") == std::string::npos;
  return plain ? "exec " + command : command;
}

[[noreturn]] void become(const std::string& line, const Pipe& input, const Pipe& output) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGPIPE, SIG_DFL);
  dup2(input.reader.get(), STDIN_FILENO);
  dup2(output.writer.get(), STDOUT_FILENO);
  execl("/bin/sh", "sh", "-c", line.c_str(), static_cast<char*>(nullptr));
  _exit(127);
}

}  // namespace

std::string ending_of(int status) {
  if (WIFEXITED(status)) return fmt::format("left with exit code {}", WEXITSTATUS(status));
  const int signal = WTERMSIG(status);
  const char* name = sigabbrev_np(signal);
  const char* text = sigdescr_np(signal);
  return fmt::format("died of SIG{} ({})", name != nullptr ? name : "?",
                     text != nullptr ? text : "unknown signal");
}

Program::Program(const std::string& command) {
  signal(SIGPIPE, SIG_IGN);  // a program that reads no more is an answer too
  const std::string line = for_shell(command);
  Pipe input = open_pipe();
  Pipe output = open_pipe();
  process_ = fork();
  if (process_ < 0) {
    throw InfraError(fmt::format("cannot start a program: {}", std::strerror(errno)));
  }
  if (process_ == 0) become(line, input, output);
  ended_ = end_of_process(process_);
  input_ = std::move(input.writer);
  if (fcntl(input_.get(), F_SETFL, O_NONBLOCK) != 0) {
    throw InfraError(fmt::format("cannot set up a pipe to a program: {}", std::strerror(errno)));
  }
  output_ = std::move(output.reader);
}

Program::~Program() {
  if (process_ < 0) return;
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

bool Program::send(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = write(input_.get(), bytes.data(), bytes.size());
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && errno == EAGAIN && wait_to_send()) continue;
    if (sent <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(sent));
  }
  return true;
}

/// Until the program reads on; false where it does not. What it says meanwhile is taken in: else
/// one that talks before it reads and this process would wait for each other.
bool Program::wait_to_send() {
  std::array<pollfd, 3> watched{
      {{input_.get(), POLLOUT, 0}, {output_.get(), POLLIN, 0}, {ended_.get(), POLLIN, 0}}};
  while (poll(watched.data(), watched.size(), -1) < 0 && errno == EINTR) continue;
  if (watched[0].revents != 0) return true;
  return watched[1].revents != 0 && unread_.size() < most_unread && fill();
}

bool Program::fill() {
  // A surviving child may hold its output open, so its end counts too.
  std::array<pollfd, 2> watched{{{output_.get(), POLLIN, 0}, {ended_.get(), POLLIN, 0}}};
  while (poll(watched.data(), watched.size(), -1) < 0 && errno == EINTR) continue;
  // More output may have come between the checks of the two.
  if (watched[0].revents == 0 && poll(watched.data(), 1, 0) <= 0) return false;
  std::array<char, 1 << 16> buffer;
  const ssize_t got = ::read(output_.get(), buffer.data(), buffer.size());
  if (got <= 0) return false;
  unread_.append(buffer.data(), static_cast<std::size_t>(got));
  return true;
}

bool Program::has_more(std::chrono::milliseconds wait) {
  if (!unread_.empty()) return true;
  pollfd watched{output_.get(), POLLIN, 0};
  return poll(&watched, 1, static_cast<int>(wait.count())) > 0 && fill();
}

std::optional<std::string> Program::line(std::size_t most) {
  std::size_t end = 0;
  while ((end = unread_.find('\n')) == std::string::npos) {
    if (unread_.size() > most || !fill()) return std::nullopt;
  }
  std::string text = unread_.substr(0, end);
  unread_.erase(0, end + 1);
  return text;
}

bool Program::read(std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    if (unread_.empty() && !fill()) return false;
    const std::size_t count = std::min(bytes.size(), unread_.size());
    std::memcpy(bytes.data(), unread_.data(), count);
    unread_.erase(0, count);
    bytes = bytes.subspan(count);
  }
  return true;
}

std::string Program::ending() {
  const auto end = std::chrono::steady_clock::now() + reap_limit;
  pid_t ended = 0;
  while ((ended = waitpid(process_, &status_, WNOHANG)) == 0 &&
         std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  killed_ = ended == 0;
  if (killed_) {
    kill(process_, SIGKILL);
    waitpid(process_, &status_, 0);
  }
  process_ = -1;
  return killed_ ? "closed its standard output and lived on" : ending_of(status_);
}

void Program::die_alike() const {
  if (killed_) std::abort();
  if (WIFEXITED(status_)) _exit(WEXITSTATUS(status_));
  signal(WTERMSIG(status_), SIG_DFL);
  raise(WTERMSIG(status_));
  std::abort();
}

}  // namespace assay::runners
