// SPDX-License-Identifier: Apache-2.0
// accuracy: how far results may be from exact ones, and how far those of a run are.
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "reference/judge/verdict/wrong_text.hpp"
#include "reference/numerics/real.hpp"
#include "reports/words/table.hpp"
#include "reports/words/text.hpp"
#include "runners/cases/plan/suite.hpp"
#include "runners/cases/profiles/accuracy_rows.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/command/worst_element.hpp"
#include "runners/run/journal_reader.hpp"
#include "runners/run/recorded_accuracy.hpp"
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

/// "25 %"; empty where nothing limits the distance.
std::string share_text(const std::optional<double>& share) {
  constexpr double most = 10;
  if (share && *share > most) return "over 1000 %";
  return share ? fmt::format("{:.3g} %", *share * percent) : "";
}

/// The worst element of a row as a part of what is allowed. Of a sum that is known only from its
/// case, which is drawn again.
std::optional<double> share_of(const AccuracyRow& row, const ToleranceLookup& tolerances) {
  if (!row.source.empty()) return share_of_allowed(row);
  if (!row.worst || !shows_distance(*row.worst)) return std::nullopt;
  return details_of_worst(*row.worst, tolerances).share;
}

/// The errors by the rule of relative_threshold(), and whether it is met.
void print_relative(const AccuracyRow& row) {
  const RelativeErrors& errors = row.relative;
  if (errors.elements == 0) return;
  std::cout << fmt::format(
      "  relative MERE {:.3g}, MARE {:.3g} of {} elements{}\n", errors.mean(), errors.largest,
      reports::grouped(errors.elements),
      std::isinf(errors.largest) ? ", an infinity or NaN where the exact result is finite" : "");
  const std::optional<ElementType> element = element_named(row.dtype);
  const std::optional<double> limit = element ? relative_threshold(*element) : std::nullopt;
  if (!limit) return;
  const double most = maximum_over_mean * *limit;
  const bool met = errors.mean() < *limit && errors.largest < most;
  std::cout << fmt::format(
      "           Ascend's rule (MERE < {:.3g}, MARE < {:.3g}): {}. No verdict depends on it.\n",
      *limit, most, met ? "met" : "not met");
}

/// Why an element is wrong whose distance does not matter.
std::string_view rule_of(Accept accept) {
  switch (accept) {
    case Accept::exact:
      return "; there the result is exact, and no tolerance applies";
    case Accept::any_nan:
      return "; there the result is NaN";
    default:
      return "";
  }
}

void print_element(const char* label, const CaseRecord& record, bool of_sum,
                   const ToleranceLookup& tolerances) {
  const WorstElement& worst = *record.verdict.worst;
  if (!worst.element) return;
  const WorstDetails details = details_of_worst(record, tolerances);
  std::cout << fmt::format("  {:<8} {} at ({}, {}): {}expected {}{}, got {}{}\n", label,
                           reports::printable(worst.operand), worst.row, worst.col,
                           details.inputs.empty() ? "" : details.inputs + "; ",
                           numerics::describe(*worst.element, worst.expected),
                           details.exact ? fmt::format(" (exact {:.9g})", *details.exact) : "",
                           numerics::describe(*worst.element, worst.got),
                           worst.ulp ? "" : rule_of(worst.accept));
  if (details.share && of_sum) {
    std::cout << fmt::format("           {} of the way from the exact value to the end of {}\n",
                             share_text(details.share), details.allowed);
  }
  std::cout << fmt::format("  show it  {}\n", reports::replay_command(record));
}

/// The largest distance, or what differs if it is none that measures an error.
std::string reached_text(const CaseRecord& record) {
  const std::string text =
      record.verdict.worst ? difference_text(*record.verdict.worst) : std::string();
  return text.empty() ? reports::ulp_text(*record.verdict.max_ulp) : text;
}

void print_reached(const AccuracyRow& row, const ToleranceLookup& tolerances) {
  if (!row.worst) {
    std::cout << "  reached  no judged case of the run has a distance\n";
    return;
  }
  const std::string share = row.source.empty() ? "" : share_text(share_of_allowed(row));
  std::cout << fmt::format("  reached  {}{} in {}\n", reached_text(*row.worst),
                           share.empty() ? "" : fmt::format(", {} of what is allowed,", share),
                           reports::count_of(row.cases, "case"));
  const bool shown = shows_distance(*row.worst);
  const bool of_sum = row.source.empty();
  if (shown) print_element("worst", *row.worst, of_sum, tolerances);
  if (row.failed == 0) return;
  std::cout << fmt::format("  failed   {} of {}\n", row.failed,
                           reports::count_of(row.cases, "case"));
  if (row.wrong && !(shown && row.wrong->name == row.worst->name)) {
    print_element("wrong", *row.wrong, of_sum, tolerances);
  }
}

