// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/runs/build_dependence.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reference/judge/judge_parts.hpp"

namespace assay {
namespace {

Verdict build_dependent(std::string reason) {
  Verdict verdict;
  verdict.kind = VerdictKind::deviates;
  verdict.deviation = Deviation::build_dependent;
  verdict.reason = std::move(reason);
  return verdict;
}

bool has_answer(VerdictKind kind) {
  return kind != VerdictKind::unsupported && kind != VerdictKind::infra;
}

std::string what_it_did(const Outcome& outcome) {
  if (outcome.status == Outcome::Status::done) return "the call returns";
  return fmt::format("the call ends as {}{}{}", name_of(outcome.status),
                     outcome.message.empty() ? "" : ": ", outcome.message);
}

/// Whether a difference is no failure: nothing is promised of the outcome of the call, or
/// errata define it. If they allow any result, it may be right in one build and deviate in the
/// other.
bool is_free(const Case& test_case, const BuildSide& first, const BuildSide& second) {
  if (is_failure(first.verdict.kind) || is_failure(second.verdict.kind)) return false;
  return !test_case.intent.legal() || first.verdict.kind == VerdictKind::known_deviation ||
         second.verdict.kind == VerdictKind::known_deviation;
}

/// Elements that both builds promise, in one output.
class Difference {
 public:
  Difference(const ExpectedTile& expected, const ElementArray& a, const ElementArray& b) {
    for (std::int64_t i = 0; i < a.size(); ++i) {
      if (agrees(expected, i, a[i], b[i])) continue;
      if (count == 0) first = i;
      ++count;
    }
  }

  std::int64_t count = 0;
  std::int64_t first = 0;
};

std::string hex(ElementType type, std::uint64_t bits) {
  return fmt::format("{:#0{}x}", bits, 2 + (bits_of(type) + 3) / 4);
}

void add(std::optional<Verdict>& total, const std::string& operand, const ExpectedTile& expected,
         const Difference& found, const BuildSide& first, const BuildSide& second,
         std::size_t place) {
  const ElementArray& a = first.trial->after[place];
  const ElementArray& b = second.trial->after[place];
  if (!total) {
    const std::int64_t cols = std::max<std::int64_t>(expected.cols, 1);
    const std::int64_t i = found.first;
    total = build_dependent(fmt::format("{} at ({}, {}) is {} with {} and {} with {}", operand,
                                        i / cols, i % cols, hex(a.type(), a[i]), first.flags,
                                        hex(b.type(), b[i]), second.flags));
    total->worst = WorstElement{.operand = operand,
                                .row = i / cols,
                                .col = i % cols,
                                .accept = expected.accept[static_cast<std::size_t>(i)],
                                .expected = a[i],
                                .got = b[i],
                                .ulp = {},
                                .element = a.type()};
  }
  total->wrong += found.count;
  total->compared += std::ranges::count_if(
      expected.accept, [](Accept accept) { return accept != Accept::unspecified; });
}

/// Of two calls that came back.
std::optional<Verdict> other_results(const Case& test_case, std::span<const Expected> expected,
                                     const BuildSide& first, const BuildSide& second) {
  std::optional<Verdict> total;
  const std::vector<Result>& results = test_case.form().results;
  for (std::size_t i = 0; i < std::min(results.size(), expected.size()); ++i) {
    const auto* tile = std::get_if<ExpectedTile>(&expected[i]);
    if (tile == nullptr) {
      if (first.trial->text == second.trial->text || total) continue;
      total =
          build_dependent(fmt::format("{} and {} print other texts", first.flags, second.flags));
      continue;
    }
    const std::size_t place = test_case.form().index_of(results[i].operand);
    if (place >= first.trial->after.size() || place >= second.trial->after.size()) continue;
    if (first.trial->after[place].size() != second.trial->after[place].size()) continue;
    const Difference found(*tile, first.trial->after[place], second.trial->after[place]);
    if (found.count > 0) add(total, results[i].operand, *tile, found, first, second, place);
  }
  return total;
}

std::string verdict_words(const Verdict& verdict) {
  return fmt::format("{}{}{}", name_of(verdict.kind), verdict.reason.empty() ? "" : ": ",
                     verdict.reason);
}

/// Without a trial nothing was executed: the backend does not have what the case needs.
Outcome outcome_of(const BuildSide& side) {
  if (side.trial != nullptr) return side.trial->outcome;
  return {.status = Outcome::Status::unsupported, .message = side.verdict.reason};
}

}  // namespace

std::optional<Verdict> build_dependence(const Case& test_case, std::span<const Expected> expected,
                                        const BuildSide& first, const BuildSide& second) {
  if (!has_answer(first.verdict.kind) || !has_answer(second.verdict.kind)) return std::nullopt;
  if (first.trial == nullptr || second.trial == nullptr) return std::nullopt;
  if (is_free(test_case, first, second)) return std::nullopt;
  const Outcome& one = first.trial->outcome;
  const Outcome& other = second.trial->outcome;
  std::optional<Verdict> found;
  if (one.status != other.status) {
    found = build_dependent(fmt::format("with {} {}, with {} {}", first.flags, what_it_did(one),
                                        second.flags, what_it_did(other)));
  } else if (one.status == Outcome::Status::done) {
    found = other_results(test_case, expected, first, second);
  }
  if (found) found->reason.insert(0, "the result depends on the build: ");
  return found;
}

std::optional<LibraryChange> library_change(const Case& test_case,
                                            std::span<const Expected> expected,
                                            const BuildSide& before, const BuildSide& after) {
  const Outcome one = outcome_of(before), other = outcome_of(after);
  if (one.status == Outcome::Status::infra || other.status == Outcome::Status::infra) {
    return std::nullopt;
  }
  if (one.status != other.status || one.message != other.message) {
    return LibraryChange{
        one.status != other.status ? Attribution::outcome_changed : Attribution::message_changed,
        fmt::format("with {} {}, with {} {}", before.flags, what_it_did(one), after.flags,
                    what_it_did(other))};
  }
  if (one.status != Outcome::Status::done) return std::nullopt;
  if (const auto found = other_results(test_case, expected, before, after)) {
    return LibraryChange{Attribution::build_dependent, found->reason};
  }
  // A guard band, say, or an input that one of them changes, is no part of the results.
  const Verdict &older = before.verdict, &newer = after.verdict;
  if (older.kind == newer.kind && older.deviation == newer.deviation) return std::nullopt;
  return LibraryChange{Attribution::build_dependent,
                       fmt::format("the same results; with {} {}, with {} {}", before.flags,
                                   verdict_words(older), after.flags, verdict_words(newer))};
}

}  // namespace assay
