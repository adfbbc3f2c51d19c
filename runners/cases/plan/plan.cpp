// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "generators/generate.hpp"
#include "reference/support/digest.hpp"
#include "reference/support/hash.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/provenance.hpp"

namespace assay::runners {
namespace {

NamedCases named_by(const CaseSelection& selection) {
  if (!selection.judged.empty()) return NamedCases::stored_in(selection.judged);
  if (!selection.names_file.empty()) return cases_named_in(selection.names_file);
  NamedCases cases;
  for (const std::string& name : selection.names) cases.add(name);
  return cases;
}

}  // namespace

struct RunPlan::Source {
  PlanSource cases;
  Provenance from;
};

RunPlan::Source RunPlan::source_of(const CaseSelection& cases, NamedCases named) {
  Provenance from;
  from.keeps_names = !cases.names_file.empty() || !cases.judged.empty() || named.needs_files();
  if (!cases.judged.empty()) {
    from.seed = cases.seed.value_or(from.seed);
    from.suite = cases.judged;
    from.selection = fmt::format("judged={}", named.digest());
  } else if (from.keeps_names) {
    from.suite = "cases-from";
    from.selection = fmt::format("cases-from={}", named.digest());
  } else {
    from.selection = from.suite = "case=" + named.names().front();
  }
  return {std::move(named), std::move(from)};
}

RunPlan::Source RunPlan::source_of(const PlanOptions& options) {
  const CaseSelection& cases = options.cases;
  const Suite suite = suite_named(cases.suite);
  const Start start = start_of(suite, cases.seed);
  Provenance from{.suite = suite.name,
                  .selection = {},
                  .seed = start.seed,
                  .dated = suite.dated && !cases.seed};
  if (cases.inputs.any() && suite.inputs.most_bits == 0) {
    throw UsageError(fmt::format(
        "--form, --to, --attribute and --sample are for suites that enumerate inputs, and {} draws "
        "its cases; give --suite enumerate",
        suite.name));
  }
  if (suite.programs > 0) {
    ProgramCases programs(cases, suite, start.seed);
    from.selection = programs.selection();
    return {std::move(programs), std::move(from)};
  }
  if (suite.inputs.most_bits > 0) {
    EnumeratedCases enumerated(options, suite);
    from.selection = enumerated.selection();
    return {std::move(enumerated), std::move(from)};
  }
  SuiteCases calls(options, suite, start);
  from.suite = calls.name();
  from.selection = calls.selection();
  from.large_bytes = suite.large_bytes;
  from.large_every_dtype = suite.large_every_dtype;
  return {std::move(calls), std::move(from)};
}

RunPlan::Source RunPlan::source_of(const PlanOptions& options, std::optional<NamedCases> kept) {
  if (kept) return source_of(options.cases, *std::move(kept));
  if (options.cases.of_suite()) return source_of(options);
  return source_of(options.cases, named_by(options.cases));
}

RunPlan::RunPlan(const PlanOptions& options, std::optional<NamedCases> kept)
    : RunPlan(options.share, source_of(options, std::move(kept))) {}

RunPlan::RunPlan(const PlanShare& share, Source source)
    : cases_(std::move(source.cases)), from_(std::move(source.from)) {
  plan_order(share);
}

std::vector<std::uint64_t> RunPlan::indices_of(const Shard& shard) const {
  std::vector<std::uint64_t> indices;
  for (std::uint64_t index = shard.index - 1; index < total(); index += shard.count) {
    if (!facts_of(index).left_out) indices.push_back(index);
  }
  return indices;
}

bool RunPlan::replicated(std::uint64_t index) const {
  constexpr std::uint64_t whole = 1'000'000;
  return replicate_ > 0 &&
         support::combine(from_.seed ^ support::golden_ratio, index) % whole < replicate_;
}

void RunPlan::plan_order(const PlanShare& share) {
  const Shard& shard = share.shard;
  is_whole_ = shard.count == 1;
  order_ = indices_of(shard);
  replicate_ = is_whole_ ? 0 : share.replicate;
  if (replicate_ > 0) {
    replicas_ = indices_of({shard.index == 1 ? shard.count : shard.index - 1, shard.count});
    std::erase_if(replicas_, [&](std::uint64_t index) { return !replicated(index); });
  }
  in_order_ = !share.shuffle;
  if (in_order_) return;
  const auto place = [&](std::uint64_t index) { return support::combine(from_.seed, index); };
  std::ranges::sort(order_, {}, place);
}

void RunPlan::leave_out(const std::vector<std::size_t>& positions) {
  std::size_t position = 0;
  std::erase_if(order_,
                [&](std::uint64_t) { return std::ranges::binary_search(positions, position++); });
}

std::string RunPlan::digest() const {
  return support::sha256_of(fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", from_.selection,
                                        from_.seed, from_.large_bytes, from_.large_every_dtype,
                                        total(), generators::suite_version, catalogue_revision,
                                        reference_version));
}

std::span<const generators::Recipe> RunPlan::recipes() const {
  const auto* suite = cases_as<SuiteCases>();
  return suite == nullptr ? std::span<const generators::Recipe>() : suite->recipes();
}

std::string RunPlan::op_of(std::size_t position) const {
  const std::uint64_t index = order_[position];
  return std::visit([index](const auto& cases) -> std::string { return cases.op_of(index); },
                    cases_);
}

std::vector<std::string> RunPlan::ops() const {
  std::set<std::string> found;
  for (std::size_t position = 0; !recipes().empty() && position < size(); ++position) {
    found.insert(op_of(position));
  }
  return {found.begin(), found.end()};
}

PlannedOps RunPlan::planned_ops() const {
  PlannedOps ops;
  for (std::size_t position = 0; position < size(); ++position) {
    PlannedOp& op = ops[op_of(position)];
    ++op.cases;
    if (facts_of(index_of(position)).legal) ++op.legal;
  }
  return ops;
}

std::vector<std::size_t> RunPlan::spread() const {
  std::vector<std::size_t> positions(size());
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  const auto* suite = cases_as<SuiteCases>();
  if (suite == nullptr) return positions;
  const auto places = suite->spread_places();
  std::ranges::sort(positions, {}, [&](std::size_t position) { return places[order_[position]]; });
  return positions;
}

std::optional<StoredCase> RunPlan::draw(std::size_t position) const {
  return draw_index(order_[position]);
}

std::optional<StoredCase> RunPlan::draw_index(std::uint64_t index) const {
  return std::visit(
      [index](const auto& cases) -> std::optional<StoredCase> { return cases.draw(index); },
      cases_);
}

}  // namespace assay::runners
