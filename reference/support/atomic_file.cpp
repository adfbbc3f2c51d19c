// SPDX-License-Identifier: Apache-2.0
#include "reference/support/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "reference/support/endings.hpp"

namespace assay::support {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(int code) { throw WriteFailure(std::generic_category().message(code)); }

/// The file that takes the place: the target, or what it links to.
fs::path replaced_file(const fs::path& target) {
  std::error_code error;
  const bool is_link = fs::is_symlink(fs::symlink_status(target, error));
  const fs::file_type type = fs::status(target, error).type();
  if (type == fs::file_type::directory) throw WriteFailure("it is a folder");
  if (type == fs::file_type::not_found && is_link) throw WriteFailure("it is a link to nothing");
  if (type == fs::file_type::not_found || type == fs::file_type::none) return target;
  if (type != fs::file_type::regular) throw WriteFailure("it is no regular file");
  if (!is_link) return target;
  fs::path named = fs::canonical(target, error);
  if (error) fail(error.value());
  return named;
}

constexpr std::string_view mark = ".tmp-";
constexpr std::size_t word_length = 16;

std::string random_word() {
  std::uint64_t word = 0;
  if (::getrandom(&word, sizeof word, 0) != static_cast<ssize_t>(sizeof word)) fail(errno);
  return fmt::format("{:016x}", word);
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

bool is_temporary(std::string_view found, std::string_view target) {
  if (found.size() != target.size() + mark.size() + word_length) return false;
  const std::string_view word = found.substr(target.size() + mark.size());
  return found.starts_with(target) && found.substr(target.size(), mark.size()) == mark &&
         word.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// The writer of a temporary file holds a lock on it, which ends with its process.
bool has_lock(int descriptor) { return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0; }

bool still_names(const fs::path& path, int descriptor) {
  struct stat there = {};
  struct stat opened = {};
  return ::lstat(path.c_str(), &there) == 0 && ::fstat(descriptor, &opened) == 0 &&
         there.st_dev == opened.st_dev && there.st_ino == opened.st_ino &&
         S_ISREG(opened.st_mode) && opened.st_uid == ::geteuid();
}

void remove_abandoned(const fs::path& path) {
  const int descriptor =
      ::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) return;
  if (still_names(path, descriptor) && has_lock(descriptor)) ::unlink(path.c_str());
  ::close(descriptor);
}

/// Removes the temporary files of killed processes for this target. A failure is ignored.
void remove_abandoned_of(const fs::path& target) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder_of(target), error), end; !error && entry != end;
       entry.increment(error)) {
    const bool ours = is_temporary(entry->path().filename().native(), target.filename().native());
    if (ours) found.push_back(entry->path());
  }
  std::ranges::for_each(found, remove_abandoned);
}

/// The descriptor of a new file, or -1 where another process took it for abandoned or has it.
int created(const fs::path& path) {
  const int descriptor =
      ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (descriptor < 0 && errno != EEXIST) fail(errno);
  if (descriptor < 0) return -1;
  // A file system without locks has no abandoned files removed either.
  const bool lost = !has_lock(descriptor) && errno == EWOULDBLOCK;
  if (!lost && still_names(path, descriptor)) return descriptor;
  ::close(descriptor);
  return -1;
}

// The rename itself lasts only once the folder is on disk. Some file systems cannot sync a folder;
// the file is complete either way.
void sync_folder(const fs::path& path) {
  const int folder = ::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  ::fsync(folder);
  ::close(folder);
}

void write_all(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail(written < 0 ? errno : EIO);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
}

bool takes_bytes_as_they_come(const fs::path& path) {
  std::error_code error;
  const fs::file_type type = fs::status(path, error).type();
  return type == fs::file_type::character || type == fs::file_type::fifo;
}

using Make = std::function<void(const Sink&)>;

/// Pieces in blocks of a megabyte.
void write_pieces(int descriptor, const Make& make) {
  constexpr std::size_t block = std::size_t{1} << 20U;
  std::string waiting;
  make([&](std::string_view piece) {
    waiting += piece;
    if (waiting.size() < block) return;
    write_all(descriptor, waiting);
    waiting.clear();
  });
  write_all(descriptor, waiting);
}

void write_through(const fs::path& path, const Make& make) {
  // To open a pipe that nothing reads would wait for a reader.
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0 && errno == ENXIO) throw WriteFailure("nothing reads from it");
  if (descriptor < 0) fail(errno);
  ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
  // The opened file may be another one than the one that was checked.
  struct stat opened = {};
  const bool known = ::fstat(descriptor, &opened) == 0;
  try {
    if (!known || !(S_ISCHR(opened.st_mode) || S_ISFIFO(opened.st_mode))) {
      throw WriteFailure("it has just become another kind of file");
    }
    write_pieces(descriptor, make);
  } catch (...) {
    ::close(descriptor);
    throw;
  }
  if (::close(descriptor) != 0) fail(errno);
}

std::runtime_error cannot_write(std::string_view kind, const fs::path& path,
                                const WriteFailure& failure) {
  return std::runtime_error(
      fmt::format("cannot write {} {}: {}", kind, path.string(), failure.what()));
}

}  // namespace

TemporaryFile::TemporaryFile(const fs::path& target) : target_(replaced_file(target)) {
  remove_abandoned_of(target_);
  for (int attempt = 0; attempt < 100 && descriptor_ < 0; ++attempt) {
    name_ = target_;
    name_ += std::string(mark) + random_word();
    unnamed_ = remove_on_signals(name_.native());
    descriptor_ = created(name_);
    if (descriptor_ < 0) unnamed_.reset();
  }
  if (descriptor_ < 0) fail(EEXIST);
}

TemporaryFile::~TemporaryFile() {
  if (!name_.empty()) ::unlink(name_.c_str());
  if (descriptor_ >= 0) ::close(descriptor_);
}

void TemporaryFile::keep() {
  if (::fsync(descriptor_) != 0) fail(errno);
  // Another process may have put something else there since.
  replaced_file(target_);
  if (std::rename(name_.c_str(), target_.c_str()) != 0) fail(errno);
  name_.clear();
  unnamed_.reset();
  if (::close(std::exchange(descriptor_, -1)) != 0) fail(errno);
  sync_folder(target_);
}

void write_atomically(std::string_view kind, const fs::path& path, std::string_view content) {
  write_atomically(kind, path, [&](const Sink& sink) { sink(content); });
}

void write_atomically(std::string_view kind, const fs::path& path, const Make& make) {
  try {
    if (takes_bytes_as_they_come(path)) return write_through(path, make);
    TemporaryFile file(path);
    write_pieces(file.descriptor(), make);
    file.keep();
  } catch (const WriteFailure& failure) {
    throw cannot_write(kind, path, failure);
  }
}

void require_writable(std::string_view kind, const fs::path& path) {
  try {
    if (!takes_bytes_as_they_come(path)) const TemporaryFile file(path);
  } catch (const WriteFailure& failure) {
    throw cannot_write(kind, path, failure);
  }
}

}  // namespace assay::support
