// SPDX-License-Identifier: Apache-2.0
// TIMG2COL: a row for each place of a filter on an image, with what the filter covers there.
#include "runners/simulator/rules/image.hpp"

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/movement/registers.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

/// The upper left corner of a place of the filter, counted from the image, and the plane that it is
/// in.
struct Corner3 {
  std::int64_t plane, top, left;
};

class Columns {
 public:
  Columns(const Request& request, const Hooks& hooks)
      : request_(request),
        hooks_(hooks),
        src_(request[1]),
        blocks_(src_.shape[src_.rank - 4]),
        height_(src_.shape[src_.rank - 3]),
        width_(src_.shape[src_.rank - 2]),
        lanes_(src_.shape[src_.rank - 1]),
        channels_(static_cast<std::int64_t>(converted(channels_operand, ASSAY_U16))),
        pad_(converted(pad_value_operand, request[0].element)) {}

  void fill(Output& dst) const {
    std::int64_t row = -number(first_row_operand);
    const Slack slack = slack_of(request_);
    const std::int64_t planes = src_.rank == 6 ? src_.shape[0] * src_.shape[1] : src_.shape[0];
    for (std::int64_t plane = 0; plane < planes; ++plane) {
      for (std::int64_t down = 0; down <= slack.down; down += number(row_stride_operand)) {
        for (std::int64_t right = 0; right <= slack.across;
             right += number(col_stride_operand), ++row) {
          if (row < 0) continue;
          if (row >= request_[0].valid_rows) return;
          fill_row(dst, row,
                   {plane, down - number(top_pad_operand), right - number(left_pad_operand)});
        }
      }
    }
  }

 private:
  std::int64_t number(ImageOperand operand) const { return image_number(request_, operand); }
  std::uint64_t converted(ImageOperand operand, std::uint32_t element) const {
    return hooks_.scalar(request_, request_[operand], element, request_[operand].scalar_bits);
  }

  void fill_row(Output& dst, std::int64_t row, Corner3 corner) const {
    std::int64_t col = -number(first_col_operand);
    for (std::int64_t block = 0; block < blocks_; ++block) {
      for (std::int64_t y = 0; y < number(filter_rows_operand); ++y) {
        for (std::int64_t x = 0; x < number(filter_cols_operand); ++x) {
          for (std::int64_t lane = 0; lane < lanes_; ++lane, ++col) {
            if (col < 0) continue;
            if (col >= request_[0].valid_cols) return;
            const Corner3 seen{corner.plane * blocks_ + block,
                               corner.top + y * number(row_dilation_operand),
                               corner.left + x * number(col_dilation_operand)};
            const bool counts = block * lanes_ + lane < channels_;
            const std::uint64_t bits = counts ? element(seen, lane, {row, col}) : pad_;
            dst.put({row, col}, bits, {&bits, 1});
          }
        }
      }
    }
  }

  std::uint64_t element(Corner3 seen, std::int64_t lane, Place to) const {
    if (seen.top < 0 || seen.left < 0 || seen.top >= height_ || seen.left >= width_) return pad_;
    Place from{(seen.plane * height_ + seen.top) * width_ + seen.left, lane};
    hooks_.origin(request_, to, from);
    const std::int64_t index = from.row * lanes_ + from.col;
    const int width = width_of(src_.element);
    const auto room = static_cast<std::int64_t>(src_.byte_size) * 8 / width;
    const bool exists = index >= 0 && index < room;
    return hooks_.moved(src_.element, exists ? load_bits(src_.data, width, index) : 0);
  }

  const Request& request_;
  const Hooks& hooks_;
  const assay_operand& src_;
  std::int64_t blocks_, height_, width_, lanes_, channels_;
  std::uint64_t pad_;
};

constexpr std::size_t pads = 4;

/// The call with the pads and the value that registers have, where an earlier call left them; else
/// they are set before this one.
class Found {
 public:
  explicit Found(const Request& request) : request_(request) {
    if (!writes_registers(request)) return;
    PadRegisters& registers = pad_registers(factor_of(request));
    for (std::size_t i = 0; i < pads; ++i) exchange(left_pad_operand + i, registers.pads.at(i), i);
    exchange(pad_value_operand, registers.value, pads);
  }
  const Request& request() const { return request_; }

 private:
  void exchange(std::size_t operand, std::uint64_t& in_register, std::size_t place) {
    const assay_operand& given = request_[operand];
    if ((given.flags & ASSAY_LEFT_BEFORE) == 0) {
      in_register = given.scalar_bits;
      return;
    }
    assay_operand& found = found_.at(place);
    found = given;
    found.scalar_bits = in_register;
    request_.operands[operand] = &found;
  }

  Request request_;
  std::array<assay_operand, pads + 1> found_{};
};

}  // namespace

void run_image(const Request& given, const Hooks& hooks) {
  const Found found(given);
  const Request& request = found.request();
  Output dst(request, request[0], hooks);
  Columns(request, hooks).fill(dst);
  dst.finish();
}

}  // namespace assay::simulator
