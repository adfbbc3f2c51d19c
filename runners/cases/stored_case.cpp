// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/stored_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "generators/generate.hpp"
#include "generators/programs/programs.hpp"
#include "generators/smaller.hpp"
#include "golden/golden.hpp"
#include "reference/support/text.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/nearest.hpp"

namespace assay::runners {
namespace {

constexpr std::string_view file_end = ".h5:";
/// Names among which the nearest is looked for.
constexpr std::size_t most_compared = 10'000;

}  // namespace

bool names_a_file(const std::string& spelled) {
  return spelled.find(file_end) != std::string::npos;
}

StoredName stored_name(const std::string& spelled) {
  const std::size_t end = spelled.find(file_end);
  return {spelled.substr(0, end + file_end.size() - 1), spelled.substr(end + file_end.size())};
}

std::size_t row_of(const golden::GoldenReader& reader, const StoredName& wanted) {
  if (const auto row = reader.find(wanted.name)) return *row;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(reader.size(), most_compared); ++i) {
    names.push_back(reader.name(i));
  }
  const std::string near = nearest(wanted.name, names);
  const std::string others = reader.size() == 0
                                 ? "it has none"
                                 : fmt::format("it has {}, the first is {}",
                                               support::count_of(reader.size(), "case"), names[0]);
  throw UsageError(fmt::format("{} has no case {}; {}", wanted.file, wanted.name,
                               near.empty() ? others : fmt::format("did you mean {}?", near)));
}

std::string kept_cases(const std::filesystem::path& run) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::is_directory(run) ? run : run.parent_path();
  const fs::path cases = folder / "cases.h5";
  // Elsewhere a file of that name is somebody's own.
  return fs::exists(folder / "run.json") && fs::exists(cases) ? cases.string() : "";
}

golden::GoldenCase CaseFiles::read(const std::string& spelled) {
  const std::lock_guard guard(lock_);
  const StoredName parts = kept_.empty() ? stored_name(spelled) : StoredName{kept_, spelled};
  auto& reader = readers_[parts.file];
  if (!std::filesystem::exists(parts.file)) {
    throw UsageError(
        fmt::format("cannot read {}: there is no such file; the folder of a run that executed the "
                    "case has it as RUN/cases.h5:{}",
                    parts.file, spelled));
  }
  try {
    if (!reader) reader = std::make_unique<golden::GoldenReader>(parts.file);
    golden::GoldenCase one = reader->read(row_of(*reader, parts));
    one.test.name = spelled;
    return one;
  } catch (const golden::FileError& error) {
    throw UsageError(error.what());
  }
}

StoredCase case_of(const std::string& spelled, const std::string& kept) {
  if (generators::names_a_program(spelled)) {
    return generators::program_case(generators::program_named(spelled));
  }
  if (!names_a_file(spelled)) {
    Case test = generators::case_named(spelled);
    std::vector<ElementArray> before = generators::fill(test, generators::Poison::first);
    return {std::move(test), std::move(before)};
  }
  golden::GoldenCase stored = CaseFiles(kept).read(spelled);
  stored.test.name = stored_name(spelled).name;
  return {std::move(stored.test), std::move(stored.before)};
}

std::string suite_version_of(const std::string& spelled) {
  if (!names_a_file(spelled)) return {};
  try {
    return golden::GoldenReader(stored_name(spelled).file).provenance().suite_version;
  } catch (const golden::FileError& error) {
    throw UsageError(error.what());
  }
}

}  // namespace assay::runners
