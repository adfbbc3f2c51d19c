// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reference/ops/known_checks.hpp"
#include "reference/ops/sorting/errata.hpp"
#include "reference/ops/sorting/records.hpp"
#include "reference/ops/sorting/sorted.hpp"

namespace assay::ops {
namespace {

bool spreads_one_row(const Call& call) {
  return call.tile("idx").valid_rows != call.tile("src").valid_rows;
}

/// dst stays as it was.
Expected untouched(const Evaluation& inputs) {
  const TileSpec& out = inputs.call.tile("dst");
  ExpectedTile expected(out.type.element, out.rows(), out.cols());
  for (Accept& accept : expected.accept) accept = Accept::preserved;
  return expected;
}

/// Block after block, each over the second half of the one before it.
Expected at_half_distance(const Evaluation& inputs) {
  const TileSpec& in = inputs.call.tile("src");
  const ExpectedTile promised = sorted_blocks(inputs, NanPlace::anywhere);
  ExpectedTile expected = std::get<ExpectedTile>(untouched(inputs));
  const std::int64_t step = elements_of_record(in.type.element);
  for (std::int64_t row = 0; row < std::min(in.valid_rows, promised.rows); ++row) {
    for (std::int64_t element = 0; element < std::min(step * in.valid_cols, promised.cols);
         ++element) {
      const std::int64_t block = element / (step * sorted_block);
      expected.take(expected.at(row, element - block * step * sorted_block / 2), promised,
                    promised.at(row, element));
    }
  }
  return expected;
}

}  // namespace

std::vector<Erratum> tsort32_errata() {
  const auto on_cpu = [](const char* number, const char* title) {
    return of_headers(Target::cpu, number, "TSort32.hpp", title);
  };
  return {
      among(refusing(on_cpu("E-TSORT32-001", "src and idx must have equally many columns"), nullptr,
                     {"stride"}),
            "src and idx of different Cols",
            [](const Call& call) { return call.tile("src").cols() != call.tile("idx").cols(); }),
      among(giving(on_cpu("E-TSORT32-002", "nothing is sorted with one row of indices for all"),
                   {.operand = "dst", .semantics = untouched}),
            "one row of idx for several of src", spreads_one_row),
      among(giving(on_cpu("E-TSORT32-003",
                          "blocks of half after the first are placed at half their distance"),
                   {.operand = "dst", .semantics = at_half_distance}),
            "rows of half with more than 32 columns",
            [](const Call& call) {
              const TileSpec& in = call.tile("src");
              return size_of(in.type.element) == 2 && in.valid_cols > sorted_block;
            }),
      giving(on_cpu("E-TSORT32-004", "a block with a NaN is in no order"),
             {.operand = "dst",
              .semantics = [](const Evaluation& inputs) -> Expected {
                return sorted_blocks(inputs, NanPlace::anywhere);
              }}),
  };
}

}  // namespace assay::ops
