// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/stored/named_cases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "generators/generate.hpp"
#include "generators/programs/programs.hpp"
#include "generators/shrink/smaller.hpp"
#include "reference/isa/case/backend_spec.hpp"
#include "reference/support/atomic_file.hpp"
#include "reference/support/digest.hpp"
#include "runners/cases/stored/stored_results.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/user_file.hpp"

namespace assay::runners {
namespace {

std::string stripped(std::string line) {
  line.resize(std::min(line.size(), line.find('#')));
  const char* blanks = " \t\r";
  line.erase(0, std::min(line.size(), line.find_first_not_of(blanks)));
  line.resize(line.find_last_not_of(blanks) + 1);
  return line;
}

std::vector<std::string> lines_of(const std::string& file) {
  std::ifstream in = open_to_read(file);
  std::vector<std::string> lines;
  std::string line;
  while (std::getline(in, line)) lines.push_back(line);
  // Some editors write this before the first letter.
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (!lines.empty() && lines[0].starts_with(byte_order_mark)) {
    lines[0].erase(0, byte_order_mark.size());
  }
  return lines;
}

/// The op of "TADD/plain/..." or "FILE.h5:TADD/plain/...", also for a case that a run kept under
/// such a name.
std::string op_named_in(const std::string& spelled) {
  const std::size_t file = spelled.rfind(".h5:");
  const std::string name = file == std::string::npos ? spelled : spelled.substr(file + 4);
  return name.substr(0, name.find('/'));
}

/// Whether its name alone draws the case, with the same contents.
bool draws_itself(const golden::GoldenCase& stored) {
  try {
    const Case drawn = generators::case_named(stored.test.name);
    return same_call(drawn.call, stored.test.call) && drawn.intent == stored.test.intent &&
           generators::fill(drawn, generators::Poison::first) == stored.before;
  } catch (const std::exception&) {
    return false;
  }
}

bool draws_itself(const golden::GoldenProgram& stored) {
  try {
    const Program drawn = generators::program_named(stored.program.name);
    return same_program(drawn, stored.program) &&
           generators::filled(drawn, generators::Poison::first) == stored.before;
  } catch (const std::exception&) {
    return false;
  }
}

std::string spelled_in(const std::string& golden, const std::string& name) {
  std::string spelled = fmt::format("{}:{}", golden, name);
  const StoredName parts = stored_name(spelled);
  if (names_a_file(spelled) && parts.file == golden && parts.name == name) return spelled;
  throw UsageError(
      fmt::format("{} has the case {}, which only the file can spell; give the file a name that "
                  "ends in .h5",
                  golden, name));
}

/// All that determines a program, with the contents that its calls read.
std::string text_of(const Program& program, const ProgramMemory& before) {
  std::string text = fmt::format("{} {}", name_of(program.target), program.images.size());
  for (const ProgramStep& step : program.steps) {
    text += " " + generators::shrunk_name(step.test, gathered(step, MemoryView(before)));
    for (std::size_t i = 0; i < step.bindings.size(); ++i) {
      if (!step.bindings[i]) continue;
      text += fmt::format(" {}@{}{}", step.bindings[i]->image, step.bindings[i]->address,
                          step.fresh[i] ? "!" : "");
    }
  }
  return text;
}

NamedCases rows_of(const BackendSpec& stored) {
  NamedCases cases(kept_cases(stored.detail));
  for (const std::string& name : names_of_rows(stored.detail)) {
    try {
      cases.add(name);
    } catch (const std::exception& error) {
      throw UsageError(fmt::format("{}: {}", stored.text(), error.what()));
    }
  }
  if (cases.size() == 0) throw UsageError(fmt::format("{} has no rows", stored.text()));
  return cases;
}

}  // namespace

NamedCases::NamedCases(const std::string& kept) : files_(std::make_shared<CaseFiles>(kept)) {}

void NamedCases::add(const std::string& spelled) {
  if (!seen_.insert(spelled).second) return;
  if (generators::names_a_program(spelled)) {
    names_.push_back(generators::program_named(spelled).name);
    return;
  }
  if (!names_a_file(spelled)) {
    names_.push_back(generators::case_named(spelled).name);
    return;
  }
  if (spelled.find('\n') != std::string::npos) {
    throw UsageError("the name of a file with cases must not have a line break");
  }
  files_->read(spelled);
  names_.push_back(spelled);
  any_stored_ = true;
}

void NamedCases::add_lines(const std::string& file, const std::vector<std::string>& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].empty()) continue;
    try {
      add(lines[i]);
    } catch (const std::exception& error) {
      throw UsageError(fmt::format("{}:{}: {}", file, i + 1, error.what()));
    }
  }
  if (size() == 0) throw UsageError(fmt::format("{} names no case", file));
}

