// SPDX-License-Identifier: Apache-2.0
// The conditions that a rule about a sample may have, each with the cases for which it holds.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "reports/findings/condition.hpp"

namespace assay::reports {

/// A set of the cases of a sample, by index.
class CaseSet {
 public:
  explicit CaseSet(std::size_t size, bool full = false);

  void insert(std::size_t index) { words_[index / 64] |= std::uint64_t{1} << index % 64; }
  std::size_t count() const;
  std::size_t count_common(const CaseSet& other) const;
  std::size_t count_common(const CaseSet& other, const CaseSet& third) const;
  CaseSet& operator&=(const CaseSet& other);
  friend bool operator==(const CaseSet&, const CaseSet&) = default;
  std::uint64_t hash() const;

 private:
  std::vector<std::uint64_t> words_;
};

struct Candidate {
  Condition condition;
  double bits = 0;  ///< length of its description, without the choice among all
  CaseSet covered;
  std::size_t order = 0;  ///< in which it was thought of
};

/// Every condition worth trying, the plainest first; of conditions that cover the same cases the
/// plainest alone.
std::vector<Candidate> candidate_conditions(const Sample& sample);

}  // namespace assay::reports
