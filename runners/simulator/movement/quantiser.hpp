// SPDX-License-Identifier: Apache-2.0
// How the unit after the accumulators converts one element.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "runners/simulator/core/hooks.hpp"
#include "runners/simulator/core/walk.hpp"

namespace assay::simulator {

/// One way out of the accumulators.
struct QuantiserSpec {
  Machine machine;
  std::uint32_t from;
  std::uint32_t to;
  bool rectifies;
  bool signed_offsets = true;
  bool exact = true;        ///< products and sums are not floats in between
  bool adds_first = false;  ///< an atomic sum is made of what is not converted yet
};

/// The pattern of `to` for a pattern of `from` and a descriptor: multiplied, rounded, moved by the
/// offset, saturated, rectified.
std::uint64_t quantised(const QuantiserSpec& quantiser, const Hooks& hooks, std::uint64_t bits,
                        std::uint64_t descriptor);
/// The same where nothing scales: rounded where the types differ, rectified.
std::uint64_t converted_as_it_is(const QuantiserSpec& quantiser, const Hooks& hooks,
                                 std::uint64_t bits);

/// One element that left, and the patterns that it was made of.
struct QuantisedElement {
  std::array<std::uint64_t, 2> in;
  std::size_t count;
  std::uint64_t bits;

  Inputs inputs() const { return Inputs(in).first(count); }
};

/// Conversion of the elements of an accumulator by the third operand of the call: a row of
/// descriptors, one, or none.
class Quantiser {
 public:
  Quantiser(const Request& request, const Hooks& hooks);

  /// The element of src at `source`, whose pattern is `bits`.
  QuantisedElement operator()(Place source, std::uint64_t bits) const;
  const QuantiserSpec& quantiser() const { return spec_; }

 private:
  std::uint64_t descriptor(Place source) const;

  const Request* request_;
  const Hooks* hooks_;
  QuantiserSpec spec_;
  const assay_operand* scales_ = nullptr;
  std::optional<Tile> row_;
};

}  // namespace assay::simulator
