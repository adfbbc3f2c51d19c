// SPDX-License-Identifier: Apache-2.0
// TPRINT: the elements of a tile or of a view of global memory as text.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>

#include "runners/simulator/formats.hpp"
#include "runners/simulator/ops.hpp"
#include "runners/simulator/rules/print.hpp"
#include "runners/simulator/walk.hpp"

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
  Page(const Request& request, const Device& device, PrintStyle style)
      : device_(&device), style_(style), limited_(request.on_device()) {
    if (device.has(Fault::print_wrong_width)) style_.width -= 2;
  }

  int width() const { return style_.width; }
  bool full() const { return limited_ && text_.size() >= device_buffer; }
  void add(std::string_view text) { text_ += text; }

  void value(std::uint32_t element, std::uint64_t bits, bool first) {
    if (!first) text_ += ' ';
    if (float_format(element)) return real(value_of(element, device_->moved(element, bits)));
    const int unused = 64 - width_of(element);
    const std::int64_t number = device_->has(Fault::unsigned_printed_signed)
                                    ? static_cast<std::int64_t>(bits << unused) >> unused
                                    : sign_extended(element, bits);
    text_ += fmt::format("{:>{}}", number, style_.width);
  }

  void send(assay_call& call) {
    if (limited_ && text_.size() > device_buffer) text_.resize(device_buffer);
    const std::uint64_t room = call.text == nullptr ? 0 : call.text_capacity - call.text_length;
    const std::uint64_t count = std::min<std::uint64_t>(text_.size(), room);
    if (count > 0) std::memcpy(call.text + call.text_length, text_.data(), count);
    call.text_length += count;
  }

 private:
  void real(double value) {
    char digits[96];
    if (device_->has(Fault::print_truncates_digit) && std::isfinite(value)) {
      // Every half and float has fewer than 40 + 1 digits before the point.
      const int more = std::snprintf(digits, sizeof digits, "%.30f", value);
      digits[more - 30 + style_.precision] = '\0';
      text_ += fmt::format("{:>{}}", digits, style_.width);
      return;
    }
    std::snprintf(digits, sizeof digits, "%*.*f", style_.width, style_.precision, value);
    text_ += digits;
  }

  const Device* device_;
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

// The device prints the whole tile and fences its valid region in.
template <typename Get>
void device_tile(Page& page, const Device& device, const assay_operand& tile, const Get& get) {
  page.add(fmt::format("=== [TPRINT Tile] Data Type: {}, Layout: {}, TileType: {} ===\n",
                       type_name(tile.element), tile_layout_name(tile),
                       location_name(tile.location)));
  page.add(fmt::format("  Shape: [{}, {}], Valid Shape: [{}, {}]\n", tile.rows, tile.cols,
                       tile.valid_rows, tile.valid_cols));
  const bool fences = !device.has(Fault::print_fence_missing);
  const bool fenced_cols = fences && tile.valid_cols > 0 && tile.valid_cols < tile.cols;
  const bool fenced_rows = fences && tile.valid_rows > 0 && tile.valid_rows < tile.rows;
  const bool clipped = device.has(Fault::print_valid_only);
  const std::int64_t lost = device.has(Fault::print_last_row_lost) ? 1 : 0;
  const std::int64_t rows = clipped ? tile.valid_rows : tile.rows - lost;
  const std::int64_t cols = clipped ? tile.valid_cols : tile.cols;
  for (std::int64_t row = 0; row < rows && !page.full(); ++row) {
    for (std::int64_t col = 0; col < cols; ++col) {
      page.value(tile.element, get(row, col), col == 0);
      if (fenced_cols && col == tile.valid_cols - 1) page.add("|");
    }
    page.add("\n");
    if (fenced_rows && row == tile.valid_rows - 1) add_dashes(page, tile, fenced_cols);
  }
}

void cpu_tile(Page& page, const Device& device, const assay_operand& operand) {
  const Tile tile(operand, device);
  page.add(fmt::format("TPRINT {}x{}\n", operand.valid_rows, operand.valid_cols));
  const std::int64_t lost = device.has(Fault::print_last_row_lost) ? 1 : 0;
  for (std::int64_t row = 0; row < operand.valid_rows - lost; ++row) {
    for (std::int64_t col = 0; col < operand.valid_cols; ++col) {
      page.value(operand.element, tile.get(row, col), col == 0);
    }
    page.add("\n");
  }
}

std::uint64_t element_at(const assay_operand& global, std::int64_t offset) {
  const int width = width_of(global.element);
  const auto room = static_cast<std::int64_t>(global.byte_size) * 8 / width;
  return offset < room ? load_bits(global.data, width, offset) : 0;
}

