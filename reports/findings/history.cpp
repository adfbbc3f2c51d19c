// SPDX-License-Identifier: Apache-2.0
// The short form of a run, as data and as JSON.
#include "reports/findings/history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reports/words/completion.hpp"
#include "reports/words/json_text.hpp"
#include "reports/words/seal.hpp"
#include "reports/words/tally.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

using Json = nlohmann::ordered_json;

/// Runs of the first version, which had no checksum, still count.
constexpr int format_version = 3;

Json json_of(const RunSummaryCell& cell) {
  Json json{{"judged", cell.judged}, {"failed", cell.failed}};
  // JSON has no infinity.
  if (cell.worst_ulp) json["worst_ulp"] = fmt::format("{}", *cell.worst_ulp);
  return json;
}

RunSummaryCell cell_from(const Json& json) {
  RunSummaryCell cell;
  json.at("judged").get_to(cell.judged);
  json.at("failed").get_to(cell.failed);
  if (json.contains("worst_ulp")) cell.worst_ulp = std::stod(json["worst_ulp"].get<std::string>());
  return cell;
}

constexpr std::size_t hash_digits = 8;

Json json_of(const SummarizedFinding& one) {
  Json json{{"id", one.id}, {"title", one.title}, {"failing", one.failing}};
  if (!one.previous) return json;
  std::string cases;
  for (const std::uint32_t hash : one.previous->cases) cases += fmt::format("{:08x}", hash);
  json["op"] = one.previous->op;
  json["verdict"] = one.previous->verdict;
  json["pattern"] = one.previous->pattern;
  json["rule"] = one.previous->rule;
  json["cases"] = cases;
  return json;
}

SummarizedFinding finding_from(const Json& json) {
  SummarizedFinding one{printable(json.at("id").get<std::string>()),
                        printable(json.at("title").get<std::string>()), json.at("failing")};
  if (!json.contains("cases")) return one;
  one.previous = PastFinding{
      one.id, json.at("op"), json.at("verdict"), json.at("pattern"), json.at("rule"), {}};
  const std::string cases = json.at("cases");
  for (std::size_t offset = 0; offset < cases.size(); offset += hash_digits) {
    const std::string digits = cases.substr(offset, hash_digits);
    one.previous->cases.push_back(static_cast<std::uint32_t>(std::stoul(digits, nullptr, 16)));
  }
  std::ranges::sort(one.previous->cases);
  return one;
}

/// The text as written: a run that has a checksum must fit it, whatever its version.
Json whole(Json json) {
  const Json version = json.at("version");
  if (version != 1 && version != 2 && version != format_version) {
    throw std::runtime_error(fmt::format("it has version {}, and this program reads 1 to {}",
                                         version.dump(), format_version));
  }
  require_whole_numbers(json);
  return version == 1 && !json.contains("check") ? json : unsealed(std::move(json));
}

RunSummary summary_from(const Json& json) {
  RunSummary summary;
  const char* key = json.contains("started") ? "started" : "night";  // before version 3
  summary.started = printable(json.at(key).get<std::string>());
  summary.backend = printable(json.at("backend").get<std::string>());
  summary.suite = printable(json.at("suite").get<std::string>());
  json.at("seed").get_to(summary.seed);
  summary.run = printable(json.value("run", ""));
  if (json.contains("complete")) summary.completion = completion_from(json);
  json.at("judged").get_to(summary.judged);
  json.at("failed").get_to(summary.failed);
  json.at("flaky").get_to(summary.flaky);
  summary.known = json.value("known", std::size_t{0});
  for (const auto& [name, cell] : json.at("cells").items())
    summary.cells[printable(name)] = cell_from(cell);
  const Json boards = json.value("boards", Json::object());
  for (const auto& [name, counts] : boards.items()) {
    summary.boards[printable(name)] = {counts.at(0), counts.at(1), counts.at(2)};
  }
  for (const Json& one : json.at("findings")) {
    summary.findings.push_back(finding_from(one));
  }
  return summary;
}

