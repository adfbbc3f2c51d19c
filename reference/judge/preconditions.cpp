// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "reference/judge/judge_parts.hpp"

namespace assay {
namespace {

[[noreturn]] void refuse(const Call& call, std::size_t operand, const std::string& why) {
  throw std::logic_error(fmt::format("{} cannot be evaluated: {} {}", call.form->op,
                                     call.form->operands[operand].name, why));
}

void require_tile(const Call& call, std::size_t operand, std::int64_t held) {
  const auto& tile = std::get<TileSpec>(call.operands[operand]);
  const bool empty = tile.rows() <= 0 || tile.cols() <= 0;
  if (held != (empty ? 0 : tile.rows() * tile.cols())) {
    refuse(call, operand,
           fmt::format("has {} elements for {} x {}", held, tile.rows(), tile.cols()));
  }
  if (tile.valid_rows < 0 || tile.valid_rows > std::max<std::int64_t>(tile.rows(), 0) ||
      tile.valid_cols < 0 || tile.valid_cols > std::max<std::int64_t>(tile.cols(), 0)) {
    refuse(call, operand,
           fmt::format("has a valid region of {} x {} in {} x {}", tile.valid_rows, tile.valid_cols,
                       tile.rows(), tile.cols()));
  }
}

void require_view(const Call& call, std::size_t operand, std::int64_t held) {
  const auto& global = std::get<GlobalSpec>(call.operands[operand]);
  std::int64_t first = global.base;
  for (std::size_t i = 0; i < global.shape.size(); ++i) {
    first += std::min<std::int64_t>(0, global.stride[i] * (global.shape[i] - 1));
  }
  if (global.allocation() <= held && (first >= 0 || global.elements() == 0)) return;
  refuse(call, operand,
         fmt::format("views elements {} to {} of {}", first, global.allocation(), held));
}

}  // namespace

void require_evaluable(const Call& call, std::span<const ElementArray> before) {
  if (before.size() != call.operands.size() || before.size() != call.form->operands.size()) {
    throw std::logic_error(fmt::format("{} cannot be evaluated: {} operands with {} contents",
                                       call.form->op, call.operands.size(), before.size()));
  }
  for (std::size_t i = 0; i < before.size(); ++i) {
    const OperandValue& value = call.operands[i];
    if (before[i].size() > 0 && before[i].type() != element_of(value)) {
      refuse(
          call, i,
          fmt::format("holds {}, not {}", name_of(before[i].type()), name_of(element_of(value))));
    }
    if (std::holds_alternative<TileSpec>(value)) require_tile(call, i, before[i].size());
    if (std::holds_alternative<GlobalSpec>(value)) require_view(call, i, before[i].size());
  }
}

}  // namespace assay
