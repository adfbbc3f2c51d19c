// SPDX-License-Identifier: Apache-2.0
// Images as columns of a matrix, by what is set in the tile of the image.
#pragma once

#include <cstdint>
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

/// There are no registers here: a call reads the tile, whatever was taken from it before.
template <typename ConvTileData, SetFmatrixMode = SetFmatrixMode::FMATRIX_A_MANUAL>
RecordEvent SETFMATRIX(ConvTileData&) {
  return {};
}
template <typename ConvTileData, SetFmatrixMode = SetFmatrixMode::FMATRIX_A_MANUAL>
RecordEvent SET_IMG2COL_RPT(ConvTileData&) {
  return {};
}
template <typename ConvTileData, SetFmatrixMode = SetFmatrixMode::FMATRIX_A_MANUAL>
RecordEvent SET_IMG2COL_PADDING(ConvTileData&) {
  return {};
}

template <typename TileData, typename ConvTileData,
          SetFmatrixMode Mode = SetFmatrixMode::FMATRIX_A_MANUAL>
RecordEvent TIMG2COL(TileData& dst, ConvTileData& src, std::uint16_t posM = 0,
                     std::uint16_t posK = 0) {
  typename ConvTileData::Settings set = src.settings;
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
