// SPDX-License-Identifier: Apache-2.0
// emit: cases as source, C++ or assembly text, for tools that Assay does not start.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "reports/words/table.hpp"
#include "runners/cases/plan/plan.hpp"
#include "runners/cases/stored/stored_case.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/emitted_case.hpp"
#include "runners/command/emitted_suite.hpp"
#include "runners/command/options.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/interrupt.hpp"
#include "runners/support/names.hpp"
#include "runners/support/new_folder.hpp"
#include "runners/support/terminal.hpp"

namespace assay::runners {
namespace {

constexpr const char* examples =
    "Examples:\n"
    "  assay emit NAME --as cpp      the C++ of a case, as a library of headers gets it\n"
    "  assay emit NAME --as pto      its PTO-AS text, for the assembler ptoas\n"
    "  assay emit --op TADD,TCVT --target a5 --as pto --out tests   one test for each signature\n"
    "  assay emit --as cpp --target cpu --out tests                 the same in C++\n"
    "'lit -D ptoas=PROGRAM tests' runs these tests without Assay; those in C++ are run by\n"
    "'lit -D cxx=\"COMPILER OPTIONS\" tests'. Legal calls must be accepted, illegal ones refused.\n"
    "Exit code: 0; 1 if there is no text for the named case, or no test of any selected one.";

/// Ops that a line of the table has room for.
constexpr std::size_t most_ops = 6;

struct EmitOptions {
  std::string name;
  Language language = Language::pto;
  bool json = false;
  std::string out;
  CaseSelection cases;
};

int emit_case(const EmitOptions& options) {
  const StoredCase stored = case_of(options.name);
  if (stored.program) {
    throw UsageError(
        fmt::format("{} is a program; emit writes the source of single calls", options.name));
  }
  const Case& test_case = stored.test;
  const Source source = source_of(test_case, options.language);
  if (!source.lacks.empty()) {
    std::cerr << fmt::format("assay: PTO-AS has no text for {}: no {}\n", options.name,
                             source.lacks);
    return exit_deviates;
  }
  std::cout << file_of(test_case, demand_of(test_case, options.language), options.language,
                       source.text, launch_values_of(test_case));
  return exit_conforms;
}

std::string ops_text(const std::set<std::string>& ops) {
  std::vector<std::string> first(ops.begin(), ops.end());
  first.resize(std::min(first.size(), most_ops));
  std::string text = fmt::format("{}", fmt::join(first, " "));
  if (ops.size() > most_ops) text += fmt::format(" and {} more", ops.size() - most_ops);
  return text;
}

void print_summary(const EmittedSuite& suite, const std::string& folder) {
  std::cout << fmt::format("{} files in {}: {} calls to accept, {} to refuse\n", suite.files.size(),
                           folder, suite.files.size() - suite.refused(), suite.refused());
  if (suite.unwritten.empty()) return;
  std::vector<std::pair<std::string, Unwritten>> rows(suite.unwritten.begin(),
                                                      suite.unwritten.end());
  std::ranges::stable_sort(rows, std::greater{},
                           [](const auto& one) { return one.second.signatures; });
  reports::TextTable table;
  table.add({{"not written because", reports::Style::strong},
             {"signatures", reports::Style::strong},
             {"ops", reports::Style::strong}});
  for (const auto& [reason, one] : rows) {
    table.add({{reason}, {fmt::to_string(one.signatures)}, {ops_text(one.ops)}});
  }
  std::cout << '\n';
  table.print(std::cout, 0, wants_colour(STDOUT_FILENO));
}

int emit_suite(const EmitOptions& options) {
  watch_interrupts();
  require_new_folder(options.out);
  const RunPlan plan({.cases = options.cases});
  const EmittedSuite suite = emitted_suite_of(plan, options.language);
  NewFolder folder(options.out);
  write_suite(suite, folder);
  folder.keep();
  if (options.json) {
    std::cout << index_of(suite);
  } else {
    print_summary(suite, options.out);
  }
  return suite.files.empty() ? exit_deviates : exit_conforms;
}

/// PTO-AS is text for devices.
void require_devices(std::vector<std::string>& targets) {
  if (targets.empty()) targets = {"a2a3", "a5"};
  if (std::ranges::find(targets, "cpu") == targets.end()) return;
  throw UsageError("no assembler has the target cpu; with --as pto name a2a3 or a5");
}

EmitOptions checked(EmitOptions options, const Parser& app, const Texts& texts,
                    const std::string& language, const std::string& format) {
  options.language = language_named(language);
  options.json = is_json(format);
  refuse_empty(app, "name", options.name);
  refuse_empty(app, "--out", options.out);
  refuse_empty(app, "--op", texts.op);
  refuse_empty(app, "--suite", options.cases.suite);
  if (!options.name.empty()) {
    for (const char* other :
         {"--suite", "--op", "--target", "--dtype", "--cases", "--seed", "--out", "--format"}) {
      if (!app.given(other)) continue;
      throw UsageError(fmt::format(
          "a case and {} contradict each other: the case's name says all of it; leave one out",
          other));
    }
    return options;
  }
  if (options.out.empty()) {
    throw UsageError("name a case, or a new folder for the files of many with --out");
  }
  if (app.given("--op")) options.cases.op_pattern = texts.op;
  options.cases.targets = split_list(texts.targets);
  options.cases.dtypes = split_list(texts.dtypes);
  if (options.language == Language::pto) require_devices(options.cases.targets);
  if (app.given("--cases")) options.cases.count = positive("--cases", texts.cases, most_cases);
  if (app.given("--seed")) options.cases.seed = seed_of(texts.seed);
  return options;
}

}  // namespace

void add_emit(const Parser& root, Command& command) {
  const Parser app =
      root.add_command("emit", "Write cases as C++ or PTO-AS text, for compilers and assemblers");
  app.footer(examples);
  const auto options = std::make_shared<EmitOptions>();
  const auto texts = std::make_shared<Texts>();
  const auto language = std::make_shared<std::string>();
  const auto format = std::make_shared<std::string>("text");
  app.add_option("name", options->name, "Name of a case, which is printed");
  app.add_option("--as", *language, "cpp or pto").required();
  app.add_option("--suite", options->cases.suite, "Suite whose signatures are written")
      .show_default();
  add_selection(app, *texts);
  app.add_option("--cases", texts->cases,
                 "Cases per recipe whose signatures are written, instead of the suite's numbers");
  app.add_option("--seed", texts->seed, "Seed; default that of the suite");
  app.add_option("--out", options->out, "Folder for the files, which must be new or empty");
  app.add_option("--format", *format, "What is printed about the files: text, or json")
      .show_default();
  app.callback([app, options, texts, language, format, &command] {
    EmitOptions all = checked(*options, app, *texts, *language, *format);
    command.run = [all = std::move(all)] {
      return all.name.empty() ? emit_suite(all) : emit_case(all);
    };
  });
}

}  // namespace assay::runners
