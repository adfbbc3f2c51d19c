// SPDX-License-Identifier: Apache-2.0
// What a machine is asked to compare, and how it stores the answers.
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

bool compare(const Seams& seams, const Compared& what, std::uint64_t a, std::uint64_t b);
bool compare(Mode mode, std::uint32_t element, std::uint64_t a, std::uint64_t b);

/// Equality and difference as the CPU has them for a tile and a scalar: closer than 1e-9 as
/// doubles. The distance of two infinities is no number, so they are neither equal nor different; a
/// NaN is different from everything.
bool near_enough(Mode mode, std::uint32_t element, std::uint64_t a, std::uint64_t b);

/// What the vector unit is asked. A2A3 compares 32-bit integers for equality only, 16-bit integers
/// as if they were halves, and inverts the answer for NE.
struct Question {
  Mode mode;
  std::uint32_t element;
  bool inverted = false;
};
Question asked(const Request& request, std::uint32_t element);

using Relation = std::function<bool(std::int64_t row, std::int64_t col)>;

/// The mask, operand 0, from a relation over the lanes of operand 1. On a device in whole stores:
/// repeats of 256 bytes of source on A2A3, which compares on behind the last lane, 16 or 32 bytes
/// of mask on A5, with zeros there.
void store_on_device(const Request& request, const Seams& seams, Region lanes,
                     const Relation& relation);
/// On the CPU after zeroing the tile: words, at most as many as the mask has valid columns.
void store_words(const Request& request, const Seams& seams, Region lanes,
                 const Relation& relation);
/// On the CPU after zeroing the tile: one byte of mask in every element, as a stream with Cols / 8
/// bytes for every row of the source.
void store_bytes(const Request& request, const Seams& seams, Region lanes,
                 const Relation& relation);

}  // namespace assay::simulator
