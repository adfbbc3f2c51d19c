// SPDX-License-Identifier: Apache-2.0
// The rules that a call has to keep, and those of the Tile class. One text with two uses: the
// simulator applies all rules to a call, the headers in include/ apply the rules of the types to a
// call that a compiler instantiates.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "runners/simulator/rules/elements.hpp"
#include "runners/simulator/rules/request.hpp"

namespace assay::simulator {

struct Answer;
class Hooks;

/// When a rule shows: to a compiler of the SDK, in a debug build, to the harness, or here alone.
enum class Stage : std::uint8_t { type, launch, harness, covered };

/// A rule and whether a call keeps it.
struct Ruling {
  Stage stage;
  bool holds;
  std::string_view text;
};

/// Rows and columns of a box.
struct Box {
  std::int64_t rows;
  std::int64_t cols;
};

/// InnerRows and InnerCols of a tile type, as its legality rules use them. Boxes of packed elements
/// are 64 long on devices, where the generic tile constants have 32.
constexpr Box inner_box(const assay_operand& tile) {
  const std::int64_t block = 32 / size_of(tile.element);
  if (tile.fractal_size == 1024) return {16, 16};
  if (tile.fractal_size == 32) {
    return tile.box_layout == ASSAY_BOX_ROW_MAJOR ? Box{16, 2} : Box{2, 16};
  }
  if (tile.box_layout == ASSAY_NONE_BOX) return {1, 1};
  const std::int64_t length = width_of(tile.element) == 4 ? 64 : block;
  return tile.box_layout == ASSAY_BOX_ROW_MAJOR ? Box{16, length} : Box{length, 16};
}

/// Collects broken rules. A refusal goes before what the harness did wrong, that before a missing
/// feature.
class Rules {
 public:
  /// Rules of a call; every rule passes a hook.
  Rules(const Request& request, const Hooks& hooks) : request_(&request), hooks_(&hooks) {}

  /// Rules of the types of a call only: a dynamic valid size, dimension or stride breaks none,
  /// whatever its number, and memory does not matter.
  constexpr explicit Rules(const Request& request) : request_(&request) {}
  constexpr bool types_alone() const { return hooks_ == nullptr; }

  /// A rule that a compiler of the SDK would check. `text` states the rule and outlives this.
  constexpr void type(bool holds, std::string_view text) { note({Stage::type, holds, text}); }
  /// A rule that a debug build checks when the call runs.
  constexpr void launch(bool holds, std::string_view text) {
    if (!types_alone()) note({Stage::launch, holds, text});
  }
  /// Something that the harness has to see to.
  constexpr void harness(bool holds, std::string_view text) {
    if (!types_alone()) note({Stage::harness, holds, text});
  }
  /// Something that this simulator implements.
  constexpr void covered(bool holds, std::string_view text) {
    if (!types_alone()) note({Stage::covered, holds, text});
  }

  /// lowest <= value <= highest, as a rule of the type.
  constexpr void range(std::int64_t value, std::int64_t lowest, std::int64_t highest,
                       std::string_view text) {
    if (!types_alone()) apply_hooks(lowest, highest);
    type(value >= lowest && value <= highest, text);
  }

  /// The rules of the Tile class, and a buffer that holds the tile.
  constexpr void tile(const assay_operand& operand) {
    tile_type(operand);
    if (!types_alone()) placed_tile(operand);
  }
  constexpr void conv_tile(const assay_operand& operand) {
    type((operand.flags & ASSAY_CONV_TILE) != 0, "a tile where a convolution tile is needed");
    type(operand.rank >= 1 && operand.rank <= 6, "a convolution tile has 1 to 6 dimensions");
    if (!types_alone() && status_ != ASSAY_REJECTED) placed_conv_tile(operand);
  }
  constexpr void global(const assay_operand& operand) {
    if (!types_alone()) placed_global(operand);
  }

