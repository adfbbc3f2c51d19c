// SPDX-License-Identifier: Apache-2.0
#include "runners/sweep/tally.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "generators/generate.hpp"
#include "reference/judge/flushing.hpp"
#include "reference/numerics/classify.hpp"

namespace assay::runners {
namespace {

constexpr std::uint32_t nan_key = ~0U;
constexpr double no_distance = std::numeric_limits<double>::infinity();

std::vector<SweepColumn> columns_of(const PatternView& view) {
  std::vector<SweepColumn> columns;
  for (const NumberColumn& one : view.columns()) {
    columns.push_back({.negative = one.sign < 0,
                       .kind = static_cast<SweepColumn::Kind>(one.kind),
                       .exponent = static_cast<int>(one.exponent)});
  }
  return columns;
}

bool is_used(const SweepColumn& column) {
  return std::ranges::any_of(column.counts, [](std::uint64_t count) { return count > 0; });
}

}  // namespace

SweepTally::SweepTally(const SweepRules& rules)
    : rules_(rules),
      contents_(generators::fill(rules.plan().test, generators::Poison::first)),
      columns_(columns_of(rules.columns())) {
  const SweepPlan& plan = rules.plan();
  const std::size_t size = plan.tile_inputs();
  const std::size_t arity = plan.arguments.size();
  arguments_.assign(arity, std::vector<std::uint32_t>(size));
  argument_classes_.assign(arity, std::vector<std::uint8_t>(size));
  for (const std::size_t k : plan.arguments) {
    argument_spans_.emplace_back(std::as_const(contents_[k]).bytes());
  }
  for (Words* words : {&value_, &low_, &high_, &got_}) {
    words->bits.resize(size);
    words->keys.resize(size);
  }
  got_classes_.resize(size);
  places_.resize(size);
}

std::span<const std::span<const std::byte>> SweepTally::draw(std::uint64_t first,
                                                             std::size_t count) {
  first_ = first;
  count_ = count;
  const SweepPlan& plan = rules_.plan();
  for (std::size_t k = 0; k < arguments_.size(); ++k) {
    const std::span<std::uint32_t> bits(arguments_[k]);
    plan.inputs.fill(k, first, bits.first(count));
    std::ranges::fill(bits.subspan(count), bits[count - 1]);
    rules_.from().pack(bits, contents_[plan.arguments[k]].bytes());
  }
  const Form& form = plan.test.form();
  if (form.admit && !form.seldom) withhold();
  return argument_spans_;
}

void SweepTally::withhold() {
  const SweepPlan& plan = rules_.plan();
  plan.test.form().admit(plan.test.call, contents_);
  withheld_.assign(arguments_[0].size(), 0);
  for (std::size_t k = 0; k < arguments_.size(); ++k) {
    rules_.from().unpack(argument_spans_[k], got_.bits);
    for (std::size_t i = 0; i < withheld_.size(); ++i) {
      if (got_.bits[i] != arguments_[k][i]) withheld_[i] = 1;
    }
  }
}

/// Everything that is known of an element without looking at its neighbours.
void SweepTally::compute(std::span<const std::byte> got) {
  const SweepPlan& plan = rules_.plan();
  expected_ = std::get<ExpectedTile>(
      read_as(plan.result, {plan.test.call, contents_, plan.tolerance, plan.readings},
              plan.result.semantics));
  const PatternView& to = rules_.to();
  const std::span<std::uint32_t> came_back = std::span(got_.bits).first(count_);
  to.unpack(got, came_back);
  to.classify(came_back, std::span(got_classes_).first(count_));
  to.order(came_back, std::span(got_.keys).first(count_));
  to.unpack(expected_.value.bytes(), value_.bits);
  to.unpack(expected_.low.bytes(), low_.bits);
  to.unpack(expected_.high.bytes(), high_.bits);
  to.order(low_.bits, low_.keys);
  to.order(high_.bits, high_.keys);
  for (std::size_t k = 0; k < arguments_.size(); ++k) {
    rules_.from().classify(arguments_[k], argument_classes_[k]);
  }
  rules_.columns().locate(rules_.columns_by_result() ? value_.bits : arguments_[0], places_);
}

void SweepTally::judge(std::span<const std::byte> got) {
  compute(got);
  part_.compared_classes.resize(arguments_.size());
  part_.target_defined_classes.resize(arguments_.size());
  part_.inputs += count_;
  for (std::size_t i = 0; i < count_; ++i) {
    const Accept accept = expected_.accept[i];
    if (!withheld_.empty() && withheld_[i] != 0) {
      ++part_.withheld;
    } else if (accept == Accept::target_defined || accept == Accept::unspecified) {
      ++part_.target_defined;
      count_classes(part_.target_defined_classes, i);
    } else {
      count_element(i, accept);
    }
  }
}

void SweepTally::count_classes(std::vector<ClassTable>& tables, std::size_t i) {
  for (std::size_t k = 0; k < tables.size(); ++k) {
    ++tables[k][argument_classes_[k][i]][got_classes_[i]];
  }
}

void SweepTally::count_element(std::size_t i, Accept accept) {
  ++part_.compared;
  count_classes(part_.compared_classes, i);
  const Comparison found = has_interval(accept) ? in_interval(i, accept) : among_choices(i, accept);
  SweepColumn& column = columns_[places_[i]];
  ++column.counts[ulp_bin(found.ulp)];
  if (std::isfinite(found.ulp)) {
    ++part_.measured;
    sums_[i % sums_.size()] += found.ulp;
    column.max_ulp = std::max(column.max_ulp, found.ulp);
  }
  keep_worst(i, found.ulp);
  if (found.right) return;
  ++part_.wrong;
  ++part_.wrong_classes[argument_classes_[0][i]];
  if (part_.wrong_inputs.size() < most_wrong_inputs) {
    part_.wrong_inputs.push_back(input_at(i, found.ulp));
  }
}

SweepTally::Comparison SweepTally::in_interval(std::size_t i, Accept accept) const {
  const bool flushed = accept == Accept::interval_or_zero &&
                       numerics::is_flushed(expected_.value.type(), value_.bits[i], got_.bits[i]);
  if (flushed) return {true, 0};
  double ulp = rules_.distance()(got_.bits[i], expected_.exact[i]).value_or(no_distance);
  // The distance is an approximation; that the nearest value is no farther than half is a fact.
  if (ulp > 0.5 && got_.bits[i] == value_.bits[i]) ulp = 0.5;
  const std::uint32_t key = got_.keys[i];
  return {low_.keys[i] <= key && key <= high_.keys[i], ulp};
}

SweepTally::Comparison SweepTally::among_choices(std::size_t i, Accept accept) const {
  const std::uint32_t got = got_.bits[i];
  if (accept == Accept::any_nan) {
    const bool right = got_.keys[i] == nan_key;
    return {right, right ? 0 : no_distance};
  }
  std::array<std::uint32_t, 3> choices{value_.bits[i], value_.bits[i], value_.bits[i]};
  if (accept == Accept::any_of) choices = {value_.bits[i], low_.bits[i], high_.bits[i]};
  if (std::ranges::find(choices, got) != choices.end()) return {true, 0};
  Comparison wrong{false, no_distance};
  for (const std::uint32_t choice : choices) {
    const auto ulp = rules_.distance().between(got, choice);
    if (ulp && *ulp < wrong.ulp) wrong.ulp = *ulp;
  }
  return wrong;
}

SweepInput SweepTally::input_at(std::size_t i, double ulp) const {
  const Accept accept = expected_.accept[i];
  const bool ranges = has_interval(accept) || accept == Accept::any_of;
  SweepInput input{.index = first_ + i,
                   .arguments = {},
                   .accept = accept,
                   .expected = value_.bits[i],
                   .low = ranges ? low_.bits[i] : value_.bits[i],
                   .high = ranges ? high_.bits[i] : value_.bits[i],
                   .got = got_.bits[i],
                   .ulp = ulp};
  for (std::size_t k = 0; k < arguments_.size(); ++k) input.arguments[k] = arguments_[k][i];
  return input;
}

void SweepTally::keep_worst(std::size_t i, double ulp) {
  std::vector<SweepInput>& worst = part_.worst;
  const bool full = worst.size() == most_worst_inputs;
  // Inputs come in their order, so that of equals the one that is there stays.
  if (full && ulp <= worst.back().ulp) return;
  if (full) worst.pop_back();
  const SweepInput input = input_at(i, ulp);
  worst.insert(std::ranges::upper_bound(worst, input, worse_input), input);
}

void SweepTally::lose() {
  part_.inputs += count_;
  part_.lost += count_;
}

void SweepTally::add(SweepIncident incident) {
  incident.first = first_;
  incident.inputs = count_;
  for (std::size_t k = 0; k < arguments_.size(); ++k) incident.arguments[k] = arguments_[k][0];
  ++part_.incident_count;
  if (part_.incidents.size() < most_incidents) part_.incidents.push_back(std::move(incident));
}

std::optional<std::size_t> SweepTally::first_difference(std::span<const std::byte> got,
                                                        std::span<const std::byte> again) {
  rules_.to().unpack(got, std::span(got_.bits).first(count_));
  rules_.to().unpack(again, std::span(value_.bits).first(count_));
  const auto end = got_.bits.begin() + static_cast<std::ptrdiff_t>(count_);
  const auto found = std::mismatch(got_.bits.begin(), end, value_.bits.begin()).first;
  if (found == end) return std::nullopt;
  return static_cast<std::size_t>(found - got_.bits.begin());
}

SweepPart SweepTally::take() {
  for (const double sum : sums_) part_.ulp_sum += sum;
  std::ranges::copy_if(columns_, std::back_inserter(part_.columns), is_used);
  sums_.fill(0);
  columns_ = columns_of(rules_.columns());
  return std::exchange(part_, {});
}

}  // namespace assay::runners
