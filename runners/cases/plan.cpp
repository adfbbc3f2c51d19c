// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "generators/generate.hpp"
#include "reference/support/digest.hpp"
#include "reference/support/hash.hpp"
#include "runners/cases/spread.hpp"
#include "runners/support/provenance.hpp"

namespace assay::runners {
namespace {

NamedCases cases_of(const RunOptions& options) {
  if (!options.judged.empty()) return NamedCases::stored_in(options.judged);
  if (!options.cases_from.empty()) return cases_named_in(options.cases_from);
  NamedCases cases;
  for (const std::string& name : options.case_names) cases.add(name);
  return cases;
}

/// Of "TADD/plain/..." or "FILE.h5:TADD/plain/...".
std::string op_named_in(const std::string& spelled) {
  const std::size_t file = spelled.find(".h5:");
  const std::string name = file == std::string::npos ? spelled : spelled.substr(file + 4);
  return name.substr(0, name.find('/'));
}

}  // namespace

RunPlan::RunPlan(const RunOptions& options, std::optional<NamedCases> kept)
    : named_(kept ? std::move(*kept) : cases_of(options)) {
  keeps_names_ = !options.cases_from.empty() || !options.judged.empty() || named_.needs_files();
  if (!options.judged.empty()) {
    seed_ = options.seed.value_or(seed_);
    suite_name_ = options.judged;
    selection_ = fmt::format("judged={}", named_.digest());
  } else if (keeps_names_) {
    suite_name_ = "cases-from";
    selection_ = fmt::format("cases-from={}", named_.digest());
  } else if (named_.size() > 0) {
    selection_ = suite_name_ = "case=" + named_.names().front();
  } else {
    plan_suite(options);
  }
  if (named_.size() > 0) sampled_.assign(named_.size(), true);
  plan_order(options);
}

void RunPlan::plan_suite(const RunOptions& options) {
  const Suite suite = suite_named(options.suite);
  const Selection selection{options.op_pattern.value_or(suite.ops),
                            options.targets.empty() ? suite.targets : options.targets,
                            options.dtypes};
  CaseCounts counts = suite.cases;
  if (options.cases) counts = {*options.cases, *options.cases, *options.cases};
  const Start start = start_of(suite, options.seed);
  seed_ = start.seed;
  dated_ = suite.dated && !options.seed;
  large_bytes_ = suite.large_bytes;
  large_every_dtype_ = suite.large_every_dtype;
  recipes_ = recipes_of(selection, start.turn);
  cases_ = plan_cases(recipes_, counts, suite.cases_per_signature);
  sampled_ = sample_of(cases_);
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
  const auto place = [&](std::uint64_t index) { return support::combine(seed_, index); };
  std::ranges::sort(order_, {}, place);
}

std::string RunPlan::op_of(std::size_t position) const {
  const std::uint64_t index = order_[position];
  if (named_.size() == 0) return cases_[index].recipe->form->op;
  return op_named_in(named_.names()[index]);
}

void RunPlan::leave_out(const std::vector<std::size_t>& positions) {
  std::size_t position = 0;
  std::erase_if(order_,
                [&](std::uint64_t) { return std::ranges::binary_search(positions, position++); });
}

std::string RunPlan::digest() const {
  return support::sha256_of(fmt::format(
      "{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", selection_, seed_, large_bytes_, large_every_dtype_,
      total(), generators::suite_version, catalogue_revision, reference_version));
}

std::optional<StoredCase> RunPlan::draw(std::size_t position) const {
  const std::uint64_t index = order_[position];
  if (named_.size() > 0) return named_.read(index);
  const PlannedCase& planned = cases_[index];
  try {
    Case test = generators::draw(*planned.recipe,
                                 generators::key_of(*planned.recipe, seed_, planned.index));
    const bool large = large_bytes_ > 0 && bytes_of(test.call) > large_bytes_;
    if (large && !shows_large(planned)) return std::nullopt;
    return StoredCase{std::move(test), {}};
  } catch (const generators::Unreachable&) {
    return std::nullopt;
  }
}

std::vector<std::size_t> RunPlan::spread() const {
  std::vector<std::size_t> positions(size());
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  if (named_.size() > 0) return positions;
  const std::vector<std::size_t> order = spread_order(recipes_);
  std::vector<std::size_t> turn(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) turn[order[k]] = k;
  std::ranges::sort(positions, {}, [&](std::size_t position) {
    const PlannedCase& planned = cases_[index_of(position)];
    return std::pair(planned.index,
                     turn[static_cast<std::size_t>(planned.recipe - recipes_.data())]);
  });
  return positions;
}

std::vector<std::string> RunPlan::ops() const {
  std::set<std::string> found;
  for (std::size_t position = 0; named_.size() == 0 && position < size(); ++position) {
    found.insert(cases_[index_of(position)].recipe->form->op);
  }
  return {found.begin(), found.end()};
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
