// SPDX-License-Identifier: Apache-2.0
// Chains of calls of which two values must be equal, whatever they are.
#include "reference/ops/relations.hpp"

#include <algorithm>
#include <initializer_list>

#include "reference/isa/spec/op_spec.hpp"

namespace assay {
namespace {

OperandValue& operand(Call& call, std::string_view name) {
  return call.operands[call.form->index_of(name)];
}

/// `names` get what the operand of an earlier call of that name, or of another, has.
struct Like {
  std::string_view name;
  std::string_view theirs;
};

void take(Call& call, const Call& from, std::initializer_list<Like> names) {
  for (const Like& one : names) {
    operand(call, one.name) = from.operands[from.form->index_of(one.theirs)];
  }
}

void back_to_source(Call& call, std::span<const Call> before) {
  take(call, before[0], {{"dst", "src"}});
}

void same_window(Call& call, std::span<const Call> before) {
  take(call, before[0], {{"dst", "src"}, {"indexRow", "indexRow"}, {"indexCol", "indexCol"}});
}

void back_to_both_sources(Call& call, std::span<const Call> before) {
  take(call, before[0], {{"dst0", "src0"}, {"dst1", "src1"}});
}

/// Numbers may be turned over as bits of another type; here they keep theirs.
void same_element(Call& call, std::span<const Call>) {
  std::get<TileSpec>(operand(call, "dst")).type.element = element_of(operand(call, "src"));
}

const TileSpec& tile_of(const Call& call, std::string_view name) {
  return std::get<TileSpec>(call.operands[call.form->index_of(name)]);
}

/// A view that begins in the first row at `column`, `columns` wide and as high as its source.
void set_view(Call& call, std::int64_t column, std::int64_t columns) {
  std::get<ScalarSpec>(operand(call, "indexRow")).bits = 0;
  std::get<ScalarSpec>(operand(call, "indexCol")).bits = static_cast<std::uint64_t>(column);
  auto& dst = std::get<TileSpec>(operand(call, "dst"));
  dst.valid_rows = tile_of(call, "src").valid_rows;
  dst.valid_cols = columns;
}

void left_part(Call& call, std::span<const Call>) {
  set_view(call, 0, tile_of(call, "dst").valid_cols);
}

void right_part(Call& call, std::span<const Call> before) {
  const std::int64_t left = tile_of(before[0], "dst").valid_cols;
  set_view(call, left, tile_of(before[0], "src").valid_cols - left);
}

/// Whole boxes of every layout and element type of the matrix unit, in both directions.
constexpr std::int64_t boxes = 32;

void set_size(Call& call, std::string_view name, std::int64_t rows, std::int64_t cols) {
  auto& tile = std::get<TileSpec>(operand(call, name));
  tile.type.rows = tile.valid_rows = rows;
  tile.type.cols = tile.valid_cols = cols;
}

/// As many valid rows as were drawn, but at most those of the tile.
void limit_valid_rows(Call& call, std::string_view name, std::int64_t valid_rows) {
  auto& tile = std::get<TileSpec>(operand(call, name));
  tile.valid_rows = std::clamp<std::int64_t>(valid_rows, 1, boxes);
}

/// dst is the window of that size at an index of src.
void set_window(Call& call, Location location, std::int64_t rows, std::int64_t cols,
                std::int64_t row, std::int64_t col) {
  set_size(call, "dst", rows, cols);
  std::get<TileSpec>(operand(call, "dst")).type.location = location;
  std::get<ScalarSpec>(operand(call, "indexRow")).bits = static_cast<std::uint64_t>(row);
  std::get<ScalarSpec>(operand(call, "indexCol")).bits = static_cast<std::uint64_t>(col);
}

void whole_left(Call& call, std::span<const Call>) {
  const std::int64_t drawn = tile_of(call, "src").valid_rows;
  set_size(call, "src", boxes, 2 * boxes);
  set_window(call, Location::left, boxes, 2 * boxes, 0, 0);
  limit_valid_rows(call, "src", drawn);
  limit_valid_rows(call, "dst", drawn);
}

void whole_right(Call& call, std::span<const Call>) {
  set_size(call, "src", 2 * boxes, boxes);
  set_window(call, Location::right, 2 * boxes, boxes, 0, 0);
}

void first_of_left(Call& call, std::span<const Call>) {
  set_window(call, Location::left, boxes, boxes, 0, 0);
  limit_valid_rows(call, "dst", tile_of(call, "src").valid_rows);
}

void rest_of_left(Call& call, std::span<const Call>) {
  set_window(call, Location::left, boxes, boxes, 0, boxes);
  limit_valid_rows(call, "dst", tile_of(call, "src").valid_rows);
}

void first_of_right(Call& call, std::span<const Call>) {
  set_window(call, Location::right, boxes, boxes, 0, 0);
}

void rest_of_right(Call& call, std::span<const Call>) {
  set_window(call, Location::right, boxes, boxes, boxes, 0);
}

/// A product of whole matrices, and the same of halves of what is summed over, one accumulated
/// onto the other.
Relation split_products() {
  const auto part = [](std::size_t of, void (*fit)(Call&, std::span<const Call>)) {
    return ChainCall{"TEXTRACT", "cube", {{"src", {of, "src"}}}, fit};
  };
  const auto factors = [](std::size_t a, std::size_t b) {
    return std::vector<ChainCall::Reading>{{"aMatrix", {a, "dst"}}, {"bMatrix", {b, "dst"}}};
  };
  std::vector<ChainCall::Reading> onto = factors(5, 6);
  onto.push_back({"cInMatrix", {7, "cMatrix"}});
  return {"split_products",
          "a product is that of the first halves of what is summed over and that of the others "
          "accumulated onto it",
          {{"TEXTRACT", "cube", {}, whole_left},
           {"TEXTRACT", "cube", {}, whole_right, ChainOperand{0, "dst"}},
           {"TMATMUL", "plain", factors(0, 1)},
           part(0, first_of_left),
           part(1, first_of_right),
           part(0, rest_of_left),
           part(1, rest_of_right),
           {"TMATMUL", "plain", factors(3, 4)},
           {"TMATMUL_ACC", "plain", onto}},
          {{{2, "cMatrix"}, {8, "cOutMatrix"}}}};
}

constexpr std::size_t blocks_of_channels = 1;  // among the dimensions of NC1HWC0
constexpr std::size_t lanes_of_channels = 4;

ConvShape& shape_of(Call& call, std::string_view name) {
  return *std::get<TileSpec>(operand(call, name)).type.conv;
}

void one_block_of_channels(Call& call, std::span<const Call>) {
  auto& image = std::get<TileSpec>(operand(call, "dst"));
  image.type.conv->dims.at(blocks_of_channels) = 1;
  image.valid_cols = image.cols();
}

/// A filter of one element that goes everywhere, and the whole matrix of it.
void unfold_all(Call& call, std::span<const Call>) {
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    auto* number = std::get_if<ScalarSpec>(&call.operands[i]);
    const std::string_view name = call.form->operands[i].name;
    const bool one =
        name.starts_with("filter") || name.starts_with("dilation") || name.starts_with("stride");
    if (number != nullptr && name != "padValue") number->bits = one ? 1 : 0;
  }
  const ConvShape& image = shape_of(call, "src");
  const std::int64_t lanes = image.dims.at(lanes_of_channels);
  std::get<ScalarSpec>(operand(call, "channelSize")).bits = static_cast<std::uint64_t>(lanes);
  auto& dst = std::get<TileSpec>(operand(call, "dst"));
  dst.type.dynamic_valid_rows = dst.type.dynamic_valid_cols = true;
  dst.valid_rows = image.elements() / lanes;
  dst.valid_cols = dst.type.cols = lanes;
  dst.type.rows = (dst.valid_rows + boxes - 1) / boxes * boxes;
}

/// Where channels are one block, the matrix has the elements of the image in their order.
Relation unfolded_image() {
  return {"unfolded_image",
          "the matrix that a filter of one element makes of an image has its elements",
          {{"TLOAD", "image", {}, one_block_of_channels},
           {"TIMG2COL", "plain", {{"src", {0, "dst"}}}, unfold_all}},
          {{{0, "src"}, {1, "dst"}}}};
}

/// An operation and its inverse restore the value.
std::vector<Relation> round_trips() {
  const auto there_and_back = [](std::string_view name, std::string_view text, std::string_view op,
                                 std::string_view form, std::string_view back,
                                 std::string_view form_back) {
    return Relation{name,
                    text,
                    {{op, form}, {back, form_back, {{"src", {0, "dst"}}}, back_to_source}},
                    {{{0, "src"}, {1, "dst"}}}};
  };
  return {
      there_and_back("stored_load", "what is loaded and stored again is what was loaded", "TLOAD",
                     "tile", "TSTORE", "tile"),
      there_and_back("transposed_twice", "a tile transposed twice is the tile", "TTRANS", "tile",
                     "TTRANS", "tile"),
      there_and_back("reshaped_back", "a tile reshaped to what it was is the tile", "TRESHAPE",
                     "vec", "TRESHAPE", "vec"),
      there_and_back("complemented_twice", "bits that are turned over twice are the bits", "TNOT",
                     "plain", "TNOT", "plain"),
      there_and_back("negated_twice", "a number negated twice is the number", "TNEG", "plain",
                     "TNEG", "plain"),
  };
}

std::vector<Relation> make_relations() {
  std::vector<Relation> all = round_trips();
  all.push_back({"extracted_insert",
                 "what is inserted and extracted from there again is what was inserted",
                 {{"TINSERT", "vec"}, {"TEXTRACT", "vec", {{"src", {0, "dst"}}}, same_window}},
                 {{{0, "src"}, {1, "dst"}}}});
  all.push_back({"deinterleaved_interleave",
                 "two tiles that are interleaved and taken apart again are the tiles",
                 {{"TINTERLEAVE", "plain"},
                  {"TDEINTERLEAVE",
                   "two",
                   {{"src0", {0, "dst0"}}, {"src1", {0, "dst1"}}},
                   back_to_both_sources}},
                 {{{0, "src0"}, {1, "dst0"}}, {{0, "src1"}, {1, "dst1"}}}});
  all.push_back({"rows_and_columns_max",
                 "the largest of each row is that of each column of the transpose",
                 {{"TTRANS", "tile", {}, same_element},
                  {"TROWMAX", "plain", {{"src", {0, "src"}}}},
                  {"TCOLMAX", "plain", {{"src", {0, "dst"}}}}},
                 {{{1, "dst"}, {2, "dst"}}}});
  all.push_back({"rows_and_columns_min",
                 "the least of each row is that of each column of the transpose",
                 {{"TTRANS", "tile", {}, same_element},
                  {"TROWMIN", "plain", {{"src", {0, "src"}}}},
                  {"TCOLMIN", "plain", {{"src", {0, "dst"}}}}},
                 {{{1, "dst"}, {2, "dst"}}}});
  all.push_back({"rows_and_columns_sum",
                 "the sum of each row is that of each column of the transpose",
                 {{"TTRANS", "tile", {}, same_element},
                  {"TROWSUM", "plain", {{"src", {0, "src"}}}},
                  {"TCOLSUM", "plain", {{"src", {0, "dst"}}}}},
                 {{{1, "dst"}, {2, "dst"}}}});
  all.push_back(
      {"joined_views",
       "a view of the first columns and one of the rest, joined, are the tile",
       {{"TSUBVIEW", "plain", {}, left_part},
        {"TSUBVIEW", "plain", {{"src", {0, "src"}}}, right_part},
        {"TCONCAT", "plain", {{"src0", {0, "dst"}}, {"src1", {1, "dst"}}}, back_to_source}},
       {{{0, "src"}, {2, "dst"}}}});
  all.push_back(split_products());
  all.push_back(unfolded_image());
  return all;
}

}  // namespace

std::span<const Relation> relations() {
  static const std::vector<Relation> all = make_relations();
  return all;
}

const Relation* relation_named(std::string_view name) {
  const auto found = std::ranges::find(relations(), name, &Relation::name);
  return found == relations().end() ? nullptr : &*found;
}

}  // namespace assay
