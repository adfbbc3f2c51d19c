// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/runs/three_way.hpp"

#include <algorithm>
#include <array>

namespace assay {
namespace {

using namespace std::string_view_literals;

constexpr std::array names{"agree"sv,
                           "first_wrong"sv,
                           "second_wrong"sv,
                           "both_wrong_alike"sv,
                           "both_wrong_differently"sv,
                           "target_defined_differs"sv,
                           "build_dependent"sv,
                           "outcome_changed"sv,
                           "message_changed"sv,
                           "undecided"sv};

bool has_answer(VerdictKind kind) {
  return kind != VerdictKind::unsupported && kind != VerdictKind::distrusted &&
         kind != VerdictKind::undecidable && kind != VerdictKind::infra;
}

bool tiles_differ(const ExpectedTile& expected, const ElementArray& a, const ElementArray& b) {
  if (a.size() != b.size()) return true;
  const auto count = static_cast<std::int64_t>(expected.accept.size());
  for (std::int64_t i = 0; i < a.size(); ++i) {
    const bool compared =
        i >= count || expected.accept[static_cast<std::size_t>(i)] != Accept::unspecified;
    if (compared && a[i] != b[i]) return true;
  }
  return false;
}

/// Bits and text where anything is expected at all; what the page leaves open may differ.
bool results_differ(const Case& test_case, std::span<const Expected> expected, const Trial& a,
                    const Trial& b) {
  const std::vector<Result>& results = test_case.form().results;
  for (std::size_t i = 0; i < std::min(results.size(), expected.size()); ++i) {
    const auto* tile = std::get_if<ExpectedTile>(&expected[i]);
    if (tile == nullptr) {
      if (a.text != b.text) return true;
      continue;
    }
    const std::size_t operand = test_case.form().index_of(results[i].operand);
    if (operand >= a.after.size() || operand >= b.after.size()) return true;
    if (tiles_differ(*tile, a.after[operand], b.after[operand])) return true;
  }
  return false;
}

bool differ(const Case& test_case, std::span<const Expected> expected, const Side& a,
            const Side& b) {
  if (a.trial == nullptr || b.trial == nullptr) return a.trial != b.trial;
  if (a.trial->outcome.status != b.trial->outcome.status) return true;
  if (a.trial->outcome.status != Outcome::Status::done) return false;
  return results_differ(test_case, expected, *a.trial, *b.trial);
}

/// Target-defined differences, bit by bit: in an interval any element is allowed, though.
bool decide_differently(const Case& test_case, std::span<const Expected> expected, const Side& a,
                        const Side& b) {
  std::vector<Expected> decided(expected.begin(), expected.end());
  for (Expected& one : decided) {
    if (auto* tile = std::get_if<ExpectedTile>(&one)) {
      for (Accept& accept : tile->accept) {
        if (accept != Accept::target_defined) accept = Accept::unspecified;
      }
    } else {
      return false;  // both texts were accepted; there is nothing in them that a target decides
    }
  }
  return differ(test_case, decided, a, b);
}

}  // namespace

std::string_view name_of(Attribution attribution) {
  return names.at(static_cast<std::size_t>(attribution));
}

std::optional<Attribution> attribution_named(std::string_view name) {
  const auto* found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Attribution>(found - names.begin());
}

Attribution attribute(const Case& test_case, std::span<const Expected> expected, const Side& first,
                      const Side& second) {
  const VerdictKind one = first.verdict.kind;
  const VerdictKind other = second.verdict.kind;
  if (!has_answer(one) || !has_answer(other)) return Attribution::undecided;
  if (is_failure(one) && is_failure(other)) {
    const bool alike = one == other && first.verdict.deviation == second.verdict.deviation &&
                       !differ(test_case, expected, first, second);
    return alike ? Attribution::both_wrong_alike : Attribution::both_wrong_differently;
  }
  if (is_failure(one)) return Attribution::first_wrong;
  if (is_failure(other)) return Attribution::second_wrong;
  return decide_differently(test_case, expected, first, second)
             ? Attribution::target_defined_differs
             : Attribution::agree;
}

}  // namespace assay
