// SPDX-License-Identifier: Apache-2.0
// A case or a program as bytes in an arena that two processes share, and back.
#include "runners/call/image.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "reference/isa/call/physical.hpp"
#include "reference/ops/convolution/registers.hpp"
#include "reference/ops/shared_memory.hpp"
#include "runners/call/describe_operand.hpp"

namespace assay::runners {
namespace {

std::uint64_t round_up(std::uint64_t value, std::uint64_t step) {
  return (value + step - 1) / step * step;
}

/// The ABI has pointers where the arena has offsets.
template <typename Pointer>
Pointer as_pointer(std::uint64_t offset) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): it is not dereferenced before it is one.
  return reinterpret_cast<Pointer>(static_cast<std::uintptr_t>(offset));
}

template <typename T>
void put(std::span<std::byte> arena, std::uint64_t offset, const T& value) {
  std::memcpy(arena.subspan(offset, sizeof(T)).data(), &value, sizeof(T));
}

template <typename T>
void put_all(std::span<std::byte> arena, std::uint64_t offset, const std::vector<T>& values) {
  if (values.empty()) return;
  const std::size_t bytes = sizeof(T) * values.size();
  std::memcpy(arena.subspan(offset, bytes).data(), values.data(), bytes);
}

/// Guard bytes from guard_bytes before an operand, and from its end on.
struct GuardPattern {
  std::vector<std::byte> before;
  std::vector<std::byte> behind;
};

const GuardPattern& guard_pattern() {
  static const GuardPattern pattern = [] {
    GuardPattern made;
    const auto most = static_cast<std::int64_t>(2 * page_bytes());
    for (std::int64_t i = -guard_bytes; i < 0; ++i) made.before.push_back(guard_byte(i));
    for (std::int64_t i = 0; i < most; ++i) made.behind.push_back(guard_byte(i));
    return made;
  }();
  return pattern;
}

/// `first` is the offset of the guard from the start of its operand.
void find_damage(std::span<const std::byte> guard, std::span<const std::byte> pattern,
                 std::int64_t first, const std::string& operand, std::vector<GuardDamage>& damage) {
  if (std::memcmp(guard.data(), pattern.data(), guard.size()) == 0) return;
  GuardDamage found{operand, 0, 0};
  for (std::size_t i = 0; i < guard.size(); ++i) {
    if (guard[i] == pattern[i]) continue;
    if (found.bytes == 0) found.first_byte = first + static_cast<std::int64_t>(i);
    ++found.bytes;
  }
  if (found.bytes > 0) damage.push_back(std::move(found));
}

void copy_in(const OperandValue& value, const ElementArray& contents, std::span<std::byte> memory) {
  const TileSpec* tile = std::get_if<TileSpec>(&value);
  if (tile != nullptr && !malformed(tile->type)) {
    scatter(*tile, contents, memory);
    return;
  }
  const std::size_t bytes = std::min(memory.size(), contents.bytes().size());
  std::copy_n(contents.bytes().begin(), bytes, memory.begin());
}

std::uint64_t bytes_of(const std::vector<ProgramImage>& images) {
  std::uint64_t bytes = 0;
  for (const ProgramImage& image : images) bytes += static_cast<std::uint64_t>(image.bytes);
  return bytes;
}

ElementArray copy_out(const OperandValue& value, const ElementArray& before,
                      std::span<const std::byte> memory) {
  const TileSpec* tile = std::get_if<TileSpec>(&value);
  if (tile != nullptr && !malformed(tile->type)) return gather(*tile, memory);
  ElementArray contents = before;
  const std::size_t bytes = std::min(memory.size(), contents.bytes().size());
  std::copy_n(memory.begin(), bytes, contents.bytes().begin());
  return contents;
}

/// Marks the scalars that earlier calls left in registers.
void mark_left(std::vector<assay_operand>& operands, const Form& form) {
  for (std::size_t k = 0; k < operands.size(); ++k) {
    if (ops::is_in_registers(form.operands[k].name)) operands[k].flags |= ASSAY_LEFT_BEFORE;
  }
}

}  // namespace

std::byte guard_byte(std::int64_t offset) {
  const auto position = static_cast<std::uint64_t>(offset) * 0x9E3779B97F4A7C15U;
  return static_cast<std::byte>((position >> 56U) ^ 0xA5U);
}