void count(RunSummaryCell& cell, const CaseRecord& record, bool failed) {
  ++cell.judged;
  cell.failed += failed ? 1U : 0U;
  const auto ulp = promised_distance(record);
  if (ulp && (!cell.worst_ulp || *ulp > *cell.worst_ulp)) cell.worst_ulp = ulp;
}

}  // namespace

std::optional<double> RunSummary::pass_rate() const {
  if (judged == 0) return std::nullopt;
  return static_cast<double>(judged - failed - known) / static_cast<double>(judged);
}

RunSummary summary_of(const Records& records, std::span<const Finding> findings,
                      const RunInfo& info) {
  RunSummary summary;
  summary.started = info.started;
  summary.backend = info.backend;
  summary.suite = info.suite;
  summary.seed = info.seed;
  summary.run = info.id;
  summary.completion = info.completion;
  summary.boards = boards_of(records);
  for (const CaseRecord& record : records) {
    const bool flaky = record.verdict.kind == VerdictKind::flaky;
    const bool failed = flaky || is_failure(record.verdict.kind);
    const bool known = record.verdict.kind == VerdictKind::known_deviation;
    if (!failed && !known && record.verdict.kind != VerdictKind::conforms) continue;
    summary.known += known ? 1U : 0U;
    ++summary.judged;
    summary.failed += failed ? 1U : 0U;
    summary.flaky += flaky ? 1U : 0U;
    count(summary.cells[record.op + " " + record.dtype], record, failed);
  }
  for (const Finding& one : findings) {
    summary.findings.push_back({one.id, one.title, one.failing, past_finding(one)});
  }
  return summary;
}

std::string to_json(const RunSummary& summary) {
  Json json{{"version", format_version}, {"started", summary.started}, {"backend", summary.backend},
            {"suite", summary.suite},    {"seed", summary.seed},       {"judged", summary.judged},
            {"failed", summary.failed},  {"flaky", summary.flaky},     {"cells", Json::object()},
            {"findings", Json::array()}};
  if (summary.known > 0) json["known"] = summary.known;
  if (!summary.run.empty()) json["run"] = summary.run;
  if (summary.completion) json.update(completion_json(*summary.completion));
  for (const auto& [name, cell] : summary.cells) json["cells"][name] = json_of(cell);
  for (const auto& [name, board] : summary.boards) {
    json["boards"][name] = {board.cases, board.failures, board.infra};
  }
  for (const SummarizedFinding& one : summary.findings) json["findings"].push_back(json_of(one));
  // Bytes that are no UTF-8 would not come back as they were digested.
  json = parsed_json(json.dump(-1, ' ', false, Json::error_handler_t::replace));
  return sealed(std::move(json)).dump(1) + "\n";
}

RunSummary run_summary_from_json(const std::string& text) {
  try {
    return summary_from(whole(parsed_json(text)));
  } catch (const std::exception& error) {
    throw std::runtime_error(
        fmt::format("cannot read the summary of a run: {}", json_reason(error.what())));
  }
}

PreviousRun previous_run_of(const RunSummary& summary, const RunInfo& run) {
  PreviousRun previous;
  for (const SummarizedFinding& one : summary.findings) {
    if (!one.previous) return {};
    previous.findings.push_back(*one.previous);
  }
  previous.same_cases =
      summary.complete() && summary.suite == run.suite && summary.seed == run.seed;
  return previous;
}

void date_findings(std::vector<Finding>& findings, std::span<const RunSummary> history,
                   const std::string& this_run) {
  for (Finding& finding : findings) {
    finding.first_seen = this_run;
    for (const RunSummary& summary : history) {
      const bool known = std::ranges::find(summary.findings, finding.id, &SummarizedFinding::id) !=
                         summary.findings.end();
      if (known) finding.first_seen = std::min(finding.first_seen, summary.started);
    }
  }
}

}  // namespace assay::reports
