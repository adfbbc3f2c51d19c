// SPDX-License-Identifier: Apache-2.0
// In which order, and in which type, does a backend add up a line? Found by asking it alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "reference/isa/case.hpp"
#include "reference/numerics/sums/tree.hpp"
#include "runners/backend/backend.hpp"

namespace assay::runners {

/// How a backend adds the lines of one kind of call.
struct SumOrder {
  std::string op, form, target;
  ElementType type = ElementType::f32;
  numerics::SumTree tree = numerics::SumTree::fused(1);
  numerics::PartialSum partial = {};
};

/// Sentences for people: an op that sums nothing, sums in no order, an answer that is none.
class NoOrder : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What was asked.
struct ProbeCounts {
  std::uint64_t masked = 0;   ///< lines with two huge numbers that cancel
  std::uint64_t checked = 0;  ///< lines of any numbers, held against the order bit for bit
};

/// A legal call of the op that sums a line into each element of its result, with the longest lines
/// of at most `longest` terms that drawn cases have. Throws NoOrder where the op, form, target and
/// type have none.
Case call_of_lines(const OpSpec& op, const Form& form, Target target, ElementType type,
                   std::size_t longest);

/// Masks each pair of terms by a huge number and its opposite: what is left tells how many terms
/// lie below the node where both meet, and so the tree. The type of partial sums, its rounding and
/// flushing are those that give the bits of many other lines; the first of several that do. Throws
/// NoOrder where no tree and no type explains every line.
SumOrder probe_order(const Case& test, Backend& backend, ProbeCounts& counts);

/// A line whose sum is another one than the order says.
struct OtherSum {
  std::uint64_t line = 0;
  std::uint64_t expected = 0, got = 0;
};

/// Compares the sums of a backend with an order, bit for bit. Throws NoOrder for an answer that is
/// none.
std::vector<OtherSum> check_order(const SumOrder& order, const Case& test, Backend& backend,
                                  ProbeCounts& counts);

/// "left to right", "all at once", "a tree of 64 terms, 6 additions deep".
std::string described(const numerics::SumTree& tree);

/// A file of orders, TOML.
std::string orders_as_toml(const std::vector<SumOrder>& orders);
/// Throws UsageError with file and line.
std::vector<SumOrder> parse_orders(const std::string& text, const std::string& file);

}  // namespace assay::runners
