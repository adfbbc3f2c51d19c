// SPDX-License-Identifier: Apache-2.0
// Where tiles lie and leave to, and the order of pipes, which a simulation in program order keeps
// anyway.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runners/simulator/include/pto/call.hpp"
#include "runners/simulator/rules/assignment.hpp"

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

/// The same with an address that a compiler knows. A CPU has as much memory as the environment
/// says.
template <std::size_t Address, typename TileType_>
void TASSIGN(TileType_& tile) {
  constexpr auto machine = assay::simulator::machine_named(detail::target);
  constexpr auto location = static_cast<std::uint32_t>(TileType_::Loc);
  constexpr assay::simulator::KnownAddress known{
      Address, TileType_::byte_size(), assay::simulator::size_of_memory(machine, location)};
  constexpr bool on_cpu = machine == assay::simulator::Machine::cpu;
  static_assert(known.has_memory(), "PTO: the memory of the tile does not exist");
  static_assert(on_cpu || known.has_room(), "PTO: the tile has no room in its memory");
  static_assert(on_cpu || known.ends_inside(), "PTO: the tile ends after its memory");
  static_assert(known.is_aligned(), "PTO: tiles are bound at multiples of 32 bytes");
  TASSIGN(tile, Address);
}

/// Binds a tile of scales where those of `factor` lie. The first generation has none.
template <typename ScaleTile, typename FactorTile>
RecordEvent TGET_SCALE_ADDR(ScaleTile& scales, FactorTile& factor) {
  static_assert(!detail::is_target("a2a3") || sizeof(ScaleTile) == 0,
                "PTO: TGET_SCALE_ADDR is not supported");
  const auto* const begin = static_cast<const unsigned char*>(
      detail::assay_pto_bind(static_cast<std::uint32_t>(FactorTile::Loc), 0, 0));
  const auto* const data = reinterpret_cast<const unsigned char*>(factor.data());
  TASSIGN(scales, assay::simulator::scales_of(static_cast<std::uint64_t>(data - begin)));
  return {};
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
