// SPDX-License-Identifier: Apache-2.0
#include "runners/run/journal_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "runners/support/errors.hpp"

namespace assay::runners {

JournalFile::JournalFile(std::filesystem::path path, bool resume, const char* whose)
    : path_(std::move(path)), file_(open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  if (file_.get() < 0) fail("write");
  if (flock(file_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw UsageError(
        fmt::format("another {} is writing {}; wait for its end", whose, path_.string()));
  }
  cut(resume ? end_of_last_line() : 0);
}

void JournalFile::fail(const char* what) const {
  throw InfraError(fmt::format("cannot {} {}: {}", what, path_.string(), std::strerror(errno)));
}

/// From behind: a journal of days has more than one wants to read.
off_t JournalFile::end_of_last_line() const {
  off_t end = lseek(file_.get(), 0, SEEK_END);
  std::array<char, 4096> block{};
  while (end > 0) {
    const off_t begin = std::max<off_t>(0, end - static_cast<off_t>(block.size()));
    const auto bytes = static_cast<std::size_t>(end - begin);
    if (pread(file_.get(), block.data(), bytes, begin) != end - begin) fail("read");
    const std::size_t line_feed = std::string_view(block.data(), bytes).rfind('\n');
    if (line_feed != std::string_view::npos) return begin + static_cast<off_t>(line_feed) + 1;
    end = begin;
  }
  return 0;
}

void JournalFile::cut(off_t size) {
  size_ = size;
  if (ftruncate(file_.get(), size) == 0 && lseek(file_.get(), size, SEEK_SET) == size) return;
  fail("write");
}

void JournalFile::keep(std::size_t lines) {
  LineReader reader(path_);
  off_t end = 0;
  while (reader.number() < lines) {
    const auto line = reader.next();
    if (!line) break;
    end += static_cast<off_t>(line->size()) + 1;
  }
  cut(end);
}

std::size_t JournalFile::replay(const std::function<void(const std::string&)>& take,
                                std::size_t skipped) const {
  LineReader reader(path_);
  while (const auto line = reader.next()) {
    if (reader.number() <= skipped) continue;
    try {
      take(*line);
    } catch (const std::exception&) {
      refuse_line(path_, reader.number());
    }
  }
  return reader.number() - std::min(reader.number(), skipped);
}

void JournalFile::append(std::string_view line) {
  const std::string text = fmt::format("{}\n", line);
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = write(file_.get(), text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const int reason = errno;
      if (ftruncate(file_.get(), size_) != 0) { /* the sentence below is all that is left to do */
      }
      errno = reason;
      fail("write");
    }
    written += static_cast<std::size_t>(count);
  }
  size_ += static_cast<off_t>(text.size());
}

LineReader::LineReader(const std::filesystem::path& path) : in_(path, std::ios::binary) {}

std::optional<std::string> LineReader::next() {
  std::string line;
  if (!std::getline(in_, line) || in_.eof()) return std::nullopt;
  ++number_;
  return line;
}

void refuse_line(const std::filesystem::path& path, std::size_t number) {
  throw UsageError(fmt::format("{}:{}: the line is damaged; start again in another folder",
                               path.string(), number));
}

}  // namespace assay::runners
