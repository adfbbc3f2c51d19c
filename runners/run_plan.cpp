// SPDX-License-Identifier: Apache-2.0
#include "runners/run_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "generators/generate.hpp"
#include "generators/hash.hpp"
#include "golden/digest.hpp"
#include "runners/errors.hpp"
#include "runners/provenance.hpp"
#include "runners/replay_backend.hpp"
#include "runners/stored_case.hpp"

namespace assay::runners {
namespace {

std::string stripped(std::string line) {
  line.resize(std::min(line.size(), line.find('#')));
  const char* blanks = " \t\r";
  line.erase(0, std::min(line.size(), line.find_first_not_of(blanks)));
  line.resize(line.find_last_not_of(blanks) + 1);
  return line;
}

/// A run keeps names and draws the cases again, so it takes none that only a file can spell.
void check_name(const std::string& name) {
  if (names_a_file(name)) {
    throw UsageError(fmt::format(
        "'{}' lies in a file, and run takes cases that their name draws; execute it with 'assay "
        "replay'",
        name));
  }
  generators::case_named(name);
}

std::string digest_of(const std::vector<std::string>& names) {
  return golden::sha256_of(fmt::format("{}", fmt::join(names, "\n")));
}

std::vector<std::string> names_of_replay(const std::string& backend) {
  std::vector<std::string> names = names_of_rows(backend);
  for (const std::string& name : names) {
    try {
      generators::case_named(name);
    } catch (const std::exception& error) {
      throw UsageError(fmt::format("{}: {}", backend, error.what()));
    }
  }
  if (names.empty()) throw UsageError(fmt::format("{} has no rows", backend));
  return names;
}

}  // namespace

std::vector<std::string> names_in(const std::string& file) {
  if (is_replay(file)) return names_of_replay(file);
  std::ifstream in(file);
  if (!in) throw UsageError(fmt::format("cannot read {}", file));
  std::vector<std::string> names;
  std::set<std::string> seen;
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    const std::string name = stripped(line);
    if (name.empty() || !seen.insert(name).second) continue;
    try {
      check_name(name);
    } catch (const std::exception& error) {
      throw UsageError(fmt::format("{}:{}: {}", file, number, error.what()));
    }
    names.push_back(name);
  }
  if (names.empty()) throw UsageError(fmt::format("{} names no case", file));
  return names;
}

RunPlan::RunPlan(const RunOptions& options) {
  if (!options.case_name.empty()) {
    check_name(options.case_name);
    names_ = {generators::case_named(options.case_name).name};
    selection_ = suite_name_ = "case=" + names_.front();
  } else if (!options.cases_from.empty()) {
    names_ = names_in(options.cases_from);
    suite_name_ = "cases-from";
    selection_ = fmt::format("cases-from={}", digest_of(names_));
  } else {
    plan_suite(options);
  }
  plan_order(options);
}

void RunPlan::plan_suite(const RunOptions& options) {
  const Suite suite = suite_named(options.suite);
  const Selection selection{options.op_pattern.value_or(suite.ops),
                            options.targets.empty() ? suite.targets : options.targets,
                            options.dtypes};
  CaseCounts counts = suite.cases;
  if (options.cases) counts = {*options.cases, *options.cases, *options.cases};
  seed_ = options.seed.value_or(suite.seed);
  large_bytes_ = suite.large_bytes;
  large_every_dtype_ = suite.large_every_dtype;
  recipes_ = recipes_of(selection);
  cases_ = plan_cases(recipes_, counts);
  suite_name_ = suite.name;
  selection_ = fmt::format("suite={} {} cases={}/{}/{}", suite.name, to_string(selection),
                           counts.inside, counts.boundary, counts.outside);
}

void RunPlan::plan_order(const RunOptions& options) {
  for (std::uint64_t index = options.shard.index - 1; index < total();
       index += options.shard.count) {
    order_.push_back(index);
  }
  in_order_ = !options.shuffle;
  if (in_order_) return;
  const auto place = [&](std::uint64_t index) { return generators::combine(seed_, index); };
  std::ranges::sort(order_, {}, place);
}

void RunPlan::leave_out(const std::vector<std::size_t>& positions) {
  std::size_t position = 0;
  std::erase_if(order_,
                [&](std::uint64_t) { return std::ranges::binary_search(positions, position++); });
}

std::string RunPlan::digest() const {
  return golden::sha256_of(fmt::format(
      "{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", selection_, seed_, large_bytes_, large_every_dtype_,
      total(), generators::suite_version, catalogue_revision, reference_version));
}

std::optional<Case> RunPlan::draw(std::size_t position) const {
  const std::uint64_t index = order_[position];
  if (!names_.empty()) return generators::case_named(names_[index]);
  const PlannedCase& planned = cases_[index];
  try {
    Case test = generators::draw(*planned.recipe,
                                 generators::key_of(*planned.recipe, seed_, planned.index));
    const bool large = large_bytes_ > 0 && bytes_of(test.call) > large_bytes_;
    if (large && !shows_large(planned)) return std::nullopt;
    return test;
  } catch (const generators::Unreachable&) {
    return std::nullopt;
  }
}

/// The first case of a recipe, unless another element type of the selection shows the same.
bool RunPlan::shows_large(const PlannedCase& planned) const {
  if (planned.index > 0) return false;
  if (large_every_dtype_) return true;
  const generators::Recipe& recipe = *planned.recipe;
  const auto first = std::ranges::find_if(recipes_, [&](const generators::Recipe& other) {
    return other.form == recipe.form && other.target == recipe.target;
  });
  return first->lead == recipe.lead;
}

}  // namespace assay::runners
