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
#include <utility>
#include <vector>

#include "runners/support/environment.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/place.hpp"

namespace assay::runners {
namespace {

namespace fs = std::filesystem;

constexpr std::array file_names{"run.json",     "summary.json",   "journal.jsonl", "replicas.jsonl",
                                "run.spool",    "cases.txt",      "cases.h5",      "golden.h5",
                                "results-8.h5", "results-7.h5",   "results-6.h5",  "results-5.h5",
                                "results-4.h5", "results-3.h5",   "results-2.h5",  "results.h5",
                                "junit.xml",    "findings.json",  "shrunk.h5",     "report.html",
                                "cases.csv",    "comparison.json"};

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
    const bool mark = found == MergeMark::name || found == FolderClaim::name;
    if (!mark && std::ranges::none_of(file_names, ours)) return false;
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

/// The innermost folder above `path` that is there, or `path` itself.
fs::path existing_part(fs::path path) {
  std::error_code ignored;
  while (!path.empty() && !fs::exists(path, ignored)) path = path.parent_path();
  return path;
}

void remove_files(const fs::path& folder) {
  std::error_code ignored;
  // run.json goes first, so that no moment shows a new run's folder with an old run's files.
  for (const char* name : file_names) fs::remove(folder / name, ignored);
}

void move_files(const fs::path& from, const fs::path& to) {
  std::error_code error;
  for (const char* name : file_names) {
    if (!fs::exists(from / name, error)) continue;
    fs::rename(from / name, to / name, error);
    if (error) {
      refuse_place(
          fmt::format("cannot move {} out of the way: {}", (from / name).string(), error.message()),
          error);
    }
  }
}

}  // namespace

void require_begun(const fs::path& folder) {
  require_no_merge(folder);
  std::error_code ignored;
  if (!fs::exists(folder / FolderClaim::name, ignored)) return;
  throw UsageError(
      fmt::format("no case of the run into the folder {} was executed: it still plans, or it was "
                  "ended before its first case; start it again",
                  folder.string()));
}

FolderClaim::FolderClaim(const fs::path& folder, fs::path above)
    : folder_(folder), above_(std::move(above)) {
  const fs::path aside = folder_ / name;
  remove_files(aside);  // of a run that was killed before it began
  std::error_code error;
  fs::create_directory(aside, error);
  if (error) {
    refuse_place(fmt::format("cannot make the folder {}: {}", aside.string(), error.message()),
                 error);
  }
  move_files(folder_, aside);
}

FolderClaim::~FolderClaim() {
  if (begun_) return;
  std::error_code error;
  fs::remove(folder_ / name, error);
  for (fs::path made = folder_; made != above_ && !error; made = made.parent_path()) {
    fs::remove(made, error);
  }
}

void FolderClaim::begin() {
  if (begun_) return;
  begun_ = true;
  remove_files(folder_ / name);
  std::error_code ignored;
  fs::remove(folder_ / name, ignored);
}

void FolderClaim::put_back() {
  if (!begun_) move_files(folder_ / name, folder_);
}

void RunFolder::begin() const {
  if (claim_) claim_->begin();
}

void RunFolder::put_back() const {
  if (claim_) claim_->put_back();
}

RunFolder::RunFolder(const std::string& wanted, bool overwrite, FolderUse use) : path_(wanted) {
  const fs::path above = existing_part(wanted.empty() ? fresh_folders : wanted);
  if (wanted.empty()) {
    path_ = fresh_folder();
  } else {
    make_folder(path_);
  }
  lock_ = locked(path_);
  take_over(path_, overwrite, use);
  if (use == FolderUse::run) {
    claim_ = std::make_shared<FolderClaim>(path_, above);
  } else {
    mark_ = std::make_shared<MergeMark>(path_);
    remove_files(path_);
    FolderClaim(path_, path_).begin();
  }
  remove_leftovers();
}

std::string name_of_results(std::size_t backend) {
  return backend == 0 ? "results.h5" : fmt::format("results-{}.h5", backend + 1);
}

void RunFolder::remove_leftovers() const { runners::remove_leftovers(path_, file_names); }

RunFolder RunFolder::existing(const std::string& name) {
  RunFolder folder;
  folder.path_ = name;
  require_begun(folder.path_);
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