void add_rows(Page& page, const Device& device, const assay_operand& global,
              const std::vector<std::vector<std::int64_t>>& rows) {
  const std::size_t lost = device.has(Fault::print_last_row_lost) && !rows.empty() ? 1 : 0;
  for (std::size_t row = 0; row + lost < rows.size() && !page.full(); ++row) {
    for (std::size_t col = 0; col < rows[row].size(); ++col) {
      page.value(global.element, element_at(global, rows[row][col]), col == 0);
    }
    page.add("\n");
  }
}

// A boxed view is printed as the matrix that it stands for; its outermost dimension does not count.
void global_boxed(Page& page, const Device& device, const assay_operand& global) {
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
  add_rows(page, device, global, places);
}

void add_batch(Page& page, const Device& device, const assay_operand& global,
               const std::int64_t (&at)[3]) {
  page.add(fmt::format("  Batch [{}, {}, {}]:\n", at[0], at[1], at[2]));
  std::int64_t start =
      at[0] * global.stride[0] + at[1] * global.stride[1] + at[2] * global.stride[2];
  std::vector<std::vector<std::int64_t>> places;
  for (std::int64_t row = 0; row < global.shape[3]; ++row, start += global.stride[3]) {
    auto& line = places.emplace_back();
    for (std::int64_t col = 0; col < global.shape[4]; ++col) {
      line.push_back(start + col * global.stride[4]);
    }
  }
  add_rows(page, device, global, places);
}

void global_plain(Page& page, const Device& device, const assay_operand& global) {
  const std::int64_t* shape = global.shape;
  page.add(fmt::format("  Shape: [{}]\n", fmt::join(shape, shape + 5, ", ")));
  for (std::int64_t i = 0; i < shape[0] && !page.full(); ++i) {
    for (std::int64_t j = 0; j < shape[1] && !page.full(); ++j) {
      for (std::int64_t k = 0; k < shape[2] && !page.full(); ++k) {
        add_batch(page, device, global, {i, j, k});
      }
    }
  }
}

void print_global(Page& page, const Device& device, const assay_operand& src) {
  assay_operand seen = src;
  if (device.has(Fault::gaps_ignored)) {
    std::int64_t step = 1;
    for (std::size_t dim = 5; dim-- > 0; step *= src.shape[dim]) seen.stride[dim] = step;
  }
  if (device.has(Fault::outer_dimension_ignored)) seen.stride[0] = 0;
  const std::string_view layout =
      src.layout == ASSAY_ND ? "ND" : (src.layout == ASSAY_DN ? "DN" : "NZ");
  page.add(fmt::format("=== [TPRINT GlobalTensor] Data Type: {}, Layout: {} ===\n",
                       type_name(src.element), layout));
  src.layout == ASSAY_NZ ? global_boxed(page, device, seen) : global_plain(page, device, seen);
}

// Mat leaves as the bytes that it is, Acc through the unit that puts rows in order.
void print_scratch(Page& page, const Device& device, const assay_operand& src,
                   const assay_operand& tmp) {
  const int width = width_of(src.element);
  const Tile tile(src, device);
  for (std::int64_t row = 0, at = 0; row < src.rows; ++row) {
    for (std::int64_t col = 0; col < src.cols; ++col, ++at) {
      const bool raw = src.location == ASSAY_MAT;
      store_bits(tmp.data, width, at, raw ? load_bits(src.data, width, at) : tile.get(row, col));
    }
  }
  device_tile(page, device, src, [&](std::int64_t row, std::int64_t col) {
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

Answer run_tprint(const Request& request, Device& device) {
  const bool understood =
      (request.form == "tile" && request.takes({ASSAY_TILE})) ||
      (request.form == "scratch" && request.takes({ASSAY_TILE, ASSAY_GLOBAL})) ||
      (request.form == "global" && request.takes({ASSAY_GLOBAL}));
  if (!understood) return {ASSAY_UNSUPPORTED, "TPRINT: this form is not simulated"};
  Rules rules(request, device);
  print_rules(rules, request);
  if (const auto answer = rules.stop()) return *answer;
  if (device.has(Fault::writes_nothing)) return {};
  Page page(request, device, *print_style(request));
  const assay_operand& src = request[0];
  if (request.form == "global") {
    print_global(page, device, src);
  } else if (!request.on_device()) {
    cpu_tile(page, device, src);
  } else if (request.form == "scratch") {
    print_scratch(page, device, src, request[1]);
  } else {
    const Tile tile(src, device);
    device_tile(page, device, src,
                [&](std::int64_t row, std::int64_t col) { return tile.get(row, col); });
  }
  page.send(*request.call);
  return {};
}

}  // namespace assay::simulator
