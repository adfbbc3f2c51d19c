// SPDX-License-Identifier: Apache-2.0
// A case as bytes in an arena that two processes share, and back.
#include "runners/call/image.hpp"

#include <unistd.h>

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

/// `first` is where the guard stands from the start of its operand.
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

std::uint64_t page_bytes() {
  static const auto bytes = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

bool is_intact(const ImageWindow& window, const std::byte* memory) {
  const std::uint64_t end = guard_bytes + window.contents;
  return std::memcmp(memory, guard_pattern().before.data(), guard_bytes) == 0 &&
         std::memcmp(memory + end, guard_pattern().behind.data(), window.bytes - end) == 0;
}

CallImage::CallImage(const Case& test, std::size_t executions, std::uint64_t text_capacity)
    : test_(test) {
  reserve(sizeof(ImageHeader), alignof(ImageHeader));
  header_.op = reserve_text(test.form().op);
  header_.form = reserve_text(test.form().name);
  header_.target = reserve_text(name_of(test.call.target));
  header_.text_capacity = text_capacity;
  header_.executions = static_cast<std::uint32_t>(executions);
  describe_operands();
  describe_attributes();
  const auto places = static_cast<std::uint64_t>(operands_.size() + 1);
  header_.windows = reserve(sizeof(ImageWindow) * places, alignof(ImageWindow));
  header_.descriptors = bytes_;
  header_.slots = reserve(sizeof(ExecutionSlot) * executions, alignof(ExecutionSlot));
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

CallImage::Place CallImage::reserve_memory(std::uint64_t bytes, std::uint64_t operand) {
  const std::uint64_t whole = round_up(bytes + 2 * guard_bytes, page_bytes());
  const std::uint64_t window = reserve(whole, page_bytes());
  windows_.push_back({window, whole, bytes, operand});
  return {.begin = window + guard_bytes, .bytes = bytes, .tail = whole - guard_bytes - bytes};
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
  const std::uint64_t first = reserve(0, page_bytes());
  for (std::size_t k = 0; k < operands_.size(); ++k) {
    Place place;
    if (operands_[k].kind != ASSAY_SCALAR) {
      const MemoryNeed need = memory_need(test_.call.operands[k]);
      place = reserve_memory(need.bytes, k);
      place.data_shift = need.data_shift;
      operands_[k].data = as_pointer<void*>(place.begin + place.data_shift);
    }
    places_.push_back(place);
  }
  if (header_.text_capacity > 0) text_ = reserve_memory(header_.text_capacity, operands_.size());
  header_.text = text_.begin;
  header_.window_count = static_cast<std::uint32_t>(windows_.size());
  header_.stride = bytes_ - first;
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
  put_all(arena, header_.windows, windows_);
  put_all(arena, header_.slots, std::vector<ExecutionSlot>(header_.executions));
  for (std::size_t i = 0; i < before.size(); ++i) fill_memory(arena, i, before[i]);
}

void CallImage::fill_memory(std::span<std::byte> arena, std::size_t execution,
                            std::span<const ElementArray> before) const {
  const std::uint64_t shift = header_.stride * execution;
  const auto guard = [&](const Place& place) {
    const std::span<std::byte> memory =
        arena.subspan(shift + place.begin - guard_bytes, guard_bytes + place.bytes + place.tail);
    std::ranges::copy(guard_pattern().before, memory.begin());
    std::memcpy(memory.last(place.tail).data(), guard_pattern().behind.data(), place.tail);
  };
  for (std::size_t k = 0; k < places_.size(); ++k) {
    if (operands_[k].kind == ASSAY_SCALAR) continue;
    guard(places_[k]);
    copy_in(test_.call.operands[k], before[k],
            arena.subspan(shift + places_[k].begin, places_[k].bytes));
  }
  if (text_.bytes == 0) return;
  guard(text_);
  std::ranges::fill(arena.subspan(shift + text_.begin, text_.bytes), std::byte{0});
}

Trial CallImage::read(std::span<const std::byte> arena, std::size_t execution,
                      std::vector<ElementArray> before) const {
  const std::uint64_t shift = header_.stride * execution;
  Trial trial;
  const auto check = [&](const Place& place, const std::string& name) {
    const std::uint64_t begin = shift + place.begin;
    const GuardPattern& pattern = guard_pattern();
    find_damage(arena.subspan(begin - guard_bytes, guard_bytes), pattern.before, -guard_bytes, name,
                trial.damage);
    find_damage(arena.subspan(begin + place.bytes, place.tail), pattern.behind,
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
  if (text_.bytes > 0) {
    check(text_, "text");
    const std::uint64_t length = std::min(slot(arena, execution).text_length, text_.bytes);
    const auto text = arena.subspan(shift + text_.begin, length);
    trial.text.assign(reinterpret_cast<const char*>(text.data()), text.size());
  }
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

namespace {

ImageHeader header_of(std::span<const std::byte> image) {
  ImageHeader header;
  std::memcpy(&header, image.data(), sizeof header);
  return header;
}

template <typename T>
std::vector<T> copies(std::span<const std::byte> image, std::uint64_t offset, std::size_t count) {
  std::vector<T> values(count);
  // An empty vector has no address to copy to.
  if (count > 0) std::memcpy(values.data(), image.data() + offset, count * sizeof(T));
  return values;
}

std::vector<std::byte*> windows_in(std::span<std::byte> image, std::size_t execution) {
  const ImageHeader header = header_of(image);
  std::vector<std::byte*> found;
  for (const auto& window : copies<ImageWindow>(image, header.windows, header.window_count)) {
    found.push_back(image.data() + window.begin + header.stride * execution);
  }
  return found;
}

}  // namespace

MappedCall::MappedCall(std::span<std::byte> arena, std::size_t execution)
    : MappedCall(arena, windows_in(arena, execution), nullptr) {}

MappedCall::MappedCall(std::span<std::byte> descriptors, std::span<std::byte* const> windows,
                       char* text) {
  const ImageHeader header = header_of(descriptors);
  const auto letters = [&](std::uint64_t offset) {
    return reinterpret_cast<const char*>(descriptors.data() + offset);
  };
  const auto moved = [&](const char* offset) {
    return letters(reinterpret_cast<std::uintptr_t>(offset));
  };
  operands_ = copies<assay_operand>(descriptors, header.operands, header.operand_count);
  attributes_ = copies<assay_attribute>(descriptors, header.attributes, header.attribute_count);
  call_.text = text;
  const auto places = copies<ImageWindow>(descriptors, header.windows, header.window_count);
  for (std::size_t w = 0; w < places.size(); ++w) {
    if (places[w].operand == operands_.size()) {
      call_.text = reinterpret_cast<char*>(windows[w] + header.text - places[w].begin);
      continue;
    }
    assay_operand& operand = operands_[places[w].operand];
    operand.data = windows[w] + reinterpret_cast<std::uintptr_t>(operand.data) - places[w].begin;
  }
  for (assay_operand& operand : operands_) operand.name = moved(operand.name);
  for (assay_attribute& attribute : attributes_) {
    attribute = {moved(attribute.name), moved(attribute.value)};
  }
  call_.struct_size = sizeof call_;
  call_.operand_count = header.operand_count;
  call_.attribute_count = header.attribute_count;
  call_.op = letters(header.op);
  call_.form = letters(header.form);
  call_.target = letters(header.target);
  call_.operands = operands_.data();
  call_.attributes = attributes_.data();
  call_.text_capacity = header.text_capacity;
}

}  // namespace assay::runners
