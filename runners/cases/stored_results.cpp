// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/stored_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "runners/support/errors.hpp"

namespace assay::runners {

StoredResults::StoredResults(const std::string& file) : file_(file), reader_(file) {
  for (std::size_t i = 0; i < reader_.size(); ++i) {
    if (!rows_.emplace(reader_.name(i), i).second) {
      throw UsageError(
          fmt::format("{} has two rows named {}; leave one of them out", file, reader_.name(i)));
    }
  }
}

Trial StoredResults::trial(const Case& test, std::vector<ElementArray> before,
                           const std::string& asker) const {
  const auto found = rows_.find(test.name);
  if (found == rows_.end()) {
    throw UsageError(
        fmt::format("{} has no row for {}, which {} asks for", file_, test.name, asker));
  }
  golden::ResultCase row = reader_.read(found->second);
  Trial trial;
  trial.outcome = row.outcome;
  trial.before = std::move(before);
  trial.after.resize(trial.before.size());
  trial.text = std::move(row.text);
  for (auto& [operand, contents] : row.outputs) {
    check_output(row, test.form(), trial, operand, contents);
    trial.after[test.form().index_of(operand)] = std::move(contents);
  }
  require_complete(test, trial);
  return trial;
}

void StoredResults::check_output(const golden::ResultCase& row, const Form& form,
                                 const Trial& trial, const std::string& operand,
                                 const ElementArray& contents) const {
  if (!form.has(operand)) {
    throw UsageError(fmt::format("{}: row {} has an output '{}' that the op does not have", file_,
                                 row.name, operand));
  }
  const std::size_t index = form.index_of(operand);
  const ElementArray& before = trial.before[index];
  if (contents.type() != before.type() || contents.size() != before.size()) {
    throw UsageError(fmt::format("{}: row {} has {} elements of {} for {}; the case has {} of {}",
                                 file_, row.name, contents.size(), name_of(contents.type()),
                                 operand, before.size(), name_of(before.type())));
  }
  if (trial.after[index].size() != 0) {
    throw UsageError(fmt::format("{}: row {} has two outputs for {}; leave one of them out", file_,
                                 row.name, operand));
  }
}

/// What is not there would not be compared, and so would pass.
void StoredResults::require_complete(const Case& test, const Trial& trial) const {
  if (trial.outcome.status != Outcome::Status::done || !test.intent.legal()) return;
  for (const Result& result : test.form().results) {
    if (!test.form().has(result.operand)) continue;
    const std::size_t index = test.form().index_of(result.operand);
    if (trial.after[index].size() == trial.before[index].size()) continue;
    throw UsageError(fmt::format(
        "{}: row {} has no output for {}; hand it in, or give the row another status than done",
        file_, test.name, result.operand));
  }
}

void StoredResults::refuse_foreign(const std::vector<std::string>& names,
                                   const std::string& asker) const {
  const std::set<std::string> known(names.begin(), names.end());
  const auto foreign = [&](const auto& row) { return !known.contains(row.first); };
  const auto first = std::ranges::find_if(rows_, foreign);
  if (first == rows_.end()) return;
  const auto count = std::ranges::count_if(rows_, foreign);
  throw UsageError(
      fmt::format("{} has a row {} that {} does not have{}", file_, first->first, asker,
                  count == 1 ? std::string() : fmt::format(", and {} more", count - 1)));
}

/// A run writes files too, so the one that it cannot read is told apart.
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
