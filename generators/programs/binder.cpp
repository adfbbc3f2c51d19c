// SPDX-License-Identifier: Apache-2.0
// The memory of a program while it is drawn.
#include "generators/programs/binder.hpp"

#include <algorithm>
#include <utility>

#include "reference/ops/shared_memory.hpp"

namespace assay::generators {
namespace {

constexpr int in_place_percent = 30;
constexpr int reuse_percent = 30;
constexpr int gap_percent = 40;
constexpr std::int64_t largest_gap = 3;  // in units of alignment

Memory memory_for(const OperandValue& value) {
  const auto* tile = std::get_if<TileSpec>(&value);
  return tile == nullptr ? Memory::global : memory_of(tile->type.location);
}

std::int64_t rounded_up(std::int64_t value, std::int64_t step) {
  return (value + step - 1) / step * step;
}

}  // namespace

bool same_bytes(const OperandValue& a, const OperandValue& b) {
  const auto* one = std::get_if<TileSpec>(&a);
  const auto* other = std::get_if<TileSpec>(&b);
  if (one == nullptr || other == nullptr) {
    const auto* view = std::get_if<GlobalSpec>(&a);
    GlobalSpec same = view == nullptr ? GlobalSpec{} : *view;
    if (const auto* theirs = std::get_if<GlobalSpec>(&b)) {
      same.dynamic_shape = theirs->dynamic_shape;
      same.dynamic_stride = theirs->dynamic_stride;
      return view != nullptr && same == *theirs;
    }
    return false;
  }
  TileSpec same = *one;
  same.type.pad = other->type.pad;
  same.type.dynamic_valid_rows = other->type.dynamic_valid_rows;
  same.type.dynamic_valid_cols = other->type.dynamic_valid_cols;
  return same == *other;
}

std::size_t Binder::image_of(Memory memory) {
  const auto found = std::ranges::find(images_, memory, &ProgramImage::memory);
  if (found != images_.end()) return static_cast<std::size_t>(found - images_.begin());
  images_.push_back({memory, 0});
  return images_.size() - 1;
}

/// After all memory that was ever used.
bool Binder::append(ProgramStep& step, std::size_t operand, Draw& draw) {
  const OperandValue& value = step.test.call.operands[operand];
  const Memory memory = memory_for(value);
  const std::size_t number = image_of(memory);
  ProgramImage& image = images_[number];
  const std::int64_t alignment = alignment_of(memory);
  const std::int64_t gap = draw.chance(gap_percent) ? draw.integer(1, largest_gap) * alignment : 0;
  const std::int64_t address = rounded_up(image.bytes, alignment) + gap;
  const std::int64_t end = address + bytes_of(value);
  if (end > capacity_of(memory, target_)) return false;
  image.bytes = end;
  step.bindings[operand] = Binding{number, address};
  step.fresh[operand] = true;
  return true;
}

/// In place of a value that this call does not touch.
bool Binder::reuse(ProgramStep& step, std::size_t operand, Draw& draw) const {
  const OperandValue& value = step.test.call.operands[operand];
  std::vector<Binding> places;
  for (const Value& old : values_) {
    if (memory_for(old.spec) != memory_for(value) || bytes_of(old.spec) < bytes_of(value)) continue;
    const ByteRange range{old.binding.image, old.binding.address,
                          old.binding.address + bytes_of(value)};
    bool taken = false;
    for (std::size_t i = 0; i < step.bindings.size(); ++i) {
      const auto theirs = range_of(step, i);
      taken = taken || (theirs && theirs->meets(range));
    }
    if (!taken) places.push_back(old.binding);
  }
  if (places.empty()) return false;
  step.bindings[operand] = draw.pick(std::span<const Binding>(places));
  step.fresh[operand] = false;
  return true;
}

bool Binder::place_input(ProgramStep& step, std::size_t operand, const std::optional<Value>& linked,
                         Draw& draw) {
  if (!linked) return append(step, operand, draw);
  step.bindings[operand] = linked->binding;
  return true;
}

bool Binder::place_output(ProgramStep& step, std::size_t operand, Draw& draw) {
  const Form& form = step.test.form();
  for (std::size_t i = 0; i < step.bindings.size(); ++i) {
    if (!step.bindings[i] || form.operands[i].role != Role::input) continue;
    if (!in_place(step, operand, i) || !draw.chance(in_place_percent)) continue;
    if (!may_share_memory(form.op, step.test.call.target)) continue;
    const ByteRange range = *range_of(step, i);
    // Another input may be there as well, or in a part of it.
    bool alone = true;
    for (std::size_t other = 0; other < step.bindings.size(); ++other) {
      const auto theirs = range_of(step, other);
      if (other != operand && theirs && theirs->meets(range) && !(*theirs == range)) alone = false;
      if (other != operand && theirs && *theirs == range && !in_place(step, operand, other)) {
        alone = false;
      }
    }
    if (!alone) continue;
    step.bindings[operand] = step.bindings[i];
    return true;
  }
  if (draw.chance(reuse_percent) && reuse(step, operand, draw)) return true;
  return append(step, operand, draw) || reuse(step, operand, draw);
}

std::optional<ProgramStep> Binder::bind(Case test_case,
                                        const std::vector<std::optional<Value>>& linked, Draw& draw,
                                        std::size_t number) {
  const std::vector<ProgramImage> before = images_;
  ProgramStep step;
  step.test = std::move(test_case);
  const std::size_t operands = step.test.call.operands.size();
  step.bindings.resize(operands);
  step.fresh.assign(operands, false);
  const std::vector<Operand>& places = step.test.form().operands;
  for (const bool inputs : {true, false}) {
    for (std::size_t i = 0; i < operands; ++i) {
      if (std::holds_alternative<ScalarSpec>(step.test.call.operands[i])) continue;
      if (is_read(places[i].role) != inputs) continue;
      const bool placed =
          inputs ? place_input(step, i, linked[i], draw) : place_output(step, i, draw);
      if (placed) continue;
      images_ = before;
      return std::nullopt;
    }
  }
  for (std::size_t i = 0; i < operands; ++i) {
    if (!overlapping(step, i)) continue;
    images_ = before;
    return std::nullopt;
  }
  note(step, number);
  return step;
}

/// Memory now holds what the call wrote, and no longer what was there before; what the call read
/// can be read again.
void Binder::note(const ProgramStep& step, std::size_t number) {
  const Form& form = step.test.form();
  for (std::size_t i = 0; i < step.bindings.size(); ++i) {
    if (!step.bindings[i] || !is_written(form.operands[i])) continue;
    const ByteRange range = *range_of(step, i);
    std::erase_if(values_, [&](const Value& value) {
      const std::int64_t end = value.binding.address + bytes_of(value.spec);
      return range.meets({value.binding.image, value.binding.address, end});
    });
  }
  for (std::size_t i = 0; i < step.bindings.size(); ++i) {
    const Role role = form.operands[i].role;
    const bool brought = role == Role::input && step.fresh[i];
    const bool result = role == Role::output || role == Role::in_out;
    if (!step.bindings[i] || !(brought || result)) continue;
    const ByteRange range = *range_of(step, i);
    bool lost = false;
    for (std::size_t other = 0; other < step.bindings.size(); ++other) {
      const auto theirs = range_of(step, other);
      lost =
          lost || (brought && theirs && is_written(form.operands[other]) && theirs->meets(range));
    }
    if (lost) continue;
    values_.push_back(
        {step.test.call.operands[i], *step.bindings[i], result ? form.op : std::string(), number});
  }
}

}  // namespace assay::generators
