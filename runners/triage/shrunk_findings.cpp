// SPDX-License-Identifier: Apache-2.0
#include "runners/triage/shrunk_findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "generators/shrink/smaller.hpp"
#include "golden/golden.hpp"
#include "reports/findings/proof.hpp"
#include "reports/words/text.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/user_file.hpp"
#include "runners/triage/replay_lines.hpp"
#include "runners/triage/shrink_elements.hpp"

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
  if (json.contains("shrunk_replay")) json["shrunk_replay"].get_to(finding.shrunk_replay);
  if (json.contains("proof")) finding.proof = reports::proof_from(json["proof"]);
  return finding;
}

/// The best match, or null.
const Finding* best_of(const std::vector<KnownShrunk>& known, const Finding& finding) {
  const std::set<std::string> cases(finding.cases.begin(), finding.cases.end());
  const auto rank = [&](const KnownShrunk& one) {
    const Finding& made = one.finding;
    return std::tuple(made.shrunk.empty(), one.relevant, one.elements,
                      made.representative != finding.representative, made.shrunk, made.explanation,
                      made.shrunk_replay);
  };
  const KnownShrunk* best = nullptr;
  for (const KnownShrunk& one : known) {
    if (one.finding.explanation.empty() || !cases.contains(one.finding.representative)) continue;
    if (best == nullptr || rank(one) < rank(*best)) best = &one;
  }
  return best == nullptr ? nullptr : &best->finding;
}

std::string replay_line(const ReplayLines& lines, const Finding& finding,
                        const std::filesystem::path& folder, const std::string& backend) {
  return lines.line((folder / file_name).string() + ":" + finding.shrunk, backend);
}

/// The backend that failed the case that the smaller one was made of.
std::string backend_of(const ReplayLines& lines, const Finding& finding, const Records& records) {
  std::set<std::string> others;
  for (const CaseRecord& one : records) {
    if (others.contains(one.backend)) continue;
    if (replay_line(lines, finding, {}, one.backend) == finding.shrunk_replay) return one.backend;
    others.insert(one.backend);
  }
  return record_for(finding, records).value().backend;
}

}  // namespace

std::optional<CaseRecord> record_for(const Finding& finding, const Records& records) {
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (is_failure(records.kind(i)) && records.name(i) == finding.representative) return records[i];
  }
  return std::nullopt;
}

void locate_shrunk(std::vector<Finding>& findings, const Records& records,
                   const std::filesystem::path& run, const std::filesystem::path& folder) {
  const ReplayLines lines(run);
  for (Finding& finding : findings) {
    if (finding.shrunk.empty() || !record_for(finding, records)) continue;
    finding.shrunk_replay =
        replay_line(lines, finding, folder, backend_of(lines, finding, records));
  }
}

std::vector<KnownShrunk> read_shrunk(const std::filesystem::path& run) {
  const std::filesystem::path path = run / "findings.json";
  std::ifstream in = open_if_there(path);
  if (!in) return {};
  try {
    std::vector<KnownShrunk> known;
    const auto json = nlohmann::json::parse(in);
    for (const nlohmann::json& one : json.at("findings")) known.push_back({finding_from(one)});
    return known;
  } catch (const nlohmann::json::exception&) {
    throw UsageError(fmt::format("{} is damaged; remove it, or run again", path.string()));
  }
}

std::vector<KnownShrunk> measured_shrunk(const std::filesystem::path& run) {
  std::vector<KnownShrunk> known = read_shrunk(run);
  std::unique_ptr<golden::GoldenReader> reader;
  if (std::filesystem::exists(run / file_name)) {
    reader = std::make_unique<golden::GoldenReader>(run / file_name);
  }
  std::erase_if(known, [&](KnownShrunk& one) {
    if (one.finding.shrunk.empty()) return false;
    const auto row = reader ? reader->find(one.finding.shrunk) : std::nullopt;
    if (!row) return true;
    golden::GoldenCase stored = reader->read(*row);
    one.elements = generators::elements_of(stored.test.call);
    one.relevant = relevant_elements({std::move(stored.test), std::move(stored.before)});
    return false;
  });
  return known;
}

void attach_shrunk(std::vector<Finding>& findings, const std::vector<KnownShrunk>& known) {
  for (Finding& finding : findings) {
    const Finding* best = best_of(known, finding);
    if (best == nullptr) continue;
    finding.shrunk = best->shrunk;
    finding.explanation = best->explanation;
    finding.shrunk_replay = best->shrunk_replay;
    reports::take_proof(finding, best->proof);
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
