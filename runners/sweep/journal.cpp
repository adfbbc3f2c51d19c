// SPDX-License-Identifier: Apache-2.0
#include "runners/sweep/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <system_error>

#include "runners/run/folder.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* journal_name = "sweep.jsonl";

void require_empty(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder, error) || fs::is_empty(folder, error)) return;
  if (fs::exists(folder / journal_name, error)) {
    throw UsageError(fmt::format(
        "the folder {} holds a sweep already; name another one with --out, or go on with --resume",
        folder.string()));
  }
  throw UsageError(fmt::format(
      "the folder {} has files that no sweep made; name an empty or a new one with --out",
      folder.string()));
}

fs::path new_folder(const std::string& name) {
  if (name.empty()) return RunFolder(name).path();
  fs::path folder(name);
  if (fs::is_directory(folder)) require_empty(folder);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw InfraError(
        fmt::format("cannot make the folder {}: {}", folder.string(), error.message()));
  }
  return folder;
}

fs::path used_folder(const std::string& name) {
  if (name.empty()) {
    throw UsageError("--resume needs --out FOLDER, the folder of the sweep to go on with");
  }
  if (!fs::exists(fs::path(name) / journal_name)) {
    throw UsageError(
        fmt::format("there is no sweep to resume in {}; it has no {}", name, journal_name));
  }
  return name;
}

/// The header of a journal, unless its first line is not whole.
std::optional<Json> header_in(const fs::path& path) {
  std::ifstream in(path);
  std::string line;
  if (!std::getline(in, line) || in.eof()) return std::nullopt;
  return Json::parse(line, nullptr, false);
}

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace

SweepJournal::SweepJournal(const std::string& folder, const Json& header, bool resume)
    : folder_(resume ? used_folder(folder) : new_folder(folder)) {
  open_file(resume ? 0 : O_CREAT | O_EXCL);
  lock();
  if (resume) {
    cut_off_half_line();
    remove_leftovers();
  }
  if (header_in(path())) {
    require_header(header);
  } else {
    write_line(header.dump());
  }
}

void SweepJournal::open_file(int flags) {
  file_ = FileDescriptor(open(path().c_str(), O_RDWR | O_APPEND | O_CLOEXEC | flags, 0666));
  if (file_.get() >= 0) return;
  throw InfraError(fmt::format("cannot write {}: {}", path().string(), std::strerror(errno)));
}

void SweepJournal::lock() const {
  if (flock(file_.get(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  throw UsageError(
      fmt::format("another sweep is running in {}; wait for its end", folder_.string()));
}

void SweepJournal::cut_off_half_line() {
  off_t end = lseek(file_.get(), 0, SEEK_END);
  std::array<char, 4096> block{};
  while (end > 0) {
    const off_t begin = std::max<off_t>(0, end - static_cast<off_t>(block.size()));
    const ssize_t got =
        pread(file_.get(), block.data(), static_cast<std::size_t>(end - begin), begin);
    if (got != end - begin) {
      throw InfraError(fmt::format("cannot read {}: {}", path().string(), std::strerror(errno)));
    }
    const std::string_view text(block.data(), static_cast<std::size_t>(got));
    const std::size_t line_feed = text.rfind('\n');
    end = line_feed == std::string_view::npos ? begin : begin + static_cast<off_t>(line_feed) + 1;
    if (line_feed != std::string_view::npos) break;
  }
  if (ftruncate(file_.get(), end) == 0) return;
  throw InfraError(fmt::format("cannot write {}: {}", path().string(), std::strerror(errno)));
}

void SweepJournal::require_header(const Json& header) const {
  const Json found = header_in(path()).value_or(Json());
  if (found.is_discarded() || !found.is_object()) {
    throw UsageError(fmt::format("{} is no journal of a sweep", path().string()));
  }
  for (const auto& [key, value] : header.items()) {
    const Json other = found.value(key, Json());
    if (other == value) continue;
    throw UsageError(
        fmt::format("the sweep in {} has {} {}, not {}; resume it with its own options, "
                    "or name another folder with --out",
                    folder_.string(), key, text_of(other), text_of(value)));
  }
}

/// Files that a killed process had not yet given their name.
void SweepJournal::remove_leftovers() const {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with("sweep.h5.") && !name.starts_with("sweep.html.")) continue;
    std::error_code ignored;
    fs::remove(entry.path(), ignored);
  }
}

std::size_t SweepJournal::replay(const std::function<void(SweepPart&)>& take) const {
  std::ifstream in(path());
  std::string line;
  std::getline(in, line);
  std::size_t count = 0;
  while (std::getline(in, line)) {
    try {
      SweepPart part = part_from_line(line);
      take(part);
      ++count;
    } catch (const std::exception&) {
      throw UsageError(fmt::format("{}:{}: the line is damaged; start again in another folder",
                                   path().string(), count + 2));
    }
  }
  return count;
}

void SweepJournal::append(const SweepPart& part) { write_line(part_to_line(part)); }

void SweepJournal::write_line(const std::string& line) {
  const std::string text = line + "\n";
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = write(file_.get(), text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      throw InfraError(fmt::format("cannot write {}: {}", path().string(), std::strerror(errno)));
    }
    written += static_cast<std::size_t>(count);
  }
}

}  // namespace assay::runners
