// SPDX-License-Identifier: Apache-2.0
// Words and numbers as every report writes them.
#include "reports/words/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "reference/isa/case/backend_spec.hpp"
#include "reference/support/text.hpp"

namespace assay::reports {
std::string json_reason(std::string_view what) {
  if (what.starts_with("[json.exception.parse_error")) return "it is no JSON, or was cut off";
  const std::size_t end = what.find("] ");
  return std::string(what.starts_with("[json.exception") ? what.substr(end + 2) : what);
}

std::string replay_command(std::string_view name, std::string_view backend) {
  std::string line = "assay replay " + support::shell_word(name);
  const std::optional<BackendSpec> spec = backend_spec_of(backend);
  if (!spec || spec->is_default()) return line;
  return fmt::format("{} --backend {}", line, support::shell_word(backend));
}

std::string replay_command(const CaseRecord& record) {
  return replay_command(record.name, record.backend);
}

std::vector<Target> members_of(TargetSet targets) {
  std::vector<Target> members;
  for (const Target target : all_targets) {
    if (targets.contains(target)) members.push_back(target);
  }
  return members;
}

std::string targets_text(std::span<const Target> targets) {
  std::string text;
  for (const Target target : targets) {
    if (!text.empty()) text += ' ';
    text += name_of(target);
  }
  return text.empty() ? "none" : text;
}

std::string targets_text(TargetSet targets) { return targets_text(members_of(targets)); }

std::vector<Target> refused_on(const Constraint& rule) {
  std::vector<Target> targets;
  for (const Target target : all_targets) {
    if (rule.targets.contains(target) && rule.enforced.contains(target)) targets.push_back(target);
  }
  return targets;
}

std::string_view role_text(Role role) {
  switch (role) {
    case Role::output:
      return "output";
    case Role::input:
      return "input";
    case Role::in_out:
      return "in-out";
    case Role::scratch:
      return "scratch";
  }
  return "?";
}

std::string_view kind_text(OperandKind kind) {
  switch (kind) {
    case OperandKind::tile:
      return "tile";
    case OperandKind::global:
      return "global memory";
    case OperandKind::scalar:
      return "scalar";
  }
  return "?";
}

std::string signature_of(std::string_view op, const Form& form) {
  std::string attributes;
  for (const Attribute& attribute : form.attributes) {
    if (!attributes.empty()) attributes += ", ";
    attributes += attribute.name;
  }
  std::string operands;
  for (const Operand& operand : form.operands) {
    if (operand.set_before) continue;
    if (!operands.empty()) operands += ", ";
    if (operand.role != Role::input) operands += fmt::format("{} ", role_text(operand.role));
    operands += operand.name;
  }
  if (!attributes.empty()) attributes = fmt::format("<{}>", attributes);
  return fmt::format("{}{}({})", op, attributes, operands);
}

std::string tolerance_text(const Tolerance& tolerance) {
  switch (tolerance.kind) {
    case Tolerance::Kind::exact:
      return "exact";
    case Tolerance::Kind::correctly_rounded:
      return "correctly rounded";
    case Tolerance::Kind::ulp:
      return fmt::format("{:g} ulp", tolerance.bound);
    case Tolerance::Kind::relative:
      return fmt::format("relative {:g}", tolerance.bound);
  }
  return "?";
}

std::vector<std::pair<std::string, std::string>> run_facts(const RunInfo& info, std::size_t cases) {
  std::vector<std::pair<std::string, std::string>> facts{
      {"suite", fmt::format("{}, version {}", info.suite, info.suite_version)},
      {"backend", info.backend},
      {"seed", std::to_string(info.seed)},
      {"command", info.command},
      {"started", info.started},
      {"took", duration(info.seconds)}};
  if (info.seconds > 0) {
    const double rate = static_cast<double>(cases) / info.seconds;
    facts.emplace_back("rate", fmt::format("{:.0f} cases/s", rate));
  }
  facts.emplace_back("host", info.host);
  return facts;
}

}  // namespace assay::reports
