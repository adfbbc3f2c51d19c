// SPDX-License-Identifier: Apache-2.0
// The accuracy profile: which tolerance a result has.
#include "runners/cases/profiles/accuracy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <stdexcept>

#include "reference/isa/spec/tolerance_names.hpp"
#include "runners/support/embedded.hpp"
#include "runners/support/names.hpp"
#include "runners/support/nearest.hpp"
#include "runners/support/toml_file.hpp"

namespace assay::runners {
namespace {

bool has_bound(Tolerance::Kind kind) {
  return kind == Tolerance::Kind::ulp || kind == Tolerance::Kind::relative;
}

Tolerance::Kind kind_of(const toml::table& table, const std::string& file) {
  const std::string name = text_at(table, "kind", file).value_or("");
  if (const auto kind = tolerance_kind_named(name)) return *kind;
  const std::vector<std::string> known(tolerance_kind_names.begin(), tolerance_kind_names.end());
  toml_error(file, table, fmt::format("unknown kind '{}'{}", name, suggestion(name, known)));
}

/// The unit roundoff: the relative error that the nearest value of a format can have.
double roundoff_of(ElementType type) { return std::ldexp(1.0, -format_of(type).precision); }

/// A bound by which nothing could be wrong tests nothing.
void refuse_boundless(const ToleranceEntry& entry, const toml::node& node,
                      const std::string& file) {
  const Tolerance& tolerance = entry.tolerance;
  const ElementType finest = entry.element.value_or(ElementType::f32);
  if (!is_float(finest)) return;
  const bool relative = tolerance.kind == Tolerance::Kind::relative;
  const double most = relative ? 1 : std::ldexp(1.0, format_of(finest).precision);
  if (tolerance.bound < most) return;
  toml_error(file, node,
             relative
                 ? fmt::format("'bound' must be below 1, the relative error of a zero, not {:g}",
                               tolerance.bound)
                 : fmt::format("'bound' must be below {:g} ulp, where a zero would pass as any "
                               "number of {}, not {:g}",
                               most, name_of(finest), tolerance.bound));
}

/// A correctly rounded result has an error of up to half a unit in the last place. A smaller bound
/// would fail every implementation, or be kept by none and tested by nothing.
void refuse_unreachable(const ToleranceEntry& entry, const toml::table& table,
                        const std::string& file) {
  const Tolerance& tolerance = entry.tolerance;
  constexpr double half = 0.5;
  if (tolerance.kind == Tolerance::Kind::ulp && tolerance.bound < half) {
    toml_error(file, table,
               fmt::format("no result can keep {:g} ulp, since the nearest value is up to 0.5 ulp "
                           "from the exact one; use kind = \"correctly_rounded\"",
                           tolerance.bound));
  }
  if (tolerance.kind != Tolerance::Kind::relative) return;
  const ElementType coarsest = entry.element.value_or(ElementType::f16);
  if (!is_float(coarsest) || tolerance.bound >= roundoff_of(coarsest)) return;
  toml_error(
      file, table,
      fmt::format("no result of {0} can keep a relative error of {1:g}, since that of the "
                  "nearest value is up to {2:.3g}; {3}",
                  name_of(coarsest), tolerance.bound, roundoff_of(coarsest),
                  entry.element ? "use kind = \"correctly_rounded\""
                                : "name the element that is meant, as in element = \"f32\""));
}

Tolerance tolerance_of(const toml::table& table, const std::string& file) {
  Tolerance tolerance;
  tolerance.kind = kind_of(table, file);
  const std::optional<double> bound = number_at(table, "bound", file);
  if (has_bound(tolerance.kind) != bound.has_value()) {
    toml_error(file, table,
               bound ? "only the kinds ulp and relative have a 'bound'"
                     : "the kinds ulp and relative need a 'bound'");
  }
  tolerance.bound = bound.value_or(0);
  if (bound && !(*bound > 0)) toml_error(file, *table.get("bound"), "'bound' must be positive");
  tolerance.reason = text_at(table, "reason", file).value_or("");
  if (tolerance.reason.empty()) toml_error(file, table, "an entry needs a 'reason'");
  return tolerance;
}

ToleranceEntry entry_of(const toml::table& table, const std::string& file) {
  require_known_keys(
      table, {"accuracy", "op", "form", "target", "element", "kind", "bound", "reason"}, file);
  ToleranceEntry entry;
  entry.accuracy = text_at(table, "accuracy", file).value_or("");
  if (entry.accuracy.empty()) toml_error(file, table, "an entry needs an 'accuracy' key");
  entry.op = text_at(table, "op", file);
  entry.form = text_at(table, "form", file);
  try {
    if (const auto target = text_at(table, "target", file)) entry.target = known_target(*target);
    if (const auto element = text_at(table, "element", file)) {
      entry.element = known_element(*element);
    }
  } catch (const UsageError& error) {
    toml_error(file, table, error.what());
  }
  entry.tolerance = tolerance_of(table, file);
  refuse_unreachable(entry, table, file);
  if (const toml::node* bound = table.get("bound")) refuse_boundless(entry, *bound, file);
  entry.file = file;
  entry.line = static_cast<int>(table.source().begin.line);
  return entry;
}

template <typename T>
bool compatible(const std::optional<T>& a, const std::optional<T>& b) {
  return !a || !b || *a == *b;
}

/// True where some result matches both and neither is more specific.
bool rivals(const ToleranceEntry& a, const ToleranceEntry& b) {
  return a.accuracy == b.accuracy && a.filters() == b.filters() && compatible(a.op, b.op) &&
         compatible(a.form, b.form) && compatible(a.target, b.target) &&
         compatible(a.element, b.element);
}

void refuse_rivals(const std::vector<ToleranceEntry>& entries, const std::string& file) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!rivals(entries[j], entries[i])) continue;
      throw UsageError(fmt::format(
          "{}:{}: this entry and the one at line {} can match the same result and are equally "
          "specific; add a filter to one of them",
          file, entries[i].line, entries[j].line));
    }
  }
}

