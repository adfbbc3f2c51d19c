// SPDX-License-Identifier: Apache-2.0
// A run counted, as one JSON object.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "reference/support/atomic_file.hpp"
#include "reports/findings/answer.hpp"
#include "reports/findings/support.hpp"
#include "reports/inputs/json.hpp"
#include "reports/text/run_report.hpp"
#include "reports/words/boards.hpp"
#include "reports/words/choices.hpp"
#include "reports/words/completion.hpp"
#include "reports/words/errata.hpp"
#include "reports/words/json_text.hpp"
#include "reports/words/seal.hpp"
#include "reports/words/tally.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

using Json = nlohmann::ordered_json;

Json verdicts_of(const Tally& tally) {
  Json json = Json::object();
  for (const VerdictKind kind : all_verdicts) {
    if (tally.of(kind) > 0) json[std::string(name_of(kind))] = tally.of(kind);
  }
  return json;
}

/// By what is said of an assembler; empty in a run without one.
Json of_assembler(const Tally& tally) {
  Json json = Json::object();
  for (std::size_t i = 1; i < assembler_findings; ++i) {
    const auto finding = static_cast<AssemblerFinding>(i);
    if (tally.of(finding) > 0) json[std::string(name_of(finding))] = tally.of(finding);
  }
  return json;
}

/// Of a run on two backends: how often each was wrong, a case once.
Json attributions_of(const Records& records) {
  Json json = Json::object();
  for (std::size_t i = 0; i + 1 < records.size(); i += 2) {
    if (records[i].attribution.empty()) break;
    auto& count = json[records[i].attribution];
    count = (count.is_null() ? 0U : count.get<std::size_t>()) + 1U;
  }
  return json;
}

Json boards_json(const Records& records) {
  Json rows = Json::array();
  for (const auto& [board, counts] : boards_of(records)) {
    rows.push_back({{"board", board},
                    {"cases", counts.cases},
                    {"failures", counts.failures},
                    {"infra", counts.infra}});
  }
  return rows;
}

Json worst_of(const Tally& tally) {
  if (!tally.worst_ulp) return {};
  // JSON has no infinity.
  const Json ulp = std::isfinite(*tally.worst_ulp) ? Json(*tally.worst_ulp) : Json("inf");
  return {{"ulp", ulp}, {"case", tally.worst_name}};
}

Json rows_of(const Records& records) {
  Json rows = Json::array();
  for (const auto& [key, targets] : matrix_of(records)) {
    for (const auto& [target, tally] : targets) {
      rows.push_back({{"op", key.first},
                      {"dtype", key.second.name},
                      {"target", target},
                      {"cases", tally.total},
                      {"verdicts", verdicts_of(tally)},
                      {"worst", worst_of(tally)}});
    }
  }
  return rows;
}

}  // namespace

std::string summary_as_json(const Records& records, const RunInfo& info, const Waived& waived) {
  const Tally tally = tally_of(records);
  const RunAnswer answer = answer_of(records, info, waived);
  Json json{{"schema", "assay-summary"},
            {"schema_version", 1},
            {"answer", name_of(answer.kind)},
            {"sentence", answer.sentence},
            {"exit_code", answer.exit_code()},
            {"suite", info.suite},
            {"suite_version", info.suite_version},
            {"backend", info.backend},
            {"seed", info.seed},
            {"cases", tally.total},
            {"failures", tally.failures()},
            {"board_lost", info.board_lost},
            {"verdicts", verdicts_of(tally)},
            {"assembler", of_assembler(tally)},
            {"attributions", attributions_of(records)},
            {"elements",
             {{"compared", tally.compared_elements},
              {"target_defined", tally.target_defined_elements},
              {"alternative", tally.alternative_elements}}},
            {"worst", worst_of(tally)},
            {"ops", rows_of(records)},
            {"environment",
             {{"command", info.command},
              {"started", info.started},
              {"seconds", info.seconds},
              {"host", info.host},
              {"boards", boards_json(records)}}}};
  json.update(completion_json(info.completion));
  if (const auto lost = lost_support(records, info.support); !lost.empty()) {
    for (const LostSupport& one : lost) {
      json["lost_support"].push_back(
          {{"combination", one.combination}, {"cases", one.cases}, {"reason", one.reason}});
    }
  }
  if (const std::vector<MetErratum> errata = errata_met(records); !errata.empty()) {
    json["errata"] = errata_json(errata);
  }
  if (const ChoiceProfile profile = choice_profile(records); !profile.scopes.empty()) {
    json["choices"] = choices_json(profile);
  }
  if (Json inputs = json_of_inputs(records); !inputs.empty()) json["inputs"] = std::move(inputs);
  // Bytes that are not UTF-8 are replaced first, so that the check is of what is read back.
  const std::string plain = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  return sealed(parsed_json(plain)).dump(2) + "\n";
}

void write_summary(const std::filesystem::path& path, const Records& records, const RunInfo& info,
                   const Waived& waived) {
  support::write_atomically("report", path, summary_as_json(records, info, waived));
}

}  // namespace assay::reports
