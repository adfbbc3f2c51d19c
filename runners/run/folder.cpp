// SPDX-License-Identifier: Apache-2.0
// The folder a run writes into, and its journal.
#include "runners/run/folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "runners/support/environment.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

namespace fs = std::filesystem;

fs::path fresh_folder() {
  const std::string stamp = local_stamp();
  for (int number = 1;; ++number) {
    const fs::path path = fs::path("assay-runs") / fmt::format("{}-{}", stamp, number);
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (!error && fs::create_directory(path, error)) return path;
    if (error) {
      throw InfraError(fmt::format("cannot make the folder {}: {}; name another with --out",
                                   path.string(), error.message()));
    }
  }
}

constexpr std::array file_names{"run.json",    "summary.json", "journal.jsonl", "run.spool",
                                "cases.txt",   "cases.h5",     "golden.h5",     "results-2.h5",
                                "results.h5",  "junit.xml",    "findings.json", "shrunk.h5",
                                "report.html", "cases.csv"};

/// A file that a killed process had not yet given the name.
bool is_temporary(const std::string& found, const std::string& name) {
  return found.starts_with(name + ".") && found.find(".tmp") != std::string::npos;
}

/// Whether every file there is one that a run has begun.
bool holds_only_leftovers(const fs::path& path, std::error_code& error) {
  for (const fs::directory_entry& entry : fs::directory_iterator(path, error)) {
    const std::string found = entry.path().filename().string();
    const auto ours = [&](const char* name) { return found == name || is_temporary(found, name); };
    if (std::ranges::none_of(file_names, ours)) return false;
  }
  return true;
}

void take_over(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) {
    throw InfraError(fmt::format("cannot make the folder {}: {}", path.string(), error.message()));
  }
  const bool known = fs::exists(path / "journal.jsonl") || fs::exists(path / "run.json");
  if (!known && !holds_only_leftovers(path, error) && !error) {
    throw UsageError(fmt::format(
        "the folder {} has files that no run of assay made; name an empty or a new one with --out",
        path.string()));
  }
  if (error) {
    throw InfraError(fmt::format("cannot read the folder {}: {}", path.string(), error.message()));
  }
  if (fs::exists(path / "run.json", error) && !fs::exists(path / "summary.json", error)) {
    throw UsageError(
        fmt::format("the folder {0} holds a run that was not finished; go on with --resume {0}, or "
                    "name another folder with --out",
                    path.string()));
  }
  if (access(path.c_str(), W_OK | X_OK) != 0) {
    throw InfraError(
        fmt::format("cannot write into the folder {}: {}", path.string(), std::strerror(errno)));
  }
}

}  // namespace

RunFolder::RunFolder(const std::string& wanted) : path_(wanted) {
  if (wanted.empty()) {
    path_ = fresh_folder();
    return;
  }
  take_over(path_);
  remove_files(false);
}

RunFolder RunFolder::existing(const std::string& name) {
  RunFolder folder;
  folder.path_ = name;
  if (!fs::exists(folder.manifest())) {
    throw UsageError(fmt::format("there is no run to resume in {}; it has no run.json", name));
  }
  return folder;
}

/// run.json goes first, so that no moment shows a new run's folder with an old run's files.
void RunFolder::remove_files(bool leftovers_only) const {
  for (const std::string name : file_names) {
    std::error_code ignored;
    if (!leftovers_only) fs::remove(path_ / name, ignored);
    for (const fs::directory_entry& entry : fs::directory_iterator(path_)) {
      if (is_temporary(entry.path().filename().string(), name)) fs::remove(entry.path(), ignored);
    }
  }
}

Journal::Journal(fs::path path, bool resume)
    : path_(std::move(path)), file_(open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  if (file_.get() < 0) {
    throw InfraError(fmt::format("cannot write {}: {}", path_.string(), std::strerror(errno)));
  }
  lock();
  if (!resume) cut(0);
}

void Journal::lock() const {
  if (flock(file_.get(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  throw UsageError(fmt::format("another run is writing {}; wait for its end", path_.string()));
}

void Journal::keep(std::size_t lines) {
  std::ifstream in(path_, std::ios::binary);
  std::string line;
  off_t end = 0;
  for (std::size_t i = 0; i < lines && std::getline(in, line) && !in.eof(); ++i) {
    end += static_cast<off_t>(line.size()) + 1;
  }
  cut(end);
}

void Journal::cut(off_t size) {
  size_ = size;
  if (ftruncate(file_.get(), size) == 0 && lseek(file_.get(), size, SEEK_SET) == size) return;
  throw InfraError(fmt::format("cannot write {}: {}", path_.string(), std::strerror(errno)));
}

void Journal::append(std::string_view line) {
  const std::string text = fmt::format("{}\n", line);
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = write(file_.get(), text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const std::string reason = std::strerror(errno);
      if (ftruncate(file_.get(), size_) != 0) { /* the sentence below is all that is left to do */
      }
      throw InfraError(fmt::format("cannot write {}: {}", path_.string(), reason));
    }
    written += static_cast<std::size_t>(count);
  }
  size_ += static_cast<off_t>(text.size());
}

}  // namespace assay::runners