bool is_intact(const ImageWindow& window, const std::byte* memory) {
  const std::uint64_t end = guard_bytes + window.contents;
  return std::memcmp(memory, guard_pattern().before.data(), guard_bytes) == 0 &&
         std::memcmp(memory + end, guard_pattern().behind.data(), window.bytes - end) == 0;
}

CallImage::CallImage(const Case& test_case, std::size_t executions, std::uint64_t text_capacity)
    : is_program_(false) {
  reserve(sizeof(ImageHeader), alignof(ImageHeader));
  header_.text_capacity = text_capacity;
  describe(test_case);
  std::vector<std::int64_t> memories;
  std::vector<std::string> names;
  std::vector<Position> positions;
  if (const auto shared = shared_memory(test_case)) lender_ = shared->input;
  for (std::size_t k = 0; k < test_case.call.operands.size(); ++k) {
    Position& position = positions.emplace_back();
    if (calls_[0].operands[k].kind == ASSAY_SCALAR || k == lender_) continue;
    const MemoryNeed need = memory_need(test_case.call.operands[k]);
    position = {static_cast<std::uint32_t>(memories.size()), need.data_shift};
    memories.push_back(static_cast<std::int64_t>(need.bytes));
    names.push_back(test_case.form().operands[k].name);
  }
  if (const auto shared = shared_memory(test_case))
    positions[shared->input] = positions[shared->output];
  describe_rest(executions, memories, names, positions);
}

CallImage::CallImage(const Program& program, std::size_t executions) : is_program_(true) {
  header_.is_program = 1;
  reserve(sizeof(ImageHeader), alignof(ImageHeader));
  std::vector<std::int64_t> memories;
  std::vector<std::string> names;
  for (const ProgramImage& image : program.images) {
    memories.push_back(image.bytes);
    names.emplace_back(name_of(image.memory));
  }
  std::vector<Position> positions;
  ops::ImageRegisters registers;
  for (const ProgramStep& step : program.steps) {
    describe(step.test);
    if (registers.hold(step.test.call)) mark_left(calls_.back().operands, step.test.form());
    registers.take(step.test.call);
    for (std::size_t k = 0; k < step.bindings.size(); ++k) {
      Position& position = positions.emplace_back();
      if (!step.bindings[k]) continue;
      const MemoryNeed need = memory_need(step.test.call.operands[k]);
      const auto address = static_cast<std::uint64_t>(step.bindings[k]->address);
      position = {static_cast<std::uint32_t>(step.bindings[k]->image), address + need.data_shift};
    }
  }
  describe_rest(executions, memories, names, positions);
  for (std::size_t i = 0; i < program.images.size(); ++i) {
    windows_[i].memory = static_cast<std::uint32_t>(program.images[i].memory);
  }
  if (calls_.size() < 2) return;
  header_.progress = bytes_;
  bytes_ += CallProgress::bytes_for(bytes_of(program.images), calls_.size());
}

CallProgress CallImage::progress(std::span<std::byte> arena, const Program& program) const {
  const std::uint64_t bytes = bytes_of(program.images);
  const std::uint64_t pages = CallProgress::bytes_for(bytes, calls_.size());
  return {arena.subspan(header_.progress, pages), bytes, calls_.size()};
}

std::uint64_t CallImage::reserve(std::uint64_t bytes, std::uint64_t alignment) {
  const std::uint64_t begin = round_up(bytes_, alignment);
  bytes_ = begin + bytes;
  return begin;
}

std::uint64_t CallImage::reserve_text(std::string_view text) {
  const std::uint64_t begin = reserve(text.size() + 1, 1);
  strings_.emplace_back(begin, text);
  return begin;
}

