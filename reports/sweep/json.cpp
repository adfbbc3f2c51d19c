// SPDX-License-Identifier: Apache-2.0
// A sweep as JSON.
#include <cmath>
#include <nlohmann/json.hpp>

#include "reports/sweep/parts.hpp"
#include "reports/sweep/sweep.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json arguments_json(const SweepRecord& record, const SweepArguments& bits) {
  Json arguments;
  for (std::size_t k = 0; k < record.arguments.size(); ++k) {
    arguments[record.arguments[k]] = hex_bits(record.from, bits[k]);
  }
  return arguments;
}

Json input_json(const SweepRecord& record, const SweepInput& input) {
  return {{"index", input.index},
          {"arguments", arguments_json(record, input.arguments)},
          {"accept", name_of(input.accept)},
          {"expected", hex_bits(record.to, input.expected)},
          {"low", hex_bits(record.to, input.low)},
          {"high", hex_bits(record.to, input.high)},
          {"got", hex_bits(record.to, input.got)},
          {"ulp", number_or_null(input.ulp)},
          {"text", arguments_text(record, input.arguments)}};
}

Json inputs_json(const SweepRecord& record, const std::vector<SweepInput>& inputs) {
  Json array = Json::array();
  for (const SweepInput& input : inputs) array.push_back(input_json(record, input));
  return array;
}

Json bins_json(const std::array<std::uint64_t, ulp_bins>& counts) {
  Json bins = Json::object();
  for (std::size_t bin = 0; bin < ulp_bins; ++bin) {
    if (counts[bin] > 0) bins[ulp_bin_name(bin)] = counts[bin];
  }
  return bins;
}

Json columns_json(const SweepRecord& record) {
  Json array = Json::array();
  for (const SweepColumn& column : record.found.columns) {
    array.push_back({{"column", name_of(column)},
                     {"max_ulp", column.max_ulp},
                     {"inputs", bins_json(column.counts)}});
  }
  return array;
}

Json classes_json(const SweepRecord& record) {
  Json array = Json::array();
  for (const ClassRow& row : class_rows(record)) {
    array.push_back({{"argument", row.argument},
                     {"class", row.input},
                     {"result_class", row.result},
                     {"compared", row.compared},
                     {"target_defined", row.target_defined}});
  }
  return array;
}

Json incidents_json(const SweepRecord& record) {
  Json array = Json::array();
  for (const SweepIncident& incident : record.found.incidents) {
    const Verdict verdict{.kind = incident.kind, .deviation = incident.deviation, .reason = {}};
    array.push_back({{"verdict", verdict_text(verdict)},
                     {"message", incident.message},
                     {"first", incident.first},
                     {"inputs", incident.inputs},
                     {"arguments", arguments_json(record, incident.arguments)}});
  }
  return array;
}

Json subject_json(const SweepRecord& record) {
  return {{"op", record.op},
          {"form", record.form},
          {"target", record.target},
          {"attributes", record.attributes},
          {"dtype", name_of(record.from)},
          {"result_dtype", name_of(record.to)},
          {"function", record.function},
          {"arguments", record.arguments},
          {"result", record.result},
          {"tolerance", tolerance_text(record.tolerance)},
          {"backend", record.backend},
          {"backend_revision", record.backend_revision},
          {"selection", record.selection},
          {"readings", record.readings},
          {"tile", {record.tile_rows, record.tile_cols}},
          {"command", record.command}};
}

}  // namespace

std::string sweep_as_json(const SweepRecord& record) {
  const SweepPart& found = record.found;
  const Json json{{"sweep", subject_json(record)},
                  {"verdict", name_of(verdict_of(record))},
                  {"complete", found.inputs == record.planned},
                  {"planned", record.planned},
                  {"inputs", found.inputs},
                  {"compared", found.compared},
                  {"target_defined", found.target_defined},
                  {"withheld", found.withheld},
                  {"lost", found.lost},
                  {"wrong", found.wrong},
                  {"max_ulp", number_or_null(record.max_ulp())},
                  {"mean_ulp", number_or_null(record.mean_ulp())},
                  {"bins", bins_json(bin_totals(record))},
                  {"exponents_of", record.columns_by_result ? "result" : "input"},
                  {"columns", columns_json(record)},
                  {"classes", classes_json(record)},
                  {"worst", inputs_json(record, found.worst)},
                  {"wrong_inputs", inputs_json(record, found.wrong_inputs)},
                  {"incident_count", found.incident_count},
                  {"incidents", incidents_json(record)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace assay::reports
