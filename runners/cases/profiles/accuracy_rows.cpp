// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/profiles/accuracy_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "reference/numerics/real.hpp"
#include "reference/ops/op_index.hpp"
#include "reports/manual/tolerances.hpp"
#include "reports/words/text.hpp"
#include "runners/support/names.hpp"

namespace assay::runners {
namespace {

using Key = std::tuple<std::string, std::string, std::string, std::string>;

std::string accuracy_of(const Form& form) {
  for (const Result& result : form.results) {
    if (!result.accuracy.empty()) return result.accuracy;
  }
  return "";
}

/// The promise of the first result that is no text.
std::string promise_of(const Form& form) {
  for (const Result& result : form.results) {
    if (form.has(result.operand)) return reports::promise_text(result);
  }
  return "exact";
}

std::string source_of(const ToleranceEntry& entry) {
  const std::string place =
      entry.file == built_in_accuracy
          ? fmt::format("line {} of the built-in profile ('assay accuracy --profile')", entry.line)
          : fmt::format("{}:{}", entry.file, entry.line);
  return fmt::format("{}, accuracy \"{}\"", place, entry.accuracy);
}

/// The distance of an element in relation to what was expected there; nothing for a zero.
std::optional<double> relative_of(const WorstElement& worst) {
  if (!worst.ulp || !worst.element || !is_float(*worst.element)) return std::nullopt;
  const double expected = numerics::decode(*worst.element, worst.expected).to_double();
  if (expected == 0 || !std::isfinite(expected)) return std::nullopt;
  const ElementFormat& format = format_of(*worst.element);
  const int exponent = std::max(std::ilogb(expected), 1 - format.bias);
  const double ulp = std::ldexp(1.0, exponent - format.precision + 1);
  return *worst.ulp * ulp / std::abs(expected);
}

}  // namespace

std::vector<AccuracyRow> accuracy_rows(std::span<const generators::Recipe> recipes,
                                       const AccuracyProfile& profile, bool only_profile) {
  std::vector<AccuracyRow> rows;
  std::set<Key> seen;
  for (const generators::Recipe& recipe : recipes) {
    if (!generators::is_plain(recipe) || !is_float(recipe.lead)) continue;
    AccuracyRow row{.op = recipe.op->mnemonic,
                    .form = recipe.form->name,
                    .target = std::string(name_of(recipe.target)),
                    .dtype = std::string(name_of(recipe.lead)),
                    .promise = promise_of(*recipe.form)};
    if (!seen.emplace(row.op, row.form, row.target, row.dtype).second) continue;
    const std::string accuracy = accuracy_of(*recipe.form);
    if (accuracy.empty() && only_profile) continue;
    const ToleranceEntry* entry =
        profile.entry_for({accuracy, row.op, row.form, recipe.target, recipe.lead});
    if (entry != nullptr) {
      row.tolerance = entry->tolerance;
      row.source = source_of(*entry);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

void count_distances(std::vector<AccuracyRow>& rows, const Records& records) {
  std::map<Key, AccuracyRow*> places;
  for (AccuracyRow& row : rows) places[{row.op, row.form, row.target, row.dtype}] = &row;
  for (const CaseRecord& record : records) {
    const auto found = places.find({record.op, record.form, record.target, record.dtype});
    const Verdict& verdict = record.verdict;
    if (found == places.end()) continue;
    AccuracyRow& row = *found->second;
    row.relative.add(verdict.relative);
    if (!verdict.max_ulp) continue;
    ++row.cases;
    if (is_failure(verdict.kind)) {
      ++row.failed;
      if (!row.wrong && verdict.worst && verdict.wrong > 0) row.wrong = record;
    }
    if (!row.worst || *verdict.max_ulp > *row.worst->verdict.max_ulp ||
        (*verdict.max_ulp == *row.worst->verdict.max_ulp && shows_distance(record) &&
         !shows_distance(*row.worst))) {
      row.worst = record;
    }
  }
}

bool shows_distance(const CaseRecord& record) {
  const Verdict& verdict = record.verdict;
  return verdict.worst && verdict.worst->ulp == verdict.max_ulp;
}

std::optional<double> relative_threshold(ElementType element) {
  switch (element) {
    case ElementType::f32:
      return 0x1p-13;
    case ElementType::f16:
      return 0x1p-10;
    case ElementType::bf16:
      return 0x1p-7;
    case ElementType::e4m3:
      return 0x1p-3;
    case ElementType::e5m2:
      return 0x1p-2;
    default:
      return std::nullopt;
  }
}

std::optional<double> share_of_allowed(const AccuracyRow& row) {
  if (!row.worst) return std::nullopt;
  const Verdict& verdict = row.worst->verdict;
  if (row.tolerance.kind == Tolerance::Kind::ulp) return *verdict.max_ulp / row.tolerance.bound;
  if (row.tolerance.kind != Tolerance::Kind::relative || !verdict.worst) return std::nullopt;
  const std::optional<double> relative = relative_of(*verdict.worst);
  if (!relative) return std::nullopt;
  return *relative / row.tolerance.bound;
}

std::string allowed_text(const AccuracyRow& row) {
  if (row.source.empty()) return row.promise;
  const bool is_distance =
      row.tolerance.kind == Tolerance::Kind::ulp || row.tolerance.kind == Tolerance::Kind::relative;
  return reports::tolerance_text(row.tolerance) + (is_distance ? " from the exact value" : "");
}

std::string closest_to_limit(const Records& records, const AccuracyProfile& profile) {
  std::map<Key, AccuracyRow> found;
  for (const CaseRecord& record : records) {
    const OpSpec* op = record.verdict.max_ulp ? find_op(record.op) : nullptr;
    if (op == nullptr) continue;
    const auto form = std::ranges::find(op->forms, record.form, &Form::name);
    const auto element = element_named(record.dtype);
    if (form == op->forms.end() || !element || accuracy_of(*form).empty()) continue;
    AccuracyRow& row = found[{record.op, record.form, record.target, record.dtype}];
    if (!row.op.empty()) continue;
    row = {.op = record.op, .form = record.form, .target = record.target, .dtype = record.dtype};
    row.tolerance = profile.of(
        {accuracy_of(*form), record.op, record.form, known_target(record.target), *element});
  }
  std::vector<AccuracyRow> rows;
  rows.reserve(found.size());
  for (auto& [key, row] : found) rows.push_back(std::move(row));
  count_distances(rows, records);
  const auto closest = std::ranges::max_element(
      rows, {}, [](const AccuracyRow& row) { return share_of_allowed(row).value_or(-1); });
  if (closest == rows.end() || !share_of_allowed(*closest)) return "";
  const bool relative = closest->tolerance.kind == Tolerance::Kind::relative;
  return fmt::format("{} {} {} {}, {:.3g} % of the allowed {}", closest->op, closest->form,
                     closest->target, closest->dtype, 100 * *share_of_allowed(*closest),
                     relative ? fmt::format("relative error {:g}", closest->tolerance.bound)
                              : reports::tolerance_text(closest->tolerance));
}

}  // namespace assay::runners