void print_block(const AccuracyRow& row, bool with_run, const ToleranceLookup& tolerances) {
  std::cout << fmt::format("{} {} {} {}: {}\n", row.op, row.form, row.target, row.dtype,
                           allowed_text(row));
  if (row.source.empty()) {
    std::cout << fmt::format("  reason   No bound in ulp: the page decides. See 'assay show {}'.\n",
                             row.op);
  } else {
    std::cout << fmt::format("  reason   {}\n  source   {}\n", row.tolerance.reason, row.source);
  }
  if (with_run) print_reached(row, tolerances);
  if (with_run) print_relative(row);
}

void print_table(const std::vector<AccuracyRow>& rows, bool with_run,
                 const ToleranceLookup& tolerances) {
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
        {row.op},
        {row.form},
        {row.target},
        {row.dtype},
        {row.source.empty() && row.promise != "exact" ? "any order" : allowed_text(row)}};
    if (with_run && row.worst) {
      cells.push_back({reached_text(*row.worst), row.failed > 0 ? Style::bad : Style::plain});
      cells.push_back({share_text(share_of(row, tolerances))});
      cells.push_back({std::to_string(row.cases)});
    }
    table.add(std::move(cells));
  }
  table.print(std::cout, 0, wants_colour(STDOUT_FILENO));
  std::cout << fmt::format(
      "\nOf sums any order is allowed, and the share is that of the accepted range. Reasons, "
      "sources "
      "and worst inputs: select at most {} rows, as in 'assay accuracy TEXP "
      "--target a5 --dtype f16'.\n",
      most_blocks);
}

void print_json(const std::vector<AccuracyRow>& rows, bool with_run,
                const ToleranceLookup& tolerances) {
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
      if (const auto share = share_of(row, tolerances)) json["share_of_allowed"] = *share;
    }
    list.push_back(std::move(json));
  }
  const nlohmann::ordered_json json{
      {"schema", "assay-accuracy"}, {"schema_version", 1}, {"rows", std::move(list)}};
  std::cout << json.dump(2) << '\n';
}

/// The profile that a run was judged with, unless another is given, which is said.
AccuracyProfile profile_of(const AccuracyOptions& options) {
  if (options.run.empty()) return load_accuracy(options.accuracy);
  const RecordedAccuracy recorded = recorded_accuracy(options.run);
  if (options.accuracy.empty()) {
    if (recorded.lost.empty()) return load_accuracy(recorded.file);
    if (!recorded.file.empty()) {
      throw UsageError(recorded.lost + "; name the profile to compare with by --accuracy FILE");
    }
    std::cerr << fmt::format("assay: {}: shares are of the present one, failures are not\n",
                             recorded.lost);
    return load_accuracy("");
  }
  if (!recorded.is(options.accuracy)) {
    std::cerr << fmt::format(
        "assay: the run was judged with {}: shares are of {}, failures are not\n", recorded.name(),
        options.accuracy);
  }
  return load_accuracy(options.accuracy);
}

/// Rows without a place in the run are left out if no op was named.
void count_run(const AccuracyOptions& options, std::vector<AccuracyRow>& rows) {
  const RecordedRun run = read_run(options.run);
  say_stopped(run.info.completion);
  count_distances(rows, run.records);
  if (options.ops.empty()) {
    std::erase_if(rows, [](const AccuracyRow& row) { return !row.worst; });
  }
}

int accuracy_command(AccuracyOptions options) {
  if (options.profile) {
    std::cout << embedded_file(built_in_accuracy);
    return exit_conforms;
  }
  if (!options.ops.empty()) options.selection.op_pattern = options.ops;
  const AccuracyProfile profile = profile_of(options);
  std::vector<generators::Recipe> recipes = recipes_of(options.selection);
  std::erase_if(recipes, [&](const generators::Recipe& recipe) {
    return !options.form.empty() && recipe.form->name != options.form;
  });
  const bool with_run = !options.run.empty();
  std::vector<AccuracyRow> rows = accuracy_rows(recipes, profile, options.ops.empty() && !with_run);
  if (rows.empty()) {
    throw UsageError(
        "no floating-point result is selected; integer results are exact, see 'assay show OP'");
  }
  if (with_run) count_run(options, rows);
  const ToleranceLookup tolerances = profile.lookup();
  if (options.json) {
    print_json(rows, with_run, tolerances);
  } else if (rows.size() > most_blocks) {
    print_table(rows, with_run, tolerances);
  } else {
    for (const AccuracyRow& row : rows) print_block(row, with_run, tolerances);
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
      "A file for --accuracy needs only the entries that differ from the built-in ones. With --run "
      "the\n"
      "profile of the run is used. The mean and the maximum relative error (MERE, MARE) are those "
      "of\n"
      "|got - rounded| / (|rounded| + 1e-7), where `rounded` is the exact result rounded to the "
      "type:\n"
      "errors of results far below 1e-7 hardly count.");
  const auto options = std::make_shared<AccuracyOptions>();
  const auto texts = std::make_shared<Texts>();
  const auto format = std::make_shared<std::string>("text");
  app.add_option("op,--op", options->ops,
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
