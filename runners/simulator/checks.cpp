// SPDX-License-Identifier: Apache-2.0
// Parsing of calls and the rules that all ops share.
#include "runners/simulator/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "runners/simulator/formats.hpp"
#include "runners/simulator/walk.hpp"

namespace assay::simulator {
namespace {

std::optional<Machine> machine_named(std::string_view name) {
  if (name == "a2a3") return Machine::a2a3;
  if (name == "a5") return Machine::a5;
  if (name == "cpu") return Machine::cpu;
  return std::nullopt;
}

bool has_room(const assay_operand& operand, std::int64_t elements) {
  const auto bits = static_cast<std::uint64_t>(elements * width_of(operand.element));
  return operand.data != nullptr && (bits + 7) / 8 <= operand.byte_size;
}

}  // namespace

std::string_view Request::attribute(std::string_view name) const {
  for (std::uint32_t i = 0; i < call->attribute_count; ++i) {
    if (name == call->attributes[i].name) return call->attributes[i].value;
  }
  return {};
}

bool Request::takes(std::initializer_list<assay_kind> kinds) const {
  return std::equal(kinds.begin(), kinds.end(), operands.begin(), operands.end(),
                    [](assay_kind kind, const assay_operand* operand) {
                      return operand->kind == static_cast<std::uint32_t>(kind);
                    });
}

Answer parse(assay_call& call, Request& request) {
  if (call.struct_size < sizeof(assay_call) || call.op == nullptr || call.form == nullptr ||
      call.target == nullptr) {
    return {ASSAY_BROKEN, "the call structure is older than version 1 of the ABI, or incomplete"};
  }
  const std::optional<Machine> machine = machine_named(call.target);
  if (!machine) {
    return {ASSAY_UNSUPPORTED, fmt::format("target {} is not simulated", call.target)};
  }
  request.machine = *machine;
  request.op = call.op;
  request.form = call.form;
  request.call = &call;
  // A newer producer has longer structures: step by its size, not by ours.
  const auto* next = reinterpret_cast<const unsigned char*>(call.operands);
  for (std::uint32_t i = 0; i < call.operand_count; ++i) {
    const auto* operand = reinterpret_cast<const assay_operand*>(next);
    if (operand == nullptr || operand->struct_size < sizeof(assay_operand)) {
      return {ASSAY_BROKEN, fmt::format("operand {} is older than version 1 of the ABI", i)};
    }
    request.operands.push_back(operand);
    next += operand->struct_size;
  }
  return {};
}

void Rules::note(assay_status status, bool holds, std::string_view text) {
  static constexpr std::array rank{0, 3, 1, 2};  // done, rejected, unsupported, broken
  if (holds || rank.at(answer_.status) >= rank.at(status)) return;
  answer_ = {status, fmt::format("{}: {}", request_->op, text)};
}

void Rules::type(bool holds, std::string_view text) { note(ASSAY_REJECTED, holds, text); }

void Rules::launch(bool holds, std::string_view text) {
  if (!device_->has(Fault::launch_unchecked)) note(ASSAY_REJECTED, holds, text);
}

void Rules::harness(bool holds, std::string_view text) { note(ASSAY_BROKEN, holds, text); }

void Rules::covered(bool holds, std::string_view text) { note(ASSAY_UNSUPPORTED, holds, text); }

void Rules::range(std::int64_t value, std::int64_t lowest, std::int64_t highest,
                  std::string_view text) {
  const std::int64_t shift = device_->has(Fault::limit_off_by_one) ? 1 : 0;
  type(value >= lowest - shift && value <= highest - shift, text);
}

void Rules::tile(const assay_operand& operand) {
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
  if (answer_.status == ASSAY_REJECTED) return;
  const Box box = inner_box(operand);
  type(cols % box.cols == 0, "Cols must be a multiple of InnerCols");
  type(rows % box.rows == 0 || operand.location == ASSAY_VEC || fractal == 32 || rows == 1,
       "Rows must be a multiple of InnerRows");
  if (operand.box_layout == ASSAY_NONE_BOX) {
    const std::int64_t length = operand.block_layout == ASSAY_ROW_MAJOR ? cols : rows;
    type(length * size_of(operand.element) % 32 == 0,
         "rows (columns of a column-major tile) must be multiples of 32 bytes");
  }
  covered(walk_is_settled(operand), "places of ragged, compact or 4-bit boxes are not settled");
  harness(has_room(operand, rows * cols), "the buffer is smaller than the tile");
}

void Rules::conv_tile(const assay_operand& operand) {
  type((operand.flags & ASSAY_CONV_TILE) != 0, "a tile where a convolution tile is needed");
  type(operand.rank >= 1 && operand.rank <= 6, "a convolution tile has 1 to 6 dimensions");
  if (answer_.status == ASSAY_REJECTED) return;
  harness(has_room(operand, conv_elements(operand)), "the buffer is smaller than the tile");
}

void Rules::global(const assay_operand& operand) {
  for (std::size_t dim = 0; dim < 5; ++dim) {
    launch(operand.shape[dim] >= 0, "the shape of global memory must not be negative");
    covered(operand.stride[dim] >= 0, "negative strides are not simulated");
  }
  harness(last_offset(operand) < 0 || has_room(operand, last_offset(operand) + 1),
          "the buffer is smaller than the view");
}

std::optional<Answer> Rules::stop() const {
  if (answer_.status == ASSAY_DONE) return std::nullopt;
  if (answer_.status == ASSAY_REJECTED && device_->has(Fault::accepts_everything)) return Answer{};
  return answer_;
}

bool one_of(std::uint32_t element, std::initializer_list<assay_element> list) {
  return std::any_of(list.begin(), list.end(), [element](assay_element candidate) {
    return element == static_cast<std::uint32_t>(candidate);
  });
}

bool is_nd(const assay_operand& tile) {
  return tile.block_layout == ASSAY_ROW_MAJOR && tile.box_layout == ASSAY_NONE_BOX;
}

std::int64_t conv_elements(const assay_operand& tile) {
  std::int64_t count = 1;
  for (std::uint32_t dim = 0; dim < tile.rank && dim < 6; ++dim) {
    count *= std::max<std::int64_t>(tile.shape[dim], 0);
  }
  return count;
}

}  // namespace assay::simulator
