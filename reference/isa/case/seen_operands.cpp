// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/case/seen_operands.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "reference/isa/spec/op_spec.hpp"

namespace assay {
namespace {

/// The upper left part of a tile that shows no more of its contents.
struct Part {
  std::int64_t pitch;
  std::int64_t rows;
  std::int64_t cols;
};

/// The first rows and columns of an operand; nothing if that is all of it.
std::optional<Part> part_of(const OperandValue& value, std::int64_t rows, std::int64_t cols) {
  const auto* tile = std::get_if<TileSpec>(&value);
  if (tile == nullptr || tile->type.conv) return std::nullopt;
  if (rows >= tile->rows() && cols >= tile->cols()) return std::nullopt;
  return Part{tile->cols(), std::min(rows, tile->rows()), std::min(cols, tile->cols())};
}

/// use(first, count) for the elements of each row.
template <typename Use>
bool for_all_rows(const Part& part, const Use& use) {
  for (std::int64_t row = 0; row < part.rows; ++row) {
    if (!use(row * part.pitch, part.cols)) return false;
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

ElementArray shown(const std::optional<Part>& part, const ElementArray& contents) {
  if (!part) return contents;
  ElementArray seen(contents.type(), contents.size());
  for_all_rows(*part, [&](std::int64_t first, std::int64_t count) {
    copy_elements(contents, first, count, seen);
    return true;
  });
  return seen;
}

bool shows_the_same(const std::optional<Part>& part, const ElementArray& one,
                    const ElementArray& other) {
  if (!part) return one == other;
  return for_all_rows(*part, [&](std::int64_t first, std::int64_t count) {
    return same_elements(one, other, first, count);
  });
}

bool sees(const Sight& sight, const Operand& operand) {
  return std::ranges::find(sight.operands, operand.name) != sight.operands.end();
}

std::optional<Part> part_seen(const Sight& sight, const Call& call, std::size_t operand) {
  if (!sight.region || !std::holds_alternative<TileSpec>(call.operands[operand])) {
    return std::nullopt;
  }
  const auto [rows, cols] = sight.region(call, call.form->operands[operand].name);
  return part_of(call.operands[operand], rows, cols);
}

/// The contents, reduced to the part that is seen.
std::vector<ElementArray> seen_contents(const Sight& sight, const Evaluation& inputs) {
  std::vector<ElementArray> contents;
  for (std::size_t i = 0; i < inputs.contents.size(); ++i) {
    const ElementArray& all = inputs.contents[i];
    if (sees(sight, inputs.call.form->operands[i])) {
      contents.push_back(shown(part_seen(sight, inputs.call, i), all));
    } else {
      contents.emplace_back(all.type(), all.size());
    }
  }
  return contents;
}

bool shows_the_same(const Sight& sight, const Call& call, std::span<const ElementArray> one,
                    std::span<const ElementArray> other) {
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (!sees(sight, call.form->operands[i])) continue;
    if (!shows_the_same(part_seen(sight, call, i), one[i], other[i])) return false;
  }
  return true;
}

/// The destination of a result that follows element by element from operands that it names; null
/// for other results, and for functions of floats, which are known to depend on nothing else.
const TileSpec* followed_in_place(const Result& result, const Call& call) {
  if (result.flow.in_place.empty() || !call.form->has(result.operand)) return nullptr;
  const auto* out = std::get_if<TileSpec>(&call.operands[call.form->index_of(result.operand)]);
  if (out == nullptr || out->type.conv) return nullptr;
  return result.function && is_float(out->type.element) ? nullptr : out;
}

bool follows(const Result& result, const Operand& operand) {
  const std::vector<std::string>& names = result.flow.in_place;
  return std::ranges::find(names, operand.name) != names.end();
}

bool follows_the_same(const Result& result, const Call& call, std::span<const ElementArray> one,
                      std::span<const ElementArray> other) {
  const TileSpec* out = followed_in_place(result, call);
  if (out == nullptr) return false;
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (!follows(result, call.form->operands[i])) continue;
    const auto part = part_of(call.operands[i], out->valid_rows, out->valid_cols);
    if (!shows_the_same(part, one[i], other[i])) return false;
  }
  return true;
}

}  // namespace

Expected evaluated(const Result& result, const Evaluation& inputs) {
  const TileSpec* out = followed_in_place(result, inputs.call);
  if (out == nullptr) return result.semantics(inputs);
  std::vector<ElementArray> contents;
  contents.reserve(inputs.contents.size());
  for (std::size_t i = 0; i < inputs.contents.size(); ++i) {
    const ElementArray& all = inputs.contents[i];
    if (follows(result, inputs.call.form->operands[i])) {
      const auto part = part_of(inputs.call.operands[i], out->valid_rows, out->valid_cols);
      contents.push_back(shown(part, all));
    } else {
      contents.emplace_back(all.type(), all.size());
    }
  }
  return result.semantics({inputs.call, contents, inputs.tolerance, inputs.readings, inputs.asked});
}

Result seeing_only(std::vector<std::string> operands, Seen seen, Result result) {
  if (seen == Seen::whole) return seeing_only(std::move(operands), RegionOf(), std::move(result));
  const auto valid = [](const Call& call, const std::string& operand) {
    const TileSpec& tile = call.tile(operand);
    return SeenRegion{tile.valid_rows, tile.valid_cols};
  };
  return seeing_only(std::move(operands), valid, std::move(result));
}

Result seeing_only(std::vector<std::string> operands, RegionOf region, Result result) {
  result.sight = Sight{std::move(operands), std::move(region)};
  result.semantics = [sight = *result.sight,
                      inner = std::move(result.semantics)](const Evaluation& inputs) {
    const std::vector<ElementArray> contents = seen_contents(sight, inputs);
    return inner({inputs.call, contents, inputs.tolerance, inputs.readings, inputs.asked});
  };
  return result;
}

bool sees_the_same(const Call& call, std::span<const ElementArray> one,
                   std::span<const ElementArray> other) {
  return std::ranges::all_of(call.form->results, [&](const Result& result) {
    return result.sight ? shows_the_same(*result.sight, call, one, other)
                        : follows_the_same(result, call, one, other);
  });
}

}  // namespace assay
