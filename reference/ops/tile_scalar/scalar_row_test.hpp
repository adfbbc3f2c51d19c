// SPDX-License-Identifier: Apache-2.0
// One row of lanes and a scalar of any type, for tests of pages.
#pragma once

#include <map>
#include <string>

#include "reference/ops/elementwise/lanes_test.hpp"

namespace assay::ops {

/// Every tile is one row of 128 elements of `type`, dst of `result`; the valid columns are the
/// patterns of the longest input, and the rest holds zeros.
inline Call scalar_call(const Page& page, ElementType type, ElementType result, ScalarSpec scalar,
                        std::int64_t valid_cols) {
  const Form& form = form_of(page.op, page.form);
  Call call{&form, page.target, {}, std::vector<int>(form.attributes.size(), 0)};
  for (const Operand& operand : form.operands) {
    if (operand.kind == OperandKind::scalar) {
      call.operands.emplace_back(scalar);
    } else {
      call.operands.emplace_back(
          tile(operand.name == "dst" ? result : type, 1, 128, 1, valid_cols));
    }
  }
  return call;
}

inline Lanes row_of(const Call& call, std::map<std::string, Patterns> inputs) {
  std::vector<ElementArray> before;
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    if (const auto* scalar = std::get_if<ScalarSpec>(&call.operands[i])) {
      before.push_back(elements(scalar->element, {scalar->bits}));
      continue;
    }
    Patterns bits = inputs[call.form->operands[i].name];
    bits.resize(128);
    before.push_back(elements(std::get<TileSpec>(call.operands[i]).type.element, bits));
  }
  return {call, before};
}

/// One source, all tiles of one type.
inline Lanes row_of(const Page& page, ElementType type, ScalarSpec scalar, Patterns src) {
  const Call call = scalar_call(page, type, type, scalar, std::ssize(src));
  const std::string source = page.op == "TPOWS" ? "base" : "src";
  return row_of(call, {{source, std::move(src)}});
}

}  // namespace assay::ops
