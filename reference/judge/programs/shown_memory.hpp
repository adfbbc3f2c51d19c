// SPDX-License-Identifier: Apache-2.0
// What the memories of a program hold between its calls, from what an execution showed of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "reference/isa/program.hpp"

namespace assay {

/// Bytes of a memory from `begin` on.
struct ShownPart {
  std::int64_t begin = 0;
  std::span<const std::byte> bytes;
  std::int64_t end() const { return begin + std::ssize(bytes); }
};

/// What Trial::after of a program has of a memory behind a call: all of it (u8), nothing where
/// nobody knows it, or a part beside which it is as it was before the call. A part is an array of
/// i8, so that nobody takes it for a memory: eight bytes that say where it begins, and its bytes.
ElementArray as_part(const ShownPart& part);

/// One execution of a program as it goes on, from before the first call, call after call. The
/// program and the trial must outlive it.
class ShownMemory {
 public:
  ShownMemory(const Program& program, const Trial& trial);

  const Trial& trial() const { return *trial_; }

  /// Whether it is known what all memories held behind a call.
  bool shows(std::size_t call) const;

  /// Goes on to before `call`, which may be the end of the program; there is no way back.
  void go_to(std::size_t call);
  /// The memories where it is; none where they are not known.
  MemoryView held() const { return known_ ? MemoryView(held_) : MemoryView(); }
  /// What the next call, behind which all is known, may have changed of an image; all bytes beside
  /// it are what is held.
  ShownPart changed(std::size_t image) const { return part_behind(next_, image); }
  /// Whether these bytes, which are held, are the same behind the next call.
  bool keeps(const ByteRange& range) const;

  /// held() to take away.
  ProgramMemory taken() && { return known_ ? std::move(held_) : ProgramMemory(); }

 private:
  const ElementArray& shown_behind(std::size_t call, std::size_t image) const;
  ShownPart part_behind(std::size_t call, std::size_t image) const;
  void pass();

  const Program* program_;
  const Trial* trial_;
  ProgramMemory held_;
  bool known_;
  std::size_t next_ = 0;
};

}  // namespace assay
