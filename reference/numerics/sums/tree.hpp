// SPDX-License-Identifier: Apache-2.0
// One order of additions, where an implementation has one: what its sums then are, bit for bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/numerics/sums/sum.hpp"

namespace assay::numerics {

/// Which terms are rounded to the type of partial sums before they are added. Terms that are
/// products are not where a product and a sum are one step; a chain of such steps begins with a
/// product alone.
enum class TermRounding : std::uint8_t {
  none,
  first,  ///< the first of a node that has terms alone
  all
};

/// How a partial sum is kept.
struct PartialSum {
  ElementType type = ElementType::f32;
  RoundMode mode = RoundMode::nearest_even;
  bool flushes = false;                 ///< subnormal sums become a zero of their sign
  ElementType wide = ElementType::f64;  ///< of wide nodes
  TermRounding terms = TermRounding::all;

  friend bool operator==(const PartialSum&, const PartialSum&) = default;
};

/// A tree with the terms as leaves. A node is the exact sum of its children, two or more, rounded
/// to a PartialSum. Some nodes are wide: they keep more digits than the others, as boxes of a
/// matrix unit do.
class SumTree {
 public:
  /// Terms that two terms meet with, themselves included: those that are below the child of the
  /// lowest node of both where one is, and where the other is. Of a node of two children that is
  /// all below it; where more are added at once, those that meet neither of the two are apart.
  using SizeOfPair = std::function<std::size_t(std::size_t, std::size_t)>;

  /// One term after the other.
  static SumTree left_to_right(std::size_t terms);
  /// All terms at once.
  static SumTree fused(std::size_t terms);
  /// The tree that has these sizes (FPRev: revealing floating-point summation order, 2025); nothing
  /// if none has. Children are in the order of their first terms. At least one term.
  static std::optional<SumTree> of_sizes(std::size_t terms, const SizeOfPair& size);
  /// As text() writes it: "((0 1) [2 3])", wide nodes in square brackets. Throws
  /// std::invalid_argument unless it has each of the terms 0 to n - 1 once, and two children or
  /// more to a node.
  static SumTree parse(std::string_view text);

  std::string text() const;
  std::size_t terms() const { return terms_; }
  /// Additions one after the other, at most.
  std::size_t depth() const;

  /// Terms that show how a node keeps its sum: `one` and `other` meet in it, and `above` meets both
  /// above it. Nothing is above the last node: there it is term 0.
  struct Witness {
    std::size_t one, other, above;
  };
  /// For each node, children first.
  std::vector<Witness> witnesses() const;
  /// The same tree with these of its nodes wide, in the order of witnesses().
  SumTree with_wide(const std::vector<bool>& wide) const;
  std::size_t wide_nodes() const;

  /// The sum, rounded to nearest even from the last node's type to `result`. As many terms as this
  /// has (std::invalid_argument), of any floating-point type.
  std::uint64_t sum(const Terms& terms, const PartialSum& partial, ElementType result) const;

  friend bool operator==(const SumTree&, const SumTree&) = default;

 private:
  /// Children are nodes before it; a leaf, of the first `terms_` nodes, has none.
  struct Node {
    std::vector<std::size_t> children;
    bool wide = false;
    friend bool operator==(const Node&, const Node&) = default;
  };

  explicit SumTree(std::size_t terms) : terms_(terms), nodes_(terms) {}
  std::size_t join(std::vector<std::size_t> children, bool wide = false);
  std::vector<std::size_t> first_terms() const;
  std::vector<bool> rounded_terms(TermRounding which) const;
  std::optional<std::size_t> grow(const std::vector<std::size_t>& leaves, const SizeOfPair& size);

  std::size_t terms_;
  std::vector<Node> nodes_;  ///< the last one is the root
};

}  // namespace assay::numerics
