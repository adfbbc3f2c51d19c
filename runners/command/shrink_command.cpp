// SPDX-License-Identifier: Apache-2.0
#include "runners/command/shrink_command.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>

#include "golden/golden.hpp"
#include "runners/cases/accuracy.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/provenance.hpp"
#include "runners/triage/shrunk_file.hpp"

namespace assay::runners {

int shrink_command(const ShrinkCommandOptions& options) {
  const ToleranceLookup tolerances = load_accuracy(options.accuracy).lookup();
  StoredCase stored = case_of(options.name);
  if (std::filesystem::exists(options.out)) golden::GoldenReader ours(options.out);
  Executor executor = executor_for(options.on);
  try {
    const Shrunk shrunk = shrink(std::move(stored), executor, tolerances, options.shrink);
    keep_shrunk(options.out, {shrunk.stored}, tolerances);
    std::cout << (options.json
                      ? shrunk_as_json(shrunk, options.out, options.on.backend, options.name) + "\n"
                      : explain(shrunk, options.out, options.on.backend, options.name));
    return exit_deviates;
  } catch (const NothingToShrink& nothing) {
    std::cout << nothing.what() << '\n';
    return nothing.infra ? exit_infra : exit_conforms;
  }
}

}  // namespace assay::runners
