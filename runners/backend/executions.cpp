// SPDX-License-Identifier: Apache-2.0
// Calls in the arena's file, and the copies of them that a backend is shown.
#include "runners/backend/executions.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "runners/call/worker_protocol.hpp"

namespace assay::runners {
namespace {

/// Ends the process: the arena's descriptor was closed by other code. If the socket is gone too,
/// the run ends it.
[[noreturn]] void lost() {
  while (fcntl(worker_socket, F_GETFD) < 0) pause();
  std::fputs("the worker lost the memory that it shares with the run\n", stderr);
  std::fflush(stderr);
  _exit(1);
}

// So much describes most calls.
constexpr std::size_t first_read = 4096;

}  // namespace

void ArenaFile::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t got = pread(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) lost();
    offset += static_cast<std::uint64_t>(got);
    bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
}

void ArenaFile::write(std::uint64_t offset, std::span<const std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t put = pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) lost();
    offset += static_cast<std::uint64_t>(put);
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
}

namespace {

// The most that one call of the system moves.
constexpr std::size_t most_moved = std::size_t{1} << 30;

std::size_t total_of(std::span<const iovec> pieces) {
  std::size_t bytes = 0;
  for (const iovec& piece : pieces) bytes += piece.iov_len;
  return bytes;
}

std::span<std::byte> memory_of(const iovec& piece) {
  return {static_cast<std::byte*>(piece.iov_base), piece.iov_len};
}

}  // namespace

void ArenaFile::read_all(std::uint64_t offset, std::span<const iovec> pieces) const {
  const std::size_t bytes = total_of(pieces);
  if (bytes <= most_moved && preadv(descriptor_, pieces.data(), static_cast<int>(pieces.size()),
                                    static_cast<off_t>(offset)) == static_cast<ssize_t>(bytes)) {
    return;
  }
  for (const iovec& piece : pieces) {
    read(offset, memory_of(piece));
    offset += piece.iov_len;
  }
}

void ArenaFile::write_all(std::uint64_t offset, std::span<const iovec> pieces) const {
  const std::size_t bytes = total_of(pieces);
  if (bytes <= most_moved && pwritev(descriptor_, pieces.data(), static_cast<int>(pieces.size()),
                                     static_cast<off_t>(offset)) == static_cast<ssize_t>(bytes)) {
    return;
  }
  for (const iovec& piece : pieces) {
    write(offset, memory_of(piece));
    offset += piece.iov_len;
  }
}

StoredCall::StoredCall(const ArenaFile& arena, std::uint64_t image)
    : arena_(&arena), image_(image), descriptors_(first_read) {
  const ssize_t got =
      pread(arena.descriptor(), descriptors_.data(), first_read, static_cast<off_t>(image));
  if (got < static_cast<ssize_t>(sizeof header_)) lost();
  std::memcpy(&header_, descriptors_.data(), sizeof header_);
  const auto have = static_cast<std::size_t>(got);
  descriptors_.resize(header_.descriptors);
  if (header_.descriptors > have) arena.read(image + have, std::span(descriptors_).subspan(have));
  windows_.resize(header_.window_count);
  if (!windows_.empty()) {
    std::memcpy(windows_.data(), descriptors_.data() + header_.windows,
                windows_.size() * sizeof(ImageWindow));
  }
}

void StoredCall::write_slot(std::size_t execution, std::size_t call,
                            const ExecutionSlot& slot) const {
  const std::size_t number = execution * header_.call_count + call;
  arena_->put(image_ + header_.slots + number * sizeof slot, slot);
}

std::string StoredCall::name_of(const ImageWindow& window) const {
  return reinterpret_cast<const char*>(descriptors_.data() + window.name);
}

std::vector<std::byte> BufferPool::take() {
  if (free_.empty()) return {};
  std::vector<std::byte> last = std::move(free_.back());
  free_.pop_back();
  return last;
}

void BufferPool::give(std::vector<std::byte> room) {
  constexpr std::size_t most = 4;
  if (room.capacity() > 0 && free_.size() < most) free_.push_back(std::move(room));
}

Execution::Execution(const StoredCall& call, std::size_t number, std::size_t execution,
                     GuardedMemory& memory)
    : call_(&call),
      number_(number),
      execution_(execution),
      memory_(&memory),
      shown_(call.descriptors()) {
  std::vector<std::byte*> places;
  for (const ImageWindow& window : call.windows()) {
    windows_.push_back(
        memory.take(window.bytes, {static_cast<std::uint32_t>(number),
                                   static_cast<std::uint32_t>(window.owner), window.contents}));
    places.push_back(memory.at(windows_.back()));
  }
  call.arena().read_all(offset(), pieces());
  mapped_ = std::make_unique<MappedCall>(shown_, places, memory.nowhere());
}

std::uint64_t Execution::offset() const {
  if (windows_.empty()) return 0;
  return call_->at() + call_->windows().front().begin + execution_ * call_->header().stride;
}

