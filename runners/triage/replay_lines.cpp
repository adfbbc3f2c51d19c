// SPDX-License-Identifier: Apache-2.0
#include "runners/triage/replay_lines.hpp"

#include <exception>
#include <nlohmann/json.hpp>
#include <vector>

#include "reference/isa/case/backend_spec.hpp"
#include "reports/words/text.hpp"
#include "runners/run/library.hpp"
#include "runners/run/manifest.hpp"

namespace assay::runners {
namespace {

std::map<std::string, std::string> libraries_in(const Manifest& manifest) {
  const Manifest& options = manifest.at("options");
  if (!options.contains("sdk")) return {};
  const sdk::SdkOptions library = library_of(options.at("sdk"));
  std::vector<std::string> backends = rivals_in(manifest);
  backends.push_back(options.at("backend").get<std::string>());
  std::map<std::string, std::string> builds = builds_in(manifest);
  std::map<std::string, std::string> libraries;
  for (const std::string& backend : backends) {
    const auto spec = backend_spec_of(backend);
    if (!spec || spec->kind != BackendKind::compiled) continue;
    libraries[backend] = options_text(library, builds[backend]);
  }
  return libraries;
}

}  // namespace

ReplayLines::ReplayLines(const std::filesystem::path& run) {
  const std::filesystem::path manifest = run / "run.json";
  if (!std::filesystem::exists(manifest)) return;
  try {
    libraries_ = libraries_in(read_manifest(manifest));
  } catch (const std::exception&) {  // of another version
    libraries_.clear();
  }
}

std::string ReplayLines::line(std::string_view name, const std::string& backend) const {
  const auto library = libraries_.find(backend);
  if (library == libraries_.end()) return reports::replay_command(name, backend);
  return reports::replay_command(name) + " " + library->second;
}

}  // namespace assay::runners
