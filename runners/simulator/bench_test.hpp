// SPDX-License-Identifier: Apache-2.0
// Builds calls for the tests of the simulator: operands in guarded buffers.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "runners/simulator/faults/faults.hpp"

namespace assay::simulator {

constexpr std::size_t guard_bytes = 64;

class Bench {
 public:
  /// A row-major tile in Vec with dynamic valid sizes, its memory all 0xA5.
  assay_operand& tile(assay_element element, int bytes, std::int64_t rows, std::int64_t cols,
                      std::int64_t valid_rows, std::int64_t valid_cols) {
    assay_operand& operand = add(ASSAY_TILE, element, rows * cols * bytes);
    operand.flags = ASSAY_DYNAMIC_VALID_ROWS | ASSAY_DYNAMIC_VALID_COLS;
    operand.fractal_size = 512;
    operand.rows = rows;
    operand.cols = cols;
    operand.valid_rows = valid_rows;
    operand.valid_cols = valid_cols;
    return operand;
  }

  /// A view that starts at element `base` of its allocation.
  assay_operand& global(assay_element element, int bytes, assay_layout layout,
                        std::array<std::int64_t, 5> shape, std::array<std::int64_t, 5> stride,
                        std::int64_t base = 0) {
    std::int64_t last = 0;
    for (std::size_t i = 0; i < 5; ++i) last += (shape[i] - 1) * stride[i];
    assay_operand& operand = add(ASSAY_GLOBAL, element, (base + last + 1) * bytes);
    operand.layout = layout;
    operand.rank = 5;
    for (std::size_t i = 0; i < 5; ++i) operand.shape[i] = shape[i];
    for (std::size_t i = 0; i < 5; ++i) operand.stride[i] = stride[i];
    operand.data = static_cast<unsigned char*>(operand.data) + base * bytes;
    operand.byte_size -= static_cast<std::uint64_t>(base * bytes);
    return operand;
  }

  assay_operand& conv(assay_element element, int bytes, assay_layout layout,
                      const std::vector<std::int64_t>& dims) {
    std::int64_t count = bytes;
    for (const std::int64_t dim : dims) count *= dim;
    assay_operand& operand = add(ASSAY_TILE, element, count);
    operand.flags = ASSAY_CONV_TILE;
    operand.location = ASSAY_MAT;
    operand.layout = layout;
    operand.rank = static_cast<std::uint32_t>(dims.size());
    for (std::size_t i = 0; i < dims.size(); ++i) operand.shape[i] = dims[i];
    return operand;
  }

  assay_operand& scalar(assay_element element, std::uint64_t bits) {
    assay_operand& operand = add(ASSAY_SCALAR, element, 0);
    operand.scalar_bits = bits;
    return operand;
  }

  assay_status run(Simulator& simulator, const char* op, const char* form, const char* target) {
    assay_call call{};
    std::vector<assay_attribute> given{{"format", format}};
    given.insert(given.end(), attributes.begin(), attributes.end());
    call.struct_size = sizeof call;
    call.operand_count = static_cast<std::uint32_t>(operands_.size());
    call.op = op;
    call.form = form;
    call.target = target;
    call.operands = operands_.data();
    call.attribute_count = static_cast<std::uint32_t>(given.size());
    call.attributes = given.data();
    std::string room(1U << 16U, '\0');
    call.text = room.data();
    call.text_capacity = room.size();
    const assay_backend& backend = simulator.backend();
    const assay_status status = backend.execute(backend.state, &call);
    text = room.substr(0, call.text_length);
    message = backend.last_message(backend.state);
    return status;
  }

  /// Everything a call can change: memory with its guards, and the text.
  std::string everything() const {
    std::string all = text;
    for (const assay_operand& operand : operands_) {
      all.append(static_cast<const char*>(operand.data) - guard_bytes,
                 operand.byte_size + 2 * guard_bytes);
    }
    return all;
  }

  const char* format = "Width8_Precision4";
  std::vector<assay_attribute> attributes;  ///< besides the format
  std::string text;
  std::string message;

 private:
  assay_operand& add(assay_kind kind, assay_element element, std::int64_t bytes) {
    operands_.reserve(20);
    auto& memory =
        memory_.emplace_back(static_cast<std::size_t>(bytes) + 2 * guard_bytes + 32, '\xA5');
    void* start = memory.data() + guard_bytes;
    std::size_t room = memory.size() - guard_bytes;
    assay_operand& operand = operands_.emplace_back();
    operand.struct_size = sizeof operand;
    operand.kind = kind;
    operand.element = element;
    operand.name = "operand";
    operand.data = std::align(32, static_cast<std::size_t>(bytes), start, room);
    operand.byte_size = static_cast<std::uint64_t>(bytes);
    return operand;
  }

  std::vector<assay_operand> operands_;
  std::deque<std::vector<char>> memory_;
};

/// Element number `index` of an operand's memory.
template <typename T>
T& at(const assay_operand& operand, std::int64_t index) {
  return static_cast<T*>(operand.data)[index];
}

template <typename T>
void count_up(const assay_operand& operand) {
  const auto count = static_cast<std::int64_t>(operand.byte_size / sizeof(T));
  for (std::int64_t i = 0; i < count; ++i) at<T>(operand, i) = static_cast<T>(i);
}

template <typename To, typename From>
std::uint64_t bits_of(From value) {
  const To typed = static_cast<To>(value);
  std::uint64_t bits = 0;
  std::memcpy(&bits, &typed, sizeof typed);
  return bits;
}

}  // namespace assay::simulator
