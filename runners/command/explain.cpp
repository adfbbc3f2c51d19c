// SPDX-License-Identifier: Apache-2.0
// explain: whatever has a name, in pages, files, reports and commands.
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
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/explain_names.hpp"
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

/// Names of options without their dashes -> the command and what its help says of them.
using OptionHelp = std::multimap<std::string, std::pair<std::string, std::string>>;

/// Names that are explained besides those of pages, decisions, errata and words.
struct Named {
  OptionHelp options;
  std::vector<ExplainedName> names;
};

std::string without_dashes(const std::string& spelling) {
  return spelling.substr(std::min(spelling.size(), spelling.find_first_not_of('-')));
}

OptionHelp help_of_options(const Parser& root) {
  OptionHelp help;
  for (const Parser& one : root.commands()) {
    for (const Option& option : one.options()) {
      for (const std::string& spelling : option.spellings()) {
        if (!spelling.starts_with("-")) continue;
        help.insert({without_dashes(spelling), {one.name(), option.description()}});
      }
    }
  }
  return help;
}

/// Options of one name, the same description once.
bool print_options(const std::string& name, const OptionHelp& help) {
  std::map<std::string, std::vector<std::string>> commands;
  const auto [first, last] = help.equal_range(name);
  for (auto at = first; at != last; ++at) commands[at->second.second].push_back(at->second.first);
  for (const auto& [description, names] : commands) {
    std::cout << fmt::format("option {}{} of {}\n", name.size() == 1 ? "-" : "--", name,
                             fmt::join(names, ", "));
    for (const std::string& line : reports::wrap(description, page_width - 2)) {
      std::cout << "  " << line << '\n';
    }
  }
  return first != last;
}

bool same_word(std::string_view a, std::string_view b) { return edit_distance(a, b) == 0; }

/// Entries of the glossary for a word, also in the plural.
bool print_words(const std::string& word) {
  bool found = false;
  for (const GlossaryEntry& entry : all_glossary_entries()) {
    const bool is_it = std::ranges::any_of(entry.words, [&](const std::string& one) {
      return same_word(one, word) || same_word(one + "s", word);
    });
    if (!is_it) continue;
    found = true;
    std::cout << fmt::format("{}\n", fmt::join(entry.words, ", "));
    for (const std::string& line : reports::wrap(entry.meaning, page_width - 2)) {
      std::cout << "  " << line << '\n';
    }
  }
  return found;
}

/// Entries of that name in the data of the program.
bool print_explained(const std::string& word, const std::vector<ExplainedName>& names) {
  bool found = false;
  for (const ExplainedName& one : names) {
    if (!same_word(one.name, word)) continue;
    found = true;
    std::cout << fmt::format("{} {}\n", one.kind, one.name);
    for (const std::string& line : reports::wrap(one.text, page_width - 2)) {
      std::cout << "  " << line << '\n';
    }
  }
  return found;
}

std::vector<std::string> names_of_pages() {
  std::vector<std::string> names;
  for (const OpSpec& op : all_ops()) {
    names.push_back(op.mnemonic);
    for (const Form& form : op.forms) {
      for (const Constraint& one : form.constraints) names.push_back(one.name);
    }
  }
  return names;
}

/// The name that was probably meant; empty if none is near.
std::string nearest_name(const std::string& word, const std::vector<Decision>& decisions,
                         const Named& named) {
  if (word.starts_with("E-")) return nearest_erratum(word);
  std::vector<std::string> known;
  known.reserve(decisions.size());
  for (const Decision& one : decisions) known.emplace_back(one.number);
  const bool number = !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
  if (!number) {
    known = names_of_pages();
    for (const Decision& one : decisions) known.emplace_back(one.name);
    for (const GlossaryEntry& one : all_glossary_entries()) {
      known.insert(known.end(), one.words.begin(), one.words.end());
    }
    for (const auto& [option, text] : named.options) known.push_back(option);
    for (const ExplainedName& one : named.names) known.push_back(one.name);
  }
  return nearest(word, known);
}

[[noreturn]] void refuse(const std::string& word, const std::vector<Decision>& decisions,
                         const Named& named) {
  const std::string best = nearest_name(word, decisions, named);
  const std::string list = word.starts_with("E-") ? "'assay errata' lists the errata"
                                                  : "'assay explain' lists the decisions";
  const std::string hint = best.empty() ? list : fmt::format("did you mean {}?", best);
  throw UsageError(fmt::format(
      "nothing is called '{}': no op, decision, erratum, constraint, choice, word, option or other "
      "name; {}",
      word, hint));
}

void require_no_other(const std::string& word, const std::string& ops) {
  if (ops.empty()) return;
  throw UsageError(
      fmt::format("--op selects among the constraints of one name, and '{}' is none", word));
}

/// Decision, erratum or op of that name.
bool print_named(const std::string& word, const std::vector<Decision>& decisions) {
  if (const Decision* one = decision_named(decisions, word)) {
    std::cout << one->text;
    return true;
  }
  if (const Erratum* one = find_erratum(word)) {
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

int explain_command(const std::string& word, const std::string& ops, const Named& named) {
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
  const bool is_name = print_explained(word, named.names);
  const bool is_option = print_options(without_dashes(word), named.options);
  if (!is_word && !is_name && !is_option) refuse(word, decisions, named);
  return exit_conforms;
}

}  // namespace

void add_explain(const Parser& root, Command& command) {
  const Parser app =
      root.add_command("explain",
                       "Explain an op, a decision, an erratum, a constraint, a word, "
                       "an option or another name; without a name list the "
                       "decisions");
  app.footer(
      "Examples:\n"
      "  assay explain                          the decisions\n"
      "  assay explain 004                      one of them\n"
      "  assay explain E-TCVT-003               an erratum\n"
      "  assay explain src.domain --op TRSQRT   a constraint, with its source\n"
      "  assay explain undecidable              a verdict, or another word of reports\n"
      "  assay explain subnormals               a choice; so readings, keys of the accuracy "
      "profile,\n"
      "                                         value plans, attributes, element types, commands, "
      "faults\n"
      "  assay explain min-judged               an option, in all commands that have it");
  const auto word = std::make_shared<std::string>();
  const auto ops = std::make_shared<std::string>();
  app.add_option(
      "name", *word,
      "Mnemonic, number of a decision or an erratum, constraint, word of a report, option, or any "
      "other name that a command prints or takes");
  app.add_option("--op", *ops, "Of a constraint: patterns of mnemonics, with commas between them");
  app.callback([app, root, word, ops, &command] {
    refuse_empty(app, "name", *word);
    refuse_empty(app, "--op", *ops);
    const auto named = std::make_shared<Named>(Named{help_of_options(root), explained_names(root)});
    command.run = [word, ops, named] { return explain_command(*word, *ops, *named); };
  });
}

}  // namespace assay::runners
