// SPDX-License-Identifier: Apache-2.0
// Tiles whose elements say where elements of another tile are.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "reference/isa/call/call.hpp"
#include "reference/isa/call/contents.hpp"
#include "reference/isa/spec/erratum.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {

/// The element of a row-major tile that has this number, counted from the beginning of its memory;
/// nothing if it is not valid.
std::optional<std::int64_t> valid_element(const TileSpec& tile, std::uint64_t number);

/// The largest number that an element type of indices holds.
std::int64_t largest_index(ElementType type);

/// How many valid elements of a tile have a number up to `last` in its memory.
std::int64_t elements_up_to(const TileSpec& tile, std::int64_t last);

/// Replaces each index of a tile or a view that is not `legal` by one of `count` legal values,
/// which `value` gives by their number. The first and the last one are frequent, and several
/// elements have the same one.
struct LegalIndices {
  std::string operand;
  std::int64_t count = 0;
  std::function<bool(std::uint64_t)> legal = {};
  std::function<std::uint64_t(std::int64_t)> value = {};
};
void make_legal(const Call& call, std::vector<ElementArray>& contents, const LegalIndices& indices);

/// Element types of 1, 2 and 4 bytes that pages of these ops list.
extern const vocabulary::Elements gathered_elements;
/// The same and small floats, from tables in global memory.
extern const vocabulary::Elements gathered_on_a5;

std::vector<Erratum> tgatherb_errata();

}  // namespace assay::ops
