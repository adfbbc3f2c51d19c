// SPDX-License-Identifier: Apache-2.0
#include "runners/sweep/header.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>

#include "reports/words/text.hpp"
#include "runners/cases/plan/shard.hpp"
#include "runners/run/manifest.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/names.hpp"
#include "runners/sweep/chunks.hpp"

namespace assay::runners {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::uint64_t most_tile_inputs = std::uint64_t{1} << 24U;
constexpr std::uint64_t most_inputs = std::uint64_t{1} << 62U;

/// A whole number from `least` to `most`; throws UsageError.
std::uint64_t whole(const Json& value, const char* key, std::uint64_t least, std::uint64_t most) {
  if (value.is_number_unsigned() || (value.is_number_integer() && value.get<std::int64_t>() >= 0)) {
    const auto number = value.get<std::uint64_t>();
    if (number >= least && number <= most) return number;
  }
  throw UsageError(
      fmt::format("its {} is {}, {} to {} is possible", key, value.dump(), least, most));
}

Tolerance tolerance_from(const Json& json) {
  constexpr auto last = static_cast<std::uint64_t>(Tolerance::Kind::relative);
  Tolerance tolerance;
  tolerance.kind =
      static_cast<Tolerance::Kind>(whole(json.at("tolerance_kind"), "tolerance_kind", 0, last));
  json.at("tolerance_bound").get_to(tolerance.bound);
  if (!(tolerance.bound >= 0)) throw UsageError("its tolerance_bound is negative");
  json.at("tolerance_reason").get_to(tolerance.reason);
  return tolerance;
}

}  // namespace

Json json_of(const SweepHeader& header) {
  const SweepRecord& record = header.record;
  const golden::Provenance& from = header.provenance;
  Json json{{"op", record.op},
            {"form", record.form},
            {"target", record.target},
            {"attributes", record.attributes},
            {"arguments", record.arguments},
            {"result", record.result},
            {"dtype", name_of(record.from)},
            {"result_dtype", name_of(record.to)},
            {"function", record.function},
            {"selection", record.selection},
            {"readings", record.readings},
            {"command", record.command},
            {"backend", record.backend},
            {"backend_revision", record.backend_revision},
            {"tolerance", reports::tolerance_text(record.tolerance)},
            {"tolerance_kind", record.tolerance.kind},
            {"tolerance_bound", record.tolerance.bound},
            {"tolerance_reason", record.tolerance.reason},
            {"inputs", record.planned},
            {"chunk", chunk_inputs},
            {"tile", {record.tile_rows, record.tile_cols}},
            {"suite_version", from.suite_version},
            {"catalogue_revision", from.catalogue_revision},
            {"reference_version", from.reference_version}};
  if (header.shard.count > 1) {
    json["shard"] = fmt::format("{}/{}", header.shard.index, header.shard.count);
  }
  return json;
}

SweepHeader header_from(const Json& json) {
  if (json.at("chunk") != chunk_inputs) {
    throw UsageError(fmt::format("its chunks have {} inputs, and this program's {}",
                                 json.at("chunk").dump(), chunk_inputs));
  }
  SweepHeader header;
  SweepRecord& record = header.record;
  json.at("op").get_to(record.op);
  json.at("form").get_to(record.form);
  json.at("target").get_to(record.target);
  json.at("attributes").get_to(record.attributes);
  json.at("arguments").get_to(record.arguments);
  if (record.arguments.empty() || record.arguments.size() > most_sweep_arguments) {
    throw UsageError(fmt::format("it has {} arguments, 1 to {} are possible",
                                 record.arguments.size(), most_sweep_arguments));
  }
  json.at("result").get_to(record.result);
  record.from = known_element(json.at("dtype").get<std::string>());
  record.to = known_element(json.at("result_dtype").get<std::string>());
  json.at("function").get_to(record.function);
  json.at("selection").get_to(record.selection);
  record.readings = json.value("readings", "");
  json.at("command").get_to(record.command);
  json.at("backend").get_to(record.backend);
  json.at("backend_revision").get_to(record.backend_revision);
  record.tolerance = tolerance_from(json);
  record.planned = whole(json.at("inputs"), "inputs", 0, most_inputs);
  const std::uint64_t rows = whole(json.at("tile").at(0), "tile", 1, most_tile_inputs);
  const std::uint64_t cols = whole(json.at("tile").at(1), "tile", 1, most_tile_inputs / rows);
  record.tile_rows = static_cast<std::int64_t>(rows);
  record.tile_cols = static_cast<std::int64_t>(cols);
  record.columns_by_result = record.arguments.size() > 1;
  header.provenance.selection = selection_with_readings(record);
  json.at("suite_version").get_to(header.provenance.suite_version);
  json.at("catalogue_revision").get_to(header.provenance.catalogue_revision);
  json.at("reference_version").get_to(header.provenance.reference_version);
  if (json.contains("shard")) header.shard = shard_of(json.at("shard").get<std::string>());
  return header;
}

std::optional<std::string> other_sweep(const Json& a, const Json& b, bool shards) {
  // How the files of equal options were spelled decides nothing.
  if (!shards) return differing_key(a, b, {"command"});
  return differing_key(a, b, {"command", "shard"});
}

std::string selection_with_readings(const SweepRecord& record) {
  return record.readings.empty() ? record.selection
                                 : fmt::format("{}; {}", record.selection, record.readings);
}

SweepHeader own_header(SweepHeader header) {
  const Shard& shard = header.shard;
  if (shard.count == 1) return header;
  SweepRecord& record = header.record;
  record.planned = Chunks(record.planned, shard).inputs();
  record.selection += shard_text(shard);
  record.command += fmt::format(" --shard {}/{}", shard.index, shard.count);
  header.provenance.selection = selection_with_readings(record);
  return header;
}

}  // namespace assay::runners
