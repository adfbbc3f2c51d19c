// SPDX-License-Identifier: Apache-2.0
// Known deviations: those that a run met, and those that pages list.
#include "reports/words/errata.hpp"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <ostream>

#include "reference/numerics/real.hpp"
#include "reference/ops/op_index.hpp"
#include "reports/words/table.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t width = 96;

void add(MetErratum& met, const SeenErratum& seen, const CaseRecord& record) {
  ++met.exercised;
  met.exercised_elements += seen.exercised;
  met.elements += seen.shown;
  const bool first = !met.example || (met.cases == 0 && seen.shown > 0);
  met.cases += seen.shown > 0 ? 1U : 0U;
  if (!first) return;
  met.example = record;
  met.element = seen.example;
}

std::string element_text(const MetErratum& met) {
  if (!met.element || !met.element->element) {
    return met.hidden() ? "" : met.example->verdict.reason;
  }
  const WorstElement& one = *met.element;
  const auto text = [&](std::uint64_t bits) {
    return fmt::format("{} ({})", hex_bits(*one.element, bits),
                       numerics::describe(*one.element, bits));
  };
  return fmt::format("{} at ({}, {}): promised {}, got {}", one.operand, one.row, one.col,
                     text(one.expected), text(one.got));
}

std::string counts_text(const MetErratum& met) {
  if (met.hidden()) {
    return fmt::format("{} elements in {} exercised it, none shows it: fixed?",
                       met.exercised_elements, count_of(met.exercised, "case"));
  }
  return fmt::format("{}, {} elements; {} exercised it", count_of(met.cases, "case"), met.elements,
                     count_of(met.exercised, "case"));
}

std::string joined(const std::vector<std::string>& names, std::string_view otherwise) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? std::string(otherwise) : text;
}

std::string quoted(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "'" : " or '") + part + "'";
  return text;
}

std::string status_of(const Erratum& erratum) {
  return erratum.is_fixed() ? "fixed in " + erratum.until : "open";
}

std::string scope_of(const Erratum& erratum) {
  std::string text = fmt::format("forms {}, targets {}", joined(erratum.forms, "all"),
                                 targets_text(erratum.targets));
  if (!erratum.where.empty()) text += "; " + erratum.where;
  if (!erratum.constraint.empty()) text += "; constraint " + erratum.constraint;
  if (!erratum.says.empty()) text += "; says " + quoted(erratum.says);
  return text;
}

void paragraph(std::ostream& out, std::string_view prefix, std::string_view text) {
  for (const std::string& line : wrap(printable(text), width - prefix.size())) {
    out << prefix << line << '\n';
  }
}

}  // namespace

std::vector<MetErratum> errata_met(const Records& records, const ReplayCommand& replay) {
  std::map<std::string, MetErratum> by_number;
  for (const CaseRecord& record : records) {
    for (const SeenErratum& seen : record.verdict.errata) {
      MetErratum& met = by_number[seen.number];
      met.title = seen.title;
      add(met, seen, record);
    }
  }
  std::vector<MetErratum> all;
  for (auto& [number, met] : by_number) {
    met.number = number;
    const Erratum* known = find_erratum(number);
    if (known != nullptr) met.title = known->title;
    met.replay = replay ? replay(*met.example) : replay_command(*met.example);
    all.push_back(std::move(met));
  }
  return all;
}

std::vector<std::string> hidden_errata(const Records& records) {
  std::vector<std::string> numbers;
  for (const MetErratum& met : errata_met(records)) {
    if (met.hidden()) numbers.push_back(met.number);
  }
  return numbers;
}

void print_errata(std::ostream& out, std::span<const MetErratum> errata, bool colour) {
  if (errata.empty()) return;
  out << styled("Errata in effect", Style::strong, colour) << '\n';
  for (const MetErratum& met : errata) {
    out << fmt::format("  {}  {}\n    {}\n", printable(met.number), printable(met.title),
                       counts_text(met));
    if (const std::string text = element_text(met); !text.empty()) paragraph(out, "    ", text);
    out << "    " << printable(met.replay) << '\n';
  }
  out << '\n';
}

Json errata_json(std::span<const MetErratum> errata) {
  Json list = Json::array();
  for (const MetErratum& met : errata) {
    list.push_back({{"number", printable(met.number)},
                    {"title", printable(met.title)},
                    {"cases", met.cases},
                    {"elements", met.elements},
                    {"exercised_cases", met.exercised},
                    {"exercised_elements", met.exercised_elements},
                    {"hidden", met.hidden()},
                    {"text", printable(element_text(met))},
                    {"replay", printable(met.replay)}});
  }
  return list;
}

void print_errata_list(std::ostream& out, std::span<const Erratum* const> errata) {
  for (const Erratum* one : errata) {
    out << fmt::format("  {}  {}, {}, {}, {}\n", one->number, one->implementation,
                       name_of(one->severity), name_of(one->effect), status_of(*one));
    paragraph(out, "    ", one->title);
    paragraph(out, "    ", scope_of(*one));
    paragraph(out, "    ", "[" + one->source + "]");
  }
}

Json errata_list_json(std::span<const Erratum* const> errata) {
  Json list = Json::array();
  for (const Erratum* one : errata) {
    Json targets = Json::array();
    for (const Target target : members_of(one->targets)) targets.push_back(name_of(target));
    list.push_back({{"number", one->number},
                    {"title", one->title},
                    {"op", one->op},
                    {"implementation", one->implementation},
                    {"severity", name_of(one->severity)},
                    {"effect", name_of(one->effect)},
                    {"status", one->is_fixed() ? "fixed" : "open"},
                    {"since", one->since},
                    {"until", one->until},
                    {"forms", one->forms},
                    {"targets", std::move(targets)},
                    {"where", one->where},
                    {"constraint", one->constraint},
                    {"says", one->says},
                    {"source", one->source}});
  }
  return list;
}

std::string errata_as_markdown(std::span<const Erratum* const> errata) {
  std::string text =
      "| number | what happens instead | where | implementation | severity | status | source |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const Erratum* one : errata) {
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", one->number, one->title,
                        scope_of(*one), one->implementation, name_of(one->severity),
                        status_of(*one), one->source);
  }
  return text;
}

}  // namespace assay::reports
