// SPDX-License-Identifier: Apache-2.0
// A triage on a terminal, as JSON and as Markdown.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "reports/findings/overview.hpp"
#include "reports/findings/triage.hpp"
#include "reports/words/completion.hpp"
#include "reports/words/json_text.hpp"
#include "reports/words/table.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

using Json = nlohmann::ordered_json;

std::string line_of(const ChangedCase& one) {
  std::string text = one.name + ": ";
  if (one.change == Change::drifted) {
    const bool is_close = ulp_text(*one.now_ulp) == ulp_text(*one.was_ulp);
    const auto ulp = [&](double value) {
      return is_close ? fmt::format("{:.17g} ulp", value) : ulp_text(value);
    };
    return text + fmt::format("worst {}, was {}", ulp(*one.now_ulp), ulp(*one.was_ulp));
  }
  text += one.was == one.now ? one.now : fmt::format("{}, was {}", one.now, one.was);
  return one.waived ? text + " (waived)" : text;
}

bool is_opened(const Triage& triage, const Finding& finding) {
  return std::ranges::find(triage.opened, finding.id) != triage.opened.end();
}

/// Findings of the run that the baseline does not have.
std::vector<Finding> opened_of(const Triage& triage, std::span<const Finding> findings) {
  std::vector<Finding> opened;
  std::ranges::copy_if(findings, std::back_inserter(opened),
                       [&](const Finding& one) { return is_opened(triage, one); });
  return opened;
}

/// A line for each finding of either run: whether it is new, its id, its cases, its title.
void print_changes(std::ostream& out, const Triage& triage, std::span<const Finding> findings,
                   bool colour) {
  const std::size_t both = findings.size() - triage.opened.size();
  if (findings.empty() && triage.closed.empty()) return;
  out << styled(fmt::format("{}: {} new, {} persisting, {} closed",
                            count_of(findings.size() + triage.closed.size(), "finding"),
                            triage.opened.size(), both, triage.closed.size()),
                Style::strong, colour)
      << '\n';
  TextTable table;
  for (const bool wanted : {true, false}) {
    for (const Finding& finding : findings) {
      if (is_opened(triage, finding) != wanted) continue;
      table.add({{wanted ? "new" : "persisting", wanted ? Style::bad : Style::plain},
                 {finding.id},
                 {count_of(finding.failing, "case")},
                 {printable(finding.title)}});
    }
  }
  for (const std::string& title : triage.closed) {
    table.add({{"closed", Style::good}, {"-"}, {"-"}, {printable(title)}});
  }
  table.print(out, 2, colour);
}

std::string answer_of(const Triage& triage, const Waived& waived) {
  if (waived.fails()) return "A waiver expired or was not needed.";
  if (triage.news) return "There is something new.";
  return triage.run.complete() ? "Nothing new." : "Nothing new in what ran.";
}

/// A line for each of the two that was stopped.
std::string unfinished_text(const Triage& triage) {
  std::string text;
  if (!triage.baseline.complete()) text += "baseline: " + stopped_text(triage.baseline) + "\n";
  if (!triage.run.complete()) {
    text += "run: " + stopped_text(triage.run) +
            " What did not run counts as coverage lost, and closes no finding.\n";
  }
  return text;
}

void print_cases(std::ostream& out, const Triage& triage, bool colour, std::size_t limit) {
  for (const Change change : all_changes) {
    const std::size_t count = triage.of(change);
    if (count == 0 || change == Change::same) continue;
    out << styled(fmt::format("{}: {}", name_of(change), count_of(count, "case")), Style::strong,
                  colour)
        << '\n';
    std::size_t printed = 0;
    for (const ChangedCase& one : triage.cases) {
      if (one.change != change || printed++ >= limit) continue;
      out << "  " << printable(line_of(one)) << '\n';
    }
    if (count > limit) out << fmt::format("  and {} more\n", count - limit);
  }
}

}  // namespace

void print_triage(std::ostream& out, const Triage& triage, std::span<const Finding> findings,
                  const Waived& waived, bool colour, std::size_t limit) {
  print_changes(out, triage, findings, colour);
  const std::vector<Finding> opened = opened_of(triage, findings);
  if (!opened.empty()) {
    out << styled("New findings", Style::strong, colour) << '\n';
    print_findings(out, opened, colour, limit);
  }
  for (const std::string& number : triage.fixed_errata) {
    out << styled("fixed", Style::good, colour) << "  " << printable(number) << '\n';
  }
  print_cases(out, triage, colour, limit);
  for (const std::string& constraint : triage.lost_constraints) {
    out << "no longer judged: " << printable(constraint) << '\n';
  }
  print_waivers(out, waived, colour);
  out << counts_text(triage) << '\n' << unfinished_text(triage);
  const bool bad = triage.news || waived.fails();
  out << styled(answer_of(triage, waived), bad ? Style::bad : Style::good, colour) << '\n';
}

std::string triage_as_json(const Triage& triage, std::span<const Finding> findings,
                           const Waived& waived) {
  Json json{{"news", triage.news || waived.fails()}, {"counts", Json::object()}};
  for (const Change change : all_changes) {
    json["counts"][std::string(name_of(change))] = triage.of(change);
  }
  json["baseline"] = completion_json(triage.baseline);
  json["run"] = completion_json(triage.run);
  json["opened"] = triage.opened;
  json["closed"] = triage.closed;
  if (!triage.fixed_errata.empty()) json["fixed_errata"] = triage.fixed_errata;
  json["lost_clauses"] = triage.lost_constraints;
  json["cases"] = Json::array();
  for (const ChangedCase& one : triage.cases) {
    Json item{{"name", one.name},
              {"change", name_of(one.change)},
              {"was", one.was},
              {"now", one.now},
              {"waived", one.waived}};
    // JSON has no infinity.
    if (one.was_ulp) item["was_ulp"] = fmt::format("{}", *one.was_ulp);
    if (one.now_ulp) item["now_ulp"] = fmt::format("{}", *one.now_ulp);
    json["cases"].push_back(std::move(item));
  }
  json["findings"] = parsed_json(findings_as_json(findings))["findings"];
  return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

std::string triage_as_markdown(const Triage& triage, std::span<const Finding> findings,
                               const Waived& waived) {
  std::string text = fmt::format("**{}** {}\n", answer_of(triage, waived), counts_text(triage));
  if (const std::string stopped = unfinished_text(triage); !stopped.empty()) text += "\n" + stopped;
  const std::vector<Finding> opened = opened_of(triage, findings);
  if (!opened.empty()) text += "\nNew: " + findings_as_markdown(opened);
  for (const std::string& number : triage.fixed_errata) {
    text += "\n- fixed, it seems: " + printable(number) + "\n";
  }
  for (const std::string& title : triage.closed) text += "\n- closed: " + printable(title) + "\n";
  for (const std::string& constraint : triage.lost_constraints) {
    text += fmt::format("\n- no longer judged: `{}`\n", printable(constraint));
  }
  return text;
}

}  // namespace assay::reports
