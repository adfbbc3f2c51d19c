// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/stored/stored_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "generators/generate.hpp"
#include "generators/programs/programs.hpp"
#include "generators/shrink/smaller.hpp"
#include "golden/golden.hpp"
#include "reference/support/text.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/nearest.hpp"

namespace assay::runners {
namespace {

constexpr std::string_view file_end = ".h5:";
/// Names among which the nearest is looked for.
constexpr std::size_t most_compared = 10'000;

void rename(StoredCase& stored, const std::string& name) {
  stored.test.name = name;
  if (!stored.program) return;
  Program program = *stored.program;
  program.name = name;
  for (ProgramStep& step : program.steps) step.test.name = name;
  stored.program = std::make_shared<const Program>(std::move(program));
}

}  // namespace

bool same_call(const Call& ours, const Call& theirs) {
  return ours.form == theirs.form && ours.target == theirs.target &&
         ours.operands == theirs.operands && ours.attributes == theirs.attributes;
}

bool same_program(const Program& a, const Program& b) {
  return a.target == b.target && a.judging == b.judging && a.images == b.images &&
         std::ranges::equal(a.steps, b.steps, [](const ProgramStep& one, const ProgramStep& other) {
           return same_call(one.test.call, other.test.call) && one.bindings == other.bindings &&
                  one.fresh == other.fresh;
         });
}

bool names_a_file(const std::string& spelled) {
  return spelled.find(file_end) != std::string::npos;
}

StoredName stored_name(const std::string& spelled) {
  const std::size_t end = spelled.find(file_end);
  return {spelled.substr(0, end + file_end.size() - 1), spelled.substr(end + file_end.size())};
}

StoredCase program_of(golden::GoldenProgram golden) {
  StoredCase one = generators::program_case(std::move(golden.program));
  one.before = std::move(golden.before);
  return one;
}

StoredCase read_from(const golden::GoldenReader& reader, const StoredName& wanted) {
  if (const auto row = reader.find(wanted.name)) {
    golden::GoldenCase one = reader.read(*row);
    return {std::move(one.test), std::move(one.before)};
  }
  if (const auto row = reader.find_program(wanted.name))
    return program_of(reader.read_program(*row));
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(reader.size(), most_compared); ++i) {
    names.push_back(reader.name(i));
  }
  for (std::size_t i = 0; i < std::min(reader.programs(), most_compared); ++i) {
    names.push_back(reader.program_name(i));
  }
  const std::string near = nearest(wanted.name, names);
  const std::size_t count = reader.size() + reader.programs();
  const std::string others = count == 0 ? "it has none"
                                        : fmt::format("it has {}, the first is {}",
                                                      support::count_of(count, "case"), names[0]);
  throw UsageError(fmt::format("{} has no case {}; {}", wanted.file, wanted.name,
                               near.empty() ? others : fmt::format("did you mean {}?", near)));
}

std::string kept_cases(const std::filesystem::path& run) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::is_directory(run) ? run : run.parent_path();
  const fs::path cases = folder / "cases.h5";
  // Elsewhere a file of that name is the user's own.
  return fs::exists(folder / "run.json") && fs::exists(cases) ? cases.string() : "";
}

StoredCase CaseFiles::read(const std::string& spelled) {
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
    StoredCase one = read_from(*reader, parts);
    rename(one, spelled);
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
    Case test_case = generators::case_named(spelled);
    std::vector<ElementArray> before = generators::fill(test_case, generators::Poison::first);
    return {std::move(test_case), std::move(before)};
  }
  StoredCase stored = CaseFiles(kept).read(spelled);
  rename(stored, stored_name(spelled).name);
  return stored;
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
