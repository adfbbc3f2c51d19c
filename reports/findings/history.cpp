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
constexpr int format_version = 2;

Json json_of(const NightCell& cell) {
  Json json{{"judged", cell.judged}, {"failed", cell.failed}};
  // JSON has no infinity.
  if (cell.worst_ulp) json["worst_ulp"] = fmt::format("{}", *cell.worst_ulp);
  return json;
}

NightCell cell_from(const Json& json) {
  NightCell cell;
  json.at("judged").get_to(cell.judged);
  json.at("failed").get_to(cell.failed);
  if (json.contains("worst_ulp")) cell.worst_ulp = std::stod(json["worst_ulp"].get<std::string>());
  return cell;
}

constexpr std::size_t hash_digits = 8;

Json json_of(const NightFinding& one) {
  Json json{{"id", one.id}, {"title", one.title}, {"failing", one.failing}};
  if (!one.past) return json;
  std::string cases;
  for (const std::uint32_t hash : one.past->cases) cases += fmt::format("{:08x}", hash);
  json["op"] = one.past->op;
  json["verdict"] = one.past->verdict;
  json["pattern"] = one.past->pattern;
  json["rule"] = one.past->rule;
  json["cases"] = cases;
  return json;
}

NightFinding finding_from(const Json& json) {
  NightFinding one{printable(json.at("id").get<std::string>()),
                   printable(json.at("title").get<std::string>()), json.at("failing")};
  if (!json.contains("cases")) return one;
  one.past = PastFinding{
      one.id, json.at("op"), json.at("verdict"), json.at("pattern"), json.at("rule"), {}};
  const std::string cases = json.at("cases");
  for (std::size_t offset = 0; offset < cases.size(); offset += hash_digits) {
    const std::string digits = cases.substr(offset, hash_digits);
    one.past->cases.push_back(static_cast<std::uint32_t>(std::stoul(digits, nullptr, 16)));
  }
  std::ranges::sort(one.past->cases);
  return one;
}

/// The text as written: a run that has a checksum must fit it, whatever its version.
Json whole(Json json) {
  const Json version = json.at("version");
  if (version != 1 && version != format_version) {
    throw std::runtime_error(fmt::format("it has version {}, and this program reads 1 and {}",
                                         version.dump(), format_version));
  }
  require_whole_numbers(json);
  return version == 1 && !json.contains("check") ? json : unsealed(std::move(json));
}

Night night_from(const Json& json) {
  Night night;
  night.night = printable(json.at("night").get<std::string>());
  night.backend = printable(json.at("backend").get<std::string>());
  night.suite = printable(json.at("suite").get<std::string>());
  json.at("seed").get_to(night.seed);
  night.run = printable(json.value("run", ""));
  if (json.contains("complete")) night.completion = completion_from(json);
  json.at("judged").get_to(night.judged);
  json.at("failed").get_to(night.failed);
  json.at("flaky").get_to(night.flaky);
  night.known = json.value("known", std::size_t{0});
  for (const auto& [name, cell] : json.at("cells").items())
    night.cells[printable(name)] = cell_from(cell);
  for (const Json& one : json.at("findings")) {
    night.findings.push_back(finding_from(one));
  }
  return night;
}

void count(NightCell& cell, const CaseRecord& record, bool failed) {
  ++cell.judged;
  cell.failed += failed ? 1U : 0U;
  const auto& ulp = record.verdict.max_ulp;
  if (ulp && *ulp >= 0 && (!cell.worst_ulp || *ulp > *cell.worst_ulp)) cell.worst_ulp = ulp;
}

}  // namespace

std::optional<double> Night::pass_rate() const {
  if (judged == 0) return std::nullopt;
  return static_cast<double>(judged - failed - known) / static_cast<double>(judged);
}

Night night_of(const Records& records, std::span<const Finding> findings, const RunInfo& info) {
  Night night;
  night.night = info.started;
  night.backend = info.backend;
  night.suite = info.suite;
  night.seed = info.seed;
  night.run = info.id;
  night.completion = info.completion;
  for (const CaseRecord& record : records) {
    const bool flaky = record.verdict.kind == VerdictKind::flaky;
    const bool failed = flaky || is_failure(record.verdict.kind);
    const bool known = record.verdict.kind == VerdictKind::known_deviation;
    if (!failed && !known && record.verdict.kind != VerdictKind::conforms) continue;
    night.known += known ? 1U : 0U;
    ++night.judged;
    night.failed += failed ? 1U : 0U;
    night.flaky += flaky ? 1U : 0U;
    count(night.cells[record.op + " " + record.dtype], record, failed);
  }
  for (const Finding& one : findings) {
    night.findings.push_back({one.id, one.title, one.failing, past_finding(one)});
  }
  return night;
}

std::string to_json(const Night& night) {
  Json json{{"version", format_version}, {"night", night.night}, {"backend", night.backend},
            {"suite", night.suite},      {"seed", night.seed},   {"judged", night.judged},
            {"failed", night.failed},    {"flaky", night.flaky}, {"cells", Json::object()},
            {"findings", Json::array()}};
  if (night.known > 0) json["known"] = night.known;
  if (!night.run.empty()) json["run"] = night.run;
  if (night.completion) json.update(completion_json(*night.completion));
  for (const auto& [name, cell] : night.cells) json["cells"][name] = json_of(cell);
  for (const NightFinding& one : night.findings) json["findings"].push_back(json_of(one));
  // Bytes that are no UTF-8 would not come back as they were digested.
  json = parsed_json(json.dump(-1, ' ', false, Json::error_handler_t::replace));
  return sealed(std::move(json)).dump(1) + "\n";
}

Night night_from_json(const std::string& text) {
  try {
    return night_from(whole(parsed_json(text)));
  } catch (const std::exception& error) {
    throw std::runtime_error(fmt::format("cannot read a night: {}", json_reason(error.what())));
  }
}

Past past_of(const Night& night, const RunInfo& run) {
  Past past;
  for (const NightFinding& one : night.findings) {
    if (!one.past) return {};
    past.findings.push_back(*one.past);
  }
  past.same_cases = night.complete() && night.suite == run.suite && night.seed == run.seed;
  return past;
}

void date_findings(std::vector<Finding>& findings, std::span<const Night> history,
                   const std::string& tonight) {
  for (Finding& finding : findings) {
    finding.first_seen = tonight;
    for (const Night& night : history) {
      const bool known =
          std::ranges::find(night.findings, finding.id, &NightFinding::id) != night.findings.end();
      if (known) finding.first_seen = std::min(finding.first_seen, night.night);
    }
  }
}

}  // namespace assay::reports
