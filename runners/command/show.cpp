// SPDX-License-Identifier: Apache-2.0
// list, show: the pages.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "generators/generate.hpp"
#include "reference/ops/op_index.hpp"
#include "reference/support/atomic_file.hpp"
#include "reports/manual/manual.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/cases/profiles/own_files.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/support/build_facts.hpp"
#include "runners/support/decisions.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/manual_pages.hpp"
#include "runners/support/names.hpp"
#include "runners/support/progress.hpp"

namespace assay::runners {
namespace {

std::string form_names(const OpSpec& op) {
  std::vector<std::string> names;
  for (const Form& form : op.forms) names.push_back(form.name);
  return fmt::format("{}", fmt::join(names, ","));
}

int list_as_json() {
  nlohmann::ordered_json ops = nlohmann::ordered_json::array();
  for (const OpSpec& op : all_ops()) {
    nlohmann::ordered_json forms = nlohmann::ordered_json::array();
    for (const Form& form : op.forms) forms.push_back(form.name);
    ops.push_back(
        {{"op", op.mnemonic}, {"family", op.family}, {"summary", op.summary}, {"forms", forms}});
  }
  const nlohmann::ordered_json json{
      {"schema", "assay-list"}, {"schema_version", 1}, {"ops", std::move(ops)}};
  std::cout << json.dump(2) << '\n';
  return exit_conforms;
}

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

struct ShowOptions {
  std::string op;
  std::string format = "text";
  std::string accuracy;
  std::string out;
};

/// Form and constraint -> how the recipes of the suites test it.
using TestsOfOp = std::map<std::pair<const Form*, std::string>, reports::ConstraintTests>;

TestsOfOp tests_of(const OpSpec& op) {
  TestsOfOp tests;
  const auto add = [](auto& list, const auto& one) {
    if (std::ranges::find(list, one) == list.end()) list.push_back(one);
  };
  for (const generators::Recipe& recipe : generators::recipes(op)) {
    const Intent& intent = recipe.intent;
    if (intent.kind == Intent::Kind::inside) continue;
    reports::ConstraintTests& own = tests[{recipe.form, intent.constraint}];
    if (intent.kind == Intent::Kind::boundary) add(own.edges, std::string(name_of(intent.edge)));
    if (!intent.legal()) add(own.broken, recipe.target);
  }
  return tests;
}

/// The decisions that the page of one op cites.
std::vector<reports::ManualDecision> decisions_of(std::span<const OpSpec* const> ops) {
  std::vector<reports::ManualDecision> found;
  for (const Decision& one : all_decisions()) {
    const bool cited = std::ranges::any_of(ops, [&](const OpSpec* op) {
      return std::ranges::find(op->decisions, one.name) != op->decisions.end();
    });
    if (ops.size() > 1 || cited) found.push_back({one.number, one.text});
  }
  return found;
}

std::string html_of(std::span<const OpSpec* const> ops, const ToleranceLookup& tolerances) {
  std::map<const OpSpec*, TestsOfOp> tests;
  Progress progress(ops.size(), isatty(STDERR_FILENO) != 0, "ops");
  for (const OpSpec* op : ops) {
    tests[op] = tests_of(*op);
    progress.step();
  }
  const auto tests_by = [&](const OpSpec& op, const Form& form, const Constraint& one) {
    const TestsOfOp& own = tests.at(&op);
    const auto found = own.find({&form, one.name});
    return found == own.end() ? reports::ConstraintTests() : found->second;
  };
  std::ostringstream out;
  reports::print_manual_html(out, ops,
                             {tolerances, tests_by, decisions_of(ops),
                              std::string(program_version()), all_manual_pages()});
  return out.str();
}

int show_html(const ShowOptions& options) {
  std::vector<const OpSpec*> ops;
  for (const OpSpec& op : all_ops()) ops.push_back(&op);
  if (!options.op.empty()) ops = {&known_op(options.op)};
  if (!options.out.empty()) require_own_report(options.out, "<!doctype html>");
  const std::string html = html_of(ops, load_accuracy(options.accuracy).lookup());
  if (options.out.empty()) {
    std::cout << html;
  } else {
    support::write_atomically("manual", options.out, html);
  }
  return exit_conforms;
}

int show_command(const ShowOptions& options) {
  if (options.format == "html") return show_html(options);
  const bool json = is_json(options.format);
  if (options.op.empty()) throw UsageError("name an op, or use --format html for all of them");
  if (!options.out.empty()) throw UsageError("--out belongs to --format html");
  const OpSpec& op = known_op(options.op);
  const ToleranceLookup tolerances = load_accuracy(options.accuracy).lookup();
  if (json) {
    std::cout << reports::page_as_json(op, tolerances) << '\n';
  } else {
    reports::print_page(std::cout, op, tolerances);
  }
  return exit_conforms;
}

}  // namespace

void add_list(const Parser& root, Command& command) {
  const Parser app = root.add_command("list", "List all ops");
  app.footer("Examples:\n  assay list\n  assay list --format json");
  const auto format = std::make_shared<std::string>("text");
  app.add_option("--format", *format, "text or json").show_default();
  app.callback([format, &command] {
    const bool json = is_json(*format);
    command.run = [json] { return json ? list_as_json() : list_command(); };
  });
}

void add_show(const Parser& root, Command& command) {
  const Parser app = root.add_command("show", "Show the page of an op");
  app.footer(
      "Examples:\n"
      "  assay show TCOLARGMAX\n"
      "  assay show TLOAD --format json\n"
      "  assay show --format html --out isa.html   all ops in one file, with the decisions");
  const auto options = std::make_shared<ShowOptions>();
  app.add_option("op", options->op, "Mnemonic; of html all ops where it is left out");
  app.add_option("--format", options->format, "text, json or html").show_default();
  app.add_option("--accuracy", options->accuracy, accuracy_help);
  app.add_option("--out", options->out, "Of html: the file to write instead of printing");
  app.callback([app, options, &command] {
    refuse_empty(app, "op", options->op);
    refuse_empty(app, "--out", options->out);
    if (options->format != "html" && options->format != "text" && options->format != "json") {
      throw UsageError(fmt::format("unknown format '{}'; use text, json or html", options->format));
    }
    command.run = [options] { return show_command(*options); };
  });
}

}  // namespace assay::runners