NamedCases NamedCases::stored_in(const std::string& golden) {
  NamedCases cases;
  try {
    const golden::GoldenReader reader(golden);
    const bool ours = reader.provenance().suite_version == generators::suite_version;
    const auto take = [&](const std::string& name, bool drawn) {
      cases.names_.push_back(drawn ? name : spelled_in(golden, name));
      cases.any_stored_ = cases.any_stored_ || !drawn;
    };
    for (std::size_t i = 0; i < reader.size(); ++i) {
      take(reader.name(i), ours && draws_itself(reader.read(i)));
    }
    for (std::size_t i = 0; i < reader.programs(); ++i) {
      take(reader.program_name(i), ours && draws_itself(reader.read_program(i)));
    }
  } catch (const golden::FileError& error) {
    throw UsageError(error.what());
  }
  if (cases.size() == 0) throw UsageError(fmt::format("{} has no case", golden));
  return cases;
}

NamedCases NamedCases::kept_in(const std::filesystem::path& names,
                               const std::filesystem::path& cases) {
  NamedCases kept(cases.string());
  kept.add_lines(names.string(), lines_of(names.string()));
  return kept;
}

bool NamedCases::has_programs() const {
  return std::ranges::any_of(names_, [](std::string name) {
    while (names_a_file(name)) name = stored_name(name).name;
    return generators::names_a_program(name);
  });
}

std::string NamedCases::digest() const {
  std::vector<std::string> lines = names_;
  for (std::string& name : lines) {
    if (!names_a_file(name)) continue;
    const StoredCase one = files_->read(name);
    name += " " + (one.program ? text_of(*one.program, one.before)
                               : generators::shrunk_name(one.test, one.before));
    for (const ElementArray& array : one.before) {
      const auto* bytes = reinterpret_cast<const char*>(array.bytes().data());
      name += " " + support::sha256_of({bytes, array.bytes().size()});
    }
  }
  return support::sha256_of(fmt::format("{}", fmt::join(lines, "\n")));
}

std::string NamedCases::op_of(std::size_t index) const { return op_named_in(names_[index]); }

StoredCase NamedCases::draw(std::size_t index) const {
  const std::string& name = names_[index];
  if (generators::names_a_program(name)) {
    return generators::program_case(generators::program_named(name));
  }
  if (!names_a_file(name)) return {generators::case_named(name), {}};
  return files_->read(name);
}

void NamedCases::write(const std::filesystem::path& names, const std::filesystem::path& cases,
                       golden::Provenance provenance) const {
  if (any_stored_) {
    provenance.withheld = true;
    provenance.programs = true;
    golden::GoldenWriter writer(cases, std::move(provenance));
    for (std::size_t i = 0; i < size(); ++i) {
      if (!names_a_file(names_[i])) continue;
      StoredCase one = draw(i);
      if (one.program) {
        writer.add(golden::GoldenProgram{*one.program, std::move(one.before), {}});
      } else {
        writer.add({std::move(one.test), std::move(one.before), {}});
      }
    }
    writer.finish();
  }
  support::write_atomically("report", names, fmt::format("{}\n", fmt::join(names_, "\n")));
}

NamedCases cases_named_in(const std::string& file) {
  const std::optional<BackendSpec> spec = backend_spec_of(file);
  if (spec && spec->kind == BackendKind::stored) return rows_of(*spec);
  std::vector<std::string> lines = lines_of(file);
  for (std::string& line : lines) line = stripped(line);
  NamedCases cases;
  cases.add_lines(file, lines);
  return cases;
}

}  // namespace assay::runners
