// SPDX-License-Identifier: Apache-2.0
// Calls in the arena's file, and the copies of them that a backend is shown.
#pragma once

#include <sys/uio.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runners/backend/guarded_memory.hpp"
#include "runners/call/image.hpp"
#include "runners/call/mapped_call.hpp"

namespace assay::runners {

/// The file that the run and its worker share, without a mapping. A failure to use it ends the
/// process: the descriptor was closed by other code.
class ArenaFile {
 public:
  explicit ArenaFile(int descriptor) : descriptor_(descriptor) {}

  int descriptor() const { return descriptor_; }
  void read(std::uint64_t offset, std::span<std::byte> bytes) const;
  void write(std::uint64_t offset, std::span<const std::byte> bytes) const;
  /// Several pieces of memory, which follow each other in the file.
  void read_all(std::uint64_t offset, std::span<const iovec> pieces) const;
  void write_all(std::uint64_t offset, std::span<const iovec> pieces) const;
  template <typename T>
  void put(std::uint64_t offset, const T& value) const {
    write(offset, std::as_bytes(std::span(&value, 1)));
  }

 private:
  int descriptor_;
};

/// The description of a call, or of the calls of a program, copied out of the arena.
class StoredCall {
 public:
  StoredCall(const ArenaFile& arena, std::uint64_t image);

  const ArenaFile& arena() const { return *arena_; }
  const ImageHeader& header() const { return header_; }
  const std::vector<ImageWindow>& windows() const { return windows_; }
  std::uint64_t at() const { return image_; }
  const std::vector<std::byte>& descriptors() const { return descriptors_; }
  /// The name of its memory.
  std::string name_of(const ImageWindow& window) const;
  /// Writes the slot of call `call` of an execution.
  void write_slot(std::size_t execution, std::size_t call, const ExecutionSlot& slot) const;

 private:
  const ArenaFile* arena_;
  std::uint64_t image_;
  std::vector<std::byte> descriptors_;
  ImageHeader header_;
  std::vector<ImageWindow> windows_;
};

/// Buffers for the contents known of an execution of a program, reused by later executions:
/// allocation costs more than filling them.
class BufferPool {
 public:
  std::vector<std::byte> take();
  void give(std::vector<std::byte> room);

 private:
  std::vector<std::vector<std::byte>> free_;
};

/// One execution of a call, or of all calls of a program, with memory of its own.
class Execution {
 public:
  /// `number` is that of the call, which must outlive it, in its request. Throws InfraError where
  /// there is no memory.
  Execution(const StoredCall& call, std::size_t number, std::size_t execution,
            GuardedMemory& memory);

  std::size_t number() const { return number_; }
  std::size_t calls() const { return mapped_->size(); }
  /// Whether the windows are the memories of a program, which may have a single call.
  bool is_program() const { return call_->header().is_program != 0; }
  /// The call that is given to the backend, which may change it in any way.
  assay_call* call(std::size_t number = 0) { return mapped_->get(number); }

  /// Copies the answer of a call and what the windows hold into the arena.
  void write_back(std::size_t number, const ExecutionSlot& slot);
  /// For calls that are made one by one: from now on write_changes() writes the changes of memory.
  /// What is known of it is stored in `room`, which grows as needed.
  void remember(std::vector<std::byte> room);
  /// The room back, for another execution.
  std::vector<std::byte> forget() { return std::move(known_); }
  /// write_back() of no more than what the call changed.
  void write_changes(std::size_t number, ExecutionSlot slot);
  /// The same for a call after which others ran already: `tapped` has the contents of the memories,
  /// one after the other without their guard bytes.
  void write_tapped(std::size_t number, const ExecutionSlot& slot,
                    std::span<const std::byte> tapped);
  /// The answer alone, if the contents of the memories are not known.
  void write_unseen(std::size_t number, const ExecutionSlot& slot) const {
    call_->write_slot(execution_, number, slot);
  }
  /// The memories without guard bytes.
  std::vector<assay_image> images() const;
  const std::vector<ImageWindow>& windows() const { return call_->windows(); }
  /// Offset in the arena's file of what ImageHeader::progress names.
  std::uint64_t progress() const { return call_->at() + call_->header().progress; }
  const ArenaFile& arena() const { return call_->arena(); }
  /// Whether the guard bytes around the operands are what they were.
  bool is_intact() const;
  /// The name of an operand that is not what was written back; empty: there is none.
  std::string changed_since() const;
  /// Ends the use of the windows; any later access is caught if they are `watched`.
  void give_back(bool watched);

 private:
  std::uint64_t offset() const;
  /// The offset of the windows as they were after a call.
  std::uint64_t offset_behind(std::size_t number) const;
  std::vector<iovec> pieces() const;
  WindowPart changed_part(std::size_t window, std::span<const std::byte> before) const;

  const StoredCall* call_;
  std::size_t number_;
  std::size_t execution_;
  GuardedMemory* memory_;
  std::vector<std::byte> shown_;  ///< the descriptors that the backend sees
  std::size_t last_ = 0;          ///< call that was written back last
  std::vector<std::byte> known_;  ///< what the run knows of the windows, after remember()
  std::vector<GuardedMemory::Window> windows_;
  std::unique_ptr<MappedCall> mapped_;
};

}  // namespace assay::runners
