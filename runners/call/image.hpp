// SPDX-License-Identifier: Apache-2.0
// A case or a program as bytes in an arena that two processes share, and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reference/isa/case/case.hpp"
#include "reference/isa/case/program.hpp"
#include "runners/backend.h"
#include "runners/call/pages.hpp"
#include "runners/call/progress.hpp"
#include "runners/call/worker_protocol.hpp"

namespace assay::runners {

/// Bytes of guard band before the first and, at least, after the last byte of every operand.
inline constexpr std::int64_t guard_bytes = 512;

/// Alignment of every operand's first byte.
inline constexpr std::uint64_t operand_alignment = 512;

/// Content of the guard byte `offset` bytes after the end of its operand, or, if that is negative,
/// before its start. Depends on the position, so that a block moved as a whole shows.
std::byte guard_byte(std::int64_t offset);

/// Whether the guard bytes of a window are what they were.
bool is_intact(const ImageWindow& window, const std::byte* memory);

/// Lays out the executions of one case: names and types once, then per execution every operand's
/// memory between guard bands that fill the pages it begins and ends in. A tile's memory is in the
/// device's own layout, global memory is the whole allocation. A type that breaks the rules of the
/// Tile class has no layout; its memory takes the contents in logical order. Operands that share
/// memory (shared_memory()) have one memory, with the name of the output.
///
/// Of a program the memories are its images, and the operands of its calls lie in them. Contents
/// before and after are those of the images: `before` has one array each. `after` of a trial has
/// them after the first call, then after the second, for all completed calls; of each the part that
/// the call may have changed (ShownMemory).
class CallImage {
 public:
  CallImage(const Case& test_case, std::size_t executions, std::uint64_t text_capacity);
  CallImage(const Program& program, std::size_t executions);

  std::uint64_t bytes() const { return bytes_; }

  /// Writes everything; `before` has the contents of every memory for every execution.
  void write(std::span<std::byte> arena, std::span<const std::vector<ElementArray>> before) const;

  /// The state after an execution: contents of every operand, text, guards. Does not use the
  /// offsets in the arena, which the other side may have damaged. The caller fills `outcome`.
  Trial read(std::span<const std::byte> arena, std::size_t execution,
             std::vector<ElementArray> before) const;

  /// The backend's answer to an execution of a call.
  ExecutionSlot slot(std::span<const std::byte> arena, std::size_t execution,
                     std::size_t call = 0) const;
  std::size_t calls() const { return calls_.size(); }

  /// The pages that are shared with a backend that makes all calls of a program. The images are
  /// those of `program`.
  CallProgress progress(std::span<std::byte> arena, const Program& program) const;

 private:
  struct Place {
    std::uint64_t begin = 0;  ///< of the contents, in the first execution
    std::uint64_t bytes = 0;
    std::uint64_t tail = 0;  ///< guard bytes after them
  };
  /// A call with offsets where the ABI has pointers.
  struct Described {
    const Case* test = nullptr;
    ImageCall call;
    std::vector<assay_operand> operands;
    std::vector<assay_attribute> attributes;
  };
  /// Where an operand's `data` points, from the contents of its window.
  struct Position {
    std::uint32_t window = no_window;
    std::uint64_t shift = 0;
  };

  std::uint64_t reserve(std::uint64_t bytes, std::uint64_t alignment);
  std::uint64_t reserve_text(std::string_view text);
  void describe(const Case& test_case);
  /// Everything that follows the calls: `positions` has all their operands.
  void describe_rest(std::size_t executions, const std::vector<std::int64_t>& memories,
                     const std::vector<std::string>& names, const std::vector<Position>& positions);
  void reserve_memory(std::uint64_t bytes);
  void place_operands(const std::vector<Position>& positions);
  void fill_memory(std::span<std::byte> arena, std::size_t execution,
                   std::span<const std::vector<ElementArray>> before) const;
  void check_guards(std::span<const std::byte> arena, std::uint64_t shift, std::size_t window,
                    std::vector<GuardDamage>& damage) const;
  void read_memory(std::span<const std::byte> arena, std::size_t window, WindowPart part,
                   Trial& trial) const;
  WindowPart shown_part(const ExecutionSlot& slot, std::size_t window, bool known) const;
  void read_case(std::span<const std::byte> arena, std::size_t execution, Trial& trial) const;
  void read_program(std::span<const std::byte> arena, std::size_t execution, Trial& trial) const;

  bool is_program_;
  std::optional<std::size_t> lender_;  ///< of a single case: the input that its output overlaps
  std::uint64_t bytes_ = 0;
  std::vector<std::pair<std::uint64_t, std::string>> strings_;
  std::vector<Described> calls_;
  std::vector<std::uint32_t> window_of_;  ///< per operand of every call
  std::vector<std::string> names_;        ///< of the windows
  std::vector<Place> places_;             ///< of the windows
  std::vector<ImageWindow> windows_;
  ImageHeader header_;
};

}  // namespace assay::runners
