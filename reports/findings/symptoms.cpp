// SPDX-License-Identifier: Apache-2.0
// The properties of a case in its record, and its failure: the classes of the worst element's bits.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "reference/isa/types/element_type.hpp"
#include "reference/numerics/classify.hpp"
#include "reports/findings/cluster.hpp"
#include "reports/findings/pattern.hpp"
#include "reports/words/tally.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

std::string class_of(ElementType type, std::uint64_t bits) {
  if (numerics::is_nan(type, bits)) return "NaN";
  const bool negative = numerics::is_negative(type, bits);
  if (numerics::is_zero(type, bits)) return negative ? "-0" : "zero";
  if (numerics::is_infinite(type, bits)) return negative ? "-infinity" : "infinity";
  if (numerics::is_subnormal(type, bits)) return "a subnormal";
  return negative ? "a negative" : "a positive";
}

std::string distance_class(double ulp) {
  if (std::isnan(ulp) || std::isinf(ulp)) return "endless";
  if (ulp <= 2.5) return "a unit or two";
  return ulp < 1000 ? "near" : "far";
}

std::string share_class(const Verdict& verdict) {
  if (verdict.wrong <= 1) return "one";
  if (verdict.wrong == verdict.compared) return "all";
  return 2 * verdict.wrong >= verdict.compared ? "most" : "some";
}

std::optional<ElementType> type_of(const CaseFeatures& features, const std::string& operand,
                                   const std::string& fallback) {
  const auto found = features.words.find(operand + ".dtype");
  return element_named(found == features.words.end() ? fallback : found->second);
}

}  // namespace

CaseFeatures features_of(const CaseRecord& record) {
  CaseFeatures features;
  auto& words = features.words;
  words["form"] = record.form;
  words["target"] = record.target;
  words["dtype"] = record.dtype;
  words["plan"] = record.plan;
  words["scenario"] = record.scenario.empty() ? "none" : record.scenario;
  const ConstraintSide where = constraint_side(record.intent);
  words["broken constraint"] = where.constraint.empty() ? "none" : where.constraint;
  words["side"] = where.side.empty() ? "inside" : where.side;
  return features;
}

std::string refusal_of(const CaseRecord& record) {
  if (record.verdict.kind != VerdictKind::rejected_valid) return "";
  std::string text;
  for (const char letter : record.verdict.reason) {
    const bool digit = letter >= '0' && letter <= '9';
    if (!digit) text += letter;
  }
  return text;
}

CaseFeatures symptoms_of(const CaseRecord& record, const CaseFeatures& features) {
  CaseFeatures found;
  auto& symptoms = found.words;
  symptoms["pattern"] = pattern_of(record);
  symptoms["refusal"] = refusal_of(record);
  const Verdict& verdict = record.verdict;
  if (!verdict.worst) return found;
  const WorstElement& worst = *verdict.worst;
  symptoms["operand"] = worst.operand;
  symptoms["share"] = share_class(verdict);
  if (worst.ulp) symptoms["distance"] = distance_class(*worst.ulp);
  if (const auto type = type_of(features, worst.operand, record.dtype)) {
    symptoms["expected"] = class_of(*type, worst.expected);
    symptoms["got"] = class_of(*type, worst.got);
    const std::uint64_t sign = std::uint64_t{1} << (bits_of(*type) - 1);
    symptoms["sign only"] = (worst.expected ^ worst.got) == sign ? "yes" : "no";
  }
  return found;
}

namespace {

using Counts = std::map<std::string, std::size_t>;

/// Bits of a sequence of words with these counts, by the adaptive code of Krichevsky and Trofimov,
/// for an alphabet of `letters`.
double code_length(const Counts& counts, std::size_t letters) {
  double total = 0;
  double bits = 0;
  const double half = 0.5;
  for (const auto& [word, count] : counts) {
    const auto n = static_cast<double>(count);
    total += n;
    bits -= std::lgamma(n + half) - std::lgamma(half);
  }
  const double prior = half * static_cast<double>(letters);
  bits += std::lgamma(total + prior) - std::lgamma(prior);
  return bits / std::log(2.0);
}

PooledList symptoms_of(const Members& members) {
  PooledList list;
  for (const StudiedCase* one : members) list.push_back(&one->symptoms);
  return list;
}

/// How many have each word; those without a word have the empty one.
Counts counts_of(const PooledList& members, const std::string& key) {
  const FeatureColumn<std::string> column = FeaturePool::word_column(members, key);
  std::vector<std::size_t> totals(column.values.size());
  std::size_t without = 0;
  for (const std::uint32_t place : column.places) {
    ++(place == Numbered<std::string>::none ? without : totals[place]);
  }
  Counts counts;
  for (std::size_t i = 0; i < totals.size(); ++i) counts[*column.values[i]] += totals[i];
  if (without > 0) counts[""] += without;
  return counts;
}

}  // namespace

bool fail_alike(const Members& a, const Members& b) {
  const PooledList ours = symptoms_of(a);
  const PooledList others = symptoms_of(b);
  std::set<std::string> keys;
  for (const PooledList* members : {&ours, &others}) {
    for (std::string& key : FeaturePool::word_keys(*members)) keys.insert(std::move(key));
  }
  double saved = 0;
  for (const std::string& key : keys) {
    const Counts left = counts_of(ours, key);
    const Counts right = counts_of(others, key);
    Counts both = left;
    for (const auto& [word, count] : right) both[word] += count;
    saved = std::max(saved, code_length(both, both.size()) - code_length(left, both.size()) -
                                code_length(right, both.size()));
  }
  // The largest difference of any one symptom counts, with a bit for the choice of it.
  return saved < 3 + std::log2(static_cast<double>(keys.size()) + 1);
}

}  // namespace assay::reports
