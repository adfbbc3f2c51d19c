// SPDX-License-Identifier: Apache-2.0
// TPRINT: the elements of a tile or of a view of global memory as text.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/movement/movement.hpp"
#include "runners/simulator/rules/print.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

constexpr std::size_t device_buffer = 16384;

std::string_view type_name(std::uint32_t element) {
  switch (element) {
    case ASSAY_F32:
      return "float32";
    case ASSAY_F16:
      return "float16";
    case ASSAY_I8:
      return "int8";
    case ASSAY_U8:
      return "uint8";
    case ASSAY_I16:
      return "int16";
    case ASSAY_U16:
      return "uint16";
    case ASSAY_I32:
      return "int32";
    default:
      return "uint32";
  }
}

std::string_view location_name(std::uint32_t location) {
  if (location == ASSAY_VEC) return "Vec";
  return location == ASSAY_MAT ? "Mat" : "Acc";
}

std::string_view tile_layout_name(const assay_operand& tile) {
  const bool down = tile.block_layout == ASSAY_COL_MAJOR;
  if (tile.box_layout == ASSAY_NONE_BOX) return down ? "DN" : "ND";
  if (tile.box_layout == ASSAY_BOX_ROW_MAJOR) return down ? "Nz" : "Zz";
  return down ? "Nn" : "Zn";
}

// A page of text that is printed at once: it may be cut at its end.
class Page {
 public:
  Page(const Request& request, const Hooks& hooks)
      : request_(&request),
        hooks_(&hooks),
        // A call without a known format comes here where its rules are bent.
        style_(print_style(request).value_or(PrintStyle{8, 4})),
        limited_(request.on_device()) {
    hooks.style(style_);
  }

  const Request& request() const { return *request_; }
  const Hooks& hooks() const { return *hooks_; }

  int width() const { return style_.width; }
  bool full() const { return limited_ && text_.size() >= device_buffer; }
  void add(std::string_view text) { text_ += text; }

  void value(std::uint32_t element, std::uint64_t bits, bool first) {
    if (!first) text_ += ' ';
    std::string one = float_format(element)
                          ? real(value_of(element, hooks_->moved(element, bits)))
                          : fmt::format("{:>{}}", sign_extended(element, bits), style_.width);
    hooks_->spelled(element, bits, style_, one);
    text_ += one;
  }

  void send(assay_call& call) {
    if (limited_ && text_.size() > device_buffer) text_.resize(device_buffer);
    const std::uint64_t room = call.text == nullptr ? 0 : call.text_capacity - call.text_length;
    const std::uint64_t count = std::min<std::uint64_t>(text_.size(), room);
    if (count > 0) std::memcpy(call.text + call.text_length, text_.data(), count);
    call.text_length += count;
  }

 private:
  std::string real(double value) const {
    char digits[96];
    std::snprintf(digits, sizeof digits, "%*.*f", style_.width, style_.precision, value);
    return digits;
  }

  const Request* request_;
  const Hooks* hooks_;
  PrintStyle style_;
  bool limited_;
  std::string text_;
};

void add_dashes(Page& page, const assay_operand& tile, bool fenced) {
  const std::string dashes(static_cast<std::size_t>(page.width()), '-');
  for (std::int64_t col = 0; col < tile.cols; ++col) {
    page.add(col > 0 ? " " : "");
    page.add(dashes);
    if (fenced && col == tile.valid_cols - 1) page.add("|");
  }
  page.add("\n");
}

// The whole tile is printed, and its valid region fenced in.
template <typename Get>
void whole_tile(Page& page, const assay_operand& tile, const Get& get) {
  page.add(fmt::format("=== [TPRINT Tile] Data Type: {}, Layout: {}, TileType: {} ===\n",
                       type_name(tile.element), tile_layout_name(tile),
                       location_name(tile.location)));
  page.add(fmt::format("  Shape: [{}, {}], Valid Shape: [{}, {}]\n", tile.rows, tile.cols,
                       tile.valid_rows, tile.valid_cols));
  PrintedPart part{whole_of(tile), tile.valid_cols > 0 &&
                                       tile.valid_cols<tile.cols, tile.valid_rows> 0 &&
                                       tile.valid_rows < tile.rows};
  page.hooks().printed(page.request(), part);
  for (std::int64_t row = 0; row < part.region.rows && !page.full(); ++row) {
    for (std::int64_t col = 0; col < part.region.cols; ++col) {
      page.value(tile.element, get(row, col), col == 0);
      if (part.fenced_cols && col == tile.valid_cols - 1) page.add("|");
    }
    page.add("\n");
    if (part.fenced_rows && row == tile.valid_rows - 1) add_dashes(page, tile, part.fenced_cols);
  }
}

std::uint64_t element_at(const assay_operand& global, std::int64_t offset) {
  const int width = width_of(global.element);
  const auto room = static_cast<std::int64_t>(global.byte_size) * 8 / width;
  return offset < room ? load_bits(global.data, width, offset) : 0;
}

