// SPDX-License-Identifier: Apache-2.0
// The common text of the pages of searches in columns.
#include <algorithm>

#include "reference/ops/reduce_expand/shared/arg_reduction.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

/// The stride that the page computes from the valid columns: room for two elements and one of every
/// repeat.
std::int64_t stride_needed(const Call& call) {
  const TileSpec& in = call.tile("src");
  const std::int64_t size = size_of(in.type.element);
  const std::int64_t repeat = 256 / size, block = 32 / size;
  const auto over = [](std::int64_t count, std::int64_t per) { return (count + per - 1) / per; };
  const std::int64_t repeats = over(in.valid_cols, repeat);
  return over(repeats * 2, block) * block + over(repeats, block) * block;
}

bool is_like_src(const Call& call) {
  const TileSpec &tile = call.tile("tmp"), &in = call.tile("src");
  return tile.rows() >= in.rows() && tile.cols() >= in.cols();
}

void resize_tmp(Call& call, std::int64_t cols) {
  TileSpec& tile = call.tile("tmp");
  tile.type.blayout = BLayout::row_major;
  tile.type.slayout = SLayout::none_box;
  tile.type.rows = 1;
  tile.type.cols = std::max<std::int64_t>(cols, 1);
  tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
  make_well_formed(tile.type);
  tile.valid_rows = 1;
  tile.valid_cols = tile.type.cols;
}

void widen_for_stride(Call& call) {
  TileSpec& in = call.tile("src");
  in.type.rows = std::max<std::int64_t>(in.type.rows, 2);
  in.type.cols = in.valid_cols = 5 * 256 / size_of(in.type.element);
  in.type.dynamic_valid_cols = true;
}

}  // namespace

std::int64_t region_of_tmp(const TileSpec& in) {
  const std::int64_t size = size_of(in.type.element);
  const std::int64_t repeat = 256 / size, block = 32 / size;
  if (in.valid_cols >= repeat) return repeat;
  return (in.valid_cols + block - 1) / block * block;
}

std::string regions_of_tmp_in_words() {
  return "a2a3: a row of tmp has three regions of one size: the row counter, the extremes so far, "
         "their indices; the size is elemPerRpt = 256 / sizeof, or with fewer valid columns these "
         "in whole blocks. The stride that the page computes is ceil(2 * repeats / block) * block "
         "+ ceil(repeats / block) * block, repeats = ceil(validCol / elemPerRpt), block = 32 / "
         "sizeof";
}

Constraint stride_of_tmp() {
  Constraint made = constraint(
      "tmp.stride",
      "a row of tmp holds two elements for every 256 bytes of the valid columns of src, in whole "
      "blocks, and one for each, in whole blocks; or tmp has the size of src",
      [](const Call& call) {
        return call.tile("tmp").type.cols >= stride_needed(call) || is_like_src(call);
      },
      // The stride of all columns, or the three regions that the page describes.
      [](Call& call, Draw& draw) {
        Call whole = call;
        whole.tile("src").valid_cols = whole.tile("src").cols();
        const std::int64_t least = stride_needed(whole);
        const std::int64_t regions = 3 * 256 / size_of(call.tile("src").type.element);
        resize_tmp(call, draw.chance(25) ? least : std::max(least, regions));
      },
      [](Call& call, Draw&) {
        widen_for_stride(call);
        resize_tmp(call, stride_needed(call) - 32 / size_of(call.tile("src").type.element));
      });
  made.edge = [](Call& call, Draw&, Edge side) {
    if (side != Edge::smallest && side != Edge::below) return false;
    widen_for_stride(call);
    const std::int64_t block = 32 / size_of(call.tile("src").type.element);
    resize_tmp(call, stride_needed(call) - (side == Edge::below ? block : 0));
    return true;
  };
  return made;
}

Scenario manual_example() {
  return {.name = "manual_example",
          .text = "16 x 256 with 255 valid columns, tmp of 1 x 32",
          .apply = [](Call& call, Draw&) {
            for (OperandValue& value : call.operands) {
              TileSpec& tile = std::get<TileSpec>(value);
              tile.type.blayout = BLayout::row_major;
              tile.type.slayout = SLayout::none_box;
              tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
              tile.type.rows = tile.valid_rows = 1;
              tile.type.cols = 256;
              tile.valid_cols = 255;
            }
            TileSpec& in = call.tile("src");
            in.type.rows = in.valid_rows = 16;
            TileSpec& scratch = call.tile("tmp");
            scratch.type.cols = scratch.valid_cols = 32;
          }};
}

Constraint static_valid_columns_are_one(const std::string& operand) {
  return constraint(
      operand + ".static_valid_columns", "ValidCol of " + operand + " is 1 or dynamic",
      [=](const Call& call) {
        const TileSpec& tile = call.tile(operand);
        return tile.type.dynamic_valid_cols || tile.valid_cols == 1;
      },
      [=](Call& call, Draw&) { call.tile(operand).type.dynamic_valid_cols = true; },
      [=](Call& call, Draw& draw) {
        TileSpec& tile = call.tile(operand);
        tile.type.dynamic_valid_cols = false;
        tile.valid_cols = draw.integer(2, std::max<std::int64_t>(2, tile.cols()));
      });
}

Scenario tall() {
  return many_rows("tall", "more than 2048 rows, the maximum near the end", 2049, 2600);
}

std::vector<Ambiguity> ambiguities_of_column_searches(const std::string& op) {
  const std::string erratum = "erratum E-" + op + "-00";
  return {
      {"A2A3 passes row numbers of two-byte sources through half precision",
       "decision 005: exact; " + erratum + "3"},
      {"A2A3 compares unsigned sources as half or float, pages list plain types",
       "decision 004: as unsigned numbers; " + erratum + "1"},
      {"the page has three regions of tmp, and a stride and an example that hold less",
       "constraint tmp.stride: the stride; " + erratum + "4"},
      {"the founding page lists checks of devices alone, the later one the same for every target",
       "refused everywhere"},
      {"the page lists 32-bit indices for every target, and for two-byte sources of devices 16 "
       "bits "
       "alone; the CPU header takes 32 bits alone",
       "constraint dst.element: 16 bits on devices, either on the CPU; erratum of the CPU"},
      {"the manual of TCOLARGMAX has ND sources on devices, later pages also DN, which headers "
       "take "
       "and address as rows",
       "constraint src.layout: ND on devices; the index form of TCOLARGMAX must refuse the other "
       "(errata E-TCOLARGMAX-013 and 014); either on cpu, where the value form of the headers "
       "refuses DN"},
      {"tie and NaN rules are in the formal draft alone; of zeros of both signs it says two things",
       "decision 004; errata " + erratum.substr(8) + "2, " + erratum.substr(8) + "5 and " +
           erratum.substr(8) + "6"},
      {"the manual has a rule on static valid columns of src for the greatest, none for the least",
       "constraint src.static_valid_columns of TCOLARGMAX; errata E-TCOLARGMIN-007 and 008"}};
}

}  // namespace assay::ops
