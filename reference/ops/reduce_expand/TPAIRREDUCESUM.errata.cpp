// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promise of TPAIRREDUCESUM.
#include <utility>

#include "reference/ops/header_errata.hpp"
#include "reference/ops/known_checks.hpp"
#include "reference/ops/reduce_expand/shared/pair_sums.hpp"
#include "reference/ops/semantics.hpp"

namespace assay::ops {
namespace {

constexpr const char* tpairreducesum_header = "TPairReduceSum.hpp";

/// Whole pairs alone, row by row; the rest of dst stays as it was.
Result whole_pairs() {
  Result result{.operand = "dst", .accuracy = "add"};
  result.semantics = [](const Evaluation& inputs) -> Expected {
    const TileSpec& out = inputs.call.tile("dst");
    ExpectedTile expected(out.type.element, out.rows(), out.cols());
    for_each_valid(out, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      if (col < out.valid_cols / 2) {
        set(expected, index, pair_sum(inputs, row, col));
      } else {
        expected.set_accept(index, Accept::preserved);
      }
    });
    return expected;
  };
  return result;
}

/// The sums of all rows, one after the other; the rest of dst stays as it was.
Result packed_pairs() {
  Result result{.operand = "dst", .accuracy = "add"};
  result.semantics = [](const Evaluation& inputs) -> Expected {
    const TileSpec& out = inputs.call.tile("dst");
    ExpectedTile expected(out.type.element, out.rows(), out.cols());
    const std::int64_t pairs = out.cols() / 2;
    for_each_valid(out, [&](std::int64_t index, std::int64_t, std::int64_t) {
      if (index < out.valid_rows * pairs) {
        set(expected, index, pair_sum(inputs, index / pairs, index % pairs));
      } else {
        expected.set_accept(index, Accept::preserved);
      }
    });
    return expected;
  };
  return result;
}

/// Whether, by their types, all columns of both tiles are valid.
bool is_packed(const Call& call) {
  const auto full = [](const TileSpec& tile) {
    return !tile.type.dynamic_valid_cols && tile.valid_cols == tile.cols();
  };
  return full(call.tile("dst")) && full(call.tile("src0"));
}

}  // namespace

std::vector<Erratum> tpairreducesum_errata() {
  const auto known = [](Target target, const char* number, const char* title) {
    return of_headers(target, number, tpairreducesum_header, title);
  };
  const char* pairs = "whole pairs are added and nothing else is written";
  Erratum packed = among(giving(known(Target::a5, "E-TPAIRREDUCESUM-002",
                                      "sums of all rows are packed one after the other"),
                                packed_pairs()),
                         "tiles whose types have all columns valid", is_packed);
  return {giving(known(Target::a2a3, "E-TPAIRREDUCESUM-001", pairs), whole_pairs()),
          std::move(packed),
          giving(known(Target::a5, "E-TPAIRREDUCESUM-003", pairs), whole_pairs()),
          overrunning("E-TPAIRREDUCESUM-004", tpairreducesum_header)};
}

}  // namespace assay::ops
