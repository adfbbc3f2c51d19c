// SPDX-License-Identifier: Apache-2.0
// Tile and ConvTile: typed views of memory on the chip.
#pragma once

#include <cstdint>

#include "runners/simulator/include/pto/elements.hpp"
#include "runners/simulator/include/pto/enums.hpp"
#include "runners/simulator/include/pto/refusal.hpp"

namespace pto {

inline constexpr int DYNAMIC = -1;

/// A tile of Rows_ x Cols_ elements whose valid region is its first rows and columns; a valid size
/// of DYNAMIC is given at run time. Its types keep the rules of the Tile class.
template <TileType Loc_, typename Element_, int Rows_, int Cols_,
          BLayout BFractal_ = BLayout::RowMajor, int RowValid_ = Rows_, int ColValid_ = Cols_,
          SLayout SFractal_ = SLayout::NoneBox, int SFractalSize_ = 512,
          PadValue PadVal_ = PadValue::Null, CompactMode Compact_ = CompactMode::Null>
class Tile {
 public:
  using DType = Element_;
  static constexpr TileType Loc = Loc_;
  static constexpr int Rows = Rows_;
  static constexpr int Cols = Cols_;
  static constexpr int ValidRow = RowValid_;
  static constexpr int ValidCol = ColValid_;
  static constexpr int Numel = Rows * Cols;
  static constexpr BLayout BFractal = BFractal_;
  static constexpr SLayout SFractal = SFractal_;
  static constexpr int SFractalSize = SFractalSize_;
  static constexpr PadValue PadVal = PadVal_;
  static constexpr CompactMode Compact = Compact_;
  static constexpr bool isRowMajor = BFractal == BLayout::RowMajor;
  static constexpr bool isBoxedLayout = SFractal != SLayout::NoneBox;
  static constexpr int RowStride = isRowMajor ? Cols : 1;
  static constexpr int ColStride = isRowMajor ? 1 : Rows;

  /// Dynamic valid sizes stay invalid until they are set.
  Tile() = default;
  Tile(std::int64_t rows, std::int64_t cols) requires(ValidRow == DYNAMIC && ValidCol == DYNAMIC)
      : valid_rows_(static_cast<int>(rows)), valid_cols_(static_cast<int>(cols)) {}
  explicit Tile(std::int64_t size) requires((ValidRow == DYNAMIC) != (ValidCol == DYNAMIC)) {
    (ValidRow == DYNAMIC ? valid_rows_ : valid_cols_) = static_cast<int>(size);
  }

  DType* data() { return data_; }
  const DType* data() const { return data_; }
  int GetValidRow() const { return valid_rows_; }
  int GetValidCol() const { return valid_cols_; }
  void SetValidRow(int rows) requires(ValidRow == DYNAMIC) { valid_rows_ = rows; }
  void SetValidCol(int cols) requires(ValidCol == DYNAMIC) { valid_cols_ = cols; }

  /// The element at a physical offset.
  DType GetValue(std::uint32_t offset) const { return data_[offset]; }
  void SetValue(std::uint32_t offset, DType value) { data_[offset] = value; }

  void bind(void* memory) { data_ = static_cast<DType*>(memory); }

  /// The type alone, as the C ABI has it. A dynamic valid size reads as the whole one.
  static constexpr assay_operand description = [] {
    assay_operand out{};
    out.struct_size = sizeof out;
    out.kind = ASSAY_TILE;
    out.element = detail::element_of<DType>();
    out.location = static_cast<std::uint32_t>(Loc);
    out.block_layout = static_cast<std::uint32_t>(BFractal);
    out.box_layout = static_cast<std::uint32_t>(SFractal);
    out.fractal_size = static_cast<std::uint32_t>(SFractalSize);
    out.pad = detail::abi_pad(PadVal);
    out.pad_bits = detail::pad_bits(PadVal);
    out.compact = static_cast<std::uint32_t>(Compact);
    out.rows = Rows;
    out.cols = Cols;
    out.valid_rows = ValidRow == DYNAMIC ? Rows : ValidRow;
    out.valid_cols = ValidCol == DYNAMIC ? Cols : ValidCol;
    if (ValidRow == DYNAMIC) out.flags |= ASSAY_DYNAMIC_VALID_ROWS;
    if (ValidCol == DYNAMIC) out.flags |= ASSAY_DYNAMIC_VALID_COLS;
    return out;
  }();
  static constexpr std::uint64_t byte_size() {
    const int width = assay::simulator::width_of(detail::element_of<DType>());
    return (static_cast<std::uint64_t>(Rows) * static_cast<std::uint64_t>(Cols) *
                static_cast<std::uint64_t>(width) +
            7) /
           8;
  }

 private:
  static constexpr detail::Breach broken = detail::tile_breach(description);
  static_assert(detail::require<broken>());

  DType* data_ = nullptr;
  int valid_rows_ = ValidRow;
  int valid_cols_ = ValidCol;
};

}  // namespace pto
