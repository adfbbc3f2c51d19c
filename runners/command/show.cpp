// SPDX-License-Identifier: Apache-2.0
// list, show: the pages.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reference/ops/op_index.hpp"
#include "reports/manual/manual.hpp"
#include "runners/cases/accuracy.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/support/names.hpp"

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

}  // namespace

void add_list(CLI::App& root, Command& command) {
  CLI::App* app = root.add_subcommand("list", "List all ops");
  app->footer("Examples:\n  assay list\n  assay list --format json");
  const auto format = std::make_shared<std::string>("text");
  app->add_option("--format", *format, "text or json")->capture_default_str();
  app->callback([format, &command] {
    const bool json = is_json(*format);
    command.run = [json] { return json ? list_as_json() : list_command(); };
  });
}

void add_show(CLI::App& root, Command& command) {
  CLI::App* app = root.add_subcommand("show", "Show the page of an op");
  app->footer("Examples:\n  assay show TCOLARGMAX\n  assay show TLOAD --format json");
  const auto op = std::make_shared<std::string>();
  const auto format = std::make_shared<std::string>("text");
  const auto accuracy = std::make_shared<std::string>();
  app->add_option("op", *op, "Mnemonic")->required();
  app->add_option("--format", *format, "text or json")->capture_default_str();
  app->add_option("--accuracy", *accuracy, accuracy_help);
  app->callback([op, format, accuracy, &command] {
    const bool json = is_json(*format);
    command.run = [=] { return show_command(*op, json, *accuracy); };
  });
}

}  // namespace assay::runners
