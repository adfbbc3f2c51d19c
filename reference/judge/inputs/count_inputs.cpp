// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/inputs/count_inputs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

#include "reference/judge/inputs/pattern_view.hpp"
#include "reference/judge/verdict/compare.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/numerics/ulp_meter.hpp"

namespace assay {
namespace {

constexpr double no_distance = std::numeric_limits<double>::infinity();

/// Made once for each type: that of 16 bits has a table.
const PatternView& view_of(ElementType type) {
  static std::mutex mutex;
  static std::map<ElementType, std::unique_ptr<const PatternView>> views;
  const std::lock_guard lock(mutex);
  auto& view = views[type];
  if (!view) view = std::make_unique<const PatternView>(type);
  return *view;
}

using Words = std::vector<std::uint32_t>;
using ClassTable = std::array<std::array<std::uint64_t, number_classes>, number_classes>;

Words words_of(const PatternView& view, const ElementArray& array, std::size_t count) {
  Words words(count);
  view.unpack(std::as_const(array).bytes(), words);
  return words;
}

class InputCounter {
 public:
  explicit InputCounter(const InputsOfCall& call);
  InputErrors counted();

 private:
  struct Column {
    std::array<std::uint64_t, ulp_bins> counts{};
    std::uint64_t wrong = 0;
    double max_ulp = 0;
  };
  struct Worst {
    std::size_t place = 0;
    bool wrong = false;
    double ulp = 0;
  };

  void find_withheld();
  void count_result(std::size_t i, Accept accept);
  double distance(std::size_t i, Accept accept) const;
  double nearest_choice(std::size_t i, Accept accept) const;
  void keep_worst(std::size_t i, bool wrong, double ulp);
  void count_classes(std::vector<ClassTable>& tables, std::size_t i);
  InputError input_at(const Worst& worst) const;
  void put_columns(InputErrors& errors) const;
  void put_classes(InputErrors& errors) const;

  const InputsOfCall& call_;
  const ExpectedTile& expected_;
  const PatternView& from_;
  const PatternView& to_;
  const PatternView& located_;  ///< of the columns
  numerics::UlpMeter meter_;
  std::vector<Words> arguments_;
  Words value_, got_;
  std::vector<bool> withheld_;  ///< empty: none
  std::vector<std::vector<std::uint8_t>> classes_;
  std::vector<std::uint8_t> got_classes_;
  std::vector<std::uint16_t> places_;