void add_rows(Page& page, const assay_operand& global,
              const std::vector<std::vector<std::int64_t>>& rows) {
  PrintedPart part{{static_cast<std::int64_t>(rows.size()), 0}, false, false};
  page.hooks().printed(page.request(), part);
  for (std::size_t row = 0; static_cast<std::int64_t>(row) < part.region.rows && !page.full();
       ++row) {
    for (std::size_t col = 0; col < rows[row].size(); ++col) {
      page.value(global.element, element_at(global, rows[row][col]), col == 0);
    }
    page.add("\n");
  }
}

// A boxed view is printed as the matrix that it represents; its outermost dimension is ignored.
void global_boxed(Page& page, const assay_operand& global) {
  assay_operand inner = global;
  inner.shape[0] = std::min<std::int64_t>(global.shape[0], 1);
  const std::int64_t rows = global.shape[2] * global.shape[3];
  const std::int64_t cols = global.shape[1] * global.shape[4];
  page.add(fmt::format("  Logical Shape: [{}, {}]\n", rows, cols));
  std::vector<std::vector<std::int64_t>> places(
      static_cast<std::size_t>(rows), std::vector<std::int64_t>(static_cast<std::size_t>(cols)));
  walk_view(inner, [&](std::int64_t row, std::int64_t col, std::int64_t offset) {
    places[static_cast<std::size_t>(row)][static_cast<std::size_t>(col)] = offset;
  });
  add_rows(page, global, places);
}

void add_batch(Page& page, const assay_operand& global, const std::int64_t (&batch)[3]) {
  page.add(fmt::format("  Batch [{}, {}, {}]:\n", batch[0], batch[1], batch[2]));
  std::int64_t start =
      batch[0] * global.stride[0] + batch[1] * global.stride[1] + batch[2] * global.stride[2];
  std::vector<std::vector<std::int64_t>> places;
  for (std::int64_t row = 0; row < global.shape[3]; ++row, start += global.stride[3]) {
    auto& line = places.emplace_back();
    for (std::int64_t col = 0; col < global.shape[4]; ++col) {
      line.push_back(start + col * global.stride[4]);
    }
  }
  add_rows(page, global, places);
}

void global_plain(Page& page, const assay_operand& global) {
  const std::int64_t* shape = global.shape;
  page.add(fmt::format("  Shape: [{}]\n", fmt::join(shape, shape + 5, ", ")));
  for (std::int64_t i = 0; i < shape[0] && !page.full(); ++i) {
    for (std::int64_t j = 0; j < shape[1] && !page.full(); ++j) {
      for (std::int64_t k = 0; k < shape[2] && !page.full(); ++k) {
        add_batch(page, global, {i, j, k});
      }
    }
  }
}

void print_global(Page& page, const assay_operand& src) {
  assay_operand seen = src;
  page.hooks().view(page.request(), seen);
  const std::string_view layout =
      src.layout == ASSAY_ND ? "ND" : (src.layout == ASSAY_DN ? "DN" : "NZ");
  page.add(fmt::format("=== [TPRINT GlobalTensor] Data Type: {}, Layout: {} ===\n",
                       type_name(src.element), layout));
  src.layout == ASSAY_NZ ? global_boxed(page, seen) : global_plain(page, seen);
}

// The Mat of a device leaves as the bytes that it is, Acc through the unit that puts rows in order.
void print_scratch(Page& page, const assay_operand& src, const assay_operand& tmp) {
  const bool raw = src.location == ASSAY_MAT && page.request().on_device();
  const int width = width_of(src.element);
  const Tile tile(src, page.hooks());
  for (std::int64_t row = 0, at = 0; row < src.rows; ++row) {
    for (std::int64_t col = 0; col < src.cols; ++col, ++at) {
      store_bits(tmp.data, width, at, raw ? load_bits(src.data, width, at) : tile.get(row, col));
    }
  }
  whole_tile(page, src, [&](std::int64_t row, std::int64_t col) {
    return load_bits(tmp.data, width, row * src.cols + col);
  });
}

}  // namespace

void scratch_rules(Rules& rules, const Request& request) {
  const assay_operand& src = request[0];
  const assay_operand& tmp = request[1];
  const std::int64_t needed = src.rows * src.cols * size_of(src.element);
  rules.launch(
      extent(tmp, std::initializer_list<int>{0, 1, 2, 3, 4}) * size_of(tmp.element) >= needed,
      "tmp must have at least Numel * sizeof bytes");
  rules.covered(tmp.element == src.element, "scratch of another element type is not simulated");
  rules.harness(tmp.data != nullptr && static_cast<std::int64_t>(tmp.byte_size) >= needed,
                "the buffer of tmp is smaller than the tile");
}

void run_print(const Request& request, const Hooks& hooks) {
  Page page(request, hooks);
  const assay_operand& src = request[0];
  if (request.form == "global") {
    print_global(page, src);
  } else if (request.form == "scratch") {
    print_scratch(page, src, request[1]);
  } else {
    const Tile tile(src, hooks);
    whole_tile(page, src, [&](std::int64_t row, std::int64_t col) { return tile.get(row, col); });
  }
  page.send(*request.call);
}

}  // namespace assay::simulator
