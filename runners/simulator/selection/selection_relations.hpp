// SPDX-License-Identifier: Apache-2.0
// The comparisons of a machine, and how it stores the results.
#pragma once

#include <cstdint>
#include <functional>

#include "runners/simulator/selection/selection_masks.hpp"

namespace assay::simulator {

enum class Mode : std::uint8_t { eq, ne, lt, le, gt, ge };

/// The attribute CmpMode; an unknown value counts as EQ.
Mode mode_of(const Request& request);

/// Two lanes that are compared.
struct Compared {
  const Request& request;
  Mode mode;
  std::uint32_t element;
  Region worked;
  Place place;
};

bool compare(const Hooks& hooks, const Compared& what, std::uint64_t a, std::uint64_t b);
bool compare(Mode mode, std::uint32_t element, std::uint64_t a, std::uint64_t b);

/// The requested comparison: A2A3 compares 32-bit integers for equality only.
Mode asked(const Request& request);

using Relation = std::function<bool(std::int64_t row, std::int64_t col)>;

/// The mask, operand 0, from a relation over the lanes of operand 1: the elements that hold lanes,
/// with zeros after the last one of a row.
void store_mask(const Request& request, const Hooks& hooks, Region lanes, const Relation& relation);

}  // namespace assay::simulator
