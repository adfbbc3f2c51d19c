// SPDX-License-Identifier: Apache-2.0
// Calls of an image with the addresses of the process that makes them.
#include "runners/call/mapped_call.hpp"

#include <cstring>

namespace assay::runners {
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
  const auto places = copies<ImageWindow>(descriptors, header.windows, header.window_count);
  if (header.text != 0) {
    text = reinterpret_cast<char*>(windows.back() + header.text - places.back().begin);
  }
  const auto described = copies<ImageCall>(descriptors, header.calls, header.call_count);
  std::uint64_t place = header.places;
  for (const ImageCall& one : described) {
    auto& operands =
        operands_.emplace_back(copies<assay_operand>(descriptors, one.operands, one.operand_count));
    auto& attributes = attributes_.emplace_back(
        copies<assay_attribute>(descriptors, one.attributes, one.attribute_count));
    const auto window_of = copies<std::uint32_t>(descriptors, place, one.operand_count);
    place += window_of.size() * sizeof(std::uint32_t);
    for (std::size_t i = 0; i < operands.size(); ++i) {
      operands[i].name = moved(operands[i].name);
      if (window_of[i] == no_window) continue;
      operands[i].data = windows[window_of[i]] +
                         reinterpret_cast<std::uintptr_t>(operands[i].data) -
                         places[window_of[i]].begin;
    }
    for (assay_attribute& attribute : attributes) {
      attribute = {moved(attribute.name), moved(attribute.value)};
    }
    assay_call call{};
    call.struct_size = sizeof call;
    call.operand_count = one.operand_count;
    call.attribute_count = one.attribute_count;
    call.op = letters(one.op);
    call.form = letters(one.form);
    call.target = letters(one.target);
    call.operands = operands.data();
    call.attributes = attributes.data();
    call.text = text;
    call.text_capacity = header.text_capacity;
    calls_.push_back(call);
  }
}

}  // namespace assay::runners
