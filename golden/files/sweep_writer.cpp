// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "golden/container/output_file.hpp"
#include "golden/format/schema.hpp"
#include "golden/sweep.hpp"
#include "golden/tables/table.hpp"
#include "reference/isa/spec/tolerance_names.hpp"

namespace assay::golden {
namespace {

std::string_view kind_name(SweepColumn::Kind kind) {
  static constexpr std::array<std::string_view, 4> names{"zero", "finite", "infinity", "nan"};
  return names.at(static_cast<std::size_t>(kind));
}

h5::Attributes attributes_of(const SweepRecord& record, const Provenance& provenance) {
  h5::Attributes root = root_attributes(provenance, std::string(sweep_schema));
  root["op"] = record.op;
  root["form"] = record.form;
  root["target"] = record.target;
  root["attributes"] = record.attributes;
  root["arguments"] = fmt::format("{}", fmt::join(record.arguments, ","));
  root["result"] = record.result;
  root["dtype"] = std::string(name_of(record.from));
  root["result_dtype"] = std::string(name_of(record.to));
  root["function"] = record.function;
  root["tolerance_kind"] = std::string(name_of(record.tolerance.kind));
  root["tolerance_bound"] = fmt::format("{}", record.tolerance.bound);
  root["tolerance_reason"] = record.tolerance.reason;
  root["backend"] = record.backend;
  root["backend_revision"] = record.backend_revision;
  root["command"] = record.command;
  root["tile_rows"] = record.tile_rows;
  root["tile_cols"] = record.tile_cols;
  root["exponents_of"] = std::string(record.columns_by_result ? "result" : "input");
  return root;
}

Table summary_of(const SweepRecord& record) {
  const SweepPart& found = record.found;
  return {{"planned", Naturals{record.planned}},
          {"inputs", Naturals{found.inputs}},
          {"compared", Naturals{found.compared}},
          {"target_defined", Naturals{found.target_defined}},
          {"withheld", Naturals{found.withheld}},
          {"lost", Naturals{found.lost}},
          {"wrong", Naturals{found.wrong}},
          {"measured", Naturals{found.measured}},
          {"incidents", Naturals{found.incident_count}},
          {"max_ulp", Numbers{record.max_ulp()}},
          {"mean_ulp", Numbers{record.mean_ulp()}},
          {"verdict", Strings{std::string(name_of(verdict_of(record)))}}};
}

Table columns_of(const SweepPart& found) {
  Strings sign, kind;
  Integers exponent;
  Numbers max_ulp;
  std::vector<Naturals> counts(ulp_bins);
  for (const SweepColumn& column : found.columns) {
    sign.emplace_back(column.negative ? "-" : "+");
    kind.emplace_back(kind_name(column.kind));
    exponent.push_back(column.exponent);
    max_ulp.push_back(column.max_ulp);
    for (std::size_t bin = 0; bin < ulp_bins; ++bin) counts[bin].push_back(column.counts[bin]);
  }
  Table table{{"sign", std::move(sign)},
              {"kind", std::move(kind)},
              {"exponent", std::move(exponent)},
              {"max_ulp", std::move(max_ulp)}};
  for (std::size_t bin = 0; bin < ulp_bins; ++bin) {
    table.push_back({ulp_bin_name(bin), std::move(counts[bin])});
  }
  return table;
}

Table classes_of(const SweepRecord& record) {
  Strings argument, input, result;
  Naturals compared, target_defined;
  const SweepPart& found = record.found;
  for (std::size_t k = 0; k < found.compared_classes.size(); ++k) {
    for (std::size_t row = 0; row < number_classes; ++row) {
      for (std::size_t col = 0; col < number_classes; ++col) {
        const std::uint64_t promised = found.compared_classes[k][row][col];
        const std::uint64_t left = found.target_defined_classes[k][row][col];
        if (promised + left == 0) continue;
        argument.push_back(record.arguments.at(k));
        input.emplace_back(number_class_name(row));
        result.emplace_back(number_class_name(col));
        compared.push_back(promised);
        target_defined.push_back(left);
      }
    }
  }
  return {{"argument", std::move(argument)},
          {"input_class", std::move(input)},
          {"result_class", std::move(result)},
          {"compared", std::move(compared)},
          {"target_defined", std::move(target_defined)}};
}

Table wrong_classes_of(const SweepPart& found) {
  Strings input;
  Naturals wrong;
  for (std::size_t k = 0; k < number_classes; ++k) {
    input.emplace_back(number_class_name(k));
    wrong.push_back(found.wrong_classes[k]);
  }
  return {{"input_class", std::move(input)}, {"wrong", std::move(wrong)}};
}

Table inputs_of(const SweepRecord& record, const std::vector<SweepInput>& inputs) {
  Naturals index, expected, low, high, got;
  Strings accept;
  Numbers ulp;
  std::vector<Naturals> arguments(record.arguments.size());
  for (const SweepInput& input : inputs) {
    index.push_back(input.index);
    for (std::size_t k = 0; k < arguments.size(); ++k) arguments[k].push_back(input.arguments[k]);
    accept.emplace_back(name_of(input.accept));
    expected.push_back(input.expected);
    low.push_back(input.low);
    high.push_back(input.high);
    got.push_back(input.got);
    ulp.push_back(input.ulp);
  }
  Table table{{"index", std::move(index)}};
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    table.push_back({record.arguments[k] + "_bits", std::move(arguments[k])});
  }
  table.push_back({"accept", std::move(accept)});
  table.push_back({"expected_bits", std::move(expected)});
  table.push_back({"low_bits", std::move(low)});
  table.push_back({"high_bits", std::move(high)});
  table.push_back({"got_bits", std::move(got)});
  table.push_back({"ulp", std::move(ulp)});
  return table;
}

Table incidents_of(const SweepRecord& record) {
  Strings verdict, deviation, message;
  Naturals first, inputs;
  std::vector<Naturals> arguments(record.arguments.size());
  for (const SweepIncident& incident : record.found.incidents) {
    verdict.emplace_back(name_of(incident.kind));
    deviation.emplace_back(name_of(incident.deviation));
    message.push_back(incident.message);
    first.push_back(incident.first);
    inputs.push_back(incident.inputs);
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      arguments[k].push_back(incident.arguments[k]);
    }
  }
  Table table{{"verdict", std::move(verdict)},
              {"deviation", std::move(deviation)},
              {"message", std::move(message)},
              {"first", std::move(first)},
              {"inputs", std::move(inputs)}};
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    table.push_back({record.arguments[k] + "_bits", std::move(arguments[k])});
  }
  return table;
}

}  // namespace

void write_sweep(const std::filesystem::path& path, const SweepRecord& record,
                 const Provenance& provenance) {
  writing("sweep file", path, [&] {
    OutputFile file(path, attributes_of(record, provenance));
    file.table("/summary", summary_of(record));
    file.table("/columns", columns_of(record.found));
    file.table("/classes", classes_of(record));
    file.table("/wrong_classes", wrong_classes_of(record.found));
    file.table("/worst", inputs_of(record, record.found.worst));
    file.table("/wrong", inputs_of(record, record.found.wrong_inputs));
    file.table("/incidents", incidents_of(record));
    file.finish();
  });
}

}  // namespace assay::golden
