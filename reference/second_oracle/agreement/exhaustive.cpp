// SPDX-License-Identifier: Apache-2.0
// assay-exhaustive: both oracles about every input there is.
#include <fmt/format.h>

#include <cstdio>
#include <ctime>
#include <exception>

#include "reference/second_oracle/agreement/options.hpp"
#include "reference/second_oracle/agreement/progress.hpp"
#include "reference/second_oracle/agreement/samples.hpp"

namespace {

namespace agreement = assay::agreement;

double processor_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

bool agree(const agreement::Options& options, const agreement::Question& question) {
  const agreement::Range range = range_of(options);
  const std::string subject = fmt::format("{} {} -> {}", name_of(question.function),
                                          name_of(question.from), name_of(question.to));
  agreement::Progress progress(subject, range);
  const double start = processor_seconds();
  const agreement::Manner manner{
      .threads = options.threads,
      .done = [&](const agreement::Position& position) { progress.show(position); }};
  const auto draw =
      options.stratified ? agreement::stratified(question.function) : agreement::every_code();
  const auto found = compare(question, range, draw, manner);
  progress.finish();
  if (found) {
    fmt::print("{}\n", describe(question, *found));
  } else {
    fmt::print("{}: {} inputs in {} modes, no disagreement; {:.1f} s, {:.1f} s of processor time\n",
               subject, range.end - range.begin, question.modes.size(), progress.seconds(),
               processor_seconds() - start);
  }
  std::fflush(stdout);
  return !found;
}

bool run(const agreement::Options& options) {
  bool agreed = true;
  for (const assay::Function function : options.functions) {
    for (const assay::ElementType to : options.targets) {
      agreed = agree(options, {function, options.from, to, options.modes}) && agreed;
    }
  }
  return agreed;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::vector<std::string> words(argv + 1, argv + argc);
    const agreement::Options options = agreement::parse(words);
    if (options.help) {
      fmt::print("{}", agreement::usage);
      return 0;
    }
    return run(options) ? 0 : 1;
  } catch (const agreement::UsageError& error) {
    fmt::print(stderr, "assay-exhaustive: {}; see --help\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "assay-exhaustive: {}\n", error.what());
    return 3;
  }
}
