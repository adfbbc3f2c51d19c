// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_errata.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "reference/ops/header_errata.hpp"

namespace assay::ops {
namespace {

/// An erratum of the CPU simulation where `__PTO_AUTO__` is defined: a constructor initialises the
/// tile by an intrinsic of the device compiler.
Erratum of_automatic_builds(const char* number, const char* title, const char* where,
                            bool (*has_it)(const TileType&)) {
  Erratum made = of_headers(Target::cpu, number, "", title);
  made.implementation = "pto-cpu-auto";
  made.source = "include/pto/common/pto_tile.hpp with __PTO_AUTO__";
  made.says = {"__cce_tinit"};
  return refusing(among(std::move(made), where,
                        [has_it](const Call& call) {
                          return std::ranges::any_of(
                              call.operands, [has_it](const OperandValue& value) {
                                const TileSpec* tile = std::get_if<TileSpec>(&value);
                                return tile != nullptr && has_it(tile->type);
                              });
                        }),
                  nullptr);
}

bool has_one_valid_extent_at_run_time(const TileType& type) {
  return !type.conv && type.dynamic_valid_rows != type.dynamic_valid_cols;
}

bool is_for_convolutions(const TileType& type) { return type.conv.has_value(); }

}  // namespace

const std::vector<Erratum>& errata_of_tiles() {
  static const std::vector<Erratum>& errata = *new std::vector<Erratum>{
      of_automatic_builds("E-TILE-001",
                          "tiles with one valid extent at run time cannot be declared in "
                          "automatic builds",
                          "a tile of which either ValidRow or ValidCol is dynamic, not both",
                          has_one_valid_extent_at_run_time),
      of_automatic_builds("E-TILE-002", "convolution tiles cannot be declared in automatic builds",
                          "a convolution tile", is_for_convolutions)};
  return errata;
}

}  // namespace assay::ops
