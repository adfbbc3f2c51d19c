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

Result moved(OriginOf origin_of, std::string destination) {
  Result result{.operand = destination, .flow = {.copies = true}};
  result.semantics = [origin_of = std::move(origin_of),
                      name = std::move(destination)](const Evaluation& inputs) -> Expected {
    const TileSpec& out = inputs.call.tile(name);
    const ElementArray& old = inputs.of(name);
    ExpectedTile expected(out.type.element, out.rows(), out.cols());
    Source source(inputs);
    for_each_valid(out, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      const std::optional<Origin> origin = origin_of(inputs.call, row, col);
      expected.set_exact(index, origin ? source.at(*origin) : old[index]);
    });
    return expected;
  };
  return result;
}

}  // namespace assay::ops
