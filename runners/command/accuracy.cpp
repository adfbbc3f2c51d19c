// SPDX-License-Identifier: Apache-2.0
// accuracy: how far results may be from exact ones, and how far those of a run are.
#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "generators/case_named.hpp"
#include "generators/filled_case.hpp"
#include "reference/numerics/real.hpp"
#include "reports/words/table.hpp"
#include "reports/words/text.hpp"
#include "runners/cases/plan/suite.hpp"
#include "runners/cases/profiles/accuracy_rows.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/run/journal_reader.hpp"
#include "runners/support/embedded.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/names.hpp"
#include "runners/support/terminal.hpp"

namespace assay::runners {
namespace {

constexpr std::size_t most_blocks = 6;  // rows that are printed in full
constexpr double percent = 100;

struct AccuracyOptions {
  std::string ops;
  std::string form;
  Selection selection;
  std::string run;  ///< folder or journal; empty: none
  std::string accuracy;
  bool json = false;
  bool profile = false;
};

/// "25 %"; empty where the allowance is no distance.
std::string share_text(const AccuracyRow& row) {
  const std::optional<double> share = share_of_allowed(row);
  return share ? fmt::format("{:.3g} %", *share * percent) : "";
}

/// The inputs of the worst element: "src 0x3c01 = 1.001". Of operands whose valid region is that of
/// the output; of scalars.
std::string inputs_of(const CaseRecord& record) {
  const WorstElement& worst = *record.verdict.worst;
  std::string text;
  try {
    const generators::FilledCase drawn = generators::filled(generators::case_named(record.name));
    const Call& call = drawn.test.call;
    if (!call.is_tile(worst.operand)) return "";
    const TileSpec& output = call.tile(worst.operand);
    for (std::size_t k = 0; k < call.operands.size(); ++k) {
      const Operand& operand = call.form->operands[k];
      const ElementArray& held = drawn.before[k];
      if (operand.role == Role::output || operand.role == Role::scratch) continue;
      const auto* tile = std::get_if<TileSpec>(&call.operands[k]);
      if (tile && (tile->valid_rows != output.valid_rows || tile->valid_cols != output.valid_cols))
        continue;
      const std::int64_t index = tile ? worst.row * tile->cols() + worst.col : 0;
      if (index >= held.size() || std::holds_alternative<GlobalSpec>(call.operands[k])) continue;
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", operand.name,
                          numerics::describe(held.type(), held[index]));
    }
  } catch (const generators::BadName&) {
    return "";  // a program, or a shrunk case: its name does not draw it
  }
  return text;
}

/// The errors by the rule of relative_threshold(), and whether it is kept.
void print_relative(const AccuracyRow& row) {
  const RelativeErrors& errors = row.relative;
  if (errors.elements == 0) return;
  std::cout << fmt::format("  relative MERE {:.3g}, MARE {:.3g} of {} elements", errors.mean(),
                           errors.largest, reports::grouped(errors.elements));
  const std::optional<ElementType> element = element_named(row.dtype);
  const std::optional<double> limit = element ? relative_threshold(*element) : std::nullopt;
  if (limit) {
    const bool kept = errors.mean() < *limit && errors.largest < maximum_over_mean * *limit;
    std::cout << fmt::format("; below {:.3g} and {:.3g}, a common rule that decides no verdict: {}",
                             *limit, maximum_over_mean * *limit, kept ? "yes" : "no");
  }
  std::cout << '\n';
}

void print_reached(const AccuracyRow& row) {
  if (!row.worst) {
    std::cout << "  reached  no judged case of the run has a distance\n";
    return;
  }
  const Verdict& verdict = row.worst->verdict;
  const std::string share = share_text(row);
  std::cout << fmt::format("  reached  {}{} in {}{}\n", reports::ulp_text(*verdict.max_ulp),
                           share.empty() ? "" : fmt::format(", {} of what is allowed,", share),
                           reports::count_of(row.cases, "case"),
                           row.failed > 0 ? fmt::format(", of which {} failed", row.failed) : "");
  if (!verdict.worst || !verdict.worst->element) return;
  const WorstElement& worst = *verdict.worst;
  const std::string inputs = inputs_of(*row.worst);
  std::cout << fmt::format("  worst    {} at ({}, {}): {}expected {}, got {}\n",
                           reports::printable(worst.operand), worst.row, worst.col,
                           inputs.empty() ? "" : inputs + "; ",
                           numerics::describe(*worst.element, worst.expected),
                           numerics::describe(*worst.element, worst.got));
  std::cout << fmt::format("  show it  {}\n", reports::replay_command(*row.worst));
}

void print_block(const AccuracyRow& row, bool with_run) {
  std::cout << fmt::format("{} {} {} {}: {}\n", row.op, row.form, row.target, row.dtype,
                           allowed_text(row));
  if (row.source.empty()) {
    std::cout << fmt::format(
        "  reason   The page gives the result: the exact one, or what it permits, such as any "
        "order of a sum. See 'assay show {}'.\n",
        row.op);
  } else {
    std::cout << fmt::format("  reason   {}\n  source   {}\n", row.tolerance.reason, row.source);
  }
  if (with_run) print_reached(row);
  if (with_run) print_relative(row);
}

void print_table(const std::vector<AccuracyRow>& rows, bool with_run) {
  using reports::Style;
  reports::TextTable table;
  std::vector<std::string> names{"op", "form", "target", "dtype", "allowed"};
  if (with_run) names.insert(names.end(), {"reached", "of allowed", "cases"});
  std::vector<reports::Cell> header;
  header.reserve(names.size());
  for (const std::string& name : names) header.push_back({name, Style::strong});
  table.add(std::move(header));
  for (const AccuracyRow& row : rows) {
    std::vector<reports::Cell> cells{
        {row.op}, {row.form}, {row.target}, {row.dtype}, {allowed_text(row)}};
    if (with_run && row.worst) {
      cells.push_back({reports::ulp_text(*row.worst->verdict.max_ulp),
                       row.failed > 0 ? Style::bad : Style::plain});
      cells.push_back({share_text(row)});
      cells.push_back({std::to_string(row.cases)});
    }
    table.add(std::move(cells));
  }
  table.print(std::cout, 0, wants_colour(STDOUT_FILENO));
  std::cout << fmt::format(
      "\nReasons, sources and worst inputs: select at most {} rows, as in 'assay accuracy TEXP "
      "--target a5 --dtype f16'.\n",
      most_blocks);
}

void print_json(const std::vector<AccuracyRow>& rows, bool with_run) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const AccuracyRow& row : rows) {
    nlohmann::ordered_json json{{"op", row.op},
                                {"form", row.form},
                                {"target", row.target},
                                {"dtype", row.dtype},
                                {"allowed", allowed_text(row)},
                                {"reason", row.tolerance.reason},
                                {"source", row.source}};
    if (with_run) json["cases"] = row.cases;
    if (with_run) json["failed"] = row.failed;
    if (row.relative.elements > 0) {
      json["elements"] = row.relative.elements;
      json["mean_relative_error"] = row.relative.mean();
      json["max_relative_error"] = row.relative.largest;
    }
    if (row.worst) {
      json["reached_ulp"] = *row.worst->verdict.max_ulp;
      json["worst_case"] = reports::printable(row.worst->name);
    }
    list.push_back(std::move(json));
  }
  const nlohmann::ordered_json json{
      {"schema", "assay-accuracy"}, {"schema_version", 1}, {"rows", std::move(list)}};
  std::cout << json.dump(2) << '\n';
}