void refuse_unknown(const std::vector<ToleranceEntry>& entries,
                    const std::vector<std::string>& known) {
  for (const ToleranceEntry& entry : entries) {
    if (std::ranges::find(known, entry.accuracy) != known.end()) continue;
    throw UsageError(fmt::format("{}:{}: no page has a result of accuracy '{}'{}", entry.file,
                                 entry.line, entry.accuracy, suggestion(entry.accuracy, known)));
  }
}

/// The matching entry with the most filters, or null.
const ToleranceEntry* best_of(const std::vector<ToleranceEntry>& entries, const ToleranceKey& key) {
  const ToleranceEntry* best = nullptr;
  for (const ToleranceEntry& entry : entries) {
    if (!entry.matches(key)) continue;
    if (best == nullptr || entry.filters() > best->filters()) best = &entry;
  }
  return best;
}

}  // namespace

bool ToleranceEntry::matches(const ToleranceKey& key) const {
  return accuracy == key.accuracy && (!op || *op == key.op) && (!form || *form == key.form) &&
         (!target || *target == key.target) && (!element || *element == key.element);
}

int ToleranceEntry::filters() const {
  return int{op.has_value()} + int{form.has_value()} + int{target.has_value()} +
         int{element.has_value()};
}

AccuracyProfile AccuracyProfile::parse(std::string_view text, const std::string& file,
                                       const std::vector<std::string>& known) {
  const toml::table table = parse_toml(text, file);
  require_known_keys(table, {"tolerance"}, file);
  std::vector<ToleranceEntry> entries;
  const toml::array* tables = table["tolerance"].as_array();
  if (tables == nullptr) throw UsageError(fmt::format("{}: has no [[tolerance]] entries", file));
  for (const toml::node& node : *tables) {
    if (!node.is_table()) toml_error(file, node, "'tolerance' must be a list of tables");
    entries.push_back(entry_of(*node.as_table(), file));
  }
  refuse_rivals(entries, file);
  if (!known.empty()) refuse_unknown(entries, known);
  AccuracyProfile profile;
  profile.layers_.push_back(std::move(entries));
  return profile;
}

AccuracyProfile AccuracyProfile::over(const AccuracyProfile& base) const {
  AccuracyProfile both = *this;
  both.layers_.insert(both.layers_.end(), base.layers_.begin(), base.layers_.end());
  return both;
}

void AccuracyProfile::require_complete(const std::vector<std::string>& accuracies) const {
  for (const std::string& accuracy : accuracies) {
    const bool found = std::ranges::any_of(layers_, [&](const auto& entries) {
      return std::ranges::any_of(entries, [&](const ToleranceEntry& entry) {
        return entry.accuracy == accuracy && entry.filters() == 0;
      });
    });
    if (found) continue;
    throw UsageError(fmt::format(
        "accuracy '{}' has no entry without filters; add one for what no other entry names",
        accuracy));
  }
}

const ToleranceEntry* AccuracyProfile::entry_for(const ToleranceKey& key) const {
  if (key.accuracy.empty()) return nullptr;
  for (const std::vector<ToleranceEntry>& entries : layers_) {
    if (const ToleranceEntry* best = best_of(entries, key)) return best;
  }
  throw std::out_of_range("the accuracy profile has no entry for '" + key.accuracy + "'");
}

Tolerance AccuracyProfile::of(const ToleranceKey& key) const {
  const ToleranceEntry* entry = entry_for(key);
  if (entry == nullptr) return {Tolerance::Kind::exact, 0, "the result is exact"};
  return entry->tolerance;
}

ToleranceLookup AccuracyProfile::lookup() const {
  // Lookups are copied for each reading of a choice.
  return [profile = std::make_shared<const AccuracyProfile>(*this)](const ToleranceKey& key) {
    return profile->of(key);
  };
}

std::vector<const ToleranceEntry*> AccuracyProfile::entries_of(const std::string& accuracy) const {
  std::vector<const ToleranceEntry*> found;
  for (const std::vector<ToleranceEntry>& entries : layers_) {
    for (const ToleranceEntry& entry : entries) {
      if (entry.accuracy == accuracy) found.push_back(&entry);
    }
  }
  return found;
}

std::vector<std::string> AccuracyProfile::accuracies() const {
  std::set<std::string> keys;
  for (const std::vector<ToleranceEntry>& entries : layers_) {
    for (const ToleranceEntry& entry : entries) keys.insert(entry.accuracy);
  }
  return {keys.begin(), keys.end()};
}

std::vector<std::string> accuracy_keys() { return load_accuracy("").accuracies(); }

std::string accuracy_source(const std::string& file) {
  std::string text(embedded_file(built_in_accuracy));
  return file.empty() ? text : read_text_file(file) + text;
}

AccuracyProfile load_accuracy(const std::string& file) {
  AccuracyProfile built_in =
      AccuracyProfile::parse(embedded_file(built_in_accuracy), std::string(built_in_accuracy), {});
  if (file.empty()) return built_in;
  return AccuracyProfile::parse(read_text_file(file), file, built_in.accuracies()).over(built_in);
}

}  // namespace assay::runners
