// SPDX-License-Identifier: Apache-2.0
// The sections of the HTML page, from the answer's evidence to the run.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "reports/html_parts.hpp"
#include "reports/text.hpp"

namespace assay::reports {
namespace {

constexpr std::size_t cases_per_group = 25;
constexpr std::size_t open_groups = 3;
constexpr std::size_t unsupported_rows = 50;
constexpr double bar_width = 160;

void append_group(pugi::xml_node section, const FailureGroup& group, bool open) {
  pugi::xml_node details = append(section, "details");
  if (open) details.append_attribute("open") = "open";
  append(details, "summary",
         fmt::format("{} {} {}: {}", group.op, group.dtype, group.verdict,
                     count_of(group.cases.size(), "case")));
  pugi::xml_node list = append(details, "ol");
  const std::size_t shown = std::min(group.cases.size(), cases_per_group);
  for (std::size_t k = 0; k < shown; ++k) {
    pugi::xml_node item = append(list, "li");
    append(item, "div", group.cases[k]->verdict.reason);
    append(item, "pre", replay_command(*group.cases[k]));
  }
  if (shown < group.cases.size()) {
    append(details, "p", fmt::format("and {} more of this group", group.cases.size() - shown),
           "note");
  }
}

// The length grows with the logarithm, so that half an ulp and a million both fit.
void append_bar(pugi::xml_node cell, double ulp, double largest) {
  const double scale = std::log2(1 + std::min(largest, 1e300));
  const double share = scale > 0 ? std::log2(1 + std::min(ulp, 1e300)) / scale : 0;
  pugi::xml_node svg = append(cell, "svg", {}, "bar");
  svg.append_attribute("width") = fmt::format("{:.0f}", bar_width).c_str();
  svg.append_attribute("height") = "10";
  svg.append_attribute("role") = "img";
  svg.append_attribute("aria-label") = ulp_text(ulp).c_str();
  pugi::xml_node bar = append(svg, "rect");
  bar.append_attribute("width") = fmt::format("{:.1f}", bar_width * share).c_str();
  bar.append_attribute("height") = "10";
}

void append_kind_counts(pugi::xml_node section, const Tally& tally) {
  pugi::xml_node list = append(section, "ul");
  const auto add = [&](VerdictKind kind, std::string_view meaning) {
    append(list, "li",
           fmt::format("{}: {}; {}", name_of(kind), count_of(tally.of(kind), "case"), meaning));
  };
  add(VerdictKind::unsupported, "the backend does not implement the call");
  add(VerdictKind::target_defined, "the manual leaves the result to the target");
  add(VerdictKind::distrusted, "the data could not have told right from wrong");
  add(VerdictKind::infra, "the harness or the device failed, not the op");
  append(
      list, "li",
      fmt::format("{} compared, {} recorded as target-defined, {} accepted by the second reading "
                  "of an open rule",
                  count_of(static_cast<std::size_t>(tally.compared_elements), "element"),
                  tally.target_defined_elements, tally.alternative_elements));
}

}  // namespace

void append_failures(pugi::xml_node body, std::span<const CaseRecord> records) {
  const std::vector<FailureGroup> groups = failure_groups(records);
  pugi::xml_node section = append_section(body, "failures", "Failures");
  if (groups.empty()) append(section, "p", "None.");
  for (std::size_t k = 0; k < groups.size(); ++k) append_group(section, groups[k], k < open_groups);
}

void append_matrix(pugi::xml_node body, std::span<const CaseRecord> records) {
  pugi::xml_node section = append_section(body, "matrix", "Op, lead dtype and target");
  const std::vector<std::string> targets = targets_of(records);
  std::vector<std::string> headings{"op", "dtype"};
  headings.insert(headings.end(), targets.begin(), targets.end());
  pugi::xml_node table = append_table(section, headings);
  for (const auto& [key, by_target] : matrix_of(records)) {
    pugi::xml_node row = append(table, "tr");
    append(row, "td", key.first);
    append(row, "td", key.second.name);
    for (const std::string& target : targets) {
      const auto found = by_target.find(target);
      if (found == by_target.end()) {
        append(row, "td", "no case", "dim");
      } else {
        append(row, "td", kinds_text(found->second), css_of(found->second));
      }
    }
  }
}

void append_clauses(pugi::xml_node body, std::span<const CaseRecord> records) {
  static constexpr std::array sides{"breaks", "smallest", "largest", "below", "above"};
  pugi::xml_node section = append_section(body, "clauses", "Clause coverage");
  append(section, "p",
         "Cases that break one rule of a page, or stand at its edge, and their verdicts. An empty "
         "cell has no case.",
         "note");
  pugi::xml_node table = append_table(section, {"op", "form", "clause", "broken", "smallest legal",
                                                "largest legal", "just below", "just above"});
  for (const auto& [key, by_side] : clause_coverage(records)) {
    pugi::xml_node row = append(table, "tr");
    append(row, "td", std::get<0>(key));
    append(row, "td", std::get<1>(key));
    append(append(row, "td"), "code", std::get<2>(key));
    for (const char* side : sides) {
      const auto found = by_side.find(side);
      if (found == by_side.end()) {
        append(row, "td");
      } else {
        append(row, "td", kinds_text(found->second), css_of(found->second));
      }
    }
  }
}

void append_distances(pugi::xml_node body, std::span<const CaseRecord> records) {
  pugi::xml_node section = append_section(body, "distances", "Worst distance from the exact value");
  const Matrix matrix = matrix_of(records);
  const double largest = tally_of(records).worst_ulp.value_or(0);
  append(section, "p", "The length of a bar is log2(1 + ulp) relative to the worst of all.",
         "note");
  pugi::xml_node table = append_table(section, {"op", "dtype", "target", "ulp", "", "case"});
  for (const auto& [key, by_target] : matrix) {
    for (const auto& [target, tally] : by_target) {
      if (!tally.worst_ulp) continue;
      pugi::xml_node row = append(table, "tr");
      append(row, "td", key.first);
      append(row, "td", key.second.name);
      append(row, "td", target);
      append(row, "td", fmt::format("{:.4g}", *tally.worst_ulp), "number");
      append_bar(append(row, "td"), *tally.worst_ulp, largest);
      append(append(row, "td"), "code", tally.worst_name);
    }
  }
}

void append_not_shown(pugi::xml_node body, std::span<const CaseRecord> records) {
  pugi::xml_node section = append_section(body, "not-shown", "What was not shown");
  append_kind_counts(section, tally_of(records));
  // (op, target, verdict, reason) -> cases
  std::map<std::array<std::string, 4>, std::size_t> reasons;
  for (const CaseRecord& record : records) {
    const VerdictKind kind = record.verdict.kind;
    if (kind != VerdictKind::unsupported && kind != VerdictKind::infra) continue;
    ++reasons[{record.op, record.target, std::string(name_of(kind)), record.verdict.reason}];
  }
  if (reasons.empty()) return;
  pugi::xml_node table = append_table(section, {"op", "target", "verdict", "cases", "reason"});
  std::size_t printed = 0;
  for (const auto& [key, count] : reasons) {
    if (printed++ == unsupported_rows) break;
    pugi::xml_node row = append(table, "tr");
    for (std::size_t k = 0; k < 3; ++k) append(row, "td", key[k]);
    append(row, "td", std::to_string(count), "number");
    append(row, "td", key[3]);
  }
  if (reasons.size() > unsupported_rows) {
    append(section, "p", fmt::format("and {} more reasons", reasons.size() - unsupported_rows),
           "note");
  }
}

void append_run(pugi::xml_node body, const RunInfo& info, const Tally& tally) {
  pugi::xml_node section = append_section(body, "run", "Run");
  pugi::xml_node table = append_table(section, {"what", "value"});
  for (const auto& [name, value] : run_facts(info, tally.total)) {
    pugi::xml_node row = append(table, "tr");
    append(row, "td", name);
    append(append(row, "td"), "code", value);
  }
}

}  // namespace assay::reports
