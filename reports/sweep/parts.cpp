// SPDX-License-Identifier: Apache-2.0
#include "reports/sweep/parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "reference/numerics/real.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

std::string incident_text(const SweepRecord& record) {
  const SweepPart& found = record.found;
  if (found.incident_count == 0) return "";
  const SweepIncident& first = found.incidents.front();
  const Verdict verdict{.kind = first.kind, .deviation = first.deviation, .reason = {}};
  return fmt::format("{} ({})", count_of(found.incident_count, "incident"), verdict_text(verdict));
}

/// Columns [begin, end) of one sign that may be counted together.
std::size_t end_of_run(const std::vector<SweepColumn>& columns, std::size_t begin) {
  std::size_t end = begin + 1;
  if (columns[begin].kind != SweepColumn::Kind::finite) return end;
  while (end < columns.size() && columns[end].kind == SweepColumn::Kind::finite &&
         columns[end].negative == columns[begin].negative) {
    ++end;
  }
  return end;
}

SweepColumns group_of(const std::vector<SweepColumn>& columns, std::size_t begin, std::size_t end) {
  SweepColumns group;
  group.name = name_of(columns[begin]);
  if (end - begin > 1) group.name += fmt::format(" to {}", name_of(columns[end - 1]));
  for (std::size_t index = begin; index < end; ++index) {
    for (std::size_t bin = 0; bin < ulp_bins; ++bin) {
      group.sum.counts[bin] += columns[index].counts[bin];
      group.inputs += columns[index].counts[bin];
    }
    group.sum.max_ulp = std::max(group.sum.max_ulp, columns[index].max_ulp);
  }
  return group;
}

/// Why fewer inputs were executed than were planned.
std::string rest_text(const SweepRecord& record) {
  const SweepPart& found = record.found;
  if (found.inputs == record.planned) return "";
  if (is_hopeless(found, record.tile_inputs())) return "; too many calls were lost to go on";
  return fmt::format("; {} not executed", count_of(record.planned - found.inputs, "input"));
}

}  // namespace

bool sweep_is_good(const SweepRecord& record) {
  const bool nothing_done = record.found.inputs == 0 && record.planned > 0;
  return !nothing_done && !is_failure(verdict_of(record));
}

bool sweep_is_decided(const SweepRecord& record) {
  return record.found.inputs == record.planned || is_failure(verdict_of(record));
}

std::string sweep_headline(const SweepRecord& record) {
  const SweepPart& found = record.found;
  const std::string rest = rest_text(record);
  const std::string stopped = fmt::format("Stopped: {} of {} ran; ", grouped(found.inputs),
                                          count_of(record.planned, "input"));
  if (found.inputs == 0 && !rest.empty()) return stopped + "nothing was shown" + rest + ".";
  const std::string read = record.readings.empty() ? "" : fmt::format(" ({})", record.readings);
  std::string text = !sweep_is_decided(record) ? stopped
                     : sweep_is_good(record)   ? fmt::format("Conforms{}: ", read)
                                               : fmt::format("Does not conform{}: ", read);
  if (verdict_of(record) == VerdictKind::target_defined) {
    return (sweep_is_decided(record) ? "Nothing to judge: " : stopped) +
           "every result is left to the target" + rest + ".";
  }
  const std::string incidents = incident_text(record);
  if (found.wrong > 0 || incidents.empty()) {
    text += found.wrong == 0 ? "none" : grouped(found.wrong);
    text += fmt::format(" of {} compared inputs {} a wrong result (tolerance: {})",
                        grouped(found.compared), found.wrong > 1 ? "give" : "gives",
                        tolerance_text(record.tolerance));
  }
  if (!incidents.empty()) text += fmt::format("{}{}", found.wrong > 0 ? ", " : "", incidents);
  if (found.lost > 0) text += fmt::format(", which lost {}", count_of(found.lost, "input"));
  return text + rest + ".";
}

