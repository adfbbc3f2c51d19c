// SPDX-License-Identifier: Apache-2.0
// Commands about golden files: golden, export, verify.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <set>

#include "golden/golden.hpp"
#include "runners/cases/accuracy.hpp"
#include "runners/command/commands.hpp"
#include "runners/merge/parts.hpp"
#include "runners/run/case_work.hpp"
#include "runners/support/embedded.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/exit_code.hpp"
#include "runners/support/interrupt.hpp"
#include "runners/support/progress.hpp"
#include "runners/support/provenance.hpp"

namespace assay::runners {
namespace {

/// Draws cases in turn from every recipe until there are as many as wanted, or no recipe has any.
class RoundRobin {
 public:
  RoundRobin(const std::vector<generators::Recipe>& recipes, std::uint64_t seed)
      : recipes_(recipes), dead_(recipes.size(), false), left_(recipes.size()), seed_(seed) {}

  std::optional<Case> next() {
    while (left_ > 0) {
      const std::size_t at = turn_ % recipes_.size();
      const std::uint64_t index = turn_ / recipes_.size();
      ++turn_;
      if (dead_[at]) continue;
      try {
        Case test = generators::draw(recipes_[at], generators::key_of(recipes_[at], seed_, index));
        if (names_.insert(test.name).second) return test;
      } catch (const generators::Unreachable&) {
        dead_[at] = true;
        --left_;
      }
    }
    return std::nullopt;
  }

 private:
  const std::vector<generators::Recipe>& recipes_;
  std::vector<bool> dead_;
  std::size_t left_;
  std::uint64_t seed_;
  std::uint64_t turn_ = 0;
  std::set<std::string> names_;
};

/// The stored form of a case for a board, which has no use for expected values.
golden::GoldenCase inputs_of(Case test) {
  golden::GoldenCase stored;
  stored.before = generators::fill(test, generators::Poison::first);
  stored.test = std::move(test);
  return stored;
}

void require_absent_or_ours(const std::string& out) {
  if (!std::filesystem::exists(out)) return;
  if (std::filesystem::is_regular_file(out)) {
    golden::GoldenReader reader(out);  // throws FileError for anything that is not ours
    return;
  }
  throw UsageError(fmt::format("{} exists and is no file; name another with --out", out));
}

}  // namespace

int golden_command(const GoldenOptions& options) {
  watch_interrupts();
  const ToleranceLookup tolerances = load_accuracy(options.accuracy).lookup();
  std::vector<generators::Recipe> recipes = recipes_of(options.selection);
  if (!options.illegal) {
    std::erase_if(recipes, [](const auto& recipe) { return !recipe.intent.legal(); });
  }
  require_absent_or_ours(options.out);
  golden::Provenance provenance = provenance_of(options.seed, to_string(options.selection));
  provenance.selection +=
      fmt::format(" cases={}{}", options.cases, options.illegal ? " illegal" : "");
  provenance.withheld = !options.expected;
  provenance.selection += shard_text(options.shard);
  golden::GoldenWriter writer(options.out, std::move(provenance));
  RoundRobin source(recipes, options.seed);
  std::uint64_t written = 0;
  {
    Progress progress(options.cases, isatty(STDERR_FILENO) != 0);
    for (std::uint64_t count = 0; count < options.cases; ++count) {
      stop_if_interrupted("no file was written");
      std::optional<Case> test = source.next();
      if (!test) break;
      progress.step(false);
      if (count % options.shard.count != options.shard.index - 1) continue;
      ++written;
      writer.add(options.expected ? golden_of(std::move(*test), tolerances)
                                  : inputs_of(std::move(*test)));
    }
  }
  writer.finish();
  std::cout << fmt::format("{} cases in {}\n", written, options.out);
  return exit_conforms;
}

int verify_command(const std::string& file, const std::string& accuracy) {
  const golden::Verification found = golden::verify(file, load_accuracy(accuracy).lookup());
  for (const std::string& problem : found.problems) std::cout << problem << '\n';
  if (!found.problems.empty()) return exit_deviates;
  std::cout << fmt::format("{}: {} cases, {} datasets, all as written\n", file, found.cases,
                           found.datasets);
  return exit_conforms;
}

}  // namespace assay::runners
