// SPDX-License-Identifier: Apache-2.0
// Distances by exponent, and what they are held to, as data of the HTML page.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "reference/judge/allowed_ulp.hpp"
#include "reference/numerics/real.hpp"
#include "reference/ops/op_index.hpp"
#include "reports/html/data_parts.hpp"
#include "reports/words/tally.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

struct Exponent {
  std::size_t cases = 0;
  double ulp = 0;
};

/// One op with one element type.
struct Distances {
  ElementType element = ElementType::f32;
  std::map<int, Exponent> exponents;
  std::set<std::array<std::string, 3>> places;  ///< form, target, operand
};

/// The key of the accuracy profile for an output, or nothing if the page has it exact.
std::string accuracy_of(const OpSpec& op, const std::string& form, const std::string& operand) {
  const auto found = std::ranges::find(op.forms, form, &Form::name);
  if (found == op.forms.end()) return "";
  const auto result = std::ranges::find(found->results, operand, &Result::operand);
  return result == found->results.end() ? "" : result->accuracy;
}

std::optional<Target> target_named(const std::string& name) {
  for (const Target target : all_targets) {
    if (name_of(target) == name) return target;
  }
  return std::nullopt;
}

/// Bound and words, ascending; with the targets where there are several.
Json tolerances_of(const std::string& mnemonic, const Distances& distances,
                   const ToleranceLookup& tolerances) {
  const OpSpec* op = find_op(mnemonic);
  Json rows = Json::array();
  if (op == nullptr || !tolerances) return rows;
  std::map<std::pair<double, std::string>, std::set<std::string>> found;
  for (const auto& [form, target_name, operand] : distances.places) {
    const std::string accuracy = accuracy_of(*op, form, operand);
    const std::optional<Target> target = target_named(target_name);
    if (accuracy.empty() || !target) continue;
    const Tolerance tolerance = tolerances({accuracy, mnemonic, form, *target, distances.element});
    const std::optional<double> bound = allowed_ulp(tolerance);
    if (bound)
      found[{*bound, tolerance_text(tolerance)}].insert(fmt::format("{} {}", form, target_name));
  }
  for (const auto& [key, where] : found) {
    std::string text = key.second;
    if (found.size() > 1) {
      text += fmt::format(" ({}{})", *where.begin(), where.size() > 1 ? ", ..." : "");
    }
    rows.push_back({key.first, text});
  }
  return rows;
}

/// The exponent at which a worst element is drawn; nothing for one without a distance.
std::optional<int> exponent_of(const WorstElement& worst) {
  if (!worst.ulp || !worst.element || !is_float(*worst.element)) return std::nullopt;
  const double expected = numerics::decode(*worst.element, worst.expected).to_double();
  if (!std::isfinite(expected) || !std::isfinite(*worst.ulp)) return std::nullopt;
  // A zero is drawn next to the smallest subnormal.
  const std::uint64_t least = 1;
  return std::ilogb(expected == 0 ? numerics::decode(*worst.element, least).to_double()
                                  : std::abs(expected));
}

}  // namespace

std::string allowed_text(const CaseRecord& record, const std::string& operand, ElementType element,
                         const ToleranceLookup& tolerances) {
  const OpSpec* op = find_op(record.op);
  const std::optional<Target> target = target_named(record.target);
  if (op == nullptr || !target || !tolerances) return "";
  const std::string accuracy = accuracy_of(*op, record.form, operand);
  if (accuracy.empty()) return "";
  return tolerance_text(tolerances({accuracy, record.op, record.form, *target, element}));
}

Json json_of_exponents(const Records& records, const ToleranceLookup& tolerances) {
  std::map<std::tuple<std::string, DtypeKey>, Distances> found;
  for (const CaseRecord& record : records) {
    const auto& worst = record.verdict.worst;
    const std::optional<int> power = worst ? exponent_of(*worst) : std::nullopt;
    if (!power) continue;
    Distances& distances = found[{record.op, DtypeKey(std::string(name_of(*worst->element)))}];
    distances.element = *worst->element;
    distances.places.insert({record.form, record.target, worst->operand});
    Exponent& exponent = distances.exponents[*power];
    ++exponent.cases;
    exponent.ulp = std::max(exponent.ulp, *worst->ulp);
  }
  Json rows = Json::array();
  for (const auto& [key, distances] : found) {
    Json points = Json::array();
    for (const auto& [power, exponent] : distances.exponents) {
      points.push_back({power, exponent.cases, json_of_ulp(exponent.ulp)});
    }
    rows.push_back({printable(std::get<0>(key)), std::get<1>(key).name, std::move(points),
                    tolerances_of(std::get<0>(key), distances, tolerances)});
  }
  return rows;
}

}  // namespace assay::reports
