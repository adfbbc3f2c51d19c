// SPDX-License-Identifier: Apache-2.0
// explain: decisions, errata and constraints by their names.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "reference/ops/op_index.hpp"
#include "reports/words/errata.hpp"
#include "reports/words/text.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/support/decisions.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/names.hpp"
#include "runners/support/nearest.hpp"

namespace assay::runners {
namespace {

constexpr std::size_t page_width = 100;
constexpr std::size_t most_ops = 12;  // named of those that share a constraint

int list_decisions() {
  for (const Decision& one : all_decisions()) {
    std::cout << fmt::format("{}  {}\n", one.number, one.title);
  }
  std::cout << "\n'assay explain 004' prints one; 'assay errata' lists errata, 'assay show OP' "
               "constraints.\n";
  return exit_conforms;
}

/// "4", "004" and "004-argmax-ties-and-nan" are one decision.
const Decision* decision_named(const std::vector<Decision>& decisions, const std::string& word) {
  int number = -1;
  const char* end = word.data() + word.size();
  const bool counts = std::from_chars(word.data(), end, number).ptr == end;
  const std::string digits = counts ? fmt::format("{:03}", number) : word;
  const auto found = std::ranges::find_if(
      decisions, [&](const Decision& one) { return one.number == digits || one.name == word; });
  return found == decisions.end() ? nullptr : &*found;
}

/// A constraint as pages have it, and the ops that have it so.
using Statement = std::tuple<std::string, std::string, std::string>;
using Statements = std::map<Statement, std::set<std::string>>;

std::string targets_of(const Constraint& constraint) {
  return fmt::format("applies on {}, a breach is refused on {}",
                     reports::targets_text(constraint.targets),
                     reports::targets_text(reports::refused_on(constraint)));
}

Statements statements_of(const std::string& name, const std::string& ops) {
  Statements found;
  for (const OpSpec* op : matching_ops(ops.empty() ? "*" : ops)) {
    for (const Form& form : op->forms) {
      for (const Constraint& one : form.constraints) {
        if (one.name != name) continue;
        const std::string source =
            one.source.page.empty() ? ""
                                    : fmt::format("[{}: {}]", one.source.page, one.source.bullet);
        found[{one.text, targets_of(one), ops.empty() ? "" : source}].insert(op->mnemonic);
      }
    }
  }
  return found;
}

void print_statements(const std::string& name, const Statements& statements) {
  std::cout << fmt::format("constraint {}\n", name);
  for (const auto& [statement, ops] : statements) {
    const auto& [text, targets, source] = statement;
    for (const std::string& line : reports::wrap(text, page_width - 2)) {
      std::cout << fmt::format("\n  {}", line);
    }
    std::cout << fmt::format("\n    {}\n", targets);
    if (!source.empty()) std::cout << fmt::format("    {}\n", source);
    std::vector<std::string> names(ops.begin(), ops.end());
    const std::size_t more = names.size() - std::min(names.size(), most_ops);
    names.resize(std::min(names.size(), most_ops));
    std::cout << fmt::format("    of {}{}\n", fmt::join(names, ", "),
                             more > 0 ? fmt::format(" and {} more", more) : "");
  }
}

[[noreturn]] void refuse(const std::string& word, const std::vector<Decision>& decisions) {
  std::vector<std::string> known;
  known.reserve(decisions.size());
  for (const Decision& one : decisions) known.emplace_back(one.number);
  const bool number = !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
  if (!number) {
    known.clear();
    for (const Decision& one : decisions) known.emplace_back(one.name);
    for (const OpSpec& op : all_ops()) {
      for (const Erratum& one : op.errata) known.push_back(one.number);
      for (const Form& form : op.forms) {
        for (const Constraint& one : form.constraints) known.push_back(one.name);
      }
    }
  }
  const std::string best = nearest(word, known);
  const std::string hint =
      best.empty() ? "'assay explain' lists the decisions" : fmt::format("did you mean {}?", best);
  throw UsageError(
      fmt::format("nothing is called '{}': no decision, erratum or constraint; {}", word, hint));
}

int explain_command(const std::string& word, const std::string& ops) {
  if (word.empty()) return list_decisions();
  const std::vector<Decision> decisions = all_decisions();
  if (const Decision* one = decision_named(decisions, word)) {
    std::cout << one->text;
    return exit_conforms;
  }
  if (const Erratum* one = find_erratum(word)) {
    const std::vector<const Erratum*> list{one};
    reports::print_errata_list(std::cout, list);
    return exit_conforms;
  }
  const Statements statements = statements_of(word, ops);
  if (statements.empty()) refuse(word, decisions);
  print_statements(word, statements);
  return exit_conforms;
}

}  // namespace

void add_explain(const Parser& root, Command& command) {
  const Parser app = root.add_command(
      "explain",
      "Explain a decision, an erratum or a constraint; without a name list the decisions");
  app.footer(
      "Examples:\n"
      "  assay explain                          the decisions\n"
      "  assay explain 004                      one of them\n"
      "  assay explain E-TCVT-003               an erratum\n"
      "  assay explain src.domain --op TRSQRT   a constraint, with its source");
  const auto word = std::make_shared<std::string>();
  const auto ops = std::make_shared<std::string>();
  app.add_option("name", *word, "Number of a decision or an erratum, or name of a constraint");
  app.add_option("--op", *ops, "Of a constraint: patterns of mnemonics, with commas between them");
  app.callback([app, word, ops, &command] {
    refuse_empty(app, "name", *word);
    refuse_empty(app, "--op", *ops);
    command.run = [word, ops] { return explain_command(*word, *ops); };
  });
}

}  // namespace assay::runners
