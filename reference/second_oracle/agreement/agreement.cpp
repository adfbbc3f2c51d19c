// SPDX-License-Identifier: Apache-2.0
#include "reference/second_oracle/agreement/agreement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <set>
#include <thread>

namespace assay::agreement {
namespace {

constexpr std::int64_t block_size = 1 << 12;  // so that all its arrays stay in the cache

std::optional<Disagreement> first_disagreement(const Question& question, const Range& block,
                                               const Draw& draw, const Manner& manner) {
  const std::int64_t count = block.end - block.begin;
  Columns arguments(static_cast<std::size_t>(arity(question.function)),
                    ElementArray(question.from, count));
  for (std::int64_t i = 0; i < count; ++i) {
    const Arguments sample = draw(block.begin + i);
    for (std::size_t k = 0; k < arguments.size(); ++k) arguments[k].set(i, sample[k]);
  }
  const Columns first = manner.first(question, arguments);
  const Columns second = manner.second(question, arguments);
  if (first == second) return std::nullopt;
  for (std::int64_t i = 0; i < count; ++i) {
    for (std::size_t m = 0; m < first.size(); ++m) {
      if (first[m][i] == second[m][i]) continue;
      Disagreement found{block.begin + i, question.modes[m], {}, first[m][i], second[m][i]};
      for (std::size_t k = 0; k < arguments.size(); ++k) found.arguments[k] = arguments[k][i];
      return found;
    }
  }
  return std::nullopt;  // no more than unused bits of the last byte
}

/// Hands out blocks in order until one of them has a disagreement.
class Search {
 public:
  Search(const Question& question, const Range& range, const Draw& draw, const Manner& manner)
      : question_(question), range_(range), draw_(draw), manner_(manner), next_(range.begin) {}

  void work() {
    try {
      while (const auto block = take()) {
        report(*block, first_disagreement(question_, *block, draw_, manner_));
      }
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      failure_ = std::current_exception();
    }
  }

  std::optional<Disagreement> result() const {
    if (failure_) std::rethrow_exception(failure_);
    return found_;
  }

 private:
  std::optional<Range> take() {
    const std::scoped_lock lock(mutex_);
    if (found_ || failure_ || next_ >= range_.end) return std::nullopt;
    const Range block{next_, std::min(next_ + block_size, range_.end)};
    next_ = block.end;
    in_work_.insert(block.begin);
    return block;
  }

  /// Every block before one that was handed out is finished too, so the lowest index wins.
  void report(const Range& block, const std::optional<Disagreement>& disagreement) {
    const std::scoped_lock lock(mutex_);
    if (disagreement && (!found_ || disagreement->index < found_->index)) found_ = disagreement;
    compared_ += block.end - block.begin;
    in_work_.erase(block.begin);
    if (manner_.done) manner_.done({compared_, in_work_.empty() ? next_ : *in_work_.begin()});
  }

  const Question& question_;
  const Range range_;
  const Draw& draw_;
  const Manner& manner_;
  std::mutex mutex_;
  std::int64_t next_;
  std::int64_t compared_ = 0;
  std::set<std::int64_t> in_work_;  ///< where the blocks begin that threads have taken
  std::optional<Disagreement> found_;
  std::exception_ptr failure_;
};

}  // namespace

std::string describe(const Question& question, const Disagreement& disagreement) {
  std::string arguments;
  for (int k = 0; k < arity(question.function); ++k) {
    arguments += fmt::format("{}{:#x}", k > 0 ? ", " : "",
                             disagreement.arguments[static_cast<std::size_t>(k)]);
  }
  return fmt::format("{} {} -> {} {} of {}: first {:#x}, second {:#x}", name_of(question.function),
                     name_of(question.from), name_of(question.to), name_of(disagreement.mode),
                     arguments, disagreement.first, disagreement.second);
}

std::optional<Disagreement> compare(const Question& question, const Range& range, const Draw& draw,
                                    const Manner& manner) {
  Search search(question, range, draw, manner);
  {
    std::vector<std::jthread> others;
    for (int i = 1; i < manner.threads; ++i) others.emplace_back([&] { search.work(); });
    search.work();
  }
  return search.result();
}

}  // namespace assay::agreement
