// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/shared/moved.hpp"

#include <utility>

#include "reference/ops/semantics.hpp"

namespace assay::ops {
namespace {

/// The elements of an operand that others come from, one after the other mostly from one operand.
class Source {
 public:
  explicit Source(const Evaluation& inputs) : inputs_(inputs) {}

  std::uint64_t at(const Origin& origin) {
    if (origin.operand != operand_) {
      operand_ = origin.operand;
      elements_ = &inputs_.of(operand_);
      pitch_ = inputs_.call.tile(operand_).cols();
    }
    return (*elements_)[origin.row * pitch_ + origin.col];
  }

 private:
  const Evaluation& inputs_;
  const char* operand_ = nullptr;
  const ElementArray* elements_ = nullptr;
  std::int64_t pitch_ = 0;
};

}  // namespace

OriginOf from_corner(std::int64_t top, std::int64_t left) {
  return [=](std::int64_t row, std::int64_t col) { return Origin{"src", row + top, col + left}; };
}

Result moved(OriginsIn origins_in, std::string destination) {
  Result result{.operand = destination, .flow = {.copies = true}};
  result.semantics = [origins_in = std::move(origins_in),
                      name = std::move(destination)](const Evaluation& inputs) -> Expected {
    const TileSpec& out = inputs.call.tile(name);
    ExpectedTile expected(out.type.element, out.rows(), out.cols());
    const OriginOf origin_of = origins_in(inputs.call);
    Source source(inputs);
    for_each_valid(out, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      expected.set_exact(index, source.at(origin_of(row, col)));
    });
    return expected;
  };
  return result;
}

}  // namespace assay::ops
