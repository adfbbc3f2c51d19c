// SPDX-License-Identifier: Apache-2.0
// The end of a run in its run.json.
#include <nlohmann/json.hpp>

#include "reports/words/completion.hpp"
#include "runners/run/manifest.hpp"

namespace assay::runners {

void record_end(const std::filesystem::path& path, const Completion& completion,
                const std::optional<TileCounts>& tiles) {
  Manifest manifest = read_manifest(path);
  manifest["completion"] = reports::completion_json(completion);
  if (tiles) {
    manifest["tiles"] = {{"failing", tiles->failing},
                         {"passing", tiles->passing},
                         {"failing_left_out", tiles->failing_left_out},
                         {"passing_left_out", tiles->passing_left_out}};
  }
  write_manifest(path, manifest);
}

TileCounts tiles_in(const Manifest& manifest) {
  const Manifest tiles = manifest.value("tiles", Manifest::object());
  const auto count = [&](const char* name) { return tiles.value(name, std::size_t{0}); };
  return {count("failing"), count("passing"), count("failing_left_out"), count("passing_left_out")};
}

}  // namespace assay::runners
