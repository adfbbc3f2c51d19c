// SPDX-License-Identifier: Apache-2.0
// A manual page as JSON, with everything in it that is data.
#include <nlohmann/json.hpp>

#include "reference/isa/spec/tolerance_names.hpp"
#include "reference/ops/shared_memory.hpp"
#include "reports/manual/manual.hpp"
#include "reports/manual/tolerances.hpp"
#include "reports/words/errata.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const std::vector<Target>& targets) {
  Json names = Json::array();
  for (const Target target : targets) names.push_back(name_of(target));
  return names;
}

Json json_of(TargetSet targets) { return json_of(members_of(targets)); }

// An array of the results of `convert` for each item; empty, never null.
template <typename Items, typename Convert>
Json array_of(const Items& items, Convert convert) {
  Json array = Json::array();
  for (const auto& item : items) array.push_back(convert(item));
  return array;
}

Json operand_json(const Operand& operand) {
  Json json{
      {"name", operand.name}, {"role", role_text(operand.role)}, {"kind", kind_text(operand.kind)}};
  if (operand.set_before) json["set_before"] = true;
  return json;
}

Json attribute_json(const Attribute& attribute) {
  return {{"name", attribute.name}, {"values", attribute.values}};
}

Json constraint_json(const Constraint& rule) {
  Json json{{"name", rule.name},
            {"text", rule.text},
            {"stage", name_of(rule.stage)},
            {"targets", json_of(rule.targets)},
            {"refused_on", json_of(refused_on(rule))},
            {"source", {{"page", rule.source.page}, {"bullet", rule.source.bullet}}},
            {"invariant", rule.invariant},
            {"breakable", rule.breakable()},
            {"ordered", rule.edge != nullptr}};
  if (!rule.also_stated.empty()) json["follows_from"] = rule.also_stated;
  return json;
}

Json may_refuse_json(const MayRefuse& one) {
  return {{"text", one.text},
          {"targets", json_of(one.targets)},
          {"source", {{"page", one.source.page}, {"bullet", one.source.bullet}}}};
}

Json sharing_json(const Sharing& one) {
  return {{"output", one.output}, {"input", one.input}, {"targets", json_of(one.targets)}};
}

Json tolerance_json(const ToleranceRow& row) {
  return {{"target", name_of(row.target)},
          {"element", name_of(row.element)},
          {"kind", name_of(row.tolerance.kind)},
          {"bound", row.tolerance.bound},
          {"reason", row.tolerance.reason}};
}

Json scenario_json(const Scenario& scenario) {
  return {{"name", scenario.name}, {"text", scenario.text}, {"targets", json_of(scenario.targets)}};
}

Json form_json(const OpSpec& op, const Form& form, const ToleranceLookup& tolerances) {
  const auto result_json = [&](const Result& result) {
    const auto rows = tolerance_rows(op, form, result, tolerances);
    return Json{{"operand", result.operand},
                {"accuracy", result.accuracy},
                {"tolerances", array_of(rows, tolerance_json)}};
  };
  return {{"name", form.name},
          {"call", signature_of(op.mnemonic, form)},
          {"targets", json_of(form.targets)},
          {"lead", form.lead},
          {"operands", array_of(form.operands, operand_json)},
          {"attributes", array_of(form.attributes, attribute_json)},
          {"constraints", array_of(form.constraints, constraint_json)},
          {"may_refuse", array_of(form.may_refuse, may_refuse_json)},
          {"may_share_memory", array_of(sharing_of(form), sharing_json)},
          {"results", array_of(form.results, result_json)},
          {"scenarios", array_of(form.scenarios, scenario_json)},
          {"plans", form.plans},
          {"reads_invalid_region", form.reads_invalid_region},
          {"max_elements", form.max_elements}};
}

}  // namespace

std::string page_as_json(const OpSpec& op, const ToleranceLookup& tolerances) {
  const auto form = [&](const Form& item) { return form_json(op, item, tolerances); };
  const auto ambiguity = [](const Ambiguity& item) {
    return Json{{"text", item.text}, {"settled", item.settled}};
  };
  Json json{{"schema", "assay-page"},    {"schema_version", 1},
            {"op", op.mnemonic},         {"family", op.family},
            {"summary", op.summary},     {"forms", array_of(op.forms, form)},
            {"decisions", op.decisions}, {"ambiguities", array_of(op.ambiguities, ambiguity)},
            {"notes", op.notes}};
  if (!op.errata.empty()) {
    std::vector<const Erratum*> errata;
    for (const Erratum& one : op.errata) errata.push_back(&one);
    json["errata"] = errata_list_json(errata);
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace assay::reports
