// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/stored/stored_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "reference/judge/programs/shown_memory.hpp"
#include "runners/cases/stored/stored_case.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {

StoredResults::StoredResults(const std::string& file) : file_(file), reader_(file) {
  for (std::size_t i = 0; i < reader_.size(); ++i) {
    if (!rows_.emplace(reader_.name(i), i).second) {
      throw UsageError(
          fmt::format("{} has two rows named {}; leave one of them out", file, reader_.name(i)));
    }
  }
  for (const auto& [name, row] : rows_) {
    if (names_a_file(name)) of_files_.emplace(stored_name(name).name, row);
  }
}

golden::ResultCase StoredResults::row_of(const std::string& name, const std::string& asker) const {
  const auto found = rows_.find(name);
  if (found != rows_.end()) return reader_.read(found->second);
  const auto of_file = of_files_.find(name);
  if (of_file != of_files_.end()) return reader_.read(of_file->second);
  throw UsageError(fmt::format("{} has no row for {}, which {} asks for", file_, name, asker));
}

Trial StoredResults::trial(const Case& test_case, std::vector<ElementArray> before,
                           const std::string& asker) const {
  golden::ResultCase row = row_of(test_case.name, asker);
  Trial trial;
  trial.outcome = row.outcome;
  trial.before = std::move(before);
  trial.after.resize(trial.before.size());
  trial.text = std::move(row.text);
  for (std::size_t i = 0; i < row.outputs.size(); ++i) {
    auto& [operand, contents] = row.outputs[i];
    if (!test_case.form().has(operand)) {
      throw UsageError(fmt::format("{}: row {} has an output '{}' that the op does not have", file_,
                                   row.name, operand));
    }
    const std::size_t index = test_case.form().index_of(operand);
    require_width(row, i, test_case.call.operands[index]);
    take_output(row, operand, trial.before[index], std::move(contents), trial.after[index]);
  }
  require_complete(test_case, trial);
  return trial;
}

Trial StoredResults::trial(const Program& program, ProgramMemory before,
                           const std::string& asker) const {
  golden::ResultCase row = row_of(program.name, asker);
  const std::size_t images = program.images.size();
  const std::size_t end = images * (program.steps.size() - 1);
  Trial trial;
  trial.outcome = row.outcome;
  trial.before = std::move(before);
  trial.after.resize(end + images);
  const auto memory_name = [](const ProgramImage& image) {
    return std::string(name_of(image.memory));
  };
  for (auto& [memory, contents] : row.outputs) {
    const auto found = std::ranges::find(program.images, memory, memory_name);
    if (found == program.images.end()) {
      throw UsageError(
          fmt::format("{}: row {} has an output '{}', and the program has no such "
                      "memory",
                      file_, row.name, memory));
    }
    const auto image = static_cast<std::size_t>(found - program.images.begin());
    take_output(row, memory, trial.before[image], std::move(contents), trial.after[end + image]);
  }
  if (trial.outcome.status != Outcome::Status::done) {
    trial.after.clear();
    return trial;
  }
  trial.outcome.call = program.steps.size() - 1;
  for (std::size_t i = 0; i < images; ++i) {
    if (trial.after[end + i].size() == trial.before[i].size()) continue;
    throw UsageError(fmt::format(
        "{}: row {} has no output for {}; hand it in, or give the row another status than done",
        file_, program.name, name_of(program.images[i].memory)));
  }
  return trial;
}

void StoredResults::take_output(const golden::ResultCase& row, const std::string& output,
                                const ElementArray& before, ElementArray contents,
                                ElementArray& after) const {
  if (contents.type() != before.type() || contents.size() != before.size()) {
    throw UsageError(fmt::format("{}: row {} has {} elements of {} for {}; the case has {} of {}",
                                 file_, row.name, contents.size(), name_of(contents.type()), output,
                                 before.size(), name_of(before.type())));
  }
  if (after.size() != 0) {
    throw UsageError(fmt::format("{}: row {} has two outputs for {}; leave one of them out", file_,
                                 row.name, output));
  }
  after = std::move(contents);
}

/// A tile that was handed in transposed has as many elements.
void StoredResults::require_width(const golden::ResultCase& row, std::size_t output,
                                  const OperandValue& operand) const {
  const auto* tile = std::get_if<TileSpec>(&operand);
  const auto& [name, contents] = row.outputs[output];
  const bool is_tile = tile != nullptr && tile->rows() * tile->cols() == contents.size();
  if (!is_tile || row.widths[output] == tile->cols()) return;
  throw UsageError(fmt::format("{}: row {} has {} in rows of {} elements; the tile is {}x{}", file_,
                               row.name, name, row.widths[output], tile->rows(), tile->cols()));
}

/// A missing output would not be compared, and so would pass.
void StoredResults::require_complete(const Case& test_case, const Trial& trial) const {
  if (trial.outcome.status != Outcome::Status::done || !test_case.intent.legal()) return;
  for (const Result& result : test_case.form().results) {
    if (!test_case.form().has(result.operand)) continue;
    const std::size_t index = test_case.form().index_of(result.operand);
    if (trial.after[index].size() == trial.before[index].size()) continue;
    throw UsageError(fmt::format(
        "{}: row {} has no output for {}; hand it in, or give the row another status than done",
        file_, test_case.name, result.operand));
  }
}

void StoredResults::refuse_foreign(const std::vector<std::string>& names,
                                   const std::string& asker) const {
  const std::set<std::string> known(names.begin(), names.end());
  const auto file_name = [](const std::string& path) {
    return std::filesystem::path(path).filename();
  };
  const auto foreign = [&](const auto& row) {
    if (known.contains(row.first)) return false;
    if (!names_a_file(row.first)) return true;
    const StoredName parts = stored_name(row.first);
    return file_name(parts.file) != file_name(asker) || !known.contains(parts.name);
  };
  const auto first = std::ranges::find_if(rows_, foreign);
  if (first == rows_.end()) return;
  const auto count = std::ranges::count_if(rows_, foreign);
  throw UsageError(
      fmt::format("{} has a row {} that {} does not have{}", file_, first->first, asker,
                  count == 1 ? std::string() : fmt::format(", and {} more", count - 1)));
}

ProgramMemory end_of(const Program& program, const Trial& trial) {
  if (trial.outcome.status != Outcome::Status::done) return {};
  ShownMemory memory(program, trial);
  memory.go_to(program.steps.size());
  return std::move(memory).taken();
}

/// A run writes files too, so an error of reading is a UsageError, unlike an error of writing.
StoredResults opened_results(const std::string& file) {
  try {
    return StoredResults(file);
  } catch (const golden::FileError& error) {
    throw UsageError(error.what());
  }
}

std::vector<std::string> names_of_rows(const std::string& file) {
  const StoredResults results = opened_results(file);
  std::vector<std::string> names;
  for (std::size_t row = 0; row < results.size(); ++row) names.push_back(results.name(row));
  return names;
}

}  // namespace assay::runners
