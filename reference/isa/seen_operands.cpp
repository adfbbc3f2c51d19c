// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/seen_operands.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "reference/isa/op_spec.hpp"

namespace assay {
namespace {

/// Of a tile that does not show all that it holds; null for other operands.
const TileSpec* partly_seen(const OperandValue& value, Seen seen) {
  const auto* tile = std::get_if<TileSpec>(&value);
  const bool partly = seen == Seen::valid && tile != nullptr && !tile->type.conv &&
                      (tile->valid_rows < tile->rows() || tile->valid_cols < tile->cols());
  return partly ? tile : nullptr;
}

/// use(first, count) for the elements of each valid row.
template <typename Use>
bool for_all_rows(const TileSpec& tile, const Use& use) {
  for (std::int64_t row = 0; row < tile.valid_rows; ++row) {
    if (!use(row * tile.cols(), tile.valid_cols)) return false;
  }
  return true;
}

bool same_elements(const ElementArray& one, const ElementArray& other, std::int64_t first,
                   std::int64_t count) {
  const std::int64_t width = bits_of(one.type()) / 8;
  if (width > 0) {
    const auto begin = static_cast<std::size_t>(first * width);
    const auto bytes = static_cast<std::size_t>(count * width);
    return bytes == 0 || std::memcmp(&one.bytes()[begin], &other.bytes()[begin], bytes) == 0;
  }
  for (std::int64_t i = first; i < first + count; ++i) {
    if (one[i] != other[i]) return false;
  }
  return true;
}

void copy_elements(const ElementArray& from, std::int64_t first, std::int64_t count,
                   ElementArray& to) {
  const std::int64_t width = bits_of(from.type()) / 8;
  if (width > 0) {
    const auto begin = static_cast<std::size_t>(first * width);
    const auto bytes = static_cast<std::size_t>(count * width);
    if (bytes > 0) std::memcpy(&to.bytes()[begin], &from.bytes()[begin], bytes);
    return;
  }
  for (std::int64_t i = first; i < first + count; ++i) to.set(i, from[i]);
}

ElementArray shown(const OperandValue& value, const ElementArray& contents, Seen seen) {
  const TileSpec* tile = partly_seen(value, seen);
  if (tile == nullptr) return contents;
  ElementArray part(contents.type(), contents.size());
  for_all_rows(*tile, [&](std::int64_t first, std::int64_t count) {
    copy_elements(contents, first, count, part);
    return true;
  });
  return part;
}

bool shows_the_same(const OperandValue& value, const ElementArray& one, const ElementArray& other,
                    Seen seen) {
  const TileSpec* tile = partly_seen(value, seen);
  if (tile == nullptr) return one == other;
  return for_all_rows(*tile, [&](std::int64_t first, std::int64_t count) {
    return same_elements(one, other, first, count);
  });
}

struct SeeingOnly {
  std::vector<std::string> operands;
  Seen seen;
  std::function<Expected(const Evaluation&)> semantics;

  bool sees(const Operand& operand) const {
    return std::ranges::find(operands, operand.name) != operands.end();
  }

  Expected operator()(const Evaluation& inputs) const {
    std::vector<ElementArray> contents;
    for (std::size_t i = 0; i < inputs.contents.size(); ++i) {
      const ElementArray& all = inputs.contents[i];
      if (sees(inputs.call.form->operands[i])) {
        contents.push_back(shown(inputs.call.operands[i], all, seen));
      } else {
        contents.emplace_back(all.type(), all.size());
      }
    }
    return semantics({inputs.call, contents, inputs.tolerance});
  }

  bool sees_the_same(const Call& call, std::span<const ElementArray> one,
                     std::span<const ElementArray> other) const {
    for (std::size_t i = 0; i < one.size(); ++i) {
      if (!sees(call.form->operands[i])) continue;
      if (!shows_the_same(call.operands[i], one[i], other[i], seen)) return false;
    }
    return true;
  }
};

}  // namespace

Result seeing_only(std::vector<std::string> operands, Seen seen, Result result) {
  result.semantics = SeeingOnly{std::move(operands), seen, std::move(result.semantics)};
  return result;
}

bool sees_the_same(const Call& call, std::span<const ElementArray> one,
                   std::span<const ElementArray> other) {
  return std::ranges::all_of(call.form->results, [&](const Result& result) {
    const auto* known = result.semantics.target<SeeingOnly>();
    return known != nullptr && known->sees_the_same(call, one, other);
  });
}

}  // namespace assay
