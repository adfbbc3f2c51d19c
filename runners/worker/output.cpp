// SPDX-License-Identifier: Apache-2.0
// The output of a worker, kept up to a limit.
#include "runners/worker/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

constexpr off_t most_output = off_t{16} << 20;

// Memory is given back to the machine only if it is more than this.
constexpr off_t kept_memory = off_t{1} << 16;

}  // namespace

WorkerOutput::WorkerOutput() : file_(memory_file("assay-output")) {
  // A file that can neither grow nor be made longer refuses the flood by itself.
  if (ftruncate(file_.get(), most_output) != 0 ||
      fcntl(file_.get(), F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) != 0) {
    throw InfraError(
        fmt::format("cannot make a file of {} MiB in memory for what a worker prints: {}; a limit "
                    "of 'ulimit -f' "
                    "applies to it too",
                    most_output >> 20, std::strerror(errno)));
  }
}

void WorkerOutput::clear() {
  const off_t written = lseek(file_.get(), 0, SEEK_CUR);
  if (written > kept_memory) {
    fallocate(file_.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, written);
  }
  lseek(file_.get(), 0, SEEK_SET);
}

std::vector<std::string> WorkerOutput::lines() const {
  constexpr off_t most = 2000;
  const off_t end = lseek(file_.get(), 0, SEEK_CUR);
  std::string text(static_cast<std::size_t>(std::min(end, most)), '\0');
  const ssize_t got = pread(file_.get(), text.data(), text.size(), end - std::min(end, most));
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t stop_at = std::min(text.find('\n', begin), text.size());
    if (stop_at > begin) lines.push_back(text.substr(begin, stop_at - begin));
    begin = stop_at + 1;
  }
  return lines;
}

std::string WorkerOutput::last_line() const {
  const std::vector<std::string> all = lines();
  return all.empty() ? std::string() : all.back();
}

std::string WorkerOutput::last_lines() const {
  constexpr std::size_t most_lines = 3;
  std::vector<std::string> lines = this->lines();
  if (lines.size() > most_lines) lines.erase(lines.begin(), lines.end() - most_lines);
  return lines.empty() ? std::string() : fmt::format("; it printed: {}", fmt::join(lines, " | "));
}

}  // namespace assay::runners
