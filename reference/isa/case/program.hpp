// SPDX-License-Identifier: Apache-2.0
// Calls over memories that they share, one after the other. A single call is a program of one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/isa/call/contents.hpp"
#include "reference/isa/case/case.hpp"

namespace assay {

/// Global memory and the on-chip memories of a target. Source: MODEL 5.
enum class Memory : std::uint8_t {
  global,
  unified_buffer,
  l1,
  l0a,
  l0b,
  l0c,
  bias_table,
  fixpipe_buffer,
  left_scales,
  right_scales,
};
inline constexpr Memory last_memory = Memory::right_scales;

/// "GM", "UB", "L1", "L0A", "L0B", "L0C", "BT", "FB", "L0A scales", "L0B scales".
std::string_view name_of(Memory memory);

/// The memory that holds tiles of a location.
Memory memory_of(Location location);

/// Bytes that tiles may have there; none if the target lacks it, and for global memory a limit of
/// this project. On the CPU those of A5. Source: MODEL 5.
std::int64_t capacity_of(Memory memory, Target target);

/// The address of the first byte of a tile is a multiple of it. Source: MODEL 5.
std::int64_t alignment_of(Memory memory);

/// The part of a memory that a program uses, from address 0 on.
struct ProgramImage {
  Memory memory = Memory::global;
  std::int64_t bytes = 0;
  friend bool operator==(const ProgramImage&, const ProgramImage&) = default;
};

/// Where an operand lies: TASSIGN's address of a tile, or the start of an allocation.
struct Binding {
  std::size_t image = 0;  ///< in Program::images
  std::int64_t address = 0;
  friend bool operator==(const Binding&, const Binding&) = default;
};

/// One call.
struct ProgramStep {
  /// Legal, except the last call of a program that is outside; its name is not used.
  Case test;
  std::vector<std::optional<Binding>> bindings;  ///< per operand; nothing for scalars
  std::vector<bool>
      fresh;  ///< per operand: the memory was never written before; it holds what the case draws
};

/// How a program is judged: call by call from what its backend shows after each call, or only by
/// what its memories hold after the last call.
enum class Judging : std::uint8_t { stepwise, end_to_end };

struct Program {
  std::string name;
  Target target = Target::cpu;
  Judging judging = Judging::stepwise;
  std::uint32_t key = 0;
  std::vector<ProgramImage> images;
  std::vector<ProgramStep> steps;
};

/// Whether the last call breaks a constraint and must be refused.
bool is_outside(const Program& program);

/// Contents of every image, one array of u8 each.
using ProgramMemory = std::vector<ElementArray>;

/// The same, wherever it is.
using MemoryView = std::span<const ElementArray>;

/// Bytes of an operand in memory; 0 for a scalar.
std::int64_t bytes_of(const OperandValue& value);

/// Contents of a step's operands in logical order, from the images as they are.
std::vector<ElementArray> gathered(const ProgramStep& step, MemoryView memory);

/// Those of one operand.
ElementArray gathered(const ProgramStep& step, std::size_t operand, MemoryView memory);

/// Puts the contents of operand `operand` of a step where it lies.
void put_operand(const ProgramStep& step, std::size_t operand, const ElementArray& contents,
                 ProgramMemory& memory);

/// Bytes [begin, end) of an image.
struct ByteRange {
  std::size_t image = 0;
  std::int64_t begin = 0;
  std::int64_t end = 0;
  bool meets(const ByteRange& other) const {
    return image == other.image && begin < other.end && other.begin < end;
  }
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};
/// Where an operand of a step lies; nothing for scalars.
std::optional<ByteRange> range_of(const ProgramStep& step, std::size_t operand);

/// Whether an operand is one that a call may write: output, in-out, scratch.
bool is_written(const Operand& operand);

/// The first reason why a program is ill-formed, as a sentence: an operand outside its image, in a
/// wrong memory or misaligned, an image beyond the capacity of its memory, an input that was never
/// written, an output that overlaps another operand of its call and is not in_place(), or an
/// operand for which several calls bring contents of their own.
std::optional<std::string> ill_formed(const Program& program);

/// The conflict between operand `operand` and the others of its call, in words.
std::optional<std::string> overlapping(const ProgramStep& step, std::size_t operand);

/// Whether the output of a step may be in the memory of that input: all results are functions of
/// single elements (Result::function), and both tiles have the same type and valid region.
bool in_place(const ProgramStep& step, std::size_t output, std::size_t input);

}  // namespace assay
