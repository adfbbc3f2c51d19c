// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/records/input_errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

namespace assay {
namespace {

/// Distance of a column from zero, for comparisons.
std::pair<ColumnKind, std::int64_t> magnitude(const NumberColumn& column) {
  return {column.kind, column.exponent};
}

void add_column(std::vector<ColumnErrors>& columns, const ColumnErrors& more) {
  const auto place =
      std::ranges::lower_bound(columns, more.column, comes_before, &ColumnErrors::column);
  if (place == columns.end() || comes_before(more.column, place->column)) {
    columns.insert(place, more);
    return;
  }
  place->counts.resize(std::max(place->counts.size(), more.counts.size()));
  for (std::size_t bin = 0; bin < more.counts.size(); ++bin) place->counts[bin] += more.counts[bin];
  place->wrong += more.wrong;
  place->max_ulp = std::max(place->max_ulp, more.max_ulp);
}

void add_class(std::vector<ClassCounts>& classes, const ClassCounts& more) {
  const auto order = [](const ClassCounts& one) {
    return std::tuple(one.argument, one.from, one.to);
  };
  const auto place = std::ranges::lower_bound(classes, order(more), {}, order);
  if (place == classes.end() || order(*place) != order(more)) {
    classes.insert(place, more);
    return;
  }
  place->compared += more.compared;
  place->target_defined += more.target_defined;
}

void add_worst(std::vector<InputError>& whole, const InputError& more) {
  const bool full = whole.size() == most_worst_inputs;
  if (full && !is_worse(more, whole.back())) return;
  if (full) whole.pop_back();
  whole.insert(std::ranges::upper_bound(whole, more, is_worse), more);
}

}  // namespace

std::string_view name_of(PatternClass pattern_class) {
  static constexpr std::array<std::string_view, number_classes> names{
      "+zero", "+subnormal", "+normal", "+infinity", "+nan",
      "-zero", "-subnormal", "-normal", "-infinity", "-nan"};
  return names.at(static_cast<std::size_t>(pattern_class));
}

std::size_t ulp_bin(double ulp) {
  if (!std::isfinite(ulp)) return nan_bin;
  std::size_t bin = 0;
  while (bin < ulp_edges.size() && ulp > ulp_edges[bin]) ++bin;
  return bin;
}

std::string ulp_bin_name(std::size_t bin) {
  if (bin == nan_bin) return "nan";
  if (bin == ulp_edges.size()) return fmt::format(">{}", ulp_edges.back());
  return bin == 0 ? "0" : fmt::format("<={}", ulp_edges.at(bin));
}

std::string_view name_of(ColumnKind kind) {
  static constexpr std::array<std::string_view, 4> names{"zero", "finite", "infinity", "nan"};
  return names.at(static_cast<std::size_t>(kind));
}

std::string name_of(const NumberColumn& column) {
  const char sign = column.sign < 0 ? '-' : '+';
  if (column.kind == ColumnKind::finite) return fmt::format("{}2^{}", sign, column.exponent);
  if (column.kind == ColumnKind::zero) return fmt::format("{}0", sign);
  return fmt::format("{}{}", sign, name_of(column.kind));
}

bool comes_before(const NumberColumn& a, const NumberColumn& b) {
  if (a.sign != b.sign) return a.sign < 0;
  return a.sign < 0 ? magnitude(b) < magnitude(a) : magnitude(a) < magnitude(b);
}

bool is_worse(const InputError& a, const InputError& b) {
  return a.is_wrong() != b.is_wrong() ? a.is_wrong() : a.ulp > b.ulp;
}

std::uint64_t ColumnErrors::inputs() const {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

double InputErrors::max_ulp() const {
  double largest = 0;
  for (const ColumnErrors& column : columns) largest = std::max(largest, column.max_ulp);
  return largest;
}

void add(InputErrors& whole, const InputErrors& part) {
  if (whole.arguments.empty()) {
    whole.arguments = part.arguments;
    whole.result = part.result;
    whole.from = part.from;
    whole.to = part.to;
  }
  whole.inputs += part.inputs;
  whole.compared += part.compared;
  whole.target_defined += part.target_defined;
  whole.withheld += part.withheld;
  whole.wrong += part.wrong;
  whole.measured += part.measured;
  whole.ulp_sum += part.ulp_sum;
  for (const ColumnErrors& column : part.columns) add_column(whole.columns, column);
  for (const ClassCounts& one : part.classes) add_class(whole.classes, one);
  for (const InputError& one : part.worst) add_worst(whole.worst, one);
}

}  // namespace assay
