// SPDX-License-Identifier: Apache-2.0
// Few signatures that show what all signatures of a suite show, for backends that compile each.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "reference/isa/case/case.hpp"

namespace assay::runners {

/// Properties of a case that another signature can have as well. For every case those that `assay
/// coverage` counts: its rule, scenario and plan with the element type. For a legal call also its
/// element types together, the value of each attribute with its element type, of each scalar its
/// sign with the plan, and of each operand of the form the layout, the PadValue (of one that is
/// copied to with its element type), whether the valid sizes are static, and whether there is one
/// row or column or more rows than a byte counts.
std::set<std::string> shown_by(const Case& test_case);

/// Chooses signatures form by form. Those that alone show something are kept, then again and again
/// the one that shows most of what is left, the first of equals. Follows from the cases alone.
class FewSignatures {
 public:
  /// The next case of a plan, whose forms come one after the other, and what it shows besides
  /// shown_by().
  void add(std::uint64_t index, const Case& test_case, std::set<std::string> more = {});
  /// No more cases come.
  void finish();

  /// Ascending indices of the cases whose signatures are kept, and of those that have none.
  const std::vector<std::uint64_t>& cases() const { return cases_; }
  /// The first case of each kept signature.
  const std::vector<std::uint64_t>& firsts() const { return firsts_; }
  std::size_t kept() const { return firsts_.size(); }
  /// The number of signatures of all cases that were added.
  std::size_t signatures() const { return signatures_; }

 private:
  struct Group {
    std::set<std::string> shown;
    std::vector<std::uint64_t> cases;
  };
  void settle();

  std::string place_;                           ///< op, form and target of the cases at hand
  std::vector<Group> groups_;                   ///< one for each signature, in the order of cases
  std::map<std::string, std::size_t> numbers_;  ///< of them, by signature
  std::vector<std::uint64_t> cases_;
  std::vector<std::uint64_t> firsts_;
  std::size_t signatures_ = 0;
};

}  // namespace assay::runners
