// SPDX-License-Identifier: Apache-2.0
// merge: shards put together.
#include "runners/merge/merge.hpp"

#include <memory>
#include <string>
#include <vector>

#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"

namespace assay::runners {
namespace {

constexpr const char* examples =
    "Examples:\n"
    "  assay merge shard-1 shard-2 shard-3 --out all      folders of assay run --shard 1/3, ...\n"
    "  assay merge part-1 part-2 --out all                folders of assay sweep --shard 1/2, ...\n"
    "  assay merge part-1.h5 part-2.h5 --out all.h5       golden files of --shard, or others\n"
    "  assay merge shard-* --out all                      those of three shards that came\n"
    "The whole is what one command without --shard writes, but a finding shows the smallest case\n"
    "that a shard made of it. Another seed or version, and parts that differ where they overlap,\n"
    "are refused by name; so is a golden file that is missing. Of runs there is always a whole:\n"
    "shards that never came or cannot be read are named, their cases are infra, and the exit code\n"
    "is 3. It is 3 as well if a shard was stopped or killed.";

}  // namespace

void add_merge(const Parser& root, Command& command) {
  const Parser app = root.add_command(
      "merge", "Put shards of a run or a sweep, golden files or result files together");
  app.footer(examples);
  const auto parts = std::make_shared<std::vector<std::string>>();
  const auto options = std::make_shared<MergeOptions>();
  app.add_option("parts", *parts, "Folders of runs or sweeps, golden files or result files")
      .required();
  app.add_option("--out", options->out, "Folder or file to write").required();
  app.add_flag("--overwrite", options->overwrite, "Replace the finished run in --out");
  const auto missing = std::make_shared<std::string>();
  app.add_option("--missing", *missing, "infra: what a merge does with missing shards without it")
      .one_of({"infra"});
  app.add_flag("--partial-ok", options->partial_ok, partial_ok_help);
  app.add_flag("-q,--quiet", options->quiet, "Of runs print the answer in one line");
  const auto junit = add_junit_option(app);
  add_page_options(app, options->context);
  app.callback([app, parts, options, missing, junit, &command] {
    refuse_empty(app, "--out", options->out);
    options->junit = junit_tests_in(*junit);
    command.run = [parts, options] { return merge_command(*parts, *options); };
    command.file_error = exit_usage;
  });
}

}  // namespace assay::runners
