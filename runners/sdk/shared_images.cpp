// SPDX-License-Identifier: Apache-2.0
// Memories that the calls of a program share, in the buffers of a library.
#include "runners/sdk/shared_images.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <string>

#include "reference/isa/program.hpp"
#include "runners/sdk/entry.hpp"
#include "runners/sdk/spelling.hpp"

namespace assay::runners::sdk {
namespace {

constexpr std::byte poison{0x5c};

/// Of images in their buffers; no tile needs more.
constexpr std::uint64_t alignment = 4096;

/// The buffer that a memory is in; one without a capacity of its own shares that of Vec.
std::string buffer_of(Memory memory, const Index& index) {
  constexpr int locations = static_cast<int>(Location::scale_right) + 1;
  for (int i = 0; i < locations; ++i) {
    const auto location = static_cast<Location>(i);
    std::string name(name_of(location));
    if (memory_of(location) == memory && index.capacity.contains(name)) return name;
  }
  return std::string(name_of(Location::vec));
}

bool is_poison(const std::byte* bytes, std::uint64_t count) {
  return std::all_of(bytes, bytes + count, [](std::byte one) { return one == poison; });
}

}  // namespace

SharedImages::SharedImages(std::span<const assay_image> images, const Index& index) {
  std::map<std::string, std::uint64_t> used;
  for (const assay_image& from : images) {
    const auto memory = static_cast<Memory>(from.memory);
    if (memory == Memory::global) continue;
    Image image{.host = static_cast<std::byte*>(from.data), .bytes = from.byte_size};
    const std::string buffer = buffer_of(memory, index);
    std::uint64_t& next = used[buffer];
    const auto room = index.capacity.find(buffer);
    const std::uint64_t end = room == index.capacity.end() ? UINT64_MAX : room->second;
    const std::uint64_t guarded = next + alignment + image.bytes + assay_sdk::guard;
    // A buffer that its contents fill has no guard bands.
    if (guarded <= end) {
      image.begin = next + alignment;
      image.before = assay_sdk::guard;
      image.behind = std::min(end - image.begin - image.bytes, alignment);
    } else if (next + image.bytes <= end) {
      image.begin = next;
    } else {
      continue;
    }
    next = (image.begin + image.bytes + image.behind + alignment - 1) / alignment * alignment;
    images_.push_back(image);
  }
}

std::optional<std::size_t> SharedImages::image_of(const assay_operand& operand) const {
  const auto* data = static_cast<const std::byte*>(operand.data);
  for (std::size_t i = 0; i < images_.size(); ++i) {
    const Image& image = images_[i];
    if (data >= image.host && data + operand.byte_size <= image.host + image.bytes) return i;
  }
  return std::nullopt;
}

std::optional<Placement> SharedImages::place(const assay_call& call) const {
  Placement placement{std::vector<std::uint64_t>(call.operand_count),
                      std::vector<std::uint64_t>(call.operand_count),
                      {}};
  for (std::size_t i = 0; i < call.operand_count; ++i) {
    const assay_operand& operand = call.operands[i];
    if (is_surroundings(operand)) return std::nullopt;
    if (operand.kind != ASSAY_TILE) continue;
    const std::optional<std::size_t> number = image_of(operand);
    if (!number) return std::nullopt;
    const Image& image = images_[*number];
    const auto inside = static_cast<const std::byte*>(operand.data) - image.host;
    placement.addresses[i] = image.begin + static_cast<std::uint64_t>(inside);
  }
  return placement;
}

bool SharedImages::fill(const assay_call& call, const Placement& placement, void* const* memory) {
  for (Image& image : images_) image.chip = nullptr;
  bool agreed = true;
  for (std::size_t i = 0; i < call.operand_count; ++i) {
    if (call.operands[i].kind != ASSAY_TILE || memory[i] == nullptr) continue;
    Image& image = images_[*image_of(call.operands[i])];
    std::byte* const chip =
        static_cast<std::byte*>(memory[i]) - (placement.addresses[i] - image.begin);
    agreed = agreed && (image.chip == nullptr || image.chip == chip);
    image.chip = chip;
  }
  for (Image& image : images_) {
    if (!agreed) image.chip = nullptr;
    if (image.chip == nullptr) continue;
    std::fill_n(image.chip - image.before, image.before, poison);
    std::memcpy(image.chip, image.host, image.bytes);
    std::fill_n(image.chip + image.bytes, image.behind, poison);
  }
  return agreed;
}

void SharedImages::take_back() const {
  for (const Image& image : images_) {
    if (image.chip == nullptr) continue;
    std::memcpy(image.host, image.chip, image.bytes);
    if (!is_poison(image.chip - image.before, image.before)) image.host[-1] ^= std::byte{0xff};
    if (!is_poison(image.chip + image.bytes, image.behind)) {
      image.host[image.bytes] ^= std::byte{0xff};
    }
  }
}

}  // namespace assay::runners::sdk
