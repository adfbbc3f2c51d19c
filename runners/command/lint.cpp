// SPDX-License-Identifier: Apache-2.0
// lint: can every rule of every page hold, and be broken alone, and every erratum show?
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "generators/generate.hpp"
#include "runners/cases/plan/determinacy.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/support/names.hpp"

namespace assay::runners {
namespace {

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
  print_findings("unknown plans", lint.unknown_plans);
  return lint.inside_valid == lint.inside_tries && lint.redundant.empty() && lint.vacuous.empty() &&
         lint.unknown_plans.empty();
}

/// True where some case can show every erratum of the page.
bool print_errata_lint(const OpSpec& op, const ToleranceLookup& tolerances) {
  if (op.errata.empty()) return true;
  const std::vector<std::string> unreached = unreached_errata(op, tolerances);
  std::cout << fmt::format("{} errata: cases can show {} of {}\n", op.mnemonic,
                           op.errata.size() - unreached.size(), op.errata.size());
  print_findings("never exercised", unreached);
  return unreached.empty();
}

int lint_command(const std::string& op_pattern, int tries) {
  bool clean = true;
  const ToleranceLookup tolerances = load_accuracy("").lookup();
  for (const OpSpec* op : matching_ops(op_pattern)) {
    for (const Form& form : op->forms) {
      for (const Target target : all_targets) {
        if (!form.targets.contains(target)) continue;
        clean = print_lint(*op, form, target, tries) && clean;
      }
    }
    clean = print_errata_lint(*op, tolerances) && clean;
  }
  return clean ? exit_conforms : exit_deviates;
}

}  // namespace

void add_lint(const Parser& root, Command& command) {
  const Parser lint = root.add_command(
      "lint",
      "Prove that every constraint of every page can hold and can be broken alone, and that every "
      "erratum can show");
  const auto op = std::make_shared<std::string>("*");
  const auto tries = std::make_shared<std::int64_t>(50);
  lint.add_option("--op", *op,
                  "Ops to take: mnemonics or shell patterns, with commas between them");
  lint.add_option("--tries", *tries, "Draws per constraint").show_default();
  lint.callback([op, tries, &command] {
    const auto count = static_cast<int>(positive("--tries", *tries, 1'000'000));
    command.run = [op, count] { return lint_command(*op, count); };
  });
}

}  // namespace assay::runners
