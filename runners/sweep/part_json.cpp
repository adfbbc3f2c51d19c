// SPDX-License-Identifier: Apache-2.0
// A part of a sweep as a line of the journal.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reports/words/json_text.hpp"
#include "reports/words/seal.hpp"
#include "runners/sweep/journal.hpp"

namespace assay::runners {
namespace {

using Json = nlohmann::ordered_json;

std::uint64_t pattern(double value) { return std::bit_cast<std::uint64_t>(value); }
double number(const Json& json) { return std::bit_cast<double>(json.get<std::uint64_t>()); }

template <typename Items, typename Convert>
Json array_of(const Items& items, Convert convert) {
  Json array = Json::array();
  for (const auto& item : items) array.push_back(convert(item));
  return array;
}

/// [argument, class, class of the result, count] for every count that is not 0.
Json tables_json(const std::vector<ClassTable>& tables) {
  Json array = Json::array();
  for (std::size_t k = 0; k < tables.size(); ++k) {
    for (std::size_t row = 0; row < number_classes; ++row) {
      for (std::size_t col = 0; col < number_classes; ++col) {
        const std::uint64_t count = tables[k][row][col];
        if (count > 0) array.push_back({k, row, col, count});
      }
    }
  }
  return {{"arguments", tables.size()}, {"counts", std::move(array)}};
}

/// At most `last`; throws std::out_of_range.
std::uint64_t limited(const Json& json, std::uint64_t last) {
  const auto value = json.get<std::uint64_t>();
  if (value > last) throw std::out_of_range("a number of the part is too large");
  return value;
}

std::vector<ClassTable> tables_from(const Json& json) {
  std::vector<ClassTable> tables(limited(json.at("arguments"), most_sweep_arguments));
  const auto below = [](const Json& number, std::size_t end) {
    if (end == 0) throw std::out_of_range("a count is of no argument");
    return limited(number, end - 1);
  };
  for (const Json& cell : json.at("counts")) {
    const std::uint64_t argument = below(cell.at(0), tables.size());
    const std::uint64_t row = below(cell.at(1), number_classes);
    const std::uint64_t col = below(cell.at(2), number_classes);
    tables[argument][row][col] = cell.at(3).get<std::uint64_t>();
  }
  return tables;
}

Json column_json(const SweepColumn& column) {
  return {column.negative, column.kind, column.exponent, pattern(column.max_ulp), column.counts};
}

SweepColumn column_from(const Json& json) {
  SweepColumn column;
  column.negative = json.at(0).get<bool>();
  constexpr auto last_kind = static_cast<std::uint64_t>(SweepColumn::Kind::nan);
  column.kind = static_cast<SweepColumn::Kind>(limited(json.at(1), last_kind));
  column.exponent = json.at(2).get<int>();
  column.max_ulp = number(json.at(3));
  column.counts = json.at(4).get<std::array<std::uint64_t, ulp_bins>>();
  return column;
}

Json input_json(const SweepInput& input) {
  return {input.index, input.arguments, input.accept, input.expected,
          input.low,   input.high,      input.got,    pattern(input.ulp)};
}

SweepInput input_from(const Json& json) {
  SweepInput input;
  input.index = json.at(0).get<std::uint64_t>();
  input.arguments = json.at(1).get<SweepArguments>();
  input.accept = static_cast<Accept>(limited(json.at(2), static_cast<std::uint64_t>(last_accept)));
  input.expected = json.at(3).get<std::uint64_t>();
  input.low = json.at(4).get<std::uint64_t>();
  input.high = json.at(5).get<std::uint64_t>();
  input.got = json.at(6).get<std::uint64_t>();
  input.ulp = number(json.at(7));
  return input;
}

Json incident_json(const SweepIncident& incident) {
  return {name_of(incident.kind), name_of(incident.deviation), incident.message, incident.first,
          incident.inputs,        incident.arguments};
}

SweepIncident incident_from(const Json& json) {
  SweepIncident incident;
  const auto kind = verdict_named(json.at(0).get<std::string>());
  const auto deviation = deviation_named(json.at(1).get<std::string>());
  if (!kind || !deviation) throw std::out_of_range("an incident has no verdict that there is");
  incident.kind = *kind;
  incident.deviation = *deviation;
  incident.message = json.at(2).get<std::string>();
  incident.first = json.at(3).get<std::uint64_t>();
  incident.inputs = json.at(4).get<std::uint64_t>();
  incident.arguments = json.at(5).get<SweepArguments>();
  return incident;
}

template <typename T, typename Convert>
std::vector<T> vector_from(const Json& json, Convert convert) {
  std::vector<T> items;
  for (const Json& item : json) items.push_back(convert(item));
  return items;
}

/// A list holds all that is counted as long as the lists of the parts before leave room.
void require_listed(std::size_t listed, std::uint64_t counted, std::size_t most,
                    std::size_t& before, const char* what) {
  if (listed != std::min<std::uint64_t>(counted, most - before)) {
    throw std::out_of_range(fmt::format("the part has {} {} and lists {}", counted, what, listed));
  }
  before += listed;
}

}  // namespace

void PartCheck::take(const SweepPart& part) {
  std::uint64_t left = part.inputs;
  for (const std::uint64_t count : {part.compared, part.target_defined, part.withheld, part.lost}) {
    if (count > left) throw std::out_of_range("the inputs of the part do not add up");
    left -= count;
  }
  if (left > 0) throw std::out_of_range("the inputs of the part do not add up");
  if (std::max(part.wrong, part.measured) > part.compared) {
    throw std::out_of_range("the part has more wrong or measured inputs than compared ones");
  }
  if (part.worst.size() > most_worst_inputs) {
    throw std::out_of_range("the part lists too many inputs with the largest error");
  }
  require_listed(part.wrong_inputs.size(), part.wrong, most_wrong_inputs, wrong_inputs_,
                 "wrong inputs");
  require_listed(part.incidents.size(), part.incident_count, most_incidents, incidents_,
                 "incidents");
}

std::string part_to_line(const SweepPart& part) {
  const Json json{{"inputs", part.inputs},
                  {"compared", part.compared},
                  {"target_defined", part.target_defined},
                  {"withheld", part.withheld},
                  {"lost", part.lost},
                  {"wrong", part.wrong},
                  {"measured", part.measured},
                  {"ulp_sum", pattern(part.ulp_sum)},
                  {"compared_classes", tables_json(part.compared_classes)},
                  {"target_defined_classes", tables_json(part.target_defined_classes)},
                  {"wrong_classes", part.wrong_classes},
                  {"columns", array_of(part.columns, column_json)},
                  {"worst", array_of(part.worst, input_json)},
                  {"wrong_inputs", array_of(part.wrong_inputs, input_json)},
                  {"incidents", array_of(part.incidents, incident_json)},
                  {"incident_count", part.incident_count}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

SweepPart part_from_line(const std::string& line) {
  const Json json = reports::parsed_json(line);
  reports::require_whole_numbers(json);
  SweepPart part;
  part.inputs = json.at("inputs").get<std::uint64_t>();
  part.compared = json.at("compared").get<std::uint64_t>();
  part.target_defined = json.at("target_defined").get<std::uint64_t>();
  part.withheld = json.at("withheld").get<std::uint64_t>();
  part.lost = json.at("lost").get<std::uint64_t>();
  part.wrong = json.at("wrong").get<std::uint64_t>();
  part.measured = json.at("measured").get<std::uint64_t>();
  part.ulp_sum = number(json.at("ulp_sum"));
  part.compared_classes = tables_from(json.at("compared_classes"));
  part.target_defined_classes = tables_from(json.at("target_defined_classes"));
  part.wrong_classes = json.at("wrong_classes").get<std::array<std::uint64_t, number_classes>>();
  part.columns = vector_from<SweepColumn>(json.at("columns"), column_from);
  part.worst = vector_from<SweepInput>(json.at("worst"), input_from);
  part.wrong_inputs = vector_from<SweepInput>(json.at("wrong_inputs"), input_from);
  part.incidents = vector_from<SweepIncident>(json.at("incidents"), incident_from);
  part.incident_count = json.at("incident_count").get<std::uint64_t>();
  return part;
}

}  // namespace assay::runners
