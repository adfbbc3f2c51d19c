// SPDX-License-Identifier: Apache-2.0
// The contents of the memories of a program between its calls, from the output of an execution.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "reference/isa/case/program.hpp"

namespace assay {

/// Bytes of a memory from `begin` on.
struct ShownPart {
  std::int64_t begin = 0;
  std::span<const std::byte> bytes;
  std::int64_t end() const { return begin + std::ssize(bytes); }
};

/// What Trial::after of a program has of a memory after a call: all of it (u8), nothing if it is
/// unknown, or a part outside of which it is as before the call. A part is an array of i8, to be
/// distinct from a memory: eight bytes with its offset, then its bytes.
ElementArray as_part(const ShownPart& part);

/// One execution of a program as it goes on, from before the first call, call after call. The
/// program and the trial must outlive it.
class ShownMemory {
 public:
  ShownMemory(const Program& program, const Trial& trial);

  const Trial& trial() const { return *trial_; }

  /// Whether the contents of all memories after a call are known.
  bool shows(std::size_t call) const;

  /// Goes on to before `call`, which may be the end of the program; there is no way back.
  void go_to(std::size_t call);
  /// The memories at this point; none if they are not known.
  MemoryView held() const { return known_ ? MemoryView(held_) : MemoryView(); }
  /// The part of an image that the next call, after which all is known, may have changed; all bytes
  /// outside of it are what is held.
  ShownPart changed(std::size_t image) const { return part_behind(next_, image); }
  /// Whether these bytes, which are held, are the same after the next call.
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
