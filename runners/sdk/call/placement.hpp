// SPDX-License-Identifier: Apache-2.0
// On-chip addresses for the tiles of a call, and what lies around them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reference/isa/case/case.hpp"
#include "runners/backend.h"

namespace assay::runners::sdk {

/// Bytes of on-chip buffers by location.
using Capacity = std::map<std::string, std::uint64_t>;

/// Where every operand's tile goes; 0 for other operands. Tiles lie in ascending order, disjoint,
/// each between two guard bands, except for one at address 0 (is_surroundings), and for tiles that
/// overlap another one: tiles with one `data` have one address. A location without a capacity of
/// its own shares that of Vec.
struct Placement {
  std::vector<std::uint64_t> addresses = {};
  std::vector<std::uint64_t> gaps = {};  ///< bytes after a tile's guard that nothing may touch
  std::string overflow = {};             ///< why the tiles have no room, or empty
  std::string full = {};                 ///< the buffer that they have no room in, or empty
  std::uint64_t storage = 0;             ///< what an address that the call is given counts from
};
Placement place(const assay_call& call, const Capacity& capacity);

/// The buffer in which the tiles of a case and their guard bands have no room; empty if they have
/// room in all of them.
std::string full_buffer(const Case& test_case, const Capacity& capacity);

/// The memory of one call's tiles while the call runs. Guard bands and contents come from around
/// `assay_operand::data`, which must have guards (see entry.hpp), and go back there.
class TileMemory {
 public:
  /// `memory` has the first byte of every tile, null for what is none. Fills what lies between and
  /// after the windows with a poison, then the windows.
  TileMemory(const assay_call& call, const Placement& placement, bool bound, void* const* memory);

  /// Copies what has changed in the windows back: others may hold the same bytes of the host, if
  /// tiles of a program are adjacent. A change elsewhere spoils the guard after the nearest
  /// tile.
  void take_back() const;

 private:
  struct Window {
    std::byte* chip;  ///< first byte of the tile
    std::byte* host;
    std::uint64_t bytes;
    std::uint64_t before;         ///< bytes of its first guard; none at address 0
    std::uint64_t gap;            ///< poisoned bytes after the guard
    std::vector<std::byte> sent;  ///< what the window held when the call began, guards and all
  };
  std::uint64_t guard_;
  std::vector<Window> windows_;
};

}  // namespace assay::runners::sdk