int accuracy_command(AccuracyOptions options) {
  if (options.profile) {
    std::cout << embedded_file(built_in_accuracy);
    return exit_conforms;
  }
  if (!options.ops.empty()) options.selection.op_pattern = options.ops;
  const AccuracyProfile profile = load_accuracy(options.accuracy);
  std::vector<generators::Recipe> recipes = recipes_of(options.selection);
  std::erase_if(recipes, [&](const generators::Recipe& recipe) {
    return !options.form.empty() && recipe.form->name != options.form;
  });
  std::vector<AccuracyRow> rows = accuracy_rows(recipes, profile, options.ops.empty());
  if (rows.empty()) {
    throw UsageError(
        "no floating-point result is selected; integer results are exact, see 'assay show OP'");
  }
  const bool with_run = !options.run.empty();
  RecordedRun run;
  if (with_run) {
    run = read_run(options.run);
    say_stopped(run.info.completion);
    count_distances(rows, run.records);
    if (options.ops.empty()) {
      std::erase_if(rows, [](const AccuracyRow& row) { return !row.worst; });
    }
  }
  if (options.json) {
    print_json(rows, with_run);
  } else if (rows.size() > most_blocks) {
    print_table(rows, with_run);
  } else {
    for (const AccuracyRow& row : rows) print_block(row, with_run);
  }
  return exit_conforms;
}

}  // namespace

void add_accuracy(const Parser& root, Command& command) {
  const Parser app = root.add_command(
      "accuracy", "Show how far results may be from exact ones, and how far those of a run are");
  app.footer(
      "Examples:\n"
      "  assay accuracy TEXP --target a5 --dtype f16   allowed distance, reason, file and line\n"
      "  assay accuracy TEXP --run nightly             what a run reached, and its worst input\n"
      "  assay accuracy --run nightly                  a row for each op, form, target and type\n"
      "  assay accuracy --profile >mine.toml           the built-in profile\n"
      "A file for --accuracy needs only the entries that differ from the built-in ones.");
  const auto options = std::make_shared<AccuracyOptions>();
  const auto texts = std::make_shared<Texts>();
  const auto format = std::make_shared<std::string>("text");
  app.add_option("op", options->ops,
                 "Patterns of mnemonics, with commas between them; default all");
  app.add_option("--form", options->form, "Form of the op");
  app.add_option("--target", texts->targets, "Targets, with commas between them");
  app.add_option("--dtype", texts->dtypes, "Element types of the lead, with commas between them");
  app.add_option("--run", options->run, "Folder of a run, or its journal");
  app.add_option("--accuracy", options->accuracy, accuracy_help);
  app.add_flag("--profile", options->profile, "Print the built-in accuracy profile");
  app.add_option("--format", *format, "text or json").show_default();
  app.callback([app, options, texts, format, &command] {
    for (const char* option : {"op", "--form", "--target", "--dtype", "--run"}) {
      if (options->profile && app.given(option)) {
        throw UsageError(fmt::format("--profile prints the whole profile; leave {} out", option));
      }
    }
    refuse_empty(app, "op", options->ops);
    refuse_empty(app, "--run", options->run);
    options->json = is_json(*format);
    options->selection.targets = split_list(texts->targets);
    options->selection.dtypes = split_list(texts->dtypes);
    command.run = [options] { return accuracy_command(*options); };
  });
}

}  // namespace assay::runners
