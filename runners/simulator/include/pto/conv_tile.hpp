// SPDX-License-Identifier: Apache-2.0
// ConvTile: a feature map or a filter in memory on the chip.
#pragma once

#include <cstdint>

#include "runners/simulator/include/pto/elements.hpp"
#include "runners/simulator/include/pto/enums.hpp"
#include "runners/simulator/include/pto/tile.hpp"

namespace pto {

/// One to six dimensions, of which those that are DYNAMIC come at run time.
template <int... Sizes>
struct ConvTileShape {
  static constexpr int totalDimCount = sizeof...(Sizes);
  static constexpr int dynamicDimCount = ((Sizes == DYNAMIC ? 1 : 0) + ...);
  static constexpr std::int64_t fixed[sizeof...(Sizes)] = {Sizes...};
};

/// BufferSize_ counts elements.
template <TileType Loc_, typename Element_, int BufferSize_, Layout Layout_, typename Shape_>
class ConvTile {
 public:
  using DType = Element_;
  using ShapeType = Shape_;
  static constexpr TileType Loc = Loc_;
  static constexpr int bufferSize = BufferSize_;
  static constexpr Layout layout = Layout_;
  static constexpr int totalDimCount = ShapeType::totalDimCount;
  static_assert(totalDimCount >= 1 && totalDimCount <= 6, "PTO: ConvTile has 1 to 6 dimensions");
  static_assert(detail::abi_layout(Layout_) >= 0, "assay: unsupported layout of a ConvTile");

  ConvTile() = default;
  template <typename... Numbers>
  explicit ConvTile(Numbers... numbers) requires(sizeof...(Numbers) > 0) {
    static_assert(sizeof...(Numbers) == ShapeType::dynamicDimCount,
                  "PTO: ConvTile takes one number for each dynamic dimension");
    const std::int64_t given[] = {static_cast<std::int64_t>(numbers)...};
    int next = 0;
    for (int dim = 0; dim < totalDimCount; ++dim) {
      if (ShapeType::fixed[dim] == DYNAMIC) shape_[dim] = given[next++];
    }
  }

  DType* data() { return data_; }
  const DType* data() const { return data_; }
  void bind(void* memory) { data_ = static_cast<DType*>(memory); }
  std::int64_t GetShape(int dim) const {
    return ShapeType::fixed[dim] == DYNAMIC ? shape_[dim] : ShapeType::fixed[dim];
  }

  // Settings for a later TIMG2COL.
  void SetFmapH(std::uint16_t) {}  // the image is as high and as wide as the tile
  void SetFmapW(std::uint16_t) {}
  void SetPadList(std::uint8_t index, std::uint8_t pad) { settings.pads[index] = pad; }
  void SetFilterH(std::uint16_t rows) { settings.filter_rows = rows; }
  void SetFilterW(std::uint16_t cols) { settings.filter_cols = cols; }
  void SetDilationH(std::uint8_t step) { settings.row_dilation = step; }
  void SetDilationW(std::uint8_t step) { settings.col_dilation = step; }
  void SetStrideH(std::uint8_t step) { settings.row_stride = step; }
  void SetStrideW(std::uint8_t step) { settings.col_stride = step; }
  void SetPadValue(DType value) { settings.pad_value = value; }
  void SetChannelSize(std::uint16_t count) { settings.channels = count; }

  struct Settings {
    std::uint16_t filter_rows = 1, filter_cols = 1;
    std::uint8_t row_dilation = 1, col_dilation = 1, row_stride = 1, col_stride = 1;
    std::uint8_t pads[4] = {};  ///< left, right, top, bottom
    std::uint16_t channels = 0;
    DType pad_value{};
  };
  Settings settings;

  /// The type alone, as the C ABI has it. A dynamic dimension reads as 1.
  static constexpr assay_operand description = [] {
    assay_operand out{};
    out.struct_size = sizeof out;
    out.kind = ASSAY_TILE;
    out.element = detail::element_of<DType>();
    out.flags = ASSAY_CONV_TILE;
    out.location = static_cast<std::uint32_t>(Loc);
    out.fractal_size = 512;
    out.layout = static_cast<std::uint32_t>(detail::abi_layout(Layout_));
    out.rank = static_cast<std::uint32_t>(totalDimCount);
    for (int dim = 0; dim < totalDimCount; ++dim) {
      const std::int64_t size = ShapeType::fixed[dim];
      out.shape[dim] = size == DYNAMIC ? 1 : size;
      if (size == DYNAMIC && dim < 5) out.flags |= ASSAY_DYNAMIC_SHAPE(static_cast<unsigned>(dim));
    }
    return out;
  }();
  static constexpr std::uint64_t byte_size() {
    const int width = assay::simulator::width_of(detail::element_of<DType>());
    return (static_cast<std::uint64_t>(bufferSize) * static_cast<std::uint64_t>(width) + 7) / 8;
  }

 private:
  DType* data_ = nullptr;
  std::int64_t shape_[6] = {1, 1, 1, 1, 1, 1};
};

}  // namespace pto
