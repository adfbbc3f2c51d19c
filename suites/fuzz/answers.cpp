// SPDX-License-Identifier: Apache-2.0
// Answers of a program by runners/PROTOCOL.md, and of a worker in shared memory.
#include <array>
#include <cstring>
#include <vector>

#include "runners/call/frames.hpp"
#include "runners/call/outcome.hpp"
#include "suites/fuzz/in_memory.hpp"

namespace assay::fuzz {
namespace {

constexpr std::uint64_t number = 12345;
constexpr std::int64_t side = 8;

/// A tile of f32 that a call writes.
assay_operand tile_in(std::vector<std::byte>& memory) {
  assay_operand tile{};
  tile.struct_size = sizeof tile;
  tile.kind = ASSAY_TILE;
  tile.role = ASSAY_OUTPUT;
  tile.element = ASSAY_F32;
  tile.name = "dst";
  tile.location = ASSAY_VEC;
  tile.fractal_size = 512;
  tile.rows = tile.cols = tile.valid_rows = tile.valid_cols = side;
  tile.data = memory.data();
  tile.byte_size = memory.size();
  return tile;
}

void hear_answer(const std::string& text) {
  std::vector<std::byte> memory(side * side * sizeof(float));
  const assay_operand tile = tile_in(memory);
  std::array<char, 64> printed{};
  assay_call call{};
  call.struct_size = sizeof call;
  call.operand_count = 1;
  call.operands = &tile;
  call.text = printed.data();
  call.text_capacity = printed.size();
  runners::number_of_answer(text);
  runners::answer_from(text, call, number);
}

void read_slot(Input input) {
  runners::ExecutionSlot slot{};
  std::memcpy(&slot, input.data(), std::min(input.size(), sizeof slot));
  constexpr std::uint64_t capacity = 64;
  runners::outcome_of(slot, capacity);
}

}  // namespace

bool read(Input input) {
  constexpr std::size_t readers = 3;
  const auto [reader, rest] = choice_of(input, readers);
  const std::string text(text_of(rest));
  try {
    if (reader == 0) runners::hello_from(text);
    if (reader == 1) hear_answer(text);
    if (reader == 2) read_slot(rest);
    return true;
  } catch (const runners::BadFrame&) {
    return false;
  }
}

}  // namespace assay::fuzz
