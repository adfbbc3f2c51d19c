// SPDX-License-Identifier: Apache-2.0
// Findings on a terminal, as JSON and as Markdown.
#include "reports/words/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reports/findings/finding.hpp"
#include "reports/findings/fresh.hpp"
#include "reports/findings/overview.hpp"
#include "reports/findings/proof.hpp"
#include "reports/words/completion.hpp"
#include "reports/words/json_text.hpp"
#include "reports/words/seal.hpp"

namespace assay::reports {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Finding& finding) {
  Json json{{"id", finding.id},
            {"title", finding.title},
            {"op", finding.op},
            {"verdict", finding.verdict},
            {"pattern", finding.pattern},
            {"rule", finding.rule},
            {"failing", finding.failing},
            {"passing", finding.passing},
            {"beside", finding.failures_outside_rule},
            {"elsewhere", finding.elsewhere},
            {"waived", finding.waived},
            {"clause", finding.constraint},
            {"representative", finding.representative},
            {"replay", finding.replay},
            {"shrunk", finding.shrunk},
            {"shrunk_replay", finding.shrunk_replay},
            {"explanation", finding.explanation},
            {"reason", finding.reason},
            {"first_seen", finding.first_seen}};
  // JSON has no infinity and no NaN.
  if (!finding.board.empty()) {
    json["board"] = finding.board;
    json["other_boards"] = finding.other_boards;
  }
  if (finding.worst_ulp) json["worst_ulp"] = fmt::format("{}", *finding.worst_ulp);
  if (!finding.worst_difference.empty()) json["worst_difference"] = finding.worst_difference;
  if (finding.fresh) {
    json["fresh"] = {{"covered", finding.fresh->covered},
                     {"covered_failing", finding.fresh->covered_failing},
                     {"others", finding.fresh->others},
                     {"others_failing", finding.fresh->others_failing}};
    json["contradicted"] = finding.contradicted;
  }
  if (finding.proof != Proof()) json["proof"] = to_json(finding.proof);
  json["cases"] = finding.cases;
  return json;
}

Finding finding_from(const Json& json) {
  Finding one;
  json.at("id").get_to(one.id);
  json.at("title").get_to(one.title);
  json.at("op").get_to(one.op);
  json.at("verdict").get_to(one.verdict);
  json.at("pattern").get_to(one.pattern);
  json.at("rule").get_to(one.rule);
  json.at("failing").get_to(one.failing);
  json.at("passing").get_to(one.passing);
  json.at("beside").get_to(one.failures_outside_rule);
  json.at("elsewhere").get_to(one.elsewhere);
  json.at("clause").get_to(one.constraint);
  json.at("representative").get_to(one.representative);
  json.at("replay").get_to(one.replay);
  json.at("reason").get_to(one.reason);
  json.at("first_seen").get_to(one.first_seen);
  one.board = json.value("board", "");
  one.other_boards = json.value("other_boards", std::size_t{0});
  one.worst_difference = json.value("worst_difference", "");
  if (json.contains("worst_ulp")) one.worst_ulp = std::stod(json["worst_ulp"].get<std::string>());
  if (json.contains("fresh")) {
    const Json& fresh = json.at("fresh");
    const auto count = [&](const char* key) { return fresh.at(key).get<std::size_t>(); };
    one.fresh = FreshCases{count("covered"), count("covered_failing"), count("others"),
                           count("others_failing")};
    json.at("contradicted").get_to(one.contradicted);
  }
  if (json.contains("proof")) one.proof = proof_from(json["proof"]);
  json.at("cases").get_to(one.cases);
  return one;
}

/// Text for one cell of a Markdown list: nothing that Markdown would read as markup.
std::string code(const std::string& text) { return fmt::format("`{}`", printable(text)); }

std::string shrunk_text(const Finding& finding) {
  if (finding.explanation.empty()) return "";
  std::string text = "\n";
  for (const std::string& line : finding.explanation) text += "      " + printable(line) + "\n";
  if (finding.shrunk.empty()) return text;
  return text + "\n  " + code(finding.shrunk_replay) + "\n";
}

/// What the counts of a finding are of.
std::string cases_text(const Finding& finding) {
  if (finding.rule.empty()) return "cases";
  if (!has_corrected_title(finding)) return "such cases";
  return fmt::format("cases where {}", printable(finding.rule));
}

}  // namespace

std::string coverage_text(const Finding& finding) {
  const std::size_t inside = finding.failing - finding.failures_outside_rule;
  std::string text =
      fmt::format("{} of {} {} fail", inside, inside + finding.passing, cases_text(finding));
  if (finding.waived > 0) text += fmt::format(" ({} waived)", finding.waived);
  if (const std::size_t others = finding.failures_outside_rule; others > 0) {
    text += others == 1 ? "; 1 other case fails in the same way"
                        : fmt::format("; {} other cases fail in the same way", others);
  }
  if (finding.elsewhere > 0) text += fmt::format(", {} fail for other reasons", finding.elsewhere);
  if (!finding.board.empty()) text += ", all on " + printable(finding.board);
  if (finding.other_boards > 0) {
    text += fmt::format(", none on {}", count_of(finding.other_boards, "other board"));
  }
  if (!finding.worst_difference.empty()) {
    text += ", worst: " + finding.worst_difference;
  } else if (finding.worst_ulp) {
    text += ", worst " + ulp_text(*finding.worst_ulp);
  }
  if (finding.fresh) text += "; " + fresh_text(finding);
  return text;
}

void print_findings(std::ostream& out, std::span<const Finding> findings, bool colour,
                    std::size_t limit) {
  if (findings.empty()) return;
  print_overview(out, findings, colour, limit);
  print_details(out, findings, colour, limit);
}

std::string findings_as_json(std::span<const Finding> findings,
                             const std::optional<Completion>& completion) {
  Json list = Json::array();
  for (const Finding& finding : findings) list.push_back(json_of(finding));
  Json json{{"findings", list}};
  if (completion) json.update(completion_json(*completion));
  return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

std::vector<Finding> findings_from_json(const std::string& text) {
  std::vector<Finding> findings;
  try {
    const Json json = parsed_json(text);
    require_whole_numbers(json);
    for (const Json& one : json.at("findings")) findings.push_back(finding_from(one));
  } catch (const std::exception& error) {
    throw std::runtime_error(json_reason(error.what()));
  }
  return findings;
}

std::string findings_as_markdown(std::span<const Finding> findings) {
  std::string text = fmt::format("**{}**\n", count_of(findings.size(), "finding"));
  for (const Finding& finding : findings) {
    text += fmt::format("\n- **{}** ({}; {})\n", printable(finding.title), finding.id,
                        coverage_text(finding));
    if (!finding.constraint.empty()) text += fmt::format("  page: {}\n", code(finding.constraint));
    if (!finding.first_seen.empty()) text += "  first seen " + finding.first_seen + "\n";
    text += "  " + code(finding.replay) + "\n";
    text += shrunk_text(finding);
  }
  return text;
}

}  // namespace assay::reports
