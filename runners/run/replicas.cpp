// SPDX-License-Identifier: Apache-2.0
#include "runners/run/replicas.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "reference/judge/runs/promised_bits.hpp"
#include "reference/support/text.hpp"
#include "reports/words/json_text.hpp"

namespace assay::runners {
namespace {

using Json = nlohmann::ordered_json;

/// Throws std::exception where the line is not as add() wrote it.
Replica replica_from(const std::string& line) {
  const Json json = reports::parsed_json(line);
  Replica replica;
  json.at("index").get_to(replica.index);
  json.at("own").get_to(replica.own);
  json.at("backend").get_to(replica.backend);
  json.at("board").get_to(replica.board);
  json.at("kind").get_to(replica.kind);
  json.at("bits").get_to(replica.bits);
  json.at("reason").get_to(replica.verdict.reason);
  replica.verdict.kind = verdict_named(json.at("verdict").get<std::string>()).value();
  replica.verdict.deviation = deviation_named(json.at("deviation").get<std::string>()).value();
  return replica;
}

}  // namespace

std::string promised_bits_of(const CaseResult& result) {
  if (result.trials.empty()) return {};
  return promised_bits(result.test, result.expected, result.trials.front());
}

ReplicaFile::ReplicaFile(const std::filesystem::path& folder, bool resume, std::string kind)
    : file_(folder / name, resume, "run"), kind_(std::move(kind)) {}

void ReplicaFile::add(std::uint64_t index, bool own, const CaseRecord& record,
                      const std::string& bits) {
  const Json json{{"index", index},
                  {"own", own},
                  {"name", record.name},
                  {"backend", record.backend},
                  {"board", support::printable(record.board)},
                  {"kind", kind_},
                  {"verdict", name_of(record.verdict.kind)},
                  {"deviation", name_of(record.verdict.deviation)},
                  {"reason", support::printable(record.verdict.reason)},
                  {"bits", bits}};
  file_.append(json.dump());
}

std::vector<Replica> replicas_in(const std::filesystem::path& folder) {
  std::vector<Replica> replicas;
  const std::filesystem::path path = folder / ReplicaFile::name;
  LineReader reader(path);
  while (const auto line = reader.next()) {
    try {
      replicas.push_back(replica_from(*line));
    } catch (const std::exception&) {
      refuse_line(path, reader.number(), "it is no replicated case");
    }
  }
  return replicas;
}

}  // namespace assay::runners
