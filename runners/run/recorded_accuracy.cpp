// SPDX-License-Identifier: Apache-2.0
#include "runners/run/recorded_accuracy.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "reference/support/digest.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/run/manifest.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

namespace fs = std::filesystem;

std::string why_lost(const RecordedAccuracy& recorded) {
  if (!recorded.file.empty() && !fs::exists(recorded.file)) {
    return fmt::format("the run was judged with {}, which is gone", recorded.file);
  }
  if (recorded.is(recorded.file)) return "";
  return fmt::format("the run was judged with {}, which has changed", recorded.name());
}

}  // namespace

std::string RecordedAccuracy::name() const {
  return file.empty() ? "the built-in accuracy profile" : file;
}

bool RecordedAccuracy::is(const std::string& other) const {
  return digest.empty() ? other == file : support::sha256_of(accuracy_source(other)) == digest;
}

RecordedAccuracy recorded_accuracy(const fs::path& run) {
  const fs::path path = (fs::is_directory(run) ? run : run.parent_path()) / "run.json";
  RecordedAccuracy recorded;
  if (!fs::exists(path)) return recorded;
  try {
    const Manifest manifest = read_manifest(path);
    manifest.at("options").at("accuracy").get_to(recorded.file);
    recorded.digest = manifest.value("accuracy_digest", "");
  } catch (const Manifest::exception&) {
    throw UsageError(fmt::format("{} is damaged; start again in another folder", path.string()));
  }
  recorded.lost = why_lost(recorded);
  return recorded;
}

}  // namespace assay::runners
