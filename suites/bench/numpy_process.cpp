// SPDX-License-Identifier: Apache-2.0
#include "suites/bench/numpy_process.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <stdexcept>

namespace assay::bench {
namespace {

constexpr const char* python = "/usr/bin/python3";

std::array<int, 2> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe can be made");
  return ends;
}

}  // namespace

NumpyProcess::NumpyProcess() {
  const std::array<int, 2> jobs = make_pipe();
  const std::array<int, 2> answers = make_pipe();
  process_ = fork();
  if (process_ < 0) throw std::runtime_error("no process can be started for numpy");
  if (process_ == 0) {
    dup2(jobs[0], STDIN_FILENO);
    dup2(answers[1], STDOUT_FILENO);
    execl(python, python, "-B", ASSAY_NUMPY_SCRIPT, nullptr);
    _exit(127);
  }
  close(jobs[0]);
  close(answers[1]);
  to_ = fdopen(jobs[1], "w");
  from_ = fdopen(answers[0], "r");
  version_ = answer();
}

NumpyProcess::~NumpyProcess() {
  std::fclose(to_);
  std::fclose(from_);
  waitpid(process_, nullptr, 0);
}

std::string NumpyProcess::answer() {
  std::array<char, 100> line{};
  if (std::fgets(line.data(), static_cast<int>(line.size()), from_) == nullptr) {
    throw std::runtime_error(std::string(python) + " with numpy does not answer");
  }
  std::string text(line.data());
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

double NumpyProcess::seconds(const std::string& job) {
  std::fprintf(to_, "%s\n", job.c_str());
  std::fflush(to_);
  return std::stod(answer());
}

}  // namespace assay::bench
