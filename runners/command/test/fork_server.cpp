// SPDX-License-Identifier: Apache-2.0
// The command, many times in forked processes: hostile_files_test.py uses it for files that are
// changed in a few bytes. Starting a new process takes ten times as long.
//
// Reads one JSON object a line: `arguments`; `roomy` for a command that starts workers, which want
// address space; and where bytes are to be changed `file`, `at`, `count` and `xor`; the file is as
// before when the answer comes. Answers with one object a line: `code` or
// `signal`, or `hangs`, and what was printed.
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "runners/command/program.hpp"

namespace {

using Json = nlohmann::json;

constexpr rlim_t most_bytes = rlim_t{1} << 30U;  ///< that a command may allocate
constexpr rlim_t most_seconds = 10;       ///< of computing; more than a first walk through a file
constexpr int most_milliseconds = 60000;  ///< in all, on a machine with much else to do

/// A file in memory that takes what a child prints.
class Printed {
 public:
  Printed() : file_(memfd_create("printed", 0)) {}
  Printed(const Printed&) = delete;
  Printed& operator=(const Printed&) = delete;
  ~Printed() { close(file_); }
  int file() const { return file_; }
  std::string text() const {
    std::string text(static_cast<std::size_t>(lseek(file_, 0, SEEK_END)), '\0');
    const ssize_t got = pread(file_, text.data(), text.size(), 0);
    text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
    return text;
  }

 private:
  int file_;
};

/// Some bytes of a file are others while this lives.
class Changed {
 public:
  explicit Changed(const Json& job) {
    if (!job.contains("file")) return;
    file_ = open(job.at("file").get<std::string>().c_str(), O_RDWR | O_CLOEXEC);
    at_ = job.at("at").get<off_t>();
    before_.resize(job.at("count").get<std::size_t>());
    const ssize_t got = file_ < 0 ? 0 : pread(file_, before_.data(), before_.size(), at_);
    if (got <= 0) throw std::runtime_error("no such byte");
    before_.resize(static_cast<std::size_t>(got));
    std::string changed = before_;
    for (char& byte : changed) byte = static_cast<char>(byte ^ job.at("xor").get<int>());
    put(changed);
  }
  Changed(const Changed&) = delete;
  Changed& operator=(const Changed&) = delete;
  ~Changed() {
    if (file_ < 0) return;
    put(before_);
    close(file_);
  }

 private:
  void put(const std::string& bytes) const {
    const ssize_t written = pwrite(file_, bytes.data(), bytes.size(), at_);
    if (written != static_cast<ssize_t>(bytes.size())) std::abort();
  }

  int file_ = -1;
  off_t at_ = 0;
  std::string before_;
};

rlim_t address_space() {
  std::ifstream in("/proc/self/statm");
  rlim_t pages = 0;
  in >> pages;
  return pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
}

[[noreturn]] void be_the_command(const Json& job, const Printed& out, const Printed& err) {
  const auto arguments = job.at("arguments").get<std::vector<std::string>>();
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(out.file(), STDOUT_FILENO);
  dup2(err.file(), STDERR_FILENO);
  setpgid(0, 0);
  if (!job.value("roomy", false)) {
    const rlim_t most = address_space() + most_bytes;
    const rlimit limit{most, most};
    setrlimit(RLIMIT_AS, &limit);
  }
  const rlimit computing{most_seconds, most_seconds};  // SIGKILL
  setrlimit(RLIMIT_CPU, &computing);
  std::vector<const char*> argv{"assay"};
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  std::exit(assay::runners::run_program(static_cast<int>(argv.size()), argv.data()));
}

Json ran(const Json& job) {
  const Changed changed(job);
  const Printed out;
  const Printed err;
  const pid_t child = fork();
  if (child == 0) be_the_command(job, out, err);
  pollfd end{static_cast<int>(syscall(SYS_pidfd_open, child, 0)), POLLIN, 0};
  const bool hangs = poll(&end, 1, most_milliseconds) == 0;
  if (hangs) kill(-child, SIGKILL);
  int status = 0;
  rusage used{};
  wait4(child, &status, 0, &used);
  close(end.fd);
  Json answer{{"out", out.text()}, {"err", err.text()}, {"kilobytes", used.ru_maxrss}};
  if (hangs) {
    answer["hangs"] = true;
  } else if (WIFSIGNALED(status)) {
    answer["signal"] = WTERMSIG(status);
  } else {
    answer["code"] = WEXITSTATUS(status);
  }
  return answer;
}

}  // namespace

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    std::cout << ran(Json::parse(line)).dump(-1, ' ', false, Json::error_handler_t::replace)
              << std::endl;
  }
}
