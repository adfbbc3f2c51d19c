// SPDX-License-Identifier: Apache-2.0
// diff: in which cases and elements two runs or files differ.
#include "runners/merge/diff.hpp"

#include <iostream>
#include <memory>

#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"

namespace assay::runners {
namespace {

constexpr const char* examples =
    "Examples:\n"
    "  assay diff monday tuesday               folders of two runs, or their journals\n"
    "  assay diff old.h5 new.h5 --limit 64     two golden files, or two result files\n"
    "Exit code: 0 the same, 1 different, 2 bad input.";

struct DiffOptions {
  std::string a;
  std::string b;
  std::int64_t cases = 20;
  std::int64_t limit = 8;
  std::string format = "text";
};

int diff_command(const DiffOptions& options) {
  const bool json = is_json(options.format);
  const auto limit = static_cast<std::size_t>(positive("--limit", options.limit, most_cases));
  const auto cases = static_cast<std::size_t>(positive("--cases", options.cases, most_cases));
  const Diff found = diff(options.a, options.b, limit);
  std::cout << (json ? diff_as_json(found, options.a, options.b) + "\n"
                     : diff_as_text(found, options.a, options.b, cases));
  return found.same() ? exit_conforms : exit_deviates;
}

}  // namespace

void add_diff(const Parser& root, Command& command) {
  const Parser app =
      root.add_command("diff", "Show in which cases and elements two runs or two files differ");
  app.footer(examples);
  const auto options = std::make_shared<DiffOptions>();
  app.add_option("a", options->a, "Folder of a run, journal, golden or result file").required();
  app.add_option("b", options->b, "Another one of the kind").required();
  app.add_option("--cases", options->cases, "Cases to show").show_default();
  app.add_option("--limit", options->limit, "Elements of a case to show").show_default();
  app.add_option("--format", options->format, "text or json").show_default();
  app.callback([options, &command] {
    command.run = [options] { return diff_command(*options); };
    command.file_error = exit_usage;
  });
}

}  // namespace assay::runners
