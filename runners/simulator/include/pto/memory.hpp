// SPDX-License-Identifier: Apache-2.0
// Where tiles lie and leave to, and the order of pipes, which a simulation in program order keeps
// anyway.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runners/simulator/include/pto/call.hpp"

namespace pto {

/// Binds a tile to a byte address in the memory of its location.
template <typename TileType_, typename Address>
requires(std::is_integral_v<Address>) void TASSIGN(TileType_& tile, Address address) {
  tile.bind(detail::assay_pto_bind(static_cast<std::uint32_t>(TileType_::Loc),
                                   static_cast<std::uint64_t>(address), TileType_::byte_size()));
}

/// Binds a view to global memory.
template <typename Element, typename Sizes, typename Steps, Layout Order>
void TASSIGN(GlobalTensor<Element, Sizes, Steps, Order>& view, Element* data) {
  view.bind(data);
}

/// The same with an address that a compiler knows.
template <std::size_t Address, typename TileType_>
void TASSIGN(TileType_& tile) {
  static_assert(Address % 32 == 0, "PTO: tiles are bound at multiples of 32 bytes");
  TASSIGN(tile, Address);
}

inline constexpr int EVENT_ID0 = 0;

}  // namespace pto

using pipe_t = int;
using event_t = int;
inline constexpr pipe_t PIPE_S = 0;
inline constexpr pipe_t PIPE_V = 1;
inline constexpr pipe_t PIPE_MTE1 = 2;
inline constexpr pipe_t PIPE_MTE2 = 3;
inline constexpr pipe_t PIPE_MTE3 = 4;
inline constexpr pipe_t PIPE_M = 5;
inline constexpr pipe_t PIPE_ALL = 6;
inline constexpr pipe_t PIPE_FIX = 7;

inline void pipe_barrier(pipe_t) {}
inline void set_flag(pipe_t, pipe_t, event_t) {}
inline void wait_flag(pipe_t, pipe_t, event_t) {}
