// SPDX-License-Identifier: Apache-2.0
// explain: ops, decisions, errata, constraints, words and options by their names.
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
#include "reports/manual/manual.hpp"
#include "reports/words/errata.hpp"
#include "reports/words/text.hpp"
#include "runners/cases/plan/errata.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/support/decisions.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/glossary.hpp"
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
               "constraints. Words,\nverdicts, ops and options have explanations as well.\n";
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

/// What else the word may mean.
std::string meant(const std::string& word, const std::vector<Decision>& decisions) {
  if (find_op(word) != nullptr) return fmt::format("'assay show {}' shows that op", word);
  if (word.starts_with("E-")) {
    const std::string best = nearest_erratum(word);
    return best.empty() ? "'assay errata' lists the errata" : fmt::format("did you mean {}?", best);
  }
  std::vector<std::string> known;
  known.reserve(decisions.size());
  for (const Decision& one : decisions) known.emplace_back(one.number);
  const bool number = !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
  if (!number) {
    known = names_of_pages();
    for (const Decision& one : decisions) known.emplace_back(one.name);
    for (const OpSpec& op : all_ops()) {
      for (const Form& form : op.forms) {
        for (const Constraint& one : form.constraints) known.push_back(one.name);
      }
    }
    for (const auto& [option, text] : help) known.push_back(option);
  }
  const std::string best = nearest(word, known);
  return best.empty() ? "'assay explain' lists the decisions"
                      : fmt::format("did you mean {}?", best);
}

[[noreturn]] void refuse(const std::string& word, const std::vector<Decision>& decisions) {
  throw UsageError(fmt::format("nothing is called '{}': no decision, erratum or constraint; {}",
                               word, meant(word, decisions)));
}

/// A decision or an erratum is one whatever the op.
void refuse_ops(const std::string& ops) {
  if (ops.empty()) return;
  throw UsageError(
      fmt::format("--op narrows a constraint: name one, as in 'assay explain src.domain --op {0}'; "
                  "'assay show {0}' lists those of the op",
                  ops));
}

int explain_command(const std::string& word, const std::string& ops) {
  if (word.empty()) {
    refuse_ops(ops);
    return list_decisions();
  }
  const std::vector<Decision> decisions = all_decisions();
  if (const Decision* one = decision_named(decisions, word)) {
    refuse_ops(ops);
    std::cout << one->text;
    return true;
  }
  if (const Erratum* one = find_erratum(word)) {
    refuse_ops(ops);
    const std::vector<const Erratum*> list{one};
    reports::print_errata_list(std::cout, list);
    return true;
  }
  const auto op = std::ranges::find_if(
      all_ops(), [&](const OpSpec& one) { return same_word(one.mnemonic, word); });
  if (op == all_ops().end()) return false;
  reports::print_page(std::cout, *op, load_accuracy("").lookup());
  return true;
}

int explain_command(const std::string& word, const std::string& ops, const OptionHelp& help) {
  if (word.empty()) {
    if (!ops.empty())
      throw UsageError("--op needs the name of a constraint; 'assay show OP' lists them");
    return list_decisions();
  }
  const std::vector<Decision> decisions = all_decisions();
  if (const Statements statements = statements_of(word, ops); !statements.empty()) {
    print_statements(word, statements);
    return exit_conforms;
  }
  require_no_other(word, ops);
  if (print_named(word, decisions)) return exit_conforms;
  const bool is_word = print_words(word);
  const bool is_option = print_options(without_dashes(word), help);
  if (!is_word && !is_option) refuse(word, decisions, help);
  return exit_conforms;
}

}  // namespace

void add_explain(const Parser& root, Command& command) {
  const Parser app = root.add_command("explain",
                                      "Explain an op, a decision, an erratum, a constraint, a word "
                                      "or an option; without a name list "
                                      "the decisions");
  app.footer(
      "Examples:\n"
      "  assay explain                          the decisions\n"
      "  assay explain 004                      one of them\n"
      "  assay explain E-TCVT-003               an erratum\n"
      "  assay explain src.domain --op TRSQRT   a constraint, with its source\n"
      "  assay explain undecidable              a verdict, or another word of reports\n"
      "  assay explain min-judged               an option, in all commands that have it");
  const auto word = std::make_shared<std::string>();
  const auto ops = std::make_shared<std::string>();
  app.add_option(
      "name", *word,
      "Mnemonic, number of a decision or an erratum, constraint, word of a report, option");
  app.add_option("--op", *ops, "Of a constraint: patterns of mnemonics, with commas between them");
  app.callback([app, root, word, ops, &command] {
    refuse_empty(app, "name", *word);
    refuse_empty(app, "--op", *ops);
    const auto help = std::make_shared<OptionHelp>(help_of_options(root));
    command.run = [word, ops, help] { return explain_command(*word, *ops, *help); };
  });
}

}  // namespace assay::runners