std::string sweep_title(const SweepRecord& record) {
  const std::string& function = record.function.empty() ? record.op : record.function;
  return fmt::format("{} form {} on {}{}, {} to {}: {} = {}({})", record.op, record.form,
                     record.target, record.attributes.empty() ? "" : " with " + record.attributes,
                     name_of(record.from), name_of(record.to), record.result, function,
                     fmt::join(record.arguments, ", "));
}

std::string sweep_counts(const SweepRecord& record) {
  const SweepPart& found = record.found;
  std::string text = fmt::format("{} of {} ({}): {} compared, {} target-defined",
                                 grouped(found.inputs), grouped(record.planned), record.selection,
                                 grouped(found.compared), grouped(found.target_defined));
  if (found.withheld > 0)
    text +=
        fmt::format(", {} not sent (the page leaves their result open)", grouped(found.withheld));
  if (found.lost > 0) text += fmt::format(", {} lost", grouped(found.lost));
  return text;
}

std::string arguments_text(const SweepRecord& record, const SweepArguments& arguments) {
  std::vector<std::string> texts;
  for (std::size_t k = 0; k < record.arguments.size(); ++k) {
    texts.push_back(
        fmt::format("{}={}", record.arguments[k], number_text(record.from, arguments[k])));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string blame_text(const SweepRecord& record, const SweepIncident& incident) {
  const std::string first = arguments_text(record, incident.arguments);
  if (incident.inputs == 1) return fmt::format("input {}, {}", grouped(incident.first), first);
  return fmt::format("inputs {} to {}, from {} on", grouped(incident.first),
                     grouped(incident.first + incident.inputs - 1), first);
}

std::string accepted_text(const SweepRecord& record, const SweepInput& input) {
  if (input.accept == Accept::any_nan) return "any NaN";
  if (input.accept == Accept::any_of) {
    std::vector<std::string> choices{number_text(record.to, input.expected)};
    for (const std::uint64_t bits : {input.low, input.high}) {
      if (std::string text = number_text(record.to, bits); text != choices.back()) {
        choices.push_back(std::move(text));
      }
    }
    return fmt::format("{}", fmt::join(choices, " or "));
  }
  if (input.low == input.high) return number_text(record.to, input.low);
  return fmt::format("[{}, {}] ({} to {})", hex_bits(record.to, input.low),
                     hex_bits(record.to, input.high), numerics::describe(record.to, input.low),
                     numerics::describe(record.to, input.high));
}

std::vector<SweepColumns> column_groups(const SweepRecord& record, std::size_t most) {
  const std::vector<SweepColumn>& columns = record.found.columns;
  std::vector<SweepColumns> groups;
  for (std::size_t begin = 0; begin < columns.size();) {
    const std::size_t end = end_of_run(columns, begin);
    const std::size_t step = (end - begin + most - 1) / most;
    for (; begin < end; begin = std::min(begin + step, end)) {
      groups.push_back(group_of(columns, begin, std::min(begin + step, end)));
    }
  }
  return groups;
}

std::array<std::uint64_t, ulp_bins> bin_totals(const SweepRecord& record) {
  std::array<std::uint64_t, ulp_bins> totals{};
  for (const SweepColumn& column : record.found.columns) {
    for (std::size_t bin = 0; bin < ulp_bins; ++bin) totals[bin] += column.counts[bin];
  }
  return totals;
}

std::vector<ClassRow> class_rows(const SweepRecord& record) {
  std::vector<ClassRow> rows;
  const SweepPart& found = record.found;
  for (std::size_t k = 0; k < found.compared_classes.size(); ++k) {
    for (std::size_t in = 0; in < number_classes; ++in) {
      for (std::size_t out = 0; out < number_classes; ++out) {
        const std::uint64_t compared = found.compared_classes[k][in][out];
        const std::uint64_t left = found.target_defined_classes[k][in][out];
        if (compared + left == 0) continue;
        rows.push_back({record.arguments.at(k), std::string(number_class_name(in)),
                        std::string(number_class_name(out)), compared, left});
      }
    }
  }
  return rows;
}

}  // namespace assay::reports
