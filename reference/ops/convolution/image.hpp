// SPDX-License-Identifier: Apache-2.0
// Images as columns of a matrix: rows are places of a filter, columns what it sees there.
#pragma once

#include <string>
#include <vector>

#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {

/// Sizes of the image in src, how a filter moves over it, and the sizes of the result. Counts of
/// elements, pads in the order of the manual's list.
struct Unfolding {
  std::int64_t images, depths, blocks, height, width, lanes;
  std::int64_t filter_height, filter_width, dilation_height, dilation_width;
  std::int64_t stride_height, stride_width;
  std::int64_t pad_left, pad_right, pad_top, pad_bottom;
  std::int64_t channels;

  /// Rows and columns of places of the filter; 0 if the dilated filter is larger than the padded
  /// image.
  std::int64_t places_down() const;
  std::int64_t places_across() const;
  /// Rows and columns of the whole matrix, of which dst is a window.
  std::int64_t rows() const { return images * depths * places_down() * places_across(); }
  std::int64_t cols() const { return blocks * filter_height * filter_width * lanes; }
};
Unfolding unfolding_of(const Call& call);

/// First row and column of the window.
std::int64_t first_row(const Call& call);
std::int64_t first_col(const Call& call);

/// The scalars that are set in src before the call.
std::vector<Operand> image_settings();
/// Draws settings with which the matrix has room for the valid region of dst; others where none are
/// found.
void draw_settings(Call& call, Draw& draw);
/// Sets one of them.
void set_setting(Call& call, const std::string& name, std::int64_t value);

/// dst[i, j] = the element of src that the filter sees, or the pad (decision 144). `masked`: also
/// beyond the number of channels.
Result unfolded(bool masked = true);

/// Types, places and layouts of both tiles: src is an NC1HWC0 or NDC1HWC0 tile whose last dimension
/// is a block of 32 bytes, dst a left operand.
Constraints tiles_of_images(const std::string& page);
/// posM, posK and the settings have the types of the intrinsic and of the tile's setters, a filter
/// of at least one element goes over the padded image, and the window ends in the matrix.
Constraints settings_of_images(const std::string& page);
/// src is a convolution tile, NC1HWC0 or NDC1HWC0, of any small size; a plain tile is none.
Constraint settings_tile();
/// The types of posM, posK and the settings that the form has.
Constraint setting_types();

std::vector<Scenario> image_scenarios();

std::vector<Ambiguity> image_ambiguities();
std::vector<std::string> image_notes();
std::vector<Erratum> timg2col_errata();

}  // namespace assay::ops
