// SPDX-License-Identifier: Apache-2.0
// On-chip addresses for the tiles of a call, and what lies around them.
#include "runners/sdk/call/placement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "reference/isa/types/tile.hpp"
#include "reference/ops/shared_memory.hpp"
#include "runners/call/describe_operand.hpp"
#include "runners/sdk/source/entry.hpp"
#include "runners/sdk/source/spelling.hpp"

namespace assay::runners::sdk {
namespace {

constexpr std::byte poison{0x5c};

/// Poisoned bytes after the last tile of a buffer, if there is room.
constexpr std::uint64_t margin = 4096;

std::uint64_t rounded_up(std::uint64_t bytes) {
  return (bytes + assay_sdk::guard - 1) / assay_sdk::guard * assay_sdk::guard;
}

std::string buffer_of(const assay_operand& tile, const Capacity& capacity) {
  std::string name(name_of(static_cast<Location>(tile.location)));
  return capacity.contains(name) ? name : std::string(name_of(Location::vec));
}

/// Numbers of the tiles; a tile at address 0 of its buffer comes first.
std::vector<std::size_t> in_order(const assay_call& call) {
  std::vector<std::size_t> tiles;
  for (std::size_t i = 0; i < call.operand_count; ++i) {
    if (call.operands[i].kind == ASSAY_TILE) tiles.push_back(i);
  }
  std::stable_partition(tiles.begin(), tiles.end(),
                        [&](std::size_t i) { return is_surroundings(call.operands[i]); });
  return tiles;
}

/// An earlier tile with the same memory: the two overlap in the library as well.
std::optional<std::size_t> standing_there(const assay_call& call, std::size_t tile) {
  const assay_operand& operand = call.operands[tile];
  for (std::size_t i = 0; i < tile; ++i) {
    const assay_operand& other = call.operands[i];
    const bool same = other.kind == ASSAY_TILE && other.location == operand.location &&
                      other.data == operand.data && other.byte_size == operand.byte_size;
    if (same && operand.data != nullptr) return i;
  }
  return std::nullopt;
}

}  // namespace

Placement place(const assay_call& call, const Capacity& capacity) {
  Placement placement{std::vector<std::uint64_t>(call.operand_count),
                      std::vector<std::uint64_t>(call.operand_count),
                      {}};
  struct Used {
    std::uint64_t next = 0;
    std::size_t last = 0;
  };
  std::map<std::string, Used> used;
  for (const std::size_t i : in_order(call)) {
    const assay_operand& operand = call.operands[i];
    if (const auto other = standing_there(call, i)) {
      placement.addresses[i] = placement.addresses[*other];
      continue;
    }
    Used& buffer = used[buffer_of(operand, capacity)];
    placement.addresses[i] = is_surroundings(operand) ? 0 : buffer.next + assay_sdk::guard;
    const std::uint64_t end = placement.addresses[i] + operand.byte_size + assay_sdk::guard;
    buffer = {rounded_up(end), i};
    placement.gaps[i] = buffer.next - end;
  }
  for (const auto& [name, buffer] : used) {
    const auto room = capacity.find(name);
    if (room == capacity.end()) continue;
    if (buffer.next > room->second) {
      placement.full = name;
      placement.overflow = fmt::format("tiles and guard bands need {} bytes of {}, which has {}",
                                       buffer.next, name, room->second);
    } else {
      placement.gaps[buffer.last] += std::min(margin, room->second - buffer.next);
    }
  }
  return placement;
}

std::string full_buffer(const Case& test_case, const Capacity& capacity) {
  const Form& form = test_case.form();
  std::vector<assay_operand> operands;
  try {
    for (std::size_t i = 0; i < form.operands.size(); ++i) {
      operands.push_back(describe_operand(form.operands[i], test_case.call.operands[i]));
      operands.back().name = form.operands[i].name.c_str();
    }
  } catch (const std::length_error&) {
    return {};  // beyond any memory: no backend gets such operands
  }
  if (const auto shared = shared_memory(test_case)) {
    operands[shared->output].data = operands[shared->input].data = operands.data();
  }
  assay_call call{};
  call.operands = operands.data();
  call.operand_count = static_cast<std::uint32_t>(operands.size());
  return place(call, capacity).full;
}

TileMemory::TileMemory(const assay_call& call, const Placement& placement, bool bound,
                       void* const* memory)
    : guard_(bound ? assay_sdk::guard : 0) {
  for (std::size_t i = 0; i < call.operand_count; ++i) {
    const assay_operand& operand = call.operands[i];
    if (operand.kind != ASSAY_TILE || memory[i] == nullptr) continue;
    windows_.push_back({static_cast<std::byte*>(memory[i]),
                        static_cast<std::byte*>(operand.data),
                        operand.byte_size,
                        std::min(guard_, placement.addresses[i]),
                        bound ? placement.gaps[i] : 0,
                        {}});
  }
  for (Window& window : windows_) {
    const std::uint64_t whole = window.before + window.bytes + guard_;
    window.sent.assign(window.host - window.before, window.host - window.before + whole);
    std::memcpy(window.chip - window.before, window.sent.data(), whole);
    std::fill_n(window.chip + window.bytes + guard_, window.gap, poison);
  }
}

void TileMemory::take_back() const {
  for (const Window& window : windows_) {
    const std::byte* chip = window.chip - window.before;
    if (std::memcmp(chip, window.sent.data(), window.sent.size()) != 0) {
      std::byte* host = window.host - window.before;
      for (std::size_t i = 0; i < window.sent.size(); ++i) {
        if (chip[i] != window.sent[i]) host[i] = chip[i];
      }
    }
    const std::byte* behind = window.chip + window.bytes + guard_;
    if (std::all_of(behind, behind + window.gap, [](std::byte one) { return one == poison; })) {
      continue;
    }
    window.host[window.bytes + guard_ - 1] ^= std::byte{0xff};
  }
}

}  // namespace assay::runners::sdk