void CallImage::describe(const Case& test_case) {
  Described& described = calls_.emplace_back();
  described.test = &test_case;
  const Form& form = test_case.form();
  described.call.op = reserve_text(form.op);
  described.call.form = reserve_text(form.name);
  described.call.target = reserve_text(name_of(test_case.call.target));
  for (std::size_t k = 0; k < form.operands.size(); ++k) {
    assay_operand operand = describe_operand(form.operands[k], test_case.call.operands[k]);
    operand.name = as_pointer<const char*>(reserve_text(form.operands[k].name));
    described.operands.push_back(operand);
  }
  for (const Attribute& attribute : form.attributes) {
    described.attributes.push_back(
        {as_pointer<const char*>(reserve_text(attribute.name)),
         as_pointer<const char*>(reserve_text(test_case.call.attribute(attribute.name)))});
  }
  described.call.operand_count = static_cast<std::uint32_t>(described.operands.size());
  described.call.attribute_count = static_cast<std::uint32_t>(described.attributes.size());
  described.call.operands =
      reserve(sizeof(assay_operand) * described.operands.size(), alignof(assay_operand));
  described.call.attributes =
      reserve(sizeof(assay_attribute) * described.attributes.size(), alignof(assay_attribute));
}

void CallImage::describe_rest(std::size_t executions, const std::vector<std::int64_t>& memories,
                              const std::vector<std::string>& names,
                              const std::vector<Position>& positions) {
  names_ = names;
  if (header_.text_capacity > 0) names_.emplace_back("text");
  std::vector<std::uint64_t> name_offsets;
  for (const std::string& name : names_) name_offsets.push_back(reserve_text(name));
  header_.executions = static_cast<std::uint32_t>(executions);
  header_.call_count = static_cast<std::uint32_t>(calls_.size());
  header_.calls = reserve(sizeof(ImageCall) * calls_.size(), alignof(ImageCall));
  header_.windows = reserve(sizeof(ImageWindow) * names_.size(), alignof(ImageWindow));
  header_.places = reserve(sizeof(std::uint32_t) * positions.size(), alignof(std::uint32_t));
  header_.descriptors = bytes_;
  header_.slots =
      reserve(sizeof(ExecutionSlot) * executions * calls_.size(), alignof(ExecutionSlot));
  const std::uint64_t first = reserve(0, page_bytes());
  for (const std::int64_t bytes : memories) reserve_memory(static_cast<std::uint64_t>(bytes));
  if (header_.text_capacity > 0) {
    reserve_memory(header_.text_capacity);
    header_.text = places_.back().begin;
  }
  place_operands(positions);
  header_.window_count = static_cast<std::uint32_t>(windows_.size());
  for (std::size_t w = 0; w < windows_.size(); ++w) windows_[w].name = name_offsets[w];
  header_.taps = bytes_ - first;
  header_.stride = header_.taps * calls_.size();
  bytes_ = first + header_.stride * header_.executions;
}

void CallImage::reserve_memory(std::uint64_t bytes) {
  const std::uint64_t whole = round_up(bytes + 2 * guard_bytes, page_bytes());
  const std::uint64_t window = reserve(whole, page_bytes());
  windows_.push_back({window, whole, bytes, windows_.size(), 0, 0, 0});
  places_.push_back(
      {.begin = window + guard_bytes, .bytes = bytes, .tail = whole - guard_bytes - bytes});
}

/// Windows of a single case are known by the operands that they hold.
void CallImage::place_operands(const std::vector<Position>& positions) {
  std::size_t next = 0;
  for (Described& described : calls_) {
    for (std::size_t k = 0; k < described.operands.size(); ++k) {
      const Position& position = positions[next++];
      window_of_.push_back(position.window);
      if (position.window == no_window) continue;
      described.operands[k].data =
          as_pointer<void*>(places_[position.window].begin + position.shift);
      if (!is_program_ && k != lender_) windows_[position.window].owner = k;
    }
  }
  if (!is_program_ && header_.text != 0) windows_.back().owner = calls_[0].operands.size();
}

void CallImage::write(std::span<std::byte> arena,
                      std::span<const std::vector<ElementArray>> before) const {
  put(arena, 0, header_);
  for (const auto& [offset, text] : strings_) {
    std::memcpy(arena.subspan(offset, text.size() + 1).data(), text.c_str(), text.size() + 1);
  }
  std::vector<ImageCall> calls;
  for (const Described& described : calls_) {
    calls.push_back(described.call);
    put_all(arena, described.call.operands, described.operands);
    put_all(arena, described.call.attributes, described.attributes);
  }
  put_all(arena, header_.calls, calls);
  put_all(arena, header_.windows, windows_);
  put_all(arena, header_.places, window_of_);
  put_all(arena, header_.slots, std::vector<ExecutionSlot>(header_.executions * calls_.size()));
  for (std::size_t i = 0; i < before.size(); ++i) fill_memory(arena, i, before);
}

