// SPDX-License-Identifier: Apache-2.0
#include "runners/shrunk_findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "golden/golden.hpp"
#include "reports/text.hpp"
#include "runners/errors.hpp"

namespace assay::runners {
namespace {

using reports::Finding;

constexpr const char* file_name = "shrunk.h5";

Finding finding_from(const nlohmann::json& json) {
  Finding finding;
  json.at("representative").get_to(finding.representative);
  json.at("shrunk").get_to(finding.shrunk);
  // Files of earlier versions have none.
  if (json.contains("explanation")) json["explanation"].get_to(finding.explanation);
  return finding;
}

/// What fits best, or null.
const Finding* best_of(const std::vector<Finding>& known, const Finding& finding) {
  const std::set<std::string> cases(finding.cases.begin(), finding.cases.end());
  const auto rank = [&](const Finding& one) {
    return std::tuple(one.shrunk.empty(), one.representative != finding.representative, one.shrunk,
                      one.explanation);
  };
  const Finding* best = nullptr;
  for (const Finding& one : known) {
    if (one.explanation.empty() || !cases.contains(one.representative)) continue;
    if (best == nullptr || rank(one) < rank(*best)) best = &one;
  }
  return best;
}

}  // namespace

const CaseRecord* record_for(const Finding& finding, const std::vector<CaseRecord>& records) {
  const auto found = std::ranges::find_if(records, [&](const CaseRecord& one) {
    return is_failure(one.verdict.kind) && one.name == finding.representative;
  });
  return found == records.end() ? nullptr : &*found;
}

void locate_shrunk(std::vector<Finding>& findings, const std::vector<CaseRecord>& records,
                   const std::filesystem::path& folder) {
  const std::string file = (folder / file_name).string();
  for (Finding& finding : findings) {
    const CaseRecord* record = finding.shrunk.empty() ? nullptr : record_for(finding, records);
    if (record == nullptr) continue;
    finding.shrunk_replay = reports::replay_command(file + ":" + finding.shrunk, record->backend);
  }
}

std::vector<Finding> read_shrunk(const std::filesystem::path& run) {
  const std::filesystem::path path = run / "findings.json";
  std::ifstream in(path, std::ios::binary);
  if (!in) return {};
  try {
    std::vector<Finding> findings;
    const auto json = nlohmann::json::parse(in);
    for (const nlohmann::json& one : json.at("findings")) findings.push_back(finding_from(one));
    return findings;
  } catch (const nlohmann::json::exception&) {
    throw UsageError(fmt::format("{} is damaged; remove it, or run again", path.string()));
  }
}

void attach_shrunk(std::vector<Finding>& findings, const std::vector<Finding>& known) {
  for (Finding& finding : findings) {
    const Finding* best = best_of(known, finding);
    if (best == nullptr) continue;
    finding.shrunk = best->shrunk;
    finding.explanation = best->explanation;
  }
}

void copy_shrunk(const std::vector<Finding>& findings,
                 const std::vector<std::filesystem::path>& runs, const std::filesystem::path& out) {
  std::vector<std::unique_ptr<golden::GoldenReader>> readers;
  for (const std::filesystem::path& run : runs) {
    if (!std::filesystem::exists(run / file_name)) continue;
    readers.push_back(std::make_unique<golden::GoldenReader>(run / file_name));
  }
  if (readers.empty()) return;
  golden::GoldenWriter writer(out / file_name, readers.front()->provenance());
  for (const Finding& finding : findings) {
    if (finding.shrunk.empty()) continue;
    for (const auto& reader : readers) {
      const auto row = reader->find(finding.shrunk);
      if (!row) continue;
      writer.add(reader->read(*row));
      break;
    }
  }
  writer.finish();
}

}  // namespace assay::runners
