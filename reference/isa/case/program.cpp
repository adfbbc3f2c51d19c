// SPDX-License-Identifier: Apache-2.0
// Calls over memories that they share.
#include "reference/isa/case/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "reference/isa/call/physical.hpp"

namespace assay {
namespace {

constexpr std::int64_t kib = 1024;

struct MemoryFacts {
  std::string_view name;
  std::int64_t a2a3;
  std::int64_t a5;
  std::int64_t alignment;
};

// The last 8 KiB of UB are scratch of ops on A2A3. Global memory has no limit that a case reaches.
// Boxes of the matrix unit are 512 bytes.
constexpr std::array<MemoryFacts, 10> facts{{
    {"GM", 16384 * kib, 16384 * kib, 32},
    {"UB", 184 * kib, 256 * kib, 32},
    {"L1", 512 * kib, 512 * kib, 32},
    {"L0A", 64 * kib, 64 * kib, 512},
    {"L0B", 64 * kib, 64 * kib, 512},
    {"L0C", 128 * kib, 256 * kib, 512},
    {"BT", 1 * kib, 4 * kib, 64},
    {"FB", 2 * kib, 4 * kib, 128},
    {"L0A scales", 0, 4 * kib, 32},
    {"L0B scales", 0, 4 * kib, 32},
}};

const MemoryFacts& facts_of(Memory memory) { return facts.at(static_cast<std::size_t>(memory)); }

std::span<std::byte> memory_at(const ProgramStep& step, std::size_t operand, std::int64_t bytes,
                               ProgramMemory& memory) {
  const Binding& binding = *step.bindings[operand];
  return memory[binding.image].bytes().subspan(static_cast<std::size_t>(binding.address),
                                               static_cast<std::size_t>(bytes));
}

}  // namespace

std::string_view name_of(Memory memory) { return facts_of(memory).name; }

Memory memory_of(Location location) {
  switch (location) {
    case Location::vec:
      return Memory::unified_buffer;
    case Location::mat:
      return Memory::l1;
    case Location::left:
      return Memory::l0a;
    case Location::right:
      return Memory::l0b;
    case Location::acc:
      return Memory::l0c;
    case Location::bias:
      return Memory::bias_table;
    case Location::scaling:
      return Memory::fixpipe_buffer;
    case Location::scale_left:
      return Memory::left_scales;
    case Location::scale_right:
      break;
  }
  return Memory::right_scales;
}

std::int64_t capacity_of(Memory memory, Target target) {
  return target == Target::a2a3 ? facts_of(memory).a2a3 : facts_of(memory).a5;
}

std::int64_t alignment_of(Memory memory) { return facts_of(memory).alignment; }

bool is_outside(const Program& program) {
  return !program.steps.empty() && !program.steps.back().test.intent.legal();
}

std::int64_t bytes_of(const OperandValue& value) {
  if (const auto* tile = std::get_if<TileSpec>(&value)) return tile->type.bytes();
  if (const auto* global = std::get_if<GlobalSpec>(&value)) {
    return bytes_for(global->element, global->allocation());
  }
  return 0;
}

ElementArray gathered(const ProgramStep& step, std::size_t operand, MemoryView memory) {
  const OperandValue& value = step.test.call.operands[operand];
  if (const auto* scalar = std::get_if<ScalarSpec>(&value)) {
    ElementArray one(scalar->element, 1);
    one.set(0, scalar->bits);
    return one;
  }
  const Binding& binding = *step.bindings[operand];
  const std::span<const std::byte> bytes = memory[binding.image].bytes().subspan(
      static_cast<std::size_t>(binding.address), static_cast<std::size_t>(bytes_of(value)));
  if (const auto* tile = std::get_if<TileSpec>(&value)) return gather(*tile, bytes);
  ElementArray contents(element_of(value), std::get<GlobalSpec>(value).allocation());
  std::ranges::copy(bytes, contents.bytes().begin());
  return contents;
}

std::vector<ElementArray> gathered(const ProgramStep& step, MemoryView memory) {
  std::vector<ElementArray> contents;
  for (std::size_t k = 0; k < step.test.call.operands.size(); ++k) {
    contents.push_back(gathered(step, k, memory));
  }
  return contents;
}

void put_operand(const ProgramStep& step, std::size_t operand, const ElementArray& contents,
                 ProgramMemory& memory) {
  const OperandValue& value = step.test.call.operands[operand];
  if (std::holds_alternative<ScalarSpec>(value)) return;
  const std::span<std::byte> bytes = memory_at(step, operand, bytes_of(value), memory);
  if (const auto* tile = std::get_if<TileSpec>(&value)) {
    scatter(*tile, contents, bytes);
  } else {
    std::ranges::copy(contents.bytes(), bytes.begin());
  }
}

std::optional<ByteRange> range_of(const ProgramStep& step, std::size_t operand) {
  const std::optional<Binding>& binding = step.bindings[operand];
  if (!binding) return std::nullopt;
  const std::int64_t bytes = bytes_of(step.test.call.operands[operand]);
  return ByteRange{binding->image, binding->address, binding->address + bytes};
}

bool is_written(const Operand& operand) { return operand.role != Role::input; }

bool in_place(const ProgramStep& step, std::size_t output, std::size_t input) {
  const Form& form = step.test.form();
  const auto* to = std::get_if<TileSpec>(&step.test.call.operands[output]);
  const auto* from = std::get_if<TileSpec>(&step.test.call.operands[input]);
  if (to == nullptr || from == nullptr || form.operands[output].role != Role::output) return false;
  TileType type = from->type;
  type.pad = to->type.pad;
  type.dynamic_valid_rows = to->type.dynamic_valid_rows;
  type.dynamic_valid_cols = to->type.dynamic_valid_cols;
  return type == to->type && to->valid_rows == from->valid_rows &&
         to->valid_cols == from->valid_cols &&
         std::ranges::all_of(
             form.results, [](const Result& result) { return static_cast<bool>(result.function); });
}

namespace {

/// Bytes of images that a value was put into.
class WrittenBytes {
 public:
  void add(const ByteRange& range) { ranges_.push_back(range); }
  bool any(const ByteRange& range) const {
    return std::ranges::any_of(ranges_, [&](const ByteRange& one) { return one.meets(range); });
  }
  bool all(const ByteRange& range) const {
    std::int64_t covered = range.begin;
    for (bool grew = true; grew && covered < range.end;) {
      grew = false;
      for (const ByteRange& one : ranges_) {
        if (one.image != range.image || one.begin > covered || one.end <= covered) continue;
        covered = one.end;
        grew = true;
      }
    }
    return covered >= range.end;
  }

