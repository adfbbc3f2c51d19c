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

#include "reports/words/seal.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/user_file.hpp"

namespace assay::runners {

JournalFile::JournalFile(std::filesystem::path path, bool resume, const char* whose)
    : path_(std::move(path)),
      file_(open(path_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666)) {
  if (file_.get() < 0) fail("write");
  if (flock(file_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw UsageError(
        fmt::format("another {} is writing {}; wait for its end", whose, path_.string()));
  }
  cut(resume ? count_lines() : 0);
}

void JournalFile::fail(const char* what) const {
  throw InfraError(fmt::format("cannot {} {}: {}", what, path_.string(), std::strerror(errno)));
}

/// Returns where the last whole line ends.
off_t JournalFile::count_lines() {
  std::array<char, 1U << 16U> block{};
  off_t end = 0;
  lines_ = 0;
  for (off_t begin = 0;;) {
    const ssize_t bytes = pread(file_.get(), block.data(), block.size(), begin);
    if (bytes < 0 && errno == EINTR) continue;
    if (bytes < 0) fail("read");
    if (bytes == 0) return end;
    const std::string_view text(block.data(), static_cast<std::size_t>(bytes));
    lines_ += static_cast<std::size_t>(std::ranges::count(text, '\n'));
    const std::size_t last = text.rfind('\n');
    if (last != std::string_view::npos) end = begin + static_cast<off_t>(last) + 1;
    begin += bytes;
  }
}

void JournalFile::cut(off_t size) {
  size_ = size;
  if (ftruncate(file_.get(), size) == 0 && lseek(file_.get(), size, SEEK_SET) == size) return;
  fail("write");
}

void JournalFile::keep(std::size_t lines) {
  std::ifstream in = open_if_there(path_);
  std::string line;
  off_t end = 0;
  std::size_t kept = 0;
  for (; kept < lines && std::getline(in, line) && !in.eof(); ++kept) {
    end += static_cast<off_t>(line.size()) + 1;
  }
  cut(end);
  lines_ = kept;
}

std::size_t JournalFile::replay(const std::function<void(const std::string&)>& take,
                                std::size_t skipped) const {
  LineReader reader(path_);
  while (const auto line = reader.next()) {
    if (reader.number() <= skipped) continue;
    try {
      take(*line);
    } catch (const std::exception& error) {
      refuse_line(path_, reader.number(), error.what());
    }
  }
  return reader.number() - std::min(reader.number(), skipped);
}

LinePlace JournalFile::append(std::string_view object) {
  const LinePlace place{size_, lines_ + 1};
  const std::string text = reports::sealed_line(object, place.number) + '\n';
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = write(file_.get(), text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const int reason = errno;
      // Another line may be shorter and still find room, where this one began.
      if (ftruncate(file_.get(), size_) != 0 || lseek(file_.get(), size_, SEEK_SET) != size_) {
        // the sentence below is all that is left to do
      }
      errno = reason;
      fail("write");
    }
    written += static_cast<std::size_t>(count);
  }
  size_ += static_cast<off_t>(text.size());
  ++lines_;
  return place;
}

LineReader::LineReader(const std::filesystem::path& path) : path_(path), in_(open_if_there(path)) {}

std::optional<std::string> LineReader::next() {
  std::string line;
  if (!std::getline(in_, line) || in_.eof()) return std::nullopt;
  place_ = {end_, place_.number + 1};
  end_ += static_cast<off_t>(line.size()) + 1;
  try {
    return reports::unsealed_line(line, place_.number);
  } catch (const reports::Damage& damage) {
    refuse_line(path_, place_.number, damage.what());
  }
}

std::string line_at(const std::filesystem::path& path, const LinePlace& place) {
  std::ifstream in = open_if_there(path);
  std::string line;
  if (!in.seekg(place.begin) || !std::getline(in, line)) {
    refuse_line(path, place.number, "it is not there any more");
  }
  try {
    return reports::unsealed_line(line, place.number);
  } catch (const reports::Damage& damage) {
    refuse_line(path, place.number, damage.what());
  }
}

void refuse_line(const std::filesystem::path& path, std::size_t number, const std::string& why) {
  throw UsageError(fmt::format("{}:{}: the line is damaged: {}; start again in another folder",
                               path.string(), number, why));
}

}  // namespace assay::runners
