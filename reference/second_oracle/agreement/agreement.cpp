// SPDX-License-Identifier: Apache-2.0
#include "reference/second_oracle/agreement/agreement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <span>
#include <thread>

#include "reference/isa/contents.hpp"
#include "reference/numerics/batch.hpp"
#include "reference/second_oracle/second_oracle.hpp"

namespace assay::agreement {
namespace {

constexpr std::int64_t block_size = 1 << 14;

/// One block of samples as arrays, and what the first oracle makes of it.
class Block {
 public:
  Block(const Question& question, const Range& range, const Draw& draw)
      : question_(question),
        begin_(range.begin),
        count_(range.end - range.begin),
        arity_(static_cast<std::size_t>(arity(question.function))) {
    for (std::size_t k = 0; k < arity_; ++k) columns_.emplace_back(question.from, count_);
    for (std::int64_t i = 0; i < count_; ++i) {
      samples_.push_back(draw(begin_ + i));
      for (std::size_t k = 0; k < arity_; ++k) columns_[k].set(i, samples_.back()[k]);
    }
  }

  std::optional<Disagreement> first_disagreement() const {
    std::vector<ElementArray> first;
    for (const RoundMode mode : question_.modes) first.push_back(round(mode));
    for (std::int64_t i = 0; i < count_; ++i) {
      const Arguments& sample = samples_[static_cast<std::size_t>(i)];
      const auto second = ask_second({sample.data(), arity_});
      for (std::size_t m = 0; m < first.size(); ++m) {
        const std::uint64_t value = first[m][i];
        if (value == second[m]) continue;
        return Disagreement{begin_ + i, question_.modes[m], sample, value, second[m]};
      }
    }
    return std::nullopt;
  }

 private:
  ElementArray round(RoundMode mode) const {
    std::vector<numerics::Bits> arguments;
    for (const ElementArray& column : columns_) arguments.push_back(column.bytes());
    ElementArray values(question_.to, count_);
    const numerics::Operation operation{question_.function, question_.from, question_.to, mode};
    numerics::round(operation, arguments, count_, values.bytes());
    return values;
  }

  /// In the order of the question's modes.
  std::array<std::uint64_t, 6> ask_second(std::span<const std::uint64_t> sample) const {
    const auto& [function, from, to, modes] = question_;
    std::array<std::uint64_t, 6> results{};
    if (modes.size() == 1) {
      results[0] = second_oracle::rounded(function, sample, from, to, modes[0]);
      return results;
    }
    const auto all = second_oracle::rounded_in_every_mode(function, sample, from, to);
    for (std::size_t m = 0; m < modes.size(); ++m) {
      results[m] = all[static_cast<std::size_t>(modes[m])];
    }
    return results;
  }

  const Question& question_;
  std::int64_t begin_;
  std::int64_t count_;
  std::size_t arity_;
  std::vector<ElementArray> columns_;
  std::vector<Arguments> samples_;
};

/// Hands out blocks in order until one of them has a disagreement.
class Search {
 public:
  Search(const Question& question, const Range& range, const Draw& draw,
         const std::function<void(std::int64_t)>& done)
      : question_(question), range_(range), draw_(draw), done_(done), next_(range.begin) {}

  void work() {
    try {
      while (const auto block = take()) {
        report(*block, Block(question_, *block, draw_).first_disagreement());
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
    return block;
  }

  /// Every block before one that was handed out is finished too, so the lowest index wins.
  void report(const Range& block, const std::optional<Disagreement>& disagreement) {
    const std::scoped_lock lock(mutex_);
    if (disagreement && (!found_ || disagreement->index < found_->index)) found_ = disagreement;
    compared_ += block.end - block.begin;
    if (done_) done_(compared_);
  }

  const Question& question_;
  const Range range_;
  const Draw& draw_;
  const std::function<void(std::int64_t)>& done_;
  std::mutex mutex_;
  std::int64_t next_;
  std::int64_t compared_ = 0;
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
                                    int threads, const std::function<void(std::int64_t)>& done) {
  Search search(question, range, draw, done);
  std::vector<std::jthread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back([&] { search.work(); });
  search.work();
  others.clear();
  return search.result();
}

}  // namespace assay::agreement
