// SPDX-License-Identifier: Apache-2.0
#include "runners/sweep/header.hpp"

#include <fmt/format.h>

#include "reports/words/text.hpp"
#include "runners/cases/shard.hpp"
#include "runners/run/manifest.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/names.hpp"
#include "runners/sweep/chunks.hpp"

namespace assay::runners {

using Json = nlohmann::ordered_json;

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
  json.at("result").get_to(record.result);
  record.from = known_element(json.at("dtype").get<std::string>());
  record.to = known_element(json.at("result_dtype").get<std::string>());
  json.at("function").get_to(record.function);
  json.at("selection").get_to(record.selection);
  json.at("command").get_to(record.command);
  json.at("backend").get_to(record.backend);
  json.at("backend_revision").get_to(record.backend_revision);
  json.at("tolerance_kind").get_to(record.tolerance.kind);
  json.at("tolerance_bound").get_to(record.tolerance.bound);
  json.at("tolerance_reason").get_to(record.tolerance.reason);
  json.at("inputs").get_to(record.planned);
  json.at("tile").at(0).get_to(record.tile_rows);
  json.at("tile").at(1).get_to(record.tile_cols);
  record.columns_by_result = record.arguments.size() > 1;
  header.provenance.selection = record.selection;
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

SweepHeader own_header(SweepHeader header) {
  const Shard& shard = header.shard;
  if (shard.count == 1) return header;
  SweepRecord& record = header.record;
  record.planned = Chunks(record.planned, shard).inputs();
  record.selection += shard_text(shard);
  record.command += fmt::format(" --shard {}/{}", shard.index, shard.count);
  header.provenance.selection = record.selection;
  return header;
}

}  // namespace assay::runners
