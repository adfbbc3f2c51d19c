// SPDX-License-Identifier: Apache-2.0
#include "runners/command/explain_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>

#include "generators/values/plans.hpp"
#include "reference/isa/spec/choice.hpp"
#include "reference/ops/op_index.hpp"
#include "reports/words/text.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/command/backend_spellings.hpp"
#include "runners/simulator/faults/faults.hpp"
#include "runners/support/unpaged.hpp"

namespace assay::runners {
namespace {

using Names = std::vector<ExplainedName>;
using Users = std::map<std::string, std::set<std::string>>;  ///< name -> ops

constexpr std::size_t most_ops = 12;  // named of those that have something in common

std::string ops_text(const std::set<std::string>& ops) {
  std::vector<std::string> names(ops.begin(), ops.end());
  const std::size_t more = names.size() - std::min(names.size(), most_ops);
  names.resize(names.size() - more);
  return fmt::format("{}{}", fmt::join(names, ", "),
                     more > 0 ? fmt::format(" and {} more", more) : "");
}

void add_choices(Names& names) {
  for (const ChoiceText& choice : all_choices()) {
    std::vector<std::string> readings;
    for (const ReadingText& reading : choice.readings) {
      readings.push_back(fmt::format("{} ({})", reading.name, reading.text));
      names.push_back(
          {std::string(reading.name), fmt::format("reading of choice {}", choice.name),
           fmt::format("{}: {}. Source: {}", choice.question, reading.text, reading.source)});
    }
    names.push_back({std::string(choice.name), "choice",
                     fmt::format("{}; readings: {}. 'assay choices' has the sources, decision 191 "
                                 "the rules.",
                                 choice.question, fmt::join(readings, ", "))});
  }
}

std::string filters_of(const ToleranceEntry& entry) {
  std::string text;
  const auto add = [&](const char* key, std::string_view value) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", key, value);
  };
  if (entry.op) add("op", *entry.op);
  if (entry.form) add("form", *entry.form);
  if (entry.target) add("target", name_of(*entry.target));
  if (entry.element) add("element", name_of(*entry.element));
  return text.empty() ? "otherwise" : text;
}

void add_accuracies(Names& names) {
  Users ops;
  for (const OpSpec& op : all_ops()) {
    for (const Form& form : op.forms) {
      for (const Result& result : form.results) ops[result.accuracy].insert(op.mnemonic);
    }
    for (const Erratum& erratum : op.errata) {
      for (const Result& result : erratum.results) ops[result.accuracy].insert(op.mnemonic);
    }
  }
  const AccuracyProfile profile = load_accuracy("");
  for (const std::string& key : accuracy_keys()) {
    std::string text = fmt::format("Of {}.", ops_text(ops[key]));
    for (const ToleranceEntry* entry : profile.entries_of(key)) {
      text += fmt::format(" {}: {} ({})", filters_of(*entry),
                          reports::tolerance_text(entry->tolerance), entry->tolerance.reason);
    }
    names.push_back({key, "key of the accuracy profile", std::move(text)});
  }
}

void add_attributes(Names& names) {
  Users ops, values, owners;
  for (const OpSpec& op : all_ops()) {
    for (const Form& form : op.forms) {
      for (const Attribute& attribute : form.attributes) {
        ops[attribute.name].insert(op.mnemonic);
        for (const std::string& value : attribute.values) {
          values[attribute.name].insert(value);
          owners[value].insert(attribute.name);
        }
      }
    }
  }
  for (const auto& [name, users] : ops) {
    names.push_back(
        {name, "attribute",
         fmt::format("One of {}; of {}.", fmt::join(values[name], ", "), ops_text(users))});
  }
  for (const auto& [value, attributes] : owners) {
    names.push_back({value, fmt::format("value of attribute {}", fmt::join(attributes, ", ")),
                     fmt::format("Of {}.", ops_text(ops[*attributes.begin()]))});
  }
}

std::string kind_of(const ElementFormat& format) {
  if (format.exponent_bits == 0) return fmt::format("integer of {} bits", format.bits);
  return fmt::format(
      "floating point of {} bits: {} of exponent, precision {}, bias {}, {} infinity, {} NaN",
      format.bits, format.exponent_bits, format.precision, format.bias,
      format.has_infinity ? "with" : "without", format.has_nan ? "with" : "without");
}

void add_types(Names& names) {
  for (const ElementFormat& format : element_formats) {
    names.push_back({std::string(format.name), "element type",
                     fmt::format("{} in the manual; {}.", format.manual_name, kind_of(format))});
  }
}

}  // namespace

std::vector<ExplainedName> explained_names(const Parser& root) {
  Names names;
  add_choices(names);
  add_accuracies(names);
  add_attributes(names);
  add_types(names);
  for (const generators::ValuePlan& plan : generators::value_plans()) {
    names.push_back({std::string(plan.name), "value plan",
                     fmt::format("How elements are drawn: {}.", plan.text)});
  }
  for (const Parser& one : root.commands()) {
    names.push_back({one.name(), "command",
                     fmt::format("{}. See 'assay {} --help'.", one.description(), one.name())});
  }
  for (const Unpaged& one : all_unpaged()) {
    names.push_back({one.mnemonic, "instruction", why_unpaged(one.mnemonic) + "."});
  }
  for (const BackendSpelling& one : backend_spellings()) {
    const std::string_view kind = one.backend.substr(0, one.backend.find(':'));
    names.push_back(
        {std::string(kind), "backend", fmt::format("--backend {}: {}.", one.backend, one.text)});
  }
  for (const simulator::FaultInfo& one : simulator::faults()) {
    names.push_back({std::string(one.name), "fault of the simulator",
                     fmt::format("{}. --backend simulator:fault={}", one.summary, one.name)});
  }
  return names;
}

}  // namespace assay::runners
