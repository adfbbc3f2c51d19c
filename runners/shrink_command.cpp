// SPDX-License-Identifier: Apache-2.0
#include "runners/shrink_command.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>

#include "golden/golden.hpp"
#include "runners/accuracy.hpp"
#include "runners/case_work.hpp"
#include "runners/errors.hpp"
#include "runners/provenance.hpp"

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

void keep_shrunk(const std::string& file, const std::vector<StoredCase>& cases,
                 const ToleranceLookup& tolerances) {
  std::vector<golden::GoldenCase> all;
  if (std::filesystem::exists(file)) {
    const golden::GoldenReader reader(file);
    for (std::size_t i = 0; i < reader.size(); ++i) all.push_back(reader.read(i));
  }
  for (const StoredCase& one : cases) {
    all.push_back({one.test, one.before, expected_of(one.test, one.before, tolerances)});
  }
  golden::GoldenWriter writer(file, provenance_of(0, "shrunk"));
  for (golden::GoldenCase& one : all) writer.add(std::move(one));
  writer.finish();
}

}  // namespace assay::runners
