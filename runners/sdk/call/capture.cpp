// SPDX-License-Identifier: Apache-2.0
// Calls foreign code that prints and may abort, in this process.
#include "runners/sdk/call/capture.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>

namespace assay::runners::sdk {
namespace {

/// Where an abort on this thread goes; null while no foreign call runs.
sigjmp_buf*& escape() {
  thread_local sigjmp_buf* place = nullptr;
  return place;
}

void on_abort(int) {
  if (escape() != nullptr) siglongjmp(*escape(), 1);
}

/// False where `call` aborted. Without locals that a jump could spoil.
bool runs_through(const std::function<void()>& call) {
  sigjmp_buf place;
  if (sigsetjmp(place, 1) != 0) {
    escape() = nullptr;
    return false;
  }
  escape() = &place;
  call();
  escape() = nullptr;
  return true;
}

void flush() {
  std::cout.flush();
  std::fflush(nullptr);
}

/// The text written since `begin`. The position, not the end: the file may have a fixed length.
std::string read_from(int file, off_t begin) {
  const off_t end = lseek(file, 0, SEEK_CUR);
  if (end <= begin) return {};
  std::string text(static_cast<std::size_t>(end - begin), '\0');
  const ssize_t got = pread(file, text.data(), text.size(), begin);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return text;
}

std::string last_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  const std::size_t begin = text.rfind('\n');
  return begin == std::string::npos ? text : text.substr(begin + 1);
}

/// Standard output goes to a file in memory while this lives.
class Output {
 public:
  explicit Output(int file) : file_(file) {
    flush();
    if (ftruncate(file_, 0) == 0) lseek(file_, 0, SEEK_SET);
    dup2(file_, STDOUT_FILENO);
  }
  std::string take() const {
    flush();
    return read_from(file_, 0);
  }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output() {
    dup2(saved_, STDOUT_FILENO);
    close(saved_);
  }

 private:
  int saved_ = dup(STDOUT_FILENO);
  int file_;
};

}  // namespace

Captured captured_call(const std::function<void()>& call) {
  static const int file = memfd_create("assay-text", MFD_CLOEXEC);
  const off_t begin = std::max<off_t>(lseek(STDERR_FILENO, 0, SEEK_CUR), 0);
  struct sigaction action {};
  struct sigaction before {};
  action.sa_handler = on_abort;
  sigaction(SIGABRT, &action, &before);
  Captured captured;
  {
    const Output output(file);
    captured.aborted = !runs_through(call);
    captured.output = output.take();
  }
  sigaction(SIGABRT, &before, nullptr);
  if (captured.aborted) captured.error = last_line(read_from(STDERR_FILENO, begin));
  // Without a word it is no refusal but a crash.
  if (captured.aborted && captured.error.empty()) std::abort();
  return captured;
}

}  // namespace assay::runners::sdk
