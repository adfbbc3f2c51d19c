// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/shared/moved.hpp"

#include <utility>

#include "reference/ops/semantics.hpp"

namespace assay::ops {
namespace {

std::uint64_t bits_at(const Evaluation& inputs, const Origin& origin) {
  const std::int64_t pitch = inputs.call.tile(origin.operand).cols();
  return inputs.of(origin.operand)[origin.row * pitch + origin.col];
}

}  // namespace

Result moved(OriginOf origin_of, std::string destination) {
  Result result{.operand = destination, .flow = {.copies = true}};
  result.semantics = [origin_of = std::move(origin_of),
                      name = std::move(destination)](const Evaluation& inputs) -> Expected {
    const TileSpec& out = inputs.call.tile(name);
    ExpectedTile expected(out.type.element, out.rows(), out.cols());
    for_each_valid(out, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      const std::optional<Origin> origin = origin_of(inputs.call, row, col);
      expected.set_exact(index, origin ? bits_at(inputs, *origin) : inputs.of(name)[index]);
    });
    return expected;
  };
  return result;
}

}  // namespace assay::ops
