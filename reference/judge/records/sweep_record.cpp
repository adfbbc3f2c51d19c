// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/records/sweep_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace assay {
namespace {

/// Distance of a column from zero, for comparisons.
std::pair<SweepColumn::Kind, int> magnitude(const SweepColumn& column) {
  return {column.kind, column.exponent};
}

void add_tables(std::vector<ClassTable>& whole, const std::vector<ClassTable>& part) {
  if (whole.size() < part.size()) whole.resize(part.size());
  for (std::size_t k = 0; k < part.size(); ++k) {
    for (std::size_t row = 0; row < number_classes; ++row) {
      for (std::size_t col = 0; col < number_classes; ++col) {
        whole[k][row][col] += part[k][row][col];
      }
    }
  }
}

void add_column(std::vector<SweepColumn>& columns, const SweepColumn& more) {
  const auto place = std::ranges::lower_bound(columns, more, column_before);
  if (place == columns.end() || column_before(more, *place)) {
    columns.insert(place, more);
    return;
  }
  for (std::size_t bin = 0; bin < ulp_bins; ++bin) place->counts[bin] += more.counts[bin];
  place->max_ulp = std::max(place->max_ulp, more.max_ulp);
}

void add_worst(std::vector<SweepInput>& whole, std::vector<SweepInput>& part) {
  std::vector<SweepInput> merged;
  std::ranges::merge(whole, part, std::back_inserter(merged), worse_input);
  if (merged.size() > most_worst_inputs) merged.resize(most_worst_inputs);
  whole = std::move(merged);
  std::erase_if(part, [&](const SweepInput& input) { return worse_input(whole.back(), input); });
}

template <typename T>
void add_first(std::vector<T>& whole, std::vector<T>& part, std::size_t most) {
  part.resize(std::min(part.size(), most - std::min(most, whole.size())));
  whole.insert(whole.end(), part.begin(), part.end());
}

}  // namespace

std::string name_of(const SweepColumn& column) {
  const char sign = column.negative ? '-' : '+';
  switch (column.kind) {
    case SweepColumn::Kind::zero:
      return fmt::format("{}0", sign);
    case SweepColumn::Kind::infinity:
      return fmt::format("{}infinity", sign);
    case SweepColumn::Kind::nan:
      return fmt::format("{}nan", sign);
    case SweepColumn::Kind::finite:
      break;
  }
  return fmt::format("{}2^{}", sign, column.exponent);
}

bool column_before(const SweepColumn& a, const SweepColumn& b) {
  if (a.negative != b.negative) return a.negative;
  return a.negative ? magnitude(b) < magnitude(a) : magnitude(a) < magnitude(b);
}

bool worse_input(const SweepInput& a, const SweepInput& b) {
  return a.ulp != b.ulp ? a.ulp > b.ulp : a.index < b.index;
}

void append(SweepPart& whole, SweepPart& part) {
  whole.inputs += part.inputs;
  whole.compared += part.compared;
  whole.target_defined += part.target_defined;
  whole.withheld += part.withheld;
  whole.lost += part.lost;
  whole.wrong += part.wrong;
  whole.measured += part.measured;
  whole.ulp_sum += part.ulp_sum;
  whole.incident_count += part.incident_count;
  add_tables(whole.compared_classes, part.compared_classes);
  add_tables(whole.target_defined_classes, part.target_defined_classes);
  for (std::size_t k = 0; k < number_classes; ++k) whole.wrong_classes[k] += part.wrong_classes[k];
  for (const SweepColumn& column : part.columns) add_column(whole.columns, column);
  add_worst(whole.worst, part.worst);
  add_first(whole.wrong_inputs, part.wrong_inputs, most_wrong_inputs);
  add_first(whole.incidents, part.incidents, most_incidents);
}

bool is_hopeless(const SweepPart& found, std::uint64_t tile_inputs) {
  return found.lost >= most_lost_calls * tile_inputs;
}

double SweepRecord::max_ulp() const {
  double largest = 0;
  for (const SweepColumn& column : found.columns) largest = std::max(largest, column.max_ulp);
  return largest;
}

VerdictKind verdict_of(const SweepRecord& record) {
  const SweepPart& found = record.found;
  if (found.wrong > 0) return VerdictKind::deviates;
  if (!found.incidents.empty()) return found.incidents.front().kind;
  return found.compared > 0 ? VerdictKind::conforms : VerdictKind::target_defined;
}

}  // namespace assay
