// SPDX-License-Identifier: Apache-2.0
// In which order, and in which type, does a backend add up a line? Found by asking it alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/numerics/sums/tree.hpp"
#include "runners/backend/backend.hpp"
#include "runners/sweep/line_call.hpp"

namespace assay::runners {

/// Results that are not numbers, as bits of the result; nothing if the type has no such
/// elements.
struct SumsOfNothing {
  std::optional<std::uint64_t> of_nan;         ///< a negative NaN with a payload, after numbers
  std::optional<std::uint64_t> of_infinities;  ///< of both signs
  friend bool operator==(const SumsOfNothing&, const SumsOfNothing&) = default;
};

/// How a backend adds the lines of one kind of call.
struct SumOrder {
  std::string op, form, target;
  ElementType type = ElementType::f32;    ///< of the numbers
  ElementType result = ElementType::f32;  ///< of the sums
  bool multiplies = false;                ///< terms are products
  numerics::SumTree tree = numerics::SumTree::fused(1);
  numerics::PartialSum partial = {};
  SumsOfNothing none = {};
};

/// The numbers of executed probes.
struct ProbeCounts {
  std::uint64_t masked = 0;   ///< lines with two huge numbers that cancel
  std::uint64_t checked = 0;  ///< lines of any numbers, compared with the order bit for bit
};

/// Masks each pair of terms by a huge number and its opposite: the rest shows how many terms meet
/// before both do, and so the tree. Smaller masks show the type of each partial sum; their rounding
/// and flushing, and whether products are rounded, are those that give the bits of many other
/// lines, the first of several that do. Throws NoOrder where no tree and no type explains every
/// line.
SumOrder probe_order(const LineCall& call, Backend& backend, ProbeCounts& counts);

/// A line whose sum is another one than the order says.
struct OtherSum {
  std::string line;
  std::uint64_t expected = 0, got = 0;
};

/// Compares the sums of a backend with an order, bit for bit. Throws NoOrder for an answer that is
/// none.
std::vector<OtherSum> check_order(const SumOrder& order, const LineCall& call, Backend& backend,
                                  ProbeCounts& counts);

/// "left to right", "all at once", "a tree of 64 terms, 6 additions deep".
std::string described(const numerics::SumTree& tree);

/// The name of the rounding of products: "rounded", "fused" with the sums, or "exact".
std::string_view name_of(numerics::TermRounding which);

/// A file of orders, TOML.
std::string orders_as_toml(const std::vector<SumOrder>& orders);
/// The file may have readings of choices as well (parse_choices). Throws UsageError with file and
/// line.
std::vector<SumOrder> parse_orders(const std::string& text, const std::string& file);

}  // namespace assay::runners
