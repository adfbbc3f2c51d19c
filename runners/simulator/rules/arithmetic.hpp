// SPDX-License-Identifier: Apache-2.0
// Arithmetic of tiles: what machines' headers refuse.
#pragma once

#include <cstddef>
#include <string_view>

#include "runners/simulator/rules/tiles.hpp"

namespace assay::simulator {

/// A2A3 has a result row in tmp and words of a mask after it.
constexpr void remainder_scratch(Rules& rules, const Request& request) {
  if (request.machine != Machine::a2a3) return;
  const std::int64_t stride = request[0].cols;
  rules.launch(request[3].valid_cols >= stride + 2 * ((stride + 63) / 64),
               "tmp has too few columns for a result row and its mask");
}

constexpr void power_rules(Rules& rules, const Request& request) {
  const assay_operand& dst = request[0];
  if (request.machine == Machine::a5) {
    rules.type(request.form != "plain" || dst.element != ASSAY_BF16,
               "bf16 needs PrecisionType HIGH_PRECISION");
    rules.type(request.form == "plain" || !is_integer(dst.element),
               "integers have no HIGH_PRECISION");
  }
  if (request.machine == Machine::a2a3 && !is_integer(dst.element)) {
    same_region(rules, request[3], dst);
  }
}

constexpr void mask_scratch(Rules& rules, const Request& request) {
  if (request.machine != Machine::a2a3) return;
  vector_tile(rules, request, request[3]);
  rules.type(request[3].element == ASSAY_U8, "tmp must be uint8");
  rules.launch(request[3].valid_rows > request[0].valid_rows,
               "tmp must have more valid rows than dst");
}

/// The usual form, that of HIGH_PRECISION, and one that changes its sources.
constexpr bool is_arithmetic_form(const Request& request) {
  const std::size_t tiles = 1 + request.row->sources() + (request.row->scratch ? 1 : 0);
  bool all = request.form == "plain" || request.form == "precise" || request.form == "consuming";
  for (const assay_operand* operand : request.operands) all = all && operand->kind == ASSAY_TILE;
  return all && request.operands.size() == tiles;
}

/// A2A3 computes remainders of whole numbers in place of their sources.
constexpr std::string_view remainder_form(const Spelled& spelled) {
  const Request& call = spelled.call;
  const bool consumes = call.machine == Machine::a2a3 && call[0].element == ASSAY_I32;
  return consumes ? "consuming" : usual_form(spelled);
}

/// Checks of the CPU on a tile besides its type, by the row.
constexpr void tile_on_cpu(Rules& rules, const Request& request, const assay_operand& tile) {
  if (request.on_device()) return;
  const Row& own = *request.row;
  rules.type(!own.cpu_in_vec || tile.location == ASSAY_VEC, "tiles must be in Vec");
  rules.type(!own.cpu_in_rows || tile.block_layout == ASSAY_ROW_MAJOR, "tiles must be row-major");
}

/// Arithmetic of tiles, by the row.
constexpr void arithmetic_rules(Rules& rules, const Request& request) {
  const Row& own = *request.row;
  const assay_operand& dst = request[0];
  vector_tile(rules, request, dst);
  tile_on_cpu(rules, request, dst);
  rules.type(own.has(request.machine, dst.element), "this element type is not taken");
  for (std::size_t i = 1; i <= own.sources(); ++i) {
    vector_tile(rules, request, request[i]);
    tile_on_cpu(rules, request, request[i]);
    rules.type(request[i].element == dst.element, "one element type for all tiles");
    if (own.one_tile_type && !request.on_device()) {
      rules.type(is_same_tile_type(request[i], dst), "all tiles must have one Tile type");
    }
    if (request.on_device() || own.cpu_regions) same_region(rules, request[i], dst);
  }
  if (own.scratch) rules.tile(*request.operands.back());
  own.more(rules, request);
}

}  // namespace assay::simulator
