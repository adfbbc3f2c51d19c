// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/known_checks.hpp"
#include "reference/ops/reduce_expand/shared/reduction.hpp"
#include "reference/ops/reduce_expand/shared/replication.hpp"
#include "reference/ops/small_types.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* trowexpand_page = "TROWEXPAND page";

/// The page has A2A3 return early.
Scenario empty_source() {
  return {.name = "empty",
          .text = "src without a valid column",
          .targets = {a2a3},
          .apply = [](Call& call, Draw&) {
            TileSpec& tile = call.tile("src");
            tile.type.dynamic_valid_cols = true;
            tile.valid_cols = 0;
          }};
}

bool is_empty(const Call& call) {
  const auto empty = [](const TileSpec& tile) {
    return tile.valid_rows == 0 || tile.valid_cols == 0;
  };
  return empty(call.tile("src")) || empty(call.tile("dst"));
}

Result replicated_if_any() {
  Result made = replicated(Placement::column_vector);
  made.semantics = [inner = made.semantics](const Evaluation& inputs) -> Expected {
    if (!is_empty(inputs.call)) return inner(inputs);
    const TileSpec& out = inputs.call.tile("dst");
    return untouched({out.type.element, out.rows(), out.cols()});
  };
  return made;
}

std::vector<Erratum> errata() {
  std::vector<Erratum> all = errata_of_replication("TROWEXPAND", Placement::column_vector);
  all.push_back({.number = "E-TROWEXPAND-002",
                 .title = "an extent of zero is asserted against",
                 .implementation = "pto-a2a3",
                 .source = "include/pto/npu/a2a3/TRowExpand.hpp",
                 .severity = Severity::minor,
                 .targets = {a2a3},
                 .where = "a valid region without rows or columns",
                 .among = is_empty,
                 .effect = ErratumEffect::refusal});
  all.push_back(unchecked(a2a3, "E-TROWEXPAND-003", "TRowExpand.hpp", "src.layout"));
  all.push_back(unchecked(a5, "E-TROWEXPAND-004", "TRowExpand.hpp", "src.layout"));
  all.push_back(
      taking(a2a3, "E-TROWEXPAND-006", "TRowExpand.hpp:82", "dst.element", small_types(a2a3)));
  all.push_back(
      taking(a5, "E-TROWEXPAND-007", "TRowExpand.hpp:27", "dst.element", small_types(a5)));
  all.push_back(among(refusing(of_headers(a5, "E-TROWEXPAND-005", "TRowExpand.hpp",
                                          "a fixed ValidCol of src other than 1 does not compile"),
                               {}, {"ValidCol must be 1 or -1"}),
                      "src of a fixed ValidCol other than 1", [](const Call& call) {
                        const TileSpec& tile = call.tile("src");
                        return !tile.type.dynamic_valid_cols && tile.valid_cols != 1;
                      }));
  return all;
}

Constraints all_constraints() {
  return joined(
      replication_types(trowexpand_page),
      Constraints{nd_layout("src").unchecked_on({cpu}).from(trowexpand_page, "src is ND"),
                  equal_rows("src", "dst", trowexpand_page, devices),
                  region_not_empty("src", trowexpand_page, {.on = {a5}, .refused = {a5}})});
}

}  // namespace

OpSpec TROWEXPAND() {
  return {
      .mnemonic = "TROWEXPAND",
      .summary = "First element of every source row in all of the row.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src},
          .lead = "dst",
          .constraints = all_constraints(),
          .results = {replicated_if_any()},
          .scenarios = {wide_copies(), empty_source()},
      }},
      .decisions = {"002-outside-the-valid-region", "036-replication"},
      .ambiguities =
          {{"the page wants src row-major, headers take column-major as well",
            "constraint src.layout: the page's; errata E-TROWEXPAND-003 and E-TROWEXPAND-004"},
           {"the page says that A2A3 returns early where an extent is zero, its header asserts",
            "nothing is written on a2a3; erratum E-TROWEXPAND-002"},
           {"the A5 header has a compile-time rule that ValidCol of src is 1 or dynamic",
            "any is legal; erratum E-TROWEXPAND-005"},
           {"a second page lists no 64-bit types for A5",
            "constraint dst.element on a5: the page's; erratum E-TROWEXPAND-001 from column 64 "
            "on"}},
      .notes =
          {"a2a3: one-byte elements are written in pairs, so an odd number of columns reaches one "
           "byte further",
           "a2a3: a row-major [1, M] source with dst [M, 32 bytes] is coded as a shortcut that the "
           "rule on equal rows forbids unless M is 1",
           "cpu: returns without a word where dst is empty; converts between types"},
      .errata = errata(),
  };
}

}  // namespace assay::ops
