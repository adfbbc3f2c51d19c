// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/plan/determinacy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "reference/ops/op_index.hpp"
#include "runners/cases/plan/plan.hpp"
#include "runners/cases/stored/stored_case.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/ordered_loop.hpp"

namespace assay::runners {
namespace {

using reports::PinnedRow;

constexpr std::size_t block = 64;  ///< cases that a thread counts at once

/// The page says by what its open places are open.
bool explains_open(const OpSpec& op) {
  const auto says = [](const std::string& text) { return text.starts_with("open: "); };
  return std::ranges::any_of(op.notes, says) ||
         std::ranges::any_of(op.ambiguities, says, &Ambiguity::settled);
}

PinnedRow row_of(const Case& test_case) {
  const OpSpec& op = *find_op(test_case.form().op);
  const auto lead = test_case.form().index_of(test_case.form().lead);
  return {.family = op.family,
          .op = op.mnemonic,
          .target = std::string(name_of(test_case.call.target)),
          .dtype = std::string(name_of(element_of(test_case.call.operands[lead]))),
          .counts = {},
          .open_is_explained = explains_open(op)};
}

void add(std::vector<PinnedRow>& rows, PinnedRow row) {
  const auto same = [&](const PinnedRow& other) {
    return other.op == row.op && other.target == row.target && other.dtype == row.dtype;
  };
  const auto found = std::find_if(rows.rbegin(), rows.rend(), same);
  if (found == rows.rend()) {
    rows.push_back(std::move(row));
  } else {
    found->counts += row.counts;
  }
}

/// Beyond the valid region a value that is promised counts; what was there, or one of several, does
/// not: the shares are of what a call computes.
void leave_out_surroundings(Expected& expected, const TileSpec& tile) {
  auto* elements = std::get_if<ExpectedTile>(&expected);
  if (elements == nullptr) return;
  for (std::int64_t row = 0; row < elements->rows; ++row) {
    for (std::int64_t col = 0; col < elements->cols; ++col) {
      Accept& accept = elements->accept[static_cast<std::size_t>(elements->at(row, col))];
      const bool counts = accept != Accept::any_of && accept != Accept::preserved;
      if (!counts && !tile.is_valid(row, col)) accept = Accept::unspecified;
    }
  }
}

std::vector<Expected> expected_inside(const Case& test_case, std::span<const ElementArray> before,
                                      const ToleranceLookup& tolerances) {
  std::vector<Expected> all = expect(test_case.call, before, tolerances);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string& operand = test_case.form().results[i].operand;
    if (operand == "text") continue;
    const auto* tile =
        std::get_if<TileSpec>(&test_case.call.operands[test_case.form().index_of(operand)]);
    if (tile != nullptr) leave_out_surroundings(all[i], *tile);
  }
  return all;
}

std::vector<PinnedRow> rows_of_block(const RunPlan& plan, std::size_t number,
                                     const ToleranceLookup& tolerances) {
  std::vector<PinnedRow> rows;
  const std::size_t end = std::min((number + 1) * block, plan.size());
  for (std::size_t i = number * block; i < end; ++i) {
    const auto stored = plan.draw(i);
    if (!stored || !stored->test.intent.legal()) continue;
    const Case& test_case = stored->test;
    PinnedRow row = row_of(test_case);
    const auto before = generators::fill(test_case, generators::Poison::first);
    row.counts.add(expected_inside(test_case, before, tolerances));
    add(rows, std::move(row));
  }
  return rows;
}

}  // namespace

std::vector<PinnedRow> pinned_rows(const PlanOptions& options, const ToleranceLookup& tolerances) {
  const RunPlan plan(options);
  if (plan.has_programs()) {
    throw UsageError(
        fmt::format("what is pinned is counted of single calls, and the suite {} has "
                    "programs",
                    plan.suite()));
  }
  const unsigned jobs =
      options.jobs > 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
  using Rows = std::vector<PinnedRow>;
  const OrderedWork<Rows>::Maker maker = [&](std::size_t number) {
    return rows_of_block(plan, number, tolerances);
  };
  Rows all;
  const LoopEnd how = work_in_order<Rows>(
      {.pieces = (plan.size() + block - 1) / block, .window = 4 * std::size_t{jobs}},
      std::vector(jobs, maker), [&](Rows rows) {
        for (PinnedRow& row : rows) add(all, std::move(row));
        return true;
      });
  if (how == LoopEnd::interrupted) stop_if_interrupted("nothing was written");
  return all;
}

namespace {

/// Names of the targets of an op that errata in `left` have. For bytes, only those where it takes
/// them.
std::vector<std::string> targets_of(const OpSpec& op, const std::vector<std::string>& left,
                                    bool bytes) {
  std::vector<std::string> targets;
  for (const Target target : all_targets) {
    const auto has_erratum = [&](const Erratum& one) {
      return one.targets.contains(target) && std::ranges::find(left, one.number) != left.end();
    };
    const auto has_form = [&](const Form& form) {
      if (!form.targets.contains(target)) return false;
      const auto types = generators::lead_elements(form, target);
      return !bytes || std::ranges::find(types, ElementType::i8) != types.end();
    };
    if (std::ranges::any_of(op.errata, has_erratum) && std::ranges::any_of(op.forms, has_form)) {
      targets.emplace_back(name_of(target));
    }
  }
  return targets;
}

/// Strikes out what cases of an op exercise. Only cases of targets of errata that are left are
/// drawn, and only cases that one of them concerns are filled.
void strike_exercised(std::vector<std::string>& left, const OpSpec& op, std::uint64_t seed,
                      bool bytes, const ToleranceLookup& tolerances) {
  CaseSelection cases;
  cases.seed = seed;
  cases.op_pattern = op.mnemonic;
  cases.targets = targets_of(op, left, bytes);
  if (bytes) cases.dtypes = {"i8"};
  if (cases.targets.empty()) return;
  const RunPlan plan({.cases = std::move(cases)});
  for (std::size_t i = 0; i < plan.size() && !left.empty(); ++i) {
    const auto stored = plan.draw(i);
    const Standard standard{tolerances, {.names = left}};
    const auto concerns = [&](const Erratum* one) {
      return standard.errata.includes(*one) && one->concerns(stored->test.call);
    };
    if (!stored || std::ranges::none_of(stored->test.form().errata, concerns)) continue;
    const auto before = generators::fill(stored->test, generators::Poison::first);
    for (const std::string& number : exercised_errata(stored->test, before, standard)) {
      std::erase(left, number);
    }
  }
}

}  // namespace

std::vector<std::string> unreached_errata(const OpSpec& op, const ToleranceLookup& tolerances) {
  constexpr std::uint64_t most_seeds = 16;  // rare ones come in another nightly run
  std::vector<std::string> left;
  for (const Erratum& one : op.errata) left.push_back(one.number);
  for (std::uint64_t seed = 1; seed <= most_seeds; ++seed) {
    // Rows that bytes alone have room for are rare among all types.
    for (const bool bytes : {false, true}) strike_exercised(left, op, seed, bytes, tolerances);
  }
  return left;
}

}  // namespace assay::runners
