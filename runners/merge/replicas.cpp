// SPDX-License-Identifier: Apache-2.0
#include "runners/merge/replicas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "reference/support/text.hpp"
#include "reports/words/text.hpp"

namespace assay::runners {
namespace {

constexpr std::size_t most_listed = 5;

using Key = std::pair<std::uint64_t, std::string>;  ///< index and backend

/// Two executions of a case: by the shard that has it, and by the next one.
struct Pair {
  std::optional<Replica> own;
  std::optional<Replica> again;
};

bool has_answer(const Replica& replica) {
  const VerdictKind kind = replica.verdict.kind;
  return !replica.bits.empty() && kind != VerdictKind::infra && kind != VerdictKind::unsupported;
}

/// A flaky case differs from itself, whatever the board.
bool differ(const Pair& pair) {
  return pair.own->bits != pair.again->bits || pair.own->verdict.kind != pair.again->verdict.kind ||
         pair.own->verdict.deviation != pair.again->verdict.deviation;
}

std::map<Key, Pair> pairs_in(const std::vector<RunPart>& parts) {
  std::map<Key, Pair> pairs;
  for (const RunPart& part : parts) {
    for (const Replica& one : part.replicas) {
      Pair& pair = pairs[{one.index, one.backend}];
      (one.own ? pair.own : pair.again) = one;
    }
  }
  std::erase_if(pairs, [](const auto& item) {
    const Pair& pair = item.second;
    return !pair.own || !pair.again || !has_answer(*pair.own) || !has_answer(*pair.again) ||
           pair.own->kind != pair.again->kind;
  });
  return pairs;
}

ReplicaComparison counted(const std::map<Key, Pair>& pairs) {
  ReplicaComparison found;
  for (const auto& [key, pair] : pairs) {
    const bool differs = differ(pair);
    ++found.replicated;
    found.differ += differs ? 1 : 0;
    if (pair.own->board == pair.again->board) {
      ++found.same_board;
      continue;
    }
    for (const Replica* one : {&*pair.own, &*pair.again}) {
      ReplicaComparison::Board& board = found.boards[one->board];
      ++board.compared;
      board.differ += differs ? 1 : 0;
    }
  }
  return found;
}

double share_of(const ReplicaComparison& found, const std::string& name) {
  const auto board = found.boards.find(name);
  if (board == found.boards.end()) return 0;
  return static_cast<double>(board->second.differ) / static_cast<double>(board->second.compared);
}

/// Whether the second execution is the wrong one.
bool again_is_wrong(const Pair& pair, const ReplicaComparison& found) {
  const bool own_fails = is_failure(pair.own->verdict.kind);
  const bool again_fails = is_failure(pair.again->verdict.kind);
  if (own_fails != again_fails) return again_fails;
  return share_of(found, pair.again->board) > share_of(found, pair.own->board);
}

std::string words_of(const Replica& one) {
  std::string verdict(name_of(one.verdict.kind));
  if (one.verdict.deviation != Deviation::none) {
    verdict += fmt::format(" ({})", name_of(one.verdict.deviation));
  }
  return fmt::format("{} on {}, bits {}", verdict, one.board, one.bits);
}

void blame(CaseRecord& record, const Pair& pair, const ReplicaComparison& found) {
  const bool swap = again_is_wrong(pair, found);
  const Replica& wrong = swap ? *pair.again : *pair.own;
  const std::string both = fmt::format(
      "two executions of this case differ, {}: {}; {}",
      pair.own->board == pair.again->board ? "both on one board" : "on two boards of one kind",
      words_of(wrong), words_of(swap ? *pair.own : *pair.again));
  if (is_failure(record.verdict.kind)) {
    record.verdict.reason += (record.verdict.reason.empty() ? "" : "; ") + both;
    return;
  }
  record.verdict.kind = VerdictKind::deviates;
  record.verdict.deviation = Deviation::nondeterministic;
  record.verdict.reason = both;
  record.failed_executions = record.executions;
  record.board = wrong.board;
}

}  // namespace

std::string ReplicaComparison::sentence() const {
  if (replicated == 0) {
    return fmt::format(
        "no replicated case was compared: none of {} has a second one with an answer on a board of "
        "the same kind",
        reports::count_of(lines, "execution"));
  }
  if (replicated == same_board && differ == 0) {
    return fmt::format("no replicated case was compared on a second board: {} ran twice on one",
                       reports::count_of(replicated, "case"));
  }
  std::string text =
      fmt::format("replicated {} on a second board: {} differ",
                  reports::count_of(replicated - same_board, "case"), reports::grouped(differ));
  std::vector<std::pair<std::string, Board>> sorted(boards.begin(), boards.end());
  std::erase_if(sorted, [](const auto& one) { return one.second.differ == 0; });
  std::ranges::stable_sort(sorted, std::greater<>(),
                           [](const auto& one) { return one.second.differ; });
  for (std::size_t i = 0; i < std::min(sorted.size(), most_listed); ++i) {
    text += fmt::format(
        "{}{} in {} of {}", i == 0 ? "; " : ", ", support::printable(sorted[i].first),
        reports::grouped(sorted[i].second.differ), reports::grouped(sorted[i].second.compared));
  }
  if (sorted.size() > most_listed) text += fmt::format(" and {} more", sorted.size() - most_listed);
  return text;
}

ReplicaComparison compare_replicas(const std::vector<RunPart>& parts, Records& records) {
  const std::map<Key, Pair> pairs = pairs_in(parts);
  ReplicaComparison found = counted(pairs);
  for (const RunPart& part : parts) found.lines += part.replicas.size();
  if (found.differ == 0) return found;
  Records changed;
  for (CaseRecord record : records) {
    const auto pair = pairs.find({record.index, record.backend});
    if (pair != pairs.end() && differ(pair->second)) blame(record, pair->second, found);
    changed.push_back(record);
  }
  records = std::move(changed);
  return found;
}

Manifest json_of(const ReplicaComparison& found) {
  if (found.replicated == 0) return {};
  Manifest boards = Manifest::object();
  for (const auto& [name, board] : found.boards) {
    boards[name] = {{"compared", board.compared}, {"differ", board.differ}};
  }
  return {{"cases", found.replicated},
          {"same_board", found.same_board},
          {"differ", found.differ},
          {"boards", std::move(boards)}};
}

}  // namespace assay::runners
