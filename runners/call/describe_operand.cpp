// SPDX-License-Identifier: Apache-2.0
// One operand as the C ABI describes it.
#include "runners/call/describe_operand.hpp"

#include <algorithm>
#include <stdexcept>
#include <type_traits>
#include <variant>

#include "runners/call/abi_enums.hpp"

namespace assay::runners {
namespace {

// More than any tile or view the ISA can hold; a breach beyond it would only exhaust the machine.
constexpr std::int64_t largest_operand = std::int64_t{1} << 28;

static_assert(std::is_same_v<std::variant_alternative_t<ASSAY_TILE, OperandValue>, TileSpec>);
static_assert(std::is_same_v<std::variant_alternative_t<ASSAY_GLOBAL, OperandValue>, GlobalSpec>);
static_assert(std::is_same_v<std::variant_alternative_t<ASSAY_SCALAR, OperandValue>, ScalarSpec>);

template <typename Enum>
std::uint32_t number(Enum value) {
  return static_cast<std::uint32_t>(value);
}

std::uint64_t checked_bytes(std::int64_t bytes) {
  if (bytes > largest_operand) throw std::length_error("an operand of the case exceeds 256 MiB");
  return static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 0));
}

void describe(const TileSpec& tile, assay_operand& out) {
  const TileType& type = tile.type;
  out.location = number(type.location);
  out.block_layout = number(type.blayout);
  out.box_layout = number(type.slayout);
  out.fractal_size = static_cast<std::uint32_t>(type.fractal);
  out.pad = number(type.pad.kind);
  out.pad_bits = type.pad.custom_bits;
  out.compact = number(type.compact);
  out.valid_rows = tile.valid_rows;
  out.valid_cols = tile.valid_cols;
  if (type.dynamic_valid_rows) out.flags |= ASSAY_DYNAMIC_VALID_ROWS;
  if (type.dynamic_valid_cols) out.flags |= ASSAY_DYNAMIC_VALID_COLS;
  if (!type.conv) {
    out.rows = type.rows;
    out.cols = type.cols;
    return;
  }
  out.flags |= ASSAY_CONV_TILE;
  out.layout = number(type.conv->layout);
  out.rank = static_cast<std::uint32_t>(type.conv->rank);
  std::copy_n(type.conv->dims.begin(), type.conv->rank, out.shape);
}

void describe(const GlobalSpec& global, assay_operand& out) {
  out.layout = number(global.layout);
  out.rank = 5;
  std::copy(global.shape.begin(), global.shape.end(), out.shape);
  std::copy(global.stride.begin(), global.stride.end(), out.stride);
  if (global.dynamic_stride) out.flags |= ASSAY_DYNAMIC_STRIDE;
  for (unsigned dim = 0; dim < 5; ++dim) {
    if (global.dynamic_shape[dim]) out.flags |= ASSAY_DYNAMIC_SHAPE(dim);
  }
}

void describe(const ScalarSpec& scalar, assay_operand& out) { out.scalar_bits = scalar.bits; }

}  // namespace

MemoryNeed memory_need(const OperandValue& value) {
  if (const auto* tile = std::get_if<TileSpec>(&value)) {
    return {checked_bytes(tile->type.bytes()), 0};
  }
  if (const auto* global = std::get_if<GlobalSpec>(&value)) {
    MemoryNeed need{checked_bytes(bytes_for(global->element, global->allocation())), 0};
    need.data_shift = checked_bytes(global->base * bits_of(global->element) / 8);
    return need;
  }
  return {};
}

assay_operand describe_operand(const Operand& operand, const OperandValue& value) {
  assay_operand out{};
  out.struct_size = sizeof out;
  out.role = number(operand.role);
  out.element = number(element_of(value));
  if (operand.set_before) out.flags |= ASSAY_SET_BEFORE;
  std::visit([&](const auto& spec) { describe(spec, out); }, value);
  // A form may take a tile or global memory in one place: the value decides.
  out.kind = static_cast<std::uint32_t>(value.index());
  const MemoryNeed need = memory_need(value);
  out.byte_size = need.bytes - std::min(need.bytes, need.data_shift);
  return out;
}

}  // namespace assay::runners
