// SPDX-License-Identifier: Apache-2.0
// Commands that look at pages and backends: list, show, backends, lint.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>

#include "reference/ops/op_index.hpp"
#include "reports/report.hpp"
#include "runners/backend/loaded.hpp"
#include "runners/cases/accuracy.hpp"
#include "runners/command/commands.hpp"
#include "runners/simulator/simulator.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/names.hpp"
#include "runners/worker/process.hpp"

namespace assay::runners {
namespace {

std::string form_names(const OpSpec& op) {
  std::vector<std::string> names;
  for (const Form& form : op.forms) names.push_back(form.name);
  return fmt::format("{}", fmt::join(names, ","));
}

void print_findings(std::string_view title, const std::vector<std::string>& findings) {
  if (findings.empty()) return;
  std::cout << fmt::format("  {:<14} {}\n", title, fmt::join(findings, "\n                 "));
}

/// True where every inside case is legal and every rule can be broken alone.
bool print_lint(const OpSpec& op, const Form& form, Target target, int tries) {
  const generators::Lint lint = generators::lint(op, form, target, tries);
  std::cout << fmt::format("{} {} {}: {} of {} inside cases are legal\n", op.mnemonic, form.name,
                           name_of(target), lint.inside_valid, lint.inside_tries);
  print_findings("breaks alone", lint.breaks_alone);
  print_findings("follows", lint.stated);
  print_findings("redundant", lint.redundant);
  print_findings("vacuous", lint.vacuous);
  return lint.inside_valid == lint.inside_tries && lint.redundant.empty() && lint.vacuous.empty();
}

}  // namespace

int list_command() {
  std::size_t width = 0;
  std::size_t form_width = 0;
  for (const OpSpec& op : all_ops()) {
    width = std::max(width, op.mnemonic.size());
    form_width = std::max(form_width, form_names(op).size());
  }
  for (const OpSpec& op : all_ops()) {
    std::cout << fmt::format("{:<{}}  {:<{}}  {}\n", op.mnemonic, width, form_names(op), form_width,
                             op.summary);
  }
  return exit_conforms;
}

int show_command(const std::string& name, bool json, const std::string& accuracy) {
  const OpSpec& op = known_op(name);
  const ToleranceLookup tolerances = load_accuracy(accuracy).lookup();
  if (json) {
    std::cout << reports::page_as_json(op, tolerances) << '\n';
  } else {
    reports::print_page(std::cout, op, tolerances);
  }
  return exit_conforms;
}

int backends_command(bool faults, bool described) {
  if (!faults) {
    std::cout
        << "simulator             the one in the tree, healthy\n"
           "simulator:fault=NAME  the same with one known bug; --faults lists them\n"
           "                      NAME@rows>16, @valid_cols%8, @dtype=f16 or @target=a5 limits "
           "it, + adds another\n"
           "plugin:FILE.so        a shared library behind runners/backend.h\n"
           "exec:COMMAND          a program that speaks runners/PROTOCOL.md on its pipes\n";
    return exit_conforms;
  }
  std::size_t width = 0;
  for (const auto& fault : simulator::faults()) width = std::max(width, fault.name.size());
  for (const auto& fault : simulator::faults()) {
    std::cout << (described ? fmt::format("{:<{}}  {}\n", fault.name, width, fault.summary)
                            : fmt::format("{}\n", fault.name));
  }
  return exit_conforms;
}

int backend_command(const std::string& backend) {
  check_backend_name(backend);
  const WorkerProcess worker({.program = worker_program(), .backend = backend});
  const BackendInfo& info = worker.info();
  std::cout << fmt::format("name      {}\nrevision  {}\ntargets   {}\ndevices   {}\n", info.name,
                           info.revision, info.targets,
                           info.devices.empty() ? "one, without a name" : info.devices);
  return exit_conforms;
}

int lint_command(const std::string& op_pattern, int tries) {
  bool clean = true;
  for (const OpSpec* op : matching_ops(op_pattern)) {
    for (const Form& form : op->forms) {
      for (const Target target : all_targets) {
        if (!form.targets.contains(target)) continue;
        clean = print_lint(*op, form, target, tries) && clean;
      }
    }
  }
  return clean ? exit_conforms : exit_deviates;
}

}  // namespace assay::runners