 private:
  std::vector<ByteRange> ranges_;
};

Memory memory_for(const OperandValue& value) {
  const auto* tile = std::get_if<TileSpec>(&value);
  return tile == nullptr ? Memory::global : memory_of(tile->type.location);
}

/// The fault of an operand's place, whatever the others are.
std::optional<std::string> misplaced(const Program& program, const ProgramStep& step,
                                     std::size_t operand) {
  const OperandValue& value = step.test.call.operands[operand];
  const std::optional<Binding>& binding = step.bindings[operand];
  if (std::holds_alternative<ScalarSpec>(value) || !binding) {
    if (std::holds_alternative<ScalarSpec>(value) && !binding) return std::nullopt;
    return "lies nowhere";
  }
  if (binding->image >= program.images.size()) return "lies in no image";
  const ProgramImage& image = program.images[binding->image];
  if (image.memory != memory_for(value)) {
    return fmt::format("lies in {} and belongs in {}", name_of(image.memory),
                       name_of(memory_for(value)));
  }
  if (binding->address < 0 || binding->address + bytes_of(value) > image.bytes) {
    return fmt::format("leaves the {} bytes of {}", image.bytes, name_of(image.memory));
  }
  if (binding->address % alignment_of(image.memory) != 0) {
    return fmt::format("begins at {}, no multiple of {}", binding->address,
                       alignment_of(image.memory));
  }
  return std::nullopt;
}

std::optional<std::string> unwritten(const ProgramStep& step, std::size_t operand,
                                     const WrittenBytes& written) {
  const Role role = step.test.form().operands[operand].role;
  const ByteRange range = *range_of(step, operand);
  if (step.fresh[operand]) {
    if (written.any(range)) return "brings contents to where a value is";
    return std::nullopt;
  }
  const bool read = is_read(role);
  if (read && !written.all(range)) return "is read before anything is written there";
  return std::nullopt;
}

}  // namespace

std::optional<std::string> overlapping(const ProgramStep& step, std::size_t operand) {
  const Form& form = step.test.form();
  if (!step.bindings[operand]) return std::nullopt;
  const ByteRange range = *range_of(step, operand);
  for (std::size_t other = 0; other < step.bindings.size(); ++other) {
    if (other == operand || !step.bindings[other]) continue;
    if (!is_written(form.operands[operand])) continue;
    const ByteRange theirs = *range_of(step, other);
    if (!range.meets(theirs)) continue;
    const bool same = range == theirs && form.operands[other].role == Role::input;
    if (same && in_place(step, operand, other)) continue;
    return fmt::format("overlaps {}", form.operands[other].name);
  }
  return std::nullopt;
}

std::optional<std::string> ill_formed(const Program& program) {
  for (const ProgramImage& image : program.images) {
    if (image.bytes > capacity_of(image.memory, program.target)) {
      return fmt::format("{} bytes of {} are beyond its capacity of {}", image.bytes,
                         name_of(image.memory), capacity_of(image.memory, program.target));
    }
  }
  WrittenBytes written;
  for (std::size_t k = 0; k < program.steps.size(); ++k) {
    const ProgramStep& step = program.steps[k];
    const Form& form = step.test.form();
    for (std::size_t i = 0; i < step.bindings.size(); ++i) {
      auto why = misplaced(program, step, i);
      if (!why && step.bindings[i]) why = overlapping(step, i);
      if (!why && step.bindings[i]) why = unwritten(step, i, written);
      if (!why) continue;
      return fmt::format("call {} of {}, {}: {} {}", k + 1, program.steps.size(), form.op,
                         form.operands[i].name, *why);
    }
    for (std::size_t i = 0; i < step.bindings.size(); ++i) {
      const bool held = step.fresh[i] || is_written(form.operands[i]);
      if (step.bindings[i] && held) written.add(*range_of(step, i));
    }
  }
  return std::nullopt;
}

}  // namespace assay
