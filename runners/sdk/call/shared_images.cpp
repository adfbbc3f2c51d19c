// SPDX-License-Identifier: Apache-2.0
// Memories that the calls of a program share, in the buffers of a library.
#include "runners/sdk/call/shared_images.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <string>

#include "reference/isa/case/program.hpp"
#include "runners/sdk/source/entry.hpp"
#include "runners/sdk/source/spelling.hpp"

namespace assay::runners::sdk {
namespace {

constexpr std::byte poison{0x5c};

/// The alignment of images in their buffers; no tile needs more.
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

SharedImages::SharedImages(std::span<const assay_image> images, const Index& index)
    : capacity_(index.capacity) {
  for (const assay_image& from : images) {
    const auto memory = static_cast<Memory>(from.memory);
    if (memory == Memory::global) continue;
    images_.push_back(
        {static_cast<std::byte*>(from.data), from.byte_size, buffer_of(memory, index)});
  }
}

/// `first`, if it is not null, is at address 0.
void SharedImages::lay_out(const std::byte* first) {
  pieces_.clear();
  std::map<std::string, std::uint64_t> used;
  const auto behind_first = [&](const Image& image) {
    return first == nullptr || first < image.host || first >= image.host + image.bytes
               ? 0
               : image.bytes - static_cast<std::uint64_t>(first - image.host);
  };
  for (std::size_t i = 0; i < images_.size(); ++i) {
    const Image& image = images_[i];
    const std::uint64_t bytes = behind_first(image);
    if (bytes > 0)
      add({.image = i, .host = image.host + image.bytes - bytes, .bytes = bytes}, true, used);
  }
  for (std::size_t i = 0; i < images_.size(); ++i) {
    const Image& image = images_[i];
    const std::uint64_t bytes = image.bytes - behind_first(image);
    if (bytes > 0) add({.image = i, .host = image.host, .bytes = bytes}, false, used);
  }
}

/// Adds a piece after the contents of its buffer, between guard bands if there is room for them.
void SharedImages::add(const Piece& piece, bool is_first,
                       std::map<std::string, std::uint64_t>& used) {
  const std::string& buffer = images_[piece.image].buffer;
  std::uint64_t& next = used[buffer];
  const auto room = capacity_.find(buffer);
  const std::uint64_t end = room == capacity_.end() ? UINT64_MAX : room->second;
  Piece placed = piece;
  // A buffer that its contents fill has no guard bands.
  if (!is_first && next + alignment + piece.bytes + assay_sdk::guard <= end) {
    placed.begin = next + alignment;
    placed.before = assay_sdk::guard;
  } else if (next + piece.bytes <= end) {
    placed.begin = next;
  } else {
    return;
  }
  if (is_first || placed.before > 0) {
    placed.behind = std::min(end - placed.begin - piece.bytes, alignment);
  }
  next = (placed.begin + piece.bytes + placed.behind + alignment - 1) / alignment * alignment;
  pieces_.push_back(placed);
}

const SharedImages::Piece* SharedImages::piece_of(const assay_operand& operand) const {
  const auto* data = static_cast<const std::byte*>(operand.data);
  for (const Piece& piece : pieces_) {
    if (data >= piece.host && data + operand.byte_size <= piece.host + piece.bytes) return &piece;
  }
  return nullptr;
}

std::optional<Placement> SharedImages::place(const assay_call& call) {
  const std::span operands(call.operands, call.operand_count);
  const bool by_number = std::ranges::any_of(operands, is_address);
  const auto storage = std::ranges::find_if(operands, [](const assay_operand& one) {
    return one.kind == ASSAY_TILE && is_surroundings(one);
  });
  const bool by_constant = storage != operands.end() && !by_number;
  lay_out(by_constant ? static_cast<const std::byte*>(storage->data) : nullptr);
  Placement placement{.addresses = std::vector<std::uint64_t>(call.operand_count),
                      .gaps = std::vector<std::uint64_t>(call.operand_count)};
  for (std::size_t i = 0; i < call.operand_count; ++i) {
    const assay_operand& operand = operands[i];
    if (operand.kind != ASSAY_TILE) continue;
    const Piece* piece = piece_of(operand);
    if (piece == nullptr) return std::nullopt;
    const auto inside = static_cast<const std::byte*>(operand.data) - piece->host;
    placement.addresses[i] = piece->begin + static_cast<std::uint64_t>(inside);
    if (is_surroundings(operand)) placement.storage = placement.addresses[i];
  }
  return placement;
}

bool SharedImages::fill(const assay_call& call, const Placement& placement, void* const* memory) {
  for (Piece& piece : pieces_) piece.chip = nullptr;
  bool agreed = true;
  for (std::size_t i = 0; i < call.operand_count; ++i) {
    if (call.operands[i].kind != ASSAY_TILE || memory[i] == nullptr) continue;
    std::byte* const buffer = static_cast<std::byte*>(memory[i]) - placement.addresses[i];
    const std::size_t image = piece_of(call.operands[i])->image;
    for (Piece& piece : pieces_) {
      if (piece.image != image) continue;
      agreed = agreed && (piece.chip == nullptr || piece.chip == buffer + piece.begin);
      piece.chip = buffer + piece.begin;
    }
  }
  for (Piece& piece : pieces_) {
    if (!agreed) piece.chip = nullptr;
    if (piece.chip == nullptr) continue;
    std::fill_n(piece.chip - piece.before, piece.before, poison);
    std::memcpy(piece.chip, piece.host, piece.bytes);
    std::fill_n(piece.chip + piece.bytes, piece.behind, poison);
  }
  return agreed;
}

void SharedImages::take_back() const {
  struct Damage {
    bool before = false, behind = false;
  };
  std::vector<Damage> damage(images_.size());
  for (const Piece& piece : pieces_) {
    if (piece.chip == nullptr) continue;
    std::memcpy(piece.host, piece.chip, piece.bytes);
    Damage& of = damage[piece.image];
    of.before = of.before || !is_poison(piece.chip - piece.before, piece.before);
    of.behind = of.behind || !is_poison(piece.chip + piece.bytes, piece.behind);
  }
  for (std::size_t i = 0; i < images_.size(); ++i) {
    if (damage[i].before) images_[i].host[-1] ^= std::byte{0xff};
    if (damage[i].behind) images_[i].host[images_[i].bytes] ^= std::byte{0xff};
  }
}

}  // namespace assay::runners::sdk
