// SPDX-License-Identifier: Apache-2.0
// Errors of inputs as JSON.
#include "reports/inputs/json.hpp"

#include <cmath>
#include <utility>

#include "reports/inputs/inputs.hpp"

namespace assay::reports {
namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

template <typename Counts>
Json bins_json(const Counts& counts) {
  Json bins = Json::object();
  for (std::size_t bin = 0; bin < counts.size(); ++bin) {
    if (counts[bin] > 0) bins[ulp_bin_name(bin)] = counts[bin];
  }
  return bins;
}

Json input_json(const InputErrors& errors, const InputError& input) {
  Json arguments = Json::object();
  for (std::size_t k = 0; k < std::min(errors.arguments.size(), input.arguments.size()); ++k) {
    arguments[errors.arguments[k]] = hex_bits(errors.from, input.arguments[k]);
  }
  return {
      {"arguments", std::move(arguments)},     {"wrong", input.is_wrong()},
      {"accept", name_of(input.accept)},       {"expected", hex_bits(errors.to, input.expected)},
      {"low", hex_bits(errors.to, input.low)}, {"high", hex_bits(errors.to, input.high)},
      {"got", hex_bits(errors.to, input.got)}, {"ulp", number_or_null(input.ulp)},
      {"text", arguments_text(errors, input)}};
}

Json function_json(const FunctionErrors& function) {
  const InputErrors& found = function.found;
  Json columns = Json::array(), classes = Json::array(), worst = Json::array();
  for (const ColumnErrors& one : found.columns) {
    columns.push_back({{"column", name_of(one.column)},
                       {"wrong", one.wrong},
                       {"max_ulp", one.max_ulp},
                       {"inputs", bins_json(one.counts)}});
  }
  for (const ClassCounts& one : found.classes) {
    classes.push_back({{"argument", found.arguments.at(one.argument)},
                       {"class", name_of(one.from)},
                       {"result_class", name_of(one.to)},
                       {"compared", one.compared},
                       {"target_defined", one.target_defined}});
  }
  for (const InputError& one : found.worst) worst.push_back(input_json(found, one));
  Json json{{"name", function.name}};
  if (!function.backend.empty()) json["backend"] = function.backend;
  json.update({{"arguments", found.arguments},
               {"result", found.result},
               {"dtype", name_of(found.from)},
               {"result_dtype", name_of(found.to)},
               {"planned", function.planned() > 0 ? Json(function.planned()) : Json(nullptr)},
               {"inputs", found.inputs},
               {"compared", found.compared},
               {"target_defined", found.target_defined},
               {"withheld", found.withheld},
               {"wrong", found.wrong},
               {"calls", function.tiles},
               {"calls_lost", function.tiles_lost},
               {"max_ulp", number_or_null(found.max_ulp())},
               {"mean_ulp", number_or_null(found.mean_ulp())},
               {"bins", bins_json(bin_totals(found))},
               {"exponents_of", found.columns_by_result() ? "result" : "input"},
               {"columns", std::move(columns)},
               {"classes", std::move(classes)},
               {"worst", std::move(worst)}});
  return json;
}

}  // namespace

Json json_of_inputs(const Records& records) {
  Json functions = Json::array();
  for (const FunctionErrors& one : functions_in(records)) functions.push_back(function_json(one));
  return functions;
}

}  // namespace assay::reports