void CallImage::fill_memory(std::span<std::byte> arena, std::size_t execution,
                            std::span<const std::vector<ElementArray>> before) const {
  const std::vector<ElementArray>& contents = before[execution];
  const std::uint64_t shift = header_.stride * execution;
  for (const Place& place : places_) {
    const std::span<std::byte> memory =
        arena.subspan(shift + place.begin - guard_bytes, guard_bytes + place.bytes + place.tail);
    std::ranges::copy(guard_pattern().before, memory.begin());
    std::memcpy(memory.last(place.tail).data(), guard_pattern().behind.data(), place.tail);
  }
  const auto memory_of = [&](std::size_t window) {
    return arena.subspan(shift + places_[window].begin, places_[window].bytes);
  };
  if (is_program_) {
    for (std::size_t w = 0; w < places_.size(); ++w) {
      std::ranges::copy(contents[w].bytes(), memory_of(w).begin());
    }
    return;
  }
  for (std::size_t k = 0; k < window_of_.size(); ++k) {
    if (window_of_[k] == no_window) continue;
    const std::size_t window = window_of_[k];
    // The repetition begins as the first execution does.
    if (execution > 0 && !lender_ && contents[k] == before[0][k]) {
      std::ranges::copy(arena.subspan(places_[window].begin, places_[window].bytes),
                        memory_of(window).begin());
      continue;
    }
    copy_in(calls_[0].test->call.operands[k], contents[k], memory_of(window));
  }
  if (header_.text != 0) std::ranges::fill(memory_of(places_.size() - 1), std::byte{0});
}

void CallImage::check_guards(std::span<const std::byte> arena, std::uint64_t shift,
                             std::size_t window, std::vector<GuardDamage>& damage) const {
  const GuardPattern& pattern = guard_pattern();
  const Place& place = places_[window];
  const std::uint64_t begin = shift + place.begin;
  find_damage(arena.subspan(begin - guard_bytes, guard_bytes), pattern.before, -guard_bytes,
              names_[window], damage);
  find_damage(arena.subspan(begin + place.bytes, place.tail), pattern.behind,
              static_cast<std::int64_t>(place.bytes), names_[window], damage);
}

void CallImage::read_case(std::span<const std::byte> arena, std::size_t execution,
                          Trial& trial) const {
  const std::uint64_t shift = header_.stride * execution;
  for (std::size_t w = 0; w < places_.size(); ++w) check_guards(arena, shift, w, trial.damage);
  for (std::size_t k = 0; k < window_of_.size(); ++k) {
    // The content of an input that the output overlaps is gone.
    if (window_of_[k] == no_window || k == lender_) {
      trial.after.push_back(trial.before[k]);
      continue;
    }
    const Place& place = places_[window_of_[k]];
    trial.after.push_back(copy_out(calls_[0].test->call.operands[k], trial.before[k],
                                   arena.subspan(shift + place.begin, place.bytes)));
  }
  if (header_.text == 0) return;
  const Place& place = places_.back();
  const std::uint64_t length = std::min(slot(arena, execution).text_length, place.bytes);
  const auto text = arena.subspan(shift + place.begin, length);
  trial.text.assign(reinterpret_cast<const char*>(text.data()), text.size());
}

Trial CallImage::read(std::span<const std::byte> arena, std::size_t execution,
                      std::vector<ElementArray> before) const {
  Trial trial;
  trial.before = std::move(before);
  if (is_program_) {
    read_program(arena, execution, trial);
  } else {
    read_case(arena, execution, trial);
  }
  return trial;
}

ExecutionSlot CallImage::slot(std::span<const std::byte> arena, std::size_t execution,
                              std::size_t call) const {
  ExecutionSlot answer;
  const std::uint64_t number = execution * calls_.size() + call;
  std::memcpy(&answer, arena.subspan(header_.slots + number * sizeof answer, sizeof answer).data(),
              sizeof answer);
  return answer;
}

}  // namespace assay::runners
