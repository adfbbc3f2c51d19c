// SPDX-License-Identifier: Apache-2.0
// A case as bytes in an arena that two processes share, and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "reference/isa/case.hpp"
#include "runners/backend.h"
#include "runners/call/worker_protocol.hpp"

namespace assay::runners {

/// Bytes of guard band before the first and, at least, after the last byte of every operand.
inline constexpr std::int64_t guard_bytes = 512;

/// Alignment of every operand's first byte.
inline constexpr std::uint64_t operand_alignment = 512;

/// Content of the guard byte `offset` bytes behind the end of its operand, or, where that is
/// negative, before its start. Depends on the position, so that a block moved as a whole shows.
std::byte guard_byte(std::int64_t offset);

/// Bytes of a page of this machine.
std::uint64_t page_bytes();

/// Whether the guard bytes of a window are what they were.
bool is_intact(const ImageWindow& window, const std::byte* memory);

/// Lays out the executions of one case: names and types once, then per execution every operand's
/// memory between guard bands that fill the pages it begins and ends in. A tile's memory is in the
/// device's own layout, global memory is the whole allocation. A type that breaks the rules of the
/// Tile class has no layout; its memory takes the contents in logical order.
class CallImage {
 public:
  CallImage(const Case& test, std::size_t executions, std::uint64_t text_capacity);

  std::uint64_t bytes() const { return bytes_; }

  /// Writes everything; `before` has the contents of every operand for every execution.
  void write(std::span<std::byte> arena, std::span<const std::vector<ElementArray>> before) const;

  /// What an execution left behind: contents of every operand, text, guards. Uses nothing of the
  /// arena's own offsets, which the other side may have spoilt. `outcome` is the caller's to fill.
  Trial read(std::span<const std::byte> arena, std::size_t execution,
             std::vector<ElementArray> before) const;

  /// The backend's answer to an execution.
  ExecutionSlot slot(std::span<const std::byte> arena, std::size_t execution) const;

 private:
  struct Place {
    std::uint64_t begin = 0;  ///< of the contents, in the first execution
    std::uint64_t bytes = 0;
    std::uint64_t tail = 0;        ///< guard bytes after them
    std::uint64_t data_shift = 0;  ///< from the contents to what `data` points at
  };

  std::uint64_t reserve(std::uint64_t bytes, std::uint64_t alignment);
  std::uint64_t reserve_text(std::string_view text);
  Place reserve_memory(std::uint64_t bytes, std::uint64_t operand);
  void describe_operands();
  void describe_attributes();
  void describe_memory();
  void fill_memory(std::span<std::byte> arena, std::size_t execution,
                   std::span<const ElementArray> before) const;

  const Case& test_;
  std::uint64_t bytes_ = 0;
  std::vector<std::pair<std::uint64_t, std::string>> strings_;
  std::vector<assay_operand> operands_;  ///< with offsets where the ABI has pointers
  std::vector<assay_attribute> attributes_;
  std::vector<Place> places_;  ///< one per operand; none for scalars
  std::vector<ImageWindow> windows_;
  Place text_;  ///< none where there is no room for text
  ImageHeader header_;
};

/// The other direction: an assay_call of one execution with this process's addresses.
class MappedCall {
 public:
  /// In the memory that CallImage wrote, and keeps pointing there.
  MappedCall(std::span<std::byte> arena, std::size_t execution);
  /// With names in `descriptors`, a copy of the first ImageHeader::descriptors bytes, and operands
  /// in copies of the image's windows. `text` is what the call has for text where there is no
  /// window for it.
  MappedCall(std::span<std::byte> descriptors, std::span<std::byte* const> windows, char* text);
  MappedCall(const MappedCall&) = delete;
  MappedCall& operator=(const MappedCall&) = delete;

  assay_call* get() { return &call_; }

 private:
  std::vector<assay_operand> operands_;
  std::vector<assay_attribute> attributes_;
  assay_call call_{};
};

}  // namespace assay::runners
