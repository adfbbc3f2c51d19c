// SPDX-License-Identifier: Apache-2.0
// errata: what implementations are known to do instead of what pages promise.
#include "reports/words/errata.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "reference/ops/op_index.hpp"
#include "reference/ops/tile_errata.hpp"
#include "runners/cases/plan/errata.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/names.hpp"

namespace assay::runners {
namespace {

struct ErrataOptions {
  std::string op;      ///< patterns; empty: all
  std::string number;  ///< "E-TCVT-003"; empty: all
  std::optional<Target> target;
  std::string status;  ///< "open", "fixed"; empty: both
  TextFormat format = TextFormat::text;
};

std::vector<const Erratum*> wanted(const ErrataOptions& options) {
  std::vector<const Erratum*> errata;
  const auto add = [&](const std::vector<Erratum>& all) {
    for (const Erratum& one : all) {
      if (options.target && !one.targets.contains(*options.target)) continue;
      if (!options.number.empty() && one.number != options.number) continue;
      if (!options.status.empty() && (options.status == "fixed") != one.is_fixed()) continue;
      errata.push_back(&one);
    }
  };
  if (options.op.empty()) add(ops::errata_of_tiles());
  for (const OpSpec* op : matching_ops(options.op.empty() ? "*" : options.op)) add(op->errata);
  return errata;
}

int errata_command(const ErrataOptions& options) {
  const std::vector<const Erratum*> errata = wanted(options);
  if (!options.number.empty() && find_erratum(options.number) == nullptr) {
    const std::string best = nearest_erratum(options.number);
    throw UsageError(fmt::format(
        "no erratum is called '{}'; {}", options.number,
        best.empty() ? "'assay errata' lists them" : fmt::format("did you mean {}?", best)));
  }
  switch (options.format) {
    case TextFormat::json:
      std::cout << reports::errata_list_json(errata).dump(2) << '\n';
      break;
    case TextFormat::markdown:
      std::cout << reports::errata_as_markdown(errata);
      break;
    case TextFormat::text:
      reports::print_errata_list(std::cout, errata);
      if (errata.empty()) std::cout << "no erratum\n";
  }
  return exit_conforms;
}

}  // namespace

void add_errata(const Parser& root, Command& command) {
  const Parser app = root.add_command(
      "errata", "List known deviations of implementations from what pages promise");
  app.footer(
      "Examples:\n"
      "  assay errata                                  all of them\n"
      "  assay errata E-TCVT-005                       one of them\n"
      "  assay errata --op TCVT --target cpu           of one page and target\n"
      "  assay errata --status open --format markdown  a table for a tracker\n"
      "'assay run --errata NAME' says which are in effect.");
  const auto options = std::make_shared<ErrataOptions>();
  const auto target = std::make_shared<std::string>();
  const auto format = std::make_shared<std::string>("text");
  app.add_option("number", options->number, "Number of one erratum");
  app.add_option("--op", options->op, "Patterns of mnemonics, with commas between them");
  app.add_option("--target", *target, "a2a3, a5 or cpu");
  app.add_option("--status", options->status, "open or fixed");
  app.add_option("--format", *format, "text, json or markdown").show_default();
  app.callback([app, options, target, format, &command] {
    refuse_empty(app, "--op", options->op);
    refuse_empty(app, "number", options->number);
    if (app.given("--target")) options->target = known_target(*target);
    if (options->status == "mended") options->status = "fixed";  // the word of version 0.1
    if (app.given("--status") && options->status != "open" && options->status != "fixed") {
      throw UsageError(fmt::format("unknown status '{}'; use open or fixed", options->status));
    }
    options->format = text_format_named(*format);
    command.run = [options] { return errata_command(*options); };
  });
}

}  // namespace assay::runners
