// SPDX-License-Identifier: Apache-2.0
// Images as columns of a matrix, by what is set in the tile of the image, and in registers before.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include "runners/simulator/include/pto/call.hpp"

namespace pto {

namespace detail {

constexpr const char* name_of(SetFmatrixMode mode) {
  constexpr const char* names[] = {"FMATRIX_A_AUTO", "FMATRIX_B_AUTO", "FMATRIX_A_MANUAL",
                                   "FMATRIX_B_MANUAL"};
  return names[static_cast<unsigned>(mode)];
}

}  // namespace detail

namespace detail {

/// Pads and their value, of each factor: what SETFMATRIX and SET_IMG2COL_PADDING leave.
struct ImageRegisters {
  std::uint8_t pads[4] = {};
  std::uint64_t value = 0;
};
inline thread_local ImageRegisters image_registers[2];

constexpr bool is_manual(SetFmatrixMode mode) {
  return mode == SetFmatrixMode::FMATRIX_A_MANUAL || mode == SetFmatrixMode::FMATRIX_B_MANUAL;
}
/// Null where a call neither reads nor writes them: this machine has none, or the mode is AUTO.
inline ImageRegisters* registers_of(SetFmatrixMode mode) {
  if (is_target("cpu") || !is_manual(mode)) return nullptr;
  return &image_registers[mode == SetFmatrixMode::FMATRIX_B_MANUAL ? 1 : 0];
}

/// A call that takes settings from a tile.
template <Name Op, SetFmatrixMode Mode, typename ConvTileData>
RecordEvent take_settings(ConvTileData& src) {
  typename ConvTileData::Settings set = src.settings;
  const std::array attributes{assay_attribute{"FmatrixMode", name_of(Mode)}};
  return call<Op, Options{}>(attributes, src, set.pads[0], set.pads[1], set.pads[2], set.pads[3],
                             set.pad_value);
}

}  // namespace detail

template <typename ConvTileData, SetFmatrixMode Mode = SetFmatrixMode::FMATRIX_A_MANUAL>
RecordEvent SETFMATRIX(ConvTileData& src) {
  detail::ImageRegisters* const registers = detail::registers_of(Mode);
  if (registers != nullptr) std::ranges::copy(src.settings.pads, registers->pads);
  return detail::take_settings<"SETFMATRIX", Mode>(src);
}
/// Repetitions are those of the tile.
template <typename ConvTileData, SetFmatrixMode Mode = SetFmatrixMode::FMATRIX_A_MANUAL>
RecordEvent SET_IMG2COL_RPT(ConvTileData& src) {
  return detail::take_settings<"SET_IMG2COL_RPT", Mode>(src);
}
template <typename ConvTileData, SetFmatrixMode Mode = SetFmatrixMode::FMATRIX_A_MANUAL>
RecordEvent SET_IMG2COL_PADDING(ConvTileData& src) {
  detail::ImageRegisters* const registers = detail::registers_of(Mode);
  if (registers != nullptr) {
    std::memcpy(&registers->value, &src.settings.pad_value, sizeof src.settings.pad_value);
  }
  return detail::take_settings<"SET_IMG2COL_PADDING", Mode>(src);
}

template <typename TileData, typename ConvTileData,
          SetFmatrixMode Mode = SetFmatrixMode::FMATRIX_A_MANUAL>
RecordEvent TIMG2COL(TileData& dst, ConvTileData& src, std::uint16_t posM = 0,
                     std::uint16_t posK = 0) {
  typename ConvTileData::Settings set = src.settings;
  if (const auto* const registers = detail::registers_of(Mode)) {
    std::ranges::copy(registers->pads, set.pads);
    std::memcpy(&set.pad_value, &registers->value, sizeof set.pad_value);
  }
  const std::array attributes{assay_attribute{"FmatrixMode", detail::name_of(Mode)}};
  return detail::call<"TIMG2COL", detail::Options{}>(
      attributes, dst, src, posM, posK, set.filter_rows, set.filter_cols, set.row_dilation,
      set.col_dilation, set.row_stride, set.col_stride, set.pads[0], set.pads[1], set.pads[2],
      set.pads[3], set.channels, set.pad_value);
}
template <SetFmatrixMode Mode, typename TileData, typename ConvTileData>
RecordEvent TIMG2COL(TileData& dst, ConvTileData& src, std::uint16_t posM = 0,
                     std::uint16_t posK = 0) {
  return TIMG2COL<TileData, ConvTileData, Mode>(dst, src, posM, posK);
}

}  // namespace pto
