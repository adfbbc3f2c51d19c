// SPDX-License-Identifier: Apache-2.0
// run.json, findings.json, nightly runs of a history, and the index of compiled units.
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reports/findings/finding.hpp"
#include "reports/findings/history.hpp"
#include "runners/run/manifest.hpp"
#include "runners/sdk/compile/index.hpp"
#include "runners/support/errors.hpp"
#include "suites/fuzz/in_memory.hpp"

namespace assay::fuzz {
namespace {

void read_run(const std::string& path) {
  const runners::Manifest manifest = runners::read_manifest(path);
  runners::tiles_in(manifest);
  runners::rivals_in(manifest);
  runners::builds_in(manifest);
  runners::min_judged_in(manifest);
  runners::support_demanded_in(manifest);
}

}  // namespace

bool read(Input input) {
  constexpr std::size_t readers = 4;
  const auto [reader, rest] = choice_of(input, readers);
  const std::string text(text_of(rest));
  try {
    if (reader == 0) read_run(MemoryFile(rest).path());
    if (reader == 1) reports::findings_from_json(text);
    if (reader == 2) reports::run_summary_from_json(text);
    if (reader == 3) runners::sdk::read_index(MemoryFile(rest).path());
    return true;
  } catch (const std::runtime_error&) {
    return false;
  }
}

}  // namespace assay::fuzz
