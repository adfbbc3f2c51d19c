// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promises of TSEL and TSELS.
#include "reference/ops/known_checks.hpp"
#include "reference/ops/selection/masks.hpp"
#include "reference/ops/selection/selection_constraints.hpp"
#include "reference/ops/tile_scalar/scalar_errata.hpp"

namespace assay::ops {
namespace {

constexpr const char* a5_source = "include/pto/npu/a5/TSel.hpp";

/// Columns of one byte that fill a vector register.
constexpr std::int64_t columns_of_a_register = 256;

int data_bits(const Call& call) { return bits_of(call.tile("dst").type.element); }

// ---- another bit of the mask ----

/// Whether src0 is chosen; nothing if the mask has no such bit.
using Takes = std::function<std::optional<bool>(const Evaluation&, const ElementContext&)>;

Result chosen_by(const Takes& choice) {
  return {.operand = "dst", .semantics = [=](const Evaluation& inputs) {
            const Result each = per_element({{"src0"}, {"src1"}}, [&](const ElementContext& cell) {
              const auto set = choice(inputs, cell);
              if (!set) return left_to_target(cell.arguments[0].bits);
              return exactly(cell.arguments[*set ? 0 : 1].bits);
            });
            return each.semantics(inputs);
          }};
}

/// The lowest eight bits of every element of the mask, one after the other over all rows of dst,
/// wrapped at the valid columns of the mask.
std::optional<bool> streamed(const Evaluation& inputs, const ElementContext& cell) {
  const TileSpec& mask = inputs.call.tile("mask");
  const std::int64_t place = cell.row * inputs.call.tile("dst").valid_cols + cell.col;
  const std::int64_t byte = place / 8;
  const std::int64_t row = byte / mask.valid_cols;
  if (row >= mask.rows()) return std::nullopt;
  const std::uint64_t bits = inputs.of("mask")[row * mask.cols() + byte % mask.valid_cols];
  return (bits >> (place % 8) & 1) != 0;
}

/// A bit of the bytes that follow each other in the memory of a row-major mask.
std::optional<bool> bit_in_memory(const Evaluation& inputs, std::int64_t byte, std::int64_t bit) {
  const ElementArray& mask = inputs.of("mask");
  const std::int64_t size = bits_of(mask.type()) / 8;
  if (byte / size >= mask.size()) return std::nullopt;
  return (mask[byte / size] >> (byte % size * 8 + bit) & 1) != 0;
}

/// A register of 256 lanes of one byte is followed by the mask 16 bytes on, not 32.
std::int64_t byte_of_lane(const ElementContext& cell) {
  const std::int64_t passed = bits_of(cell.to) == 8 ? cell.col / columns_of_a_register : 0;
  return cell.col / 8 - 16 * passed;
}

std::optional<bool> with_pitch_in_bytes(const Evaluation& inputs, const ElementContext& cell) {
  const std::int64_t pitch = inputs.call.tile("mask").cols();
  return bit_in_memory(inputs, cell.row * pitch + byte_of_lane(cell), cell.col % 8);
}

}  // namespace

std::vector<Erratum> tsel_errata() {
  using enum ElementType;
  return {
      {.number = "E-TSEL-001",
       .title = "the mask is one stream of bytes over all rows, one byte to an element",
       .implementation = "pto-cpu",
       .source = "include/pto/cpu/TSel.hpp",
       .targets = {Target::cpu},
       .results = {chosen_by(streamed)}},
      {.number = "E-TSEL-002",
       .title = "a mask of uint16 or uint32 is read with its Cols for a pitch in bytes",
       .implementation = "pto-a5",
       .source = a5_source,
       .targets = {Target::a5},
       .where = "a mask of wider elements, data of 1, 2 and 4 bytes",
       .among =
           [](const Call& call) {
             return call.tile("mask").type.element != u8 && data_bits(call) != 64;
           },
       .results = {chosen_by(with_pitch_in_bytes)}},
      {.number = "E-TSEL-003",
       .title = "1-byte elements from column 256 on are chosen by bits of 128 columns before",
       .implementation = "pto-a5",
       .source = a5_source,
       .targets = {Target::a5},
       .where = "a mask of uint8, elements of 1 byte in more than 256 columns",
       .among =
           [](const Call& call) {
             return call.tile("mask").type.element == u8 && data_bits(call) == 8 &&
                    call.tile("dst").valid_cols > columns_of_a_register;
           },
       .results = {chosen_by(with_pitch_in_bytes)}},
      untouched_from_column_64("E-TSEL-004"),
      {.number = "E-TSEL-005",
       .title = "the element type is not checked, only its size",
       .implementation = "pto-a5",
       .source = a5_source,
       .severity = Severity::minor,
       .targets = {Target::a5},
       .effect = ErratumEffect::acceptance,
       .constraint = "dst.element"},
      overrunning("E-TSEL-006", "TSel.hpp"),
  };
}

std::vector<Erratum> tsels_errata() { return {untouched_from_column_64("E-TSELS-001")}; }

}  // namespace assay::ops