  InputErrors found_;
  std::vector<Column> columns_;
  std::vector<ClassTable> compared_, open_;
  std::optional<Worst> worst_;
  /// Neighbouring sums do not wait for each other; which of them takes an error depends on the
  /// place of the input alone.
  std::array<double, 8> sums_{};
};

InputCounter::InputCounter(const InputsOfCall& call)
    : call_(call),
      expected_(*call.expected),
      from_(view_of(call.arguments.at(0)->type())),
      to_(view_of(call.got->type())),
      located_(call.arguments.size() > 1 ? to_ : from_),
      meter_(call.got->type(), numerics::Centre::nearby),
      value_(words_of(to_, expected_.value, call.count)),
      got_(words_of(to_, *call.got, call.count)),
      got_classes_(call.count),
      places_(call.count),
      columns_(located_.columns().size()),
      compared_(call.arguments.size()),
      open_(call.arguments.size()) {
  for (const ElementArray* argument : call.arguments) {
    arguments_.push_back(words_of(from_, *argument, call.count));
    from_.classify(arguments_.back(), classes_.emplace_back(call.count));
  }
  to_.classify(got_, got_classes_);
  located_.locate(call.arguments.size() > 1 ? value_ : arguments_[0], places_);
  find_withheld();
}

void InputCounter::find_withheld() {
  for (std::size_t k = 0; k < call_.wanted.size(); ++k) {
    if (std::ranges::equal(std::span(call_.wanted[k]).first(call_.count), arguments_[k])) continue;
    withheld_.resize(call_.count);
    for (std::size_t i = 0; i < call_.count; ++i) {
      if (call_.wanted[k][i] != arguments_[k][i]) withheld_[i] = true;
    }
  }
}

void InputCounter::count_classes(std::vector<ClassTable>& tables, std::size_t i) {
  for (std::size_t k = 0; k < tables.size(); ++k) ++tables[k][classes_[k][i]][got_classes_[i]];
}

InputErrors InputCounter::counted() {
  found_.arguments = call_.names;
  found_.result = call_.result;
  found_.from = from_.type();
  found_.to = to_.type();
  found_.inputs = call_.count;
  for (std::size_t i = 0; i < call_.count; ++i) {
    const Accept accept = expected_.accept[i];
    if (!withheld_.empty() && withheld_[i]) {
      ++found_.withheld;
    } else if (accept == Accept::target_defined || accept == Accept::unspecified) {
      ++found_.target_defined;
      count_classes(open_, i);
    } else {
      count_result(i, accept);
    }
  }
  for (const double sum : sums_) found_.ulp_sum += sum;
  if (worst_) found_.worst.push_back(input_at(*worst_));
  put_columns(found_);
  put_classes(found_);
  return std::move(found_);
}

void InputCounter::count_result(std::size_t i, Accept accept) {
  ++found_.compared;
  count_classes(compared_, i);
  const bool is_value = got_[i] == value_[i];
  const auto index = static_cast<std::int64_t>(i);
  const bool right = (is_value && (has_interval(accept) || accept == Accept::exact)) ||
                     is_acceptable(expected_, index, (*call_.before)[index], got_[i]);
  double ulp = 0;
  if (has_interval(accept)) {
    ulp = distance(i, accept);
  } else if (!right) {
    ulp = nearest_choice(i, accept);
  }
  Column& column = columns_[places_[i]];
  ++column.counts[ulp_bin(ulp)];
  if (std::isfinite(ulp)) {
    ++found_.measured;
    sums_[i % sums_.size()] += ulp;
    column.max_ulp = std::max(column.max_ulp, ulp);
  }
  if (!right) {
    ++found_.wrong;
    ++column.wrong;
  }
  if (ulp > 0 || !right) keep_worst(i, !right, ulp);
}

double InputCounter::distance(std::size_t i, Accept accept) const {
  const bool flushed =
      accept == Accept::interval_or_zero && numerics::is_flushed(to_.type(), value_[i], got_[i]);
  if (flushed) return 0;
  const double ulp = meter_(got_[i], expected_.exact[i]).value_or(no_distance);
  // The distance is an approximation; that the nearest value is no farther than half is a fact.
  return ulp > 0.5 && got_[i] == value_[i] ? 0.5 : ulp;
}

/// Of a wrong result that is compared with single values.
double InputCounter::nearest_choice(std::size_t i, Accept accept) const {
  if (accept == Accept::any_nan) return no_distance;
  const auto index = static_cast<std::int64_t>(i);
  std::vector<std::uint64_t> choices{value_[i]};
  if (accept == Accept::any_of) choices = {value_[i], expected_.low[index], expected_.high[index]};
  double nearest = no_distance;
  for (const std::uint64_t choice : choices) {
    const auto ulp = meter_.between(got_[i], choice);
    if (ulp && *ulp < nearest) nearest = *ulp;
  }
  return nearest;
}

void InputCounter::keep_worst(std::size_t i, bool wrong, double ulp) {
  // Inputs come in their order, so that of equals the one that is there stays.
  const bool stays = worst_ && (worst_->wrong != wrong ? worst_->wrong : worst_->ulp >= ulp);
  if (!stays) worst_ = Worst{i, wrong, ulp};
}

InputError InputCounter::input_at(const Worst& worst) const {
  const std::size_t i = worst.place;
  const auto index = static_cast<std::int64_t>(i);
  const Accept accept = expected_.accept[i];
  const bool ranges = has_interval(accept) || accept == Accept::any_of;
  InputError input{.arguments = {},
                   .wrong = worst.wrong ? 1U : 0U,
                   .accept = accept,
                   .expected = value_[i],
                   .low = ranges ? expected_.low[index] : value_[i],
                   .high = ranges ? expected_.high[index] : value_[i],
                   .got = got_[i],
                   .ulp = worst.ulp};
  for (const Words& words : arguments_) input.arguments.push_back(words[i]);
  return input;
}

void InputCounter::put_columns(InputErrors& errors) const {
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const Column& column = columns_[k];
    std::vector<std::uint64_t> counts(column.counts.begin(), column.counts.end());
    while (!counts.empty() && counts.back() == 0) counts.pop_back();
    if (counts.empty()) continue;
    errors.columns.push_back(
        {located_.columns()[k], column.wrong, column.max_ulp, std::move(counts)});
  }
}

void InputCounter::put_classes(InputErrors& errors) const {
  for (std::size_t k = 0; k < compared_.size(); ++k) {
    for (std::size_t from = 0; from < number_classes; ++from) {
      for (std::size_t to = 0; to < number_classes; ++to) {
        const std::uint64_t compared = compared_[k][from][to], open = open_[k][from][to];
        if (compared + open == 0) continue;
        errors.classes.push_back(
            {k, static_cast<PatternClass>(from), static_cast<PatternClass>(to), compared, open});
      }
    }
  }
}

}  // namespace

InputErrors count_inputs(const InputsOfCall& call) { return InputCounter(call).counted(); }

}  // namespace assay