std::vector<iovec> Execution::pieces() const {
  std::vector<iovec> found;
  for (std::size_t w = 0; w < windows_.size(); ++w) {
    found.push_back({memory_->at(windows_[w]), call_->windows()[w].bytes});
  }
  return found;
}

std::uint64_t Execution::offset_behind(std::size_t number) const {
  const std::size_t taps = number + 1 == calls() ? 0 : number + 1;
  return offset() + taps * call_->header().taps;
}

void Execution::write_back(std::size_t number, const ExecutionSlot& slot) {
  last_ = number;
  call_->arena().write_all(offset_behind(number), pieces());
  call_->write_slot(execution_, number, slot);
}

void Execution::remember(std::vector<std::byte> room) {
  if (windows_.size() > most_memories) return;
  known_ = std::move(room);
  known_.resize(total_of(pieces()));
  auto next = known_.begin();
  for (const iovec& piece : pieces()) next = std::ranges::copy(memory_of(piece), next).out;
}

/// Whole blocks, so that few comparisons find them.
WindowPart Execution::changed_part(std::size_t window, std::span<const std::byte> before) const {
  constexpr std::size_t block = 512;
  static_assert(guard_bytes % block == 0);
  const ImageWindow& whole = call_->windows()[window];
  const std::byte* now = memory_->at(windows_[window]);
  const auto same = [&](std::size_t place) {
    return std::memcmp(before.data() + place, now + place, block) == 0;
  };
  WindowPart part{0, whole.bytes};
  while (part.begin < part.end && same(part.begin)) part.begin += block;
  while (part.end > part.begin && same(part.end - block)) part.end -= block;
  if (part.begin == part.end) return {};
  const bool guards = part.begin < guard_bytes || part.end > guard_bytes + whole.contents;
  return guards ? WindowPart{0, whole.bytes} : part;
}

void Execution::write_changes(std::size_t number, ExecutionSlot slot) {
  if (known_.empty()) return write_back(number, slot);
  last_ = number;
  slot.partial = 1;
  std::uint64_t to = offset_behind(number);
  std::span<std::byte> known = known_;
  for (std::size_t w = 0; w < windows_.size(); ++w) {
    const std::uint64_t bytes = call_->windows()[w].bytes;
    const WindowPart part = slot.changed.at(w) = changed_part(w, known);
    const std::span now(memory_->at(windows_[w]) + part.begin, part.end - part.begin);
    if (!now.empty()) {
      call_->arena().write(to + part.begin, now);
      std::ranges::copy(now, known.begin() + static_cast<std::ptrdiff_t>(part.begin));
    }
    known = known.subspan(bytes);
    to += bytes;
  }
  call_->write_slot(execution_, number, slot);
}

std::vector<assay_image> Execution::images() const {
  std::vector<assay_image> found;
  for (std::size_t w = 0; w < windows_.size(); ++w) {
    const ImageWindow& window = call_->windows()[w];
    found.push_back({sizeof(assay_image), window.memory, memory_->at(windows_[w]) + guard_bytes,
                     window.contents});
  }
  return found;
}

void Execution::write_tapped(std::size_t number, const ExecutionSlot& slot,
                             std::span<const std::byte> tapped) {
  std::uint64_t to = offset_behind(number);
  for (std::size_t w = 0; w < windows_.size(); ++w) {
    const ImageWindow& window = call_->windows()[w];
    const std::byte* begin = memory_->at(windows_[w]);
    std::vector<std::byte> whole(begin, begin + window.bytes);
    std::ranges::copy(tapped.first(window.contents), whole.begin() + guard_bytes);
    tapped = tapped.subspan(window.contents);
    call_->arena().write(to, whole);
    to += window.bytes;
  }
  call_->write_slot(execution_, number, slot);
}

bool Execution::is_intact() const {
  for (std::size_t w = 0; w < windows_.size(); ++w) {
    if (!runners::is_intact(call_->windows()[w], memory_->at(windows_[w]))) return false;
  }
  return true;
}

std::string Execution::changed_since() const {
  std::uint64_t from = offset_behind(last_);
  std::vector<std::byte> before;
  for (std::size_t w = 0; w < windows_.size(); ++w) {
    const ImageWindow& window = call_->windows()[w];
    if (known_.empty()) {
      before.resize(window.bytes);
      call_->arena().read(from, before);
    } else {
      const auto begin = known_.begin() + static_cast<std::ptrdiff_t>(from - offset_behind(last_));
      before.assign(begin, begin + static_cast<std::ptrdiff_t>(window.bytes));
    }
    from += window.bytes;
    if (std::memcmp(before.data(), memory_->at(windows_[w]), before.size()) != 0) {
      return call_->name_of(window);
    }
  }
  return {};
}

void Execution::give_back(bool watched) {
  for (const GuardedMemory::Window window : windows_) {
    if (watched) {
      memory_->close(window);
    } else {
      memory_->give_back(window);
    }
  }
  windows_.clear();
}

}  // namespace assay::runners