  /// The status for the worst broken rule, and its text.
  constexpr assay_status status() const { return status_; }
  constexpr std::string_view text() const { return text_; }

  /// The answer to give now, if the call must not be executed.
  std::optional<Answer> stop() const;

 private:
  constexpr void note(Ruling ruling) {
    constexpr assay_status statuses[] = {ASSAY_REJECTED, ASSAY_REJECTED, ASSAY_BROKEN,
                                         ASSAY_UNSUPPORTED};  // in the order of Stage
    constexpr int rank[] = {0, 3, 1, 2};                      // done, rejected, unsupported, broken
    if (!types_alone()) apply_hooks(ruling);
    const assay_status status = statuses[static_cast<int>(ruling.stage)];
    if (ruling.holds || rank[status_] >= rank[status]) return;
    status_ = status;
    text_ = ruling.text;
  }

  void apply_hooks(Ruling& ruling) const;
  void apply_hooks(std::int64_t& lowest, std::int64_t& highest) const;

  constexpr void tile_type(const assay_operand& operand);
  void placed_tile(const assay_operand& operand);
  void placed_conv_tile(const assay_operand& operand);
  void placed_global(const assay_operand& operand);

  const Request* request_;
  const Hooks* hooks_ = nullptr;
  assay_status status_ = ASSAY_DONE;
  std::string_view text_;
};

constexpr void Rules::tile_type(const assay_operand& operand) {
  const std::int64_t rows = operand.rows;
  const std::int64_t cols = operand.cols;
  const std::uint32_t fractal = operand.fractal_size;
  type((operand.flags & ASSAY_CONV_TILE) == 0, "a convolution tile where a tile is needed");
  type(rows > 0 && cols > 0, "Rows and Cols must be positive");
  type(fractal == 512 || fractal == 1024 || fractal == 32, "SFractalSize must be 512, 1024 or 32");
  type(operand.element != ASSAY_F64, "f64 is no element type of tiles");
  const bool fixed_rows = (operand.flags & ASSAY_DYNAMIC_VALID_ROWS) == 0;
  const bool fixed_cols = (operand.flags & ASSAY_DYNAMIC_VALID_COLS) == 0;
  type(!fixed_rows || (operand.valid_rows > 0 && operand.valid_rows <= rows),
       "a static ValidRow must be in [1, Rows]");
  type(!fixed_cols || (operand.valid_cols > 0 && operand.valid_cols <= cols),
       "a static ValidCol must be in [1, Cols]");
  launch(operand.valid_rows >= 0 && operand.valid_rows <= rows, "valid rows must be in [0, Rows]");
  launch(operand.valid_cols >= 0 && operand.valid_cols <= cols, "valid cols must be in [0, Cols]");
  if (status_ == ASSAY_REJECTED) return;
  const Box box = inner_box(operand);
  type(cols % box.cols == 0, "Cols must be a multiple of InnerCols");
  type(rows % box.rows == 0 || operand.location == ASSAY_VEC || fractal == 32 || rows == 1,
       "Rows must be a multiple of InnerRows");
  if (operand.box_layout != ASSAY_NONE_BOX) return;
  const std::int64_t length = operand.block_layout == ASSAY_ROW_MAJOR ? cols : rows;
  type(length * size_of(operand.element) % 32 == 0,
       "rows (columns of a column-major tile) must be multiples of 32 bytes");
}

/// BLayout row-major without boxes.
constexpr bool is_nd(const assay_operand& tile) {
  return tile.block_layout == ASSAY_ROW_MAJOR && tile.box_layout == ASSAY_NONE_BOX;
}

/// Elements of a convolution tile: the product of its dimensions.
constexpr std::int64_t conv_elements(const assay_operand& tile) {
  std::int64_t count = 1;
  for (std::uint32_t dim = 0; dim < tile.rank && dim < 6; ++dim) {
    count *= tile.shape[dim] > 0 ? tile.shape[dim] : 0;
  }
  return count;
}

}  // namespace assay::simulator
