// SPDX-License-Identifier: Apache-2.0
// A manual page as text.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ostream>

#include "reference/ops/shared_memory.hpp"
#include "reports/manual/manual.hpp"
#include "reports/manual/tolerances.hpp"
#include "reports/manual/type_pairs.hpp"
#include "reports/words/errata.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

constexpr std::size_t page_width = 100;

// `text` after `prefix`, further lines below its beginning.
void paragraph(std::ostream& out, const std::string& prefix, std::string_view text) {
  const auto lines = wrap(printable(text), page_width - prefix.size());
  for (std::size_t k = 0; k < lines.size(); ++k) {
    out << (k == 0 ? prefix : std::string(prefix.size(), ' ')) << lines[k] << '\n';
  }
}

void print_operands(std::ostream& out, const Form& form) {
  out << "  operands\n";
  for (const Operand& operand : form.operands) {
    out << fmt::format("    {:<10} {:<8} {}{}{}\n", operand.name, role_text(operand.role),
                       kind_text(operand.kind), operand.set_before ? ", set before the call" : "",
                       operand.name == form.lead ? ", leads: its element type names the case" : "");
  }
}

void print_attributes(std::ostream& out, const Form& form) {
  if (form.attributes.empty()) return;
  out << "  attributes\n";
  for (const Attribute& attribute : form.attributes) {
    std::string values;
    for (const std::string& value : attribute.values)
      values += (values.empty() ? "" : ", ") + value;
    paragraph(out, fmt::format("    {:<10} ", attribute.name), values);
  }
}

void print_constraint(std::ostream& out, const Constraint& rule, std::size_t name_width) {
  const std::string prefix =
      fmt::format("    {:<{}}  {:<12} {:<12} ", rule.name, name_width, targets_text(rule.targets),
                  targets_text(refused_on(rule)));
  paragraph(out, prefix, rule.text);
  const std::string below(prefix.size(), ' ');
  if (!rule.source.page.empty()) {
    paragraph(out, below, fmt::format("[{}: {}]", rule.source.page, rule.source.bullet));
  }
  if (rule.invariant) paragraph(out, below, "a constraint of the types themselves");
  if (!rule.also_stated.empty()) {
    paragraph(out, below, fmt::format("follows from other constraints: {}", rule.also_stated));
  }
}

void print_constraints(std::ostream& out, const Form& form, Stage stage) {
  std::size_t width = 4;
  std::size_t count = 0;
  for (const Constraint& rule : form.constraints) {
    if (rule.stage != stage) continue;
    width = std::max(width, rule.name.size());
    ++count;
  }
  if (count == 0) return;
  // A very long name pushes its own row, not the whole table.
  width = std::min<std::size_t>(width, 30);
  out << fmt::format("  constraints at {}\n", name_of(stage));
  out << fmt::format("    {:<{}}  {:<12} {:<12} constraint\n", "name", width, "applies on",
                     "refused on");
  for (const Constraint& rule : form.constraints) {
    if (rule.stage == stage) print_constraint(out, rule, width);
  }
}

void print_may_refuse(std::ostream& out, const Form& form) {
  if (form.may_refuse.empty()) return;
  out << "  legal calls that may be refused\n";
  for (const MayRefuse& one : form.may_refuse) {
    const std::string prefix = fmt::format("    {:<12} ", targets_text(one.targets));
    paragraph(out, prefix,
              fmt::format("{} [{}: {}]", one.text, one.source.page, one.source.bullet));
  }
}

void print_sharing(std::ostream& out, const Form& form) {
  const std::vector<Sharing> all = sharing_of(form);
  if (!all.empty()) out << "  operands that may share memory\n";
  for (const Sharing& one : all) {
    out << fmt::format("    {:<12} {} with {}\n", targets_text(one.targets), one.output, one.input);
  }
}

void print_results(std::ostream& out, const OpSpec& op, const Form& form,
                   const ToleranceLookup& tolerances) {
  out << "  results\n";
  for (const Result& result : form.results) {
    if (result.accuracy.empty()) {
      paragraph(out, fmt::format("    {:<10} ", result.operand), promise_text(result));
      continue;
    }
    out << fmt::format("    {:<10} accuracy \"{}\"\n", result.operand, result.accuracy);
    for (const ToleranceRow& row : tolerance_rows(op, form, result, tolerances)) {
      const std::string reason =
          row.tolerance.reason.empty() ? "" : fmt::format(" ({})", row.tolerance.reason);
      paragraph(out, fmt::format("      {:<5} {:<4} ", name_of(row.target), name_of(row.element)),
                tolerance_text(row.tolerance) + reason);
    }
  }
}

void print_cases(std::ostream& out, const Form& form) {
  std::string plans;
  for (const std::string& plan : form.plans) plans += (plans.empty() ? "" : ", ") + plan;
  if (!plans.empty()) paragraph(out, "  value plans besides the common ones: ", plans);
  if (form.scenarios.empty()) return;
  out << "  scenarios\n";
  for (const Scenario& scenario : form.scenarios) {
    paragraph(out, fmt::format("    {:<18} {:<12} ", scenario.name, targets_text(scenario.targets)),
              scenario.text);
  }
}

void print_form(std::ostream& out, const OpSpec& op, const Form& form,
                const ToleranceLookup& tolerances) {
  out << fmt::format("\nForm {}: {}\n", form.name, signature_of(op.mnemonic, form));
  out << fmt::format("  targets: {}\n", targets_text(form.targets));
  if (form.reads_invalid_region) {
    out << "  reads elements outside the valid region of its inputs\n";
  }
  print_operands(out, form);
  print_attributes(out, form);
  print_type_pairs(out, form);
  print_constraints(out, form, Stage::instantiation);
  print_constraints(out, form, Stage::launch);
  print_may_refuse(out, form);
  print_sharing(out, form);
  print_results(out, op, form, tolerances);
  print_cases(out, form);
}

}  // namespace

void print_page(std::ostream& out, const OpSpec& op, const ToleranceLookup& tolerances) {
  out << fmt::format("{} ({})\n", op.mnemonic, op.family);
  paragraph(out, "", op.summary);
  for (const Form& form : op.forms) print_form(out, op, form, tolerances);
  if (!op.decisions.empty()) out << "\nDecisions\n";
  for (const std::string& decision : op.decisions) paragraph(out, "  - ", decision);
  if (!op.ambiguities.empty()) out << "\nWhat the sources leave open\n";
  for (const Ambiguity& ambiguity : op.ambiguities) {
    paragraph(out, "  - ", ambiguity.text);
    paragraph(out, "    settled by: ", ambiguity.settled);
  }
  if (!op.errata.empty()) {
    out << "\nErrata: what implementations are known to do instead\n";
    std::vector<const Erratum*> errata;
    for (const Erratum& one : op.errata) errata.push_back(&one);
    print_errata_list(out, errata);
  }
  if (!op.notes.empty()) out << "\nTarget notes\n";
  for (const std::string& note : op.notes) paragraph(out, "  - ", note);
}

}  // namespace assay::reports
