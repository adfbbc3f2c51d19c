// SPDX-License-Identifier: Apache-2.0
#include "reports/findings/proof.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

namespace assay::reports {
namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

/// Replaces the number of "KEY > NUMBER" if the proved one is lower.
void lower_limit(std::string& text, const Boundary& boundary) {
  const std::string head = " " + boundary.key + " > ";
  const std::size_t found = text.find(head);
  if (found == std::string::npos) return;
  const std::size_t begin = found + head.size();
  std::size_t end = begin;
  while (end < text.size() && is_digit(text[end])) ++end;
  constexpr std::size_t most_digits = 18;
  if (end == begin || end - begin > most_digits) return;
  if (std::stoll(text.substr(begin, end - begin)) < boundary.fails) return;
  text.replace(begin, end - begin, fmt::format("{}", boundary.fails - 1));
}

/// The proved limits about sizes that the rule does not mention: "valid_cols > 64"; empty if there
/// are none.
std::string unmentioned(const Proof& proof, const std::string& rule) {
  Proof rest;
  for (const Boundary& one : proof.boundaries) {
    if ((" " + rule).find(" " + one.key + " ") == std::string::npos) rest.boundaries.push_back(one);
  }
  return text_of(rest);
}

/// A rule that fresh cases do not confirm is no cause: one that some of them break and that fail
/// all the same gives way to the proved limits, and one that others keep and pass is completed.
void correct_rule(Finding& finding, const Proof& proof) {
  const std::string where = unmentioned(proof, finding.rule);
  const std::size_t found = finding.title.rfind(" where ");
  if (where.empty() || !finding.fresh || found == std::string::npos) return;
  if (finding.fresh->others_failing > 0) {
    finding.title = finding.title.substr(0, found) + " where " + where;
  } else if (finding.fresh->covered_failing < finding.fresh->covered) {
    finding.title += " and " + where;
  }
}

}  // namespace

nlohmann::ordered_json to_json(const Proof& proof) {
  nlohmann::ordered_json boundaries = nlohmann::ordered_json::array();
  for (const Boundary& one : proof.boundaries) {
    boundaries.push_back({{"key", one.key},
                          {"fails", one.fails},
                          {"multiple", one.kind == Boundary::Kind::multiple}});
  }
  return {{"boundaries", std::move(boundaries)}, {"input", proof.input}, {"only", proof.only}};
}

Proof proof_from(const nlohmann::ordered_json& json) {
  Proof proof{.input = json.at("input"), .only = json.at("only")};
  for (const auto& one : json.at("boundaries")) {
    const bool multiple = one.at("multiple").get<bool>();
    proof.boundaries.push_back({one.at("key"), one.at("fails"),
                                multiple ? Boundary::Kind::multiple : Boundary::Kind::above});
  }
  return proof;
}

std::string text_of(const Boundary& boundary) {
  if (boundary.kind == Boundary::Kind::multiple) {
    return fmt::format("{} % {} == 0", boundary.key, boundary.fails);
  }
  return fmt::format("{} > {}", boundary.key, boundary.fails - 1);
}

std::string text_of(const Proof& proof) {
  std::string text;
  for (const Boundary& one : proof.boundaries) text += (text.empty() ? "" : " and ") + text_of(one);
  if (proof.input.empty()) return text;
  return text + (text.empty() ? "" : " and ") + proof.input;
}

bool has_corrected_title(const Finding& finding) {
  const std::string where = unmentioned(finding.proof, finding.rule);
  return !finding.rule.empty() && !where.empty() && finding.title.ends_with(where);
}

void take_proof(Finding& finding, const Proof& proof) {
  finding.proof = proof;
  if (finding.title_head.empty()) return;
  if (!finding.rule.empty()) {
    for (const Boundary& one : proof.boundaries) {
      if (one.kind == Boundary::Kind::above) lower_limit(finding.title, one);
    }
    correct_rule(finding, proof);
    return;
  }
  const std::string where = text_of(proof);
  if (where.empty()) return;
  finding.title = fmt::format("{} where {}", finding.title_head, where);
  if (!proof.only.empty()) finding.title += fmt::format(" (only {} matters)", proof.only);
}

}  // namespace assay::reports
