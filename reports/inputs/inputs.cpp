// SPDX-License-Identifier: Apache-2.0
#include "reports/inputs/inputs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "reference/numerics/real.hpp"

namespace assay::reports {
namespace {

/// The plan in the name of a tile with every input; see generators/values/input_space.hpp.
constexpr std::string_view every_input = "all";

/// Columns [begin, end) of one sign that may be counted together.
std::size_t end_of_run(const std::vector<ColumnErrors>& columns, std::size_t begin) {
  const NumberColumn& first = columns[begin].column;
  std::size_t end = begin + 1;
  if (first.kind != ColumnKind::finite) return end;
  while (end < columns.size() && columns[end].column.kind == ColumnKind::finite &&
         columns[end].column.sign == first.sign) {
    ++end;
  }
  return end;
}

ColumnGroup group_of(const std::vector<ColumnErrors>& columns, std::size_t begin, std::size_t end) {
  ColumnGroup group;
  group.name = name_of(columns[begin].column);
  if (end - begin > 1) group.name += fmt::format(" to {}", name_of(columns[end - 1].column));
  group.sum.counts.resize(ulp_bins);
  for (std::size_t index = begin; index < end; ++index) {
    const ColumnErrors& one = columns[index];
    for (std::size_t bin = 0; bin < one.counts.size(); ++bin) {
      group.sum.counts[bin] += one.counts[bin];
    }
    group.sum.wrong += one.wrong;
    group.sum.max_ulp = std::max(group.sum.max_ulp, one.max_ulp);
  }
  return group;
}

/// A file may say anything: whether all numbers of an object are in their ranges.
bool is_sound(const InputErrors& errors) {
  const std::size_t arguments = errors.arguments.size();
  return arguments > 0 && bits_of(errors.from) <= 32 && bits_of(errors.to) <= 32 &&
         std::ranges::all_of(
             errors.columns,
             [](const ColumnErrors& one) { return one.counts.size() <= ulp_bins; }) &&
         std::ranges::all_of(errors.classes,
                             [=](const ClassCounts& one) { return one.argument < arguments; }) &&
         std::ranges::all_of(errors.worst, [=](const InputError& one) {
           return one.arguments.size() == arguments;
         });
}

/// The name of a tile without its number.
std::string function_in(const std::string& name) { return name.substr(0, name.rfind('@')); }

}  // namespace

std::uint64_t FunctionErrors::planned() const {
  const std::string_view plan = std::string_view(name).substr(name.rfind('/') + 1);
  const bool all = plan.substr(0, plan.find('+')) == every_input;
  const std::size_t bits = static_cast<std::size_t>(bits_of(found.from)) * found.arguments.size();
  return all && bits < 64 ? std::uint64_t{1} << bits : 0;
}

std::vector<FunctionErrors> functions_in(const Records& records) {
  std::map<std::pair<std::string, std::string>, FunctionErrors> found;
  std::set<std::string> backends;
  std::map<std::pair<std::string, std::string>, std::uint64_t> lost;
  for (const CaseRecord& record : records) {
    const std::pair key{function_in(record.name), record.backend};
    if (!record.inputs || !is_sound(*record.inputs)) {
      ++lost[key];
      continue;
    }
    FunctionErrors& one = found[key];
    if (one.tiles > 0 && one.found.arguments != record.inputs->arguments) continue;
    add(one.found, *record.inputs);
    ++one.tiles;
    backends.insert(record.backend);
  }
  std::vector<FunctionErrors> functions;
  for (auto& [key, one] : found) {
    one.name = key.first;
    if (backends.size() > 1) one.backend = key.second;
    const auto missing = lost.find(key);
    one.tiles_lost = missing == lost.end() ? 0 : missing->second;
    one.tiles += one.tiles_lost;
    functions.push_back(std::move(one));
  }
  return functions;
}

std::string counts_text(const FunctionErrors& function) {
  const InputErrors& found = function.found;
  const std::uint64_t planned = function.planned();
  std::string text =
      planned > 0 ? fmt::format("{} of {}", grouped(found.inputs), count_of(planned, "input"))
                  : fmt::format("{} of a sample", count_of(found.inputs, "input"));
  text += fmt::format(": {} compared, {} target-defined", grouped(found.compared),
                      grouped(found.target_defined));
  if (found.withheld > 0) {
    text +=
        fmt::format(", {} not sent (the page leaves their result open)", grouped(found.withheld));
  }
  text += fmt::format(", {} wrong", grouped(found.wrong));
  if (function.tiles_lost > 0) {
    text += fmt::format("; {} of {} did not come back", grouped(function.tiles_lost),
                        count_of(function.tiles, "call"));
  }
  return text;
}

std::string number_text(ElementType type, std::uint64_t bits) {
  return fmt::format("{} ({})", hex_bits(type, bits), numerics::describe(type, bits));
}

std::string arguments_text(const InputErrors& errors, const InputError& input) {
  std::vector<std::string> texts;
  for (std::size_t k = 0; k < std::min(errors.arguments.size(), input.arguments.size()); ++k) {
    texts.push_back(
        fmt::format("{}={}", errors.arguments[k], number_text(errors.from, input.arguments[k])));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string accepted_text(const InputErrors& errors, const InputError& input) {
  if (input.accept == Accept::any_nan) return "any NaN";
  if (input.accept == Accept::any_of) {
    std::vector<std::string> choices{number_text(errors.to, input.expected)};
    for (const std::uint64_t bits : {input.low, input.high}) {
      if (std::string text = number_text(errors.to, bits); text != choices.back()) {
        choices.push_back(std::move(text));
      }
    }
    return fmt::format("{}", fmt::join(choices, " or "));
  }
  if (input.low == input.high) return number_text(errors.to, input.low);
  return fmt::format("[{}, {}] ({} to {})", hex_bits(errors.to, input.low),
                     hex_bits(errors.to, input.high), numerics::describe(errors.to, input.low),
                     numerics::describe(errors.to, input.high));
}

std::string error_text(double ulp) {
  return std::isfinite(ulp) ? ulp_text(ulp) : "no distance: NaN";
}

std::vector<ColumnGroup> column_groups(const InputErrors& errors, std::size_t most) {
  const std::vector<ColumnErrors>& columns = errors.columns;
  std::vector<ColumnGroup> groups;
  for (std::size_t begin = 0; begin < columns.size();) {
    const std::size_t end = end_of_run(columns, begin);
    const std::size_t step = (end - begin + most - 1) / most;
    for (; begin < end; begin = std::min(begin + step, end)) {
      groups.push_back(group_of(columns, begin, std::min(begin + step, end)));
    }
  }
  return groups;
}

std::array<std::uint64_t, ulp_bins> bin_totals(const InputErrors& errors) {
  std::array<std::uint64_t, ulp_bins> totals{};
  for (const ColumnErrors& column : errors.columns) {
    for (std::size_t bin = 0; bin < std::min(ulp_bins, column.counts.size()); ++bin) {
      totals[bin] += column.counts[bin];
    }
  }
  return totals;
}

}  // namespace assay::reports
