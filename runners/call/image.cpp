// SPDX-License-Identifier: Apache-2.0
// A case as bytes in an arena that two processes share, and back.
#include "runners/call/image.hpp"

#include <algorithm>
#include <cstring>

#include "reference/isa/physical.hpp"
#include "runners/call/describe_operand.hpp"

namespace assay::runners {
namespace {

std::uint64_t round_up(std::uint64_t value, std::uint64_t step) {
  return (value + step - 1) / step * step;
}

/// The ABI has pointers where the arena has offsets.
template <typename Pointer>
Pointer as_pointer(std::uint64_t offset) {
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

void find_damage(std::span<const std::byte> guard, std::int64_t first, const std::string& operand,
                 std::vector<GuardDamage>& damage) {
  GuardDamage found{operand, 0, 0};
  for (std::size_t i = 0; i < guard.size(); ++i) {
    const std::int64_t offset = first + static_cast<std::int64_t>(i);
    if (guard[i] == guard_byte(offset)) continue;
    if (found.bytes == 0) found.first_byte = offset;
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

ElementArray copy_out(const OperandValue& value, const ElementArray& before,
                      std::span<const std::byte> memory) {
  const TileSpec* tile = std::get_if<TileSpec>(&value);
  if (tile != nullptr && !malformed(tile->type)) return gather(*tile, memory);
  ElementArray contents = before;
  const std::size_t bytes = std::min(memory.size(), contents.bytes().size());
  std::copy_n(memory.begin(), bytes, contents.bytes().begin());
  return contents;
}

}  // namespace

std::byte guard_byte(std::int64_t offset) {
  const auto position = static_cast<std::uint64_t>(offset) * 0x9E3779B97F4A7C15U;
  return static_cast<std::byte>((position >> 56U) ^ 0xA5U);
}

CallImage::CallImage(const Case& test, std::size_t executions, std::uint64_t text_capacity)
    : test_(test) {
  reserve(sizeof(ImageHeader), alignof(ImageHeader));
  header_.op = reserve_text(test.form().op);
  header_.form = reserve_text(test.form().name);
  header_.target = reserve_text(name_of(test.call.target));
  header_.text_capacity = text_capacity;
  header_.executions = static_cast<std::uint32_t>(executions);
  header_.slots = reserve(sizeof(ExecutionSlot) * executions, alignof(ExecutionSlot));
  describe_operands();
  describe_attributes();
  describe_memory();
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

CallImage::Place CallImage::reserve_memory(std::uint64_t bytes) {
  Place place;
  place.bytes = bytes;
  place.begin = reserve(bytes, operand_alignment);
  place.tail = round_up(bytes_ + guard_bytes, operand_alignment) - bytes_;
  bytes_ += place.tail + guard_bytes;  // what follows has its leading guard there
  return place;
}

void CallImage::describe_operands() {
  const Form& form = test_.form();
  for (std::size_t k = 0; k < form.operands.size(); ++k) {
    assay_operand operand = describe_operand(form.operands[k], test_.call.operands[k]);
    operand.name = as_pointer<const char*>(reserve_text(form.operands[k].name));
    operands_.push_back(operand);
  }
  header_.operand_count = static_cast<std::uint32_t>(operands_.size());
  header_.operands = reserve(sizeof(assay_operand) * operands_.size(), alignof(assay_operand));
}

void CallImage::describe_attributes() {
  for (const Attribute& attribute : test_.form().attributes) {
    assay_attribute described{};
    described.name = as_pointer<const char*>(reserve_text(attribute.name));
    described.value = as_pointer<const char*>(reserve_text(test_.call.attribute(attribute.name)));
    attributes_.push_back(described);
  }
  header_.attribute_count = static_cast<std::uint32_t>(attributes_.size());
  header_.attributes =
      reserve(sizeof(assay_attribute) * attributes_.size(), alignof(assay_attribute));
}

void CallImage::describe_memory() {
  const std::uint64_t first = reserve(0, operand_alignment);
  bytes_ += guard_bytes;
  for (std::size_t k = 0; k < operands_.size(); ++k) {
    Place place;
    if (operands_[k].kind != ASSAY_SCALAR) {
      const MemoryNeed need = memory_need(test_.call.operands[k]);
      place = reserve_memory(need.bytes);
      place.data_shift = need.data_shift;
      operands_[k].data = as_pointer<void*>(place.begin + place.data_shift);
    }
    places_.push_back(place);
  }
  text_ = reserve_memory(header_.text_capacity);
  header_.text = text_.begin;
  header_.stride = round_up(bytes_ - first, operand_alignment);
  bytes_ = first + header_.stride * header_.executions;
}

void CallImage::write(std::span<std::byte> arena,
                      std::span<const std::vector<ElementArray>> before) const {
  put(arena, 0, header_);
  for (const auto& [offset, text] : strings_) {
    std::memcpy(arena.subspan(offset, text.size() + 1).data(), text.c_str(), text.size() + 1);
  }
  put_all(arena, header_.operands, operands_);
  put_all(arena, header_.attributes, attributes_);
  put_all(arena, header_.slots, std::vector<ExecutionSlot>(header_.executions));
  for (std::size_t i = 0; i < before.size(); ++i) fill_memory(arena, i, before[i]);
}

void CallImage::fill_memory(std::span<std::byte> arena, std::size_t execution,
                            std::span<const ElementArray> before) const {
  const std::uint64_t shift = header_.stride * execution;
  const auto guard = [&](const Place& place) {
    const auto size = static_cast<std::int64_t>(place.bytes);
    const auto tail = static_cast<std::int64_t>(place.tail);
    std::byte* base = arena.data() + shift + place.begin;
    for (std::int64_t i = -guard_bytes; i < 0; ++i) base[i] = guard_byte(i);
    for (std::int64_t i = size; i < size + tail; ++i) base[i] = guard_byte(i);
  };
  for (std::size_t k = 0; k < places_.size(); ++k) {
    if (operands_[k].kind == ASSAY_SCALAR) continue;
    guard(places_[k]);
    copy_in(test_.call.operands[k], before[k],
            arena.subspan(shift + places_[k].begin, places_[k].bytes));
  }
  guard(text_);
  std::ranges::fill(arena.subspan(shift + text_.begin, text_.bytes), std::byte{0});
}

Trial CallImage::read(std::span<const std::byte> arena, std::size_t execution,
                      std::vector<ElementArray> before) const {
  const std::uint64_t shift = header_.stride * execution;
  Trial trial;
  const auto check = [&](const Place& place, const std::string& name) {
    const std::uint64_t begin = shift + place.begin;
    find_damage(arena.subspan(begin - guard_bytes, guard_bytes), -guard_bytes, name, trial.damage);
    find_damage(arena.subspan(begin + place.bytes, place.tail),
                static_cast<std::int64_t>(place.bytes), name, trial.damage);
  };
  for (std::size_t k = 0; k < places_.size(); ++k) {
    if (operands_[k].kind == ASSAY_SCALAR) {
      trial.after.push_back(before[k]);
      continue;
    }
    check(places_[k], test_.form().operands[k].name);
    trial.after.push_back(copy_out(test_.call.operands[k], before[k],
                                   arena.subspan(shift + places_[k].begin, places_[k].bytes)));
  }
  check(text_, "text");
  const std::uint64_t length = std::min(slot(arena, execution).text_length, text_.bytes);
  const auto text = arena.subspan(shift + text_.begin, length);
  trial.text.assign(reinterpret_cast<const char*>(text.data()), text.size());
  trial.before = std::move(before);
  return trial;
}

ExecutionSlot CallImage::slot(std::span<const std::byte> arena, std::size_t execution) const {
  ExecutionSlot answer;
  std::memcpy(&answer,
              arena.subspan(header_.slots + execution * sizeof answer, sizeof answer).data(),
              sizeof answer);
  return answer;
}

MappedCall::MappedCall(std::span<std::byte> arena, std::size_t execution) {
  ImageHeader header;
  std::memcpy(&header, arena.data(), sizeof header);
  const auto address = [&](std::uint64_t offset) { return arena.data() + offset; };
  const auto text = [&](auto pointer) {
    return reinterpret_cast<const char*>(address(reinterpret_cast<std::uintptr_t>(pointer)));
  };
  const std::uint64_t shift = header.stride * execution;
  operands_.resize(header.operand_count);
  attributes_.resize(header.attribute_count);
  std::memcpy(operands_.data(), address(header.operands), sizeof(assay_operand) * operands_.size());
  if (!attributes_.empty()) {  // an empty vector has no address to copy to
    std::memcpy(attributes_.data(), address(header.attributes),
                sizeof(assay_attribute) * attributes_.size());
  }
  for (assay_operand& operand : operands_) {
    operand.name = text(operand.name);
    if (operand.kind == ASSAY_SCALAR) continue;
    operand.data = address(reinterpret_cast<std::uintptr_t>(operand.data) + shift);
  }
  for (assay_attribute& attribute : attributes_) {
    attribute = {text(attribute.name), text(attribute.value)};
  }
  slot_ = reinterpret_cast<ExecutionSlot*>(address(header.slots)) + execution;
  call_.struct_size = sizeof call_;
  call_.operand_count = header.operand_count;
  call_.attribute_count = header.attribute_count;
  call_.op = text(header.op);
  call_.form = text(header.form);
  call_.target = text(header.target);
  call_.operands = operands_.data();
  call_.attributes = attributes_.data();
  call_.text = reinterpret_cast<char*>(address(header.text + shift));
  call_.text_capacity = header.text_capacity;
}

}  // namespace assay::runners
