// SPDX-License-Identifier: Apache-2.0
#include "runners/run/folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <vector>

#include "runners/support/environment.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/place.hpp"

namespace assay::runners {
namespace {

namespace fs = std::filesystem;

constexpr std::array file_names{"run.json",      "summary.json", "journal.jsonl", "run.spool",
                                "cases.txt",     "cases.h5",     "golden.h5",     "results-8.h5",
                                "results-7.h5",  "results-6.h5", "results-5.h5",  "results-4.h5",
                                "results-3.h5",  "results-2.h5", "results.h5",    "junit.xml",
                                "findings.json", "shrunk.h5",    "report.html",   "cases.csv"};

constexpr const char* fresh_folders = "assay-runs";

/// A file that a killed process had not yet given the name.
bool is_temporary(const std::string& found, const std::string& name) {
  return found.starts_with(name + ".") && found.find(".tmp") != std::string::npos;
}

/// Whether every file there is one that a run has begun.
bool holds_only_leftovers(const fs::path& path, std::error_code& error) {
  for (const fs::directory_entry& entry : fs::directory_iterator(path, error)) {
    const std::string found = entry.path().filename().string();
    const auto ours = [&](const char* name) { return found == name || is_temporary(found, name); };
    if (found != MergeMark::name && std::ranges::none_of(file_names, ours)) return false;
  }
  return true;
}

void require_free(const fs::path& path, bool overwrite) {
  std::error_code error;
  require_no_merge(path);
  if (fs::exists(path / "run.json", error) && !fs::exists(path / "summary.json", error)) {
    throw UsageError(
        fmt::format("the folder {0} holds a run that was not finished; go on with --resume {0}, or "
                    "name another folder with --out",
                    path.string()));
  }
  if (fs::exists(path / "summary.json", error) && !overwrite) {
    throw UsageError(fmt::format(
        "the folder {} holds a finished run; name another one with --out, or replace it "
        "with --overwrite",
        path.string()));
  }
}

/// Two runs that replaced the same one would remove each other's files. A file system without locks
/// has none here either.
std::shared_ptr<const FileDescriptor> locked(const fs::path& path) {
  auto folder =
      std::make_shared<FileDescriptor>(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder->get() >= 0 && flock(folder->get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw UsageError(
        fmt::format("another run writes into the folder {}; wait for its end, or name another "
                    "with --out",
                    path.string()));
  }
  return folder;
}

void take_over(const fs::path& path, bool overwrite, FolderUse use) {
  std::error_code error;
  const bool half_merged = use == FolderUse::merge && fs::exists(path / MergeMark::name, error);
  const bool known = fs::exists(path / "journal.jsonl") || fs::exists(path / "run.json");
  if (!known && !holds_only_leftovers(path, error) && !error) {
    throw UsageError(fmt::format(
        "the folder {} has files that no run of assay made; name an empty or a new one with --out",
        path.string()));
  }
  if (error) {
    refuse_place(fmt::format("cannot read the folder {}: {}; name another with --out",
                             path.string(), error.message()),
                 error);
  }
  if (!half_merged) require_free(path, overwrite);
  require_writable_folder(path);
}

}  // namespace

void RunFolder::require_usable(const std::string& wanted, bool overwrite) {
  require_folder_place(wanted.empty() ? fresh_folders : wanted);
  if (wanted.empty()) return;
  if (fs::exists(wanted)) take_over(wanted, overwrite, FolderUse::run);
}

RunFolder::RunFolder(const std::string& wanted, bool overwrite, FolderUse use) : path_(wanted) {
  if (wanted.empty()) {
    path_ = fresh_folder();
    return;
  }
  make_folder(path_);
  lock_ = locked(path_);
  take_over(path_, overwrite, use);
  if (use == FolderUse::merge) mark_ = std::make_shared<MergeMark>(path_);
  // run.json goes first, so that no moment shows a new run's folder with an old run's files.
  std::error_code ignored;
  for (const char* name : file_names) fs::remove(path_ / name, ignored);
  remove_leftovers();
}

std::string name_of_results(std::size_t backend) {
  return backend == 0 ? "results.h5" : fmt::format("results-{}.h5", backend + 1);
}

void RunFolder::remove_leftovers() const { runners::remove_leftovers(path_, file_names); }

RunFolder RunFolder::existing(const std::string& name) {
  RunFolder folder;
  folder.path_ = name;
  require_no_merge(folder.path_);
  if (!fs::exists(folder.manifest())) {
    throw UsageError(fmt::format("{} is no folder of a run: it has no run.json", name));
  }
  return folder;
}

fs::path fresh_folder() {
  const std::string stamp = local_stamp();
  for (int number = 1;; ++number) {
    fs::path path = fs::path(fresh_folders) / fmt::format("{}-{}", stamp, number);
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (!error && fs::create_directory(path, error)) return path;
    if (error) {
      refuse_place(fmt::format("cannot make the folder {}: {}; name another with --out",
                               path.string(), error.message()),
                   error);
    }
  }
}

void remove_leftovers(const fs::path& folder, std::span<const char* const> names) {
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (std::ranges::any_of(names, [&](const char* ours) { return is_temporary(name, ours); })) {
      found.push_back(entry.path());
    }
  }
  std::error_code ignored;
  for (const fs::path& path : found) fs::remove(path, ignored);
}

}  // namespace assay::runners
