// SPDX-License-Identifier: Apache-2.0
// Suites: which cases a run consists of, as data.
#include "runners/cases/suite.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "generators/programs/programs.hpp"
#include "generators/shapes/empty.hpp"
#include "generators/shapes/scalar_types.hpp"
#include "generators/shapes/wide.hpp"
#include "reference/ops/shared_memory.hpp"
#include "reference/support/hash.hpp"
#include "reference/support/side_by_side.hpp"
#include "runners/support/embedded.hpp"
#include "runners/support/environment.hpp"
#include "runners/support/names.hpp"
#include "runners/support/nearest.hpp"
#include "runners/support/toml_file.hpp"

namespace assay::runners {
namespace {

constexpr std::string_view folder = "suites/";
constexpr std::string_view extension = ".toml";

/// What holds the bullets of founding pages lies beside the suites.
constexpr std::string_view no_suite = "suites/founding_pages.toml";

/// Name of an embedded suite, or empty for another embedded file.
std::string suite_of(const EmbeddedFile& file) {
  std::string_view name = file.name;
  if (name == no_suite || !name.starts_with(folder) || !name.ends_with(extension)) return {};
  name.remove_prefix(folder.size());
  name.remove_suffix(extension.size());
  return name.find('/') == std::string_view::npos ? std::string(name) : std::string();
}

CaseCounts parse_counts(const toml::table& table, const std::string& file) {
  require_known_keys(table, {"inside", "boundary", "outside"}, file);
  const auto count = [&](std::string_view key) {
    return static_cast<std::uint64_t>(count_at(table, key, file).value_or(1));
  };
  return {count("inside"), count("boundary"), count("outside")};
}

void parse_programs(Suite& suite, const toml::table& table, const std::string& file) {
  require_known_keys(table, {"count", "calls", "kind"}, file);
  suite.programs = static_cast<std::uint64_t>(count_at(table, "count", file).value_or(0));
  const std::int64_t calls = count_at(table, "calls", file).value_or(suite.program_calls);
  if (calls < 1 || calls > generators::most_calls) {
    toml_error(file, *table.get("calls"),
               fmt::format("'calls' must be between 1 and {}", generators::most_calls));
  }
  suite.program_calls = static_cast<int>(calls);
  const std::string name = text_at(table, "kind", file).value_or("stepwise");
  const auto kind = generators::program_kind_named(name);
  if (!kind) {
    toml_error(file, *table.get("kind"),
               "'kind' must be \"stepwise\", \"end\", \"exact\", \"relation\" or \"outside\"");
  }
  suite.program_kind = *kind;
}

void parse_large(Suite& suite, const toml::table& table, const std::string& file) {
  require_known_keys(table, {"bytes", "every_dtype"}, file);
  suite.large_bytes = count_at(table, "bytes", file).value_or(0);
  suite.large_every_dtype = table["every_dtype"].value_or(false);
}

std::uint64_t parse_share(const toml::table& table, const std::string& file) {
  constexpr std::int64_t most = generators::cases_of_a_signature;
  const std::int64_t count = count_at(table, "cases_per_signature", file).value_or(most);
  if (count >= 1 && count <= most) return static_cast<std::uint64_t>(count);
  toml_error(file, *table.get("cases_per_signature"),
             fmt::format("'cases_per_signature' must be between 1 and {}", most));
}

std::vector<std::string> parse_targets(const toml::table& table, const std::string& file) {
  std::vector<std::string> targets;
  const toml::array* list = table["targets"].as_array();
  if (list == nullptr) return targets;
  for (const toml::node& node : *list) {
    const auto name = node.value<std::string>();
    if (!name) toml_error(file, node, "'targets' must be a list of texts");
    known_target(*name);
    targets.push_back(*name);
  }
  return targets;
}

template <typename T, typename F>
std::vector<T> mapped(const std::vector<std::string>& names, F&& map) {
  std::vector<T> values;
  std::ranges::transform(names, std::back_inserter(values), map);
  return values;
}

template <typename T>
bool wanted(const std::vector<T>& list, T value) {
  return list.empty() || std::ranges::find(list, value) != list.end();
}

std::string list_or_all(const std::vector<std::string>& names) {
  return names.empty() ? "*" : fmt::format("{}", fmt::join(names, ","));
}

}  // namespace

std::uint64_t CaseCounts::of(Intent::Kind kind) const {
  switch (kind) {
    case Intent::Kind::inside:
      return inside;
    case Intent::Kind::boundary:
      return boundary;
    case Intent::Kind::outside:
      break;
  }
  return outside;
}

Suite parse_suite(std::string_view text, const std::string& file) {
  const toml::table table = parse_toml(text, file);
  require_known_keys(table,
                     {"name", "summary", "ops", "targets", "seed", "cases", "cases_per_signature",
                      "large", "programs"},
                     file);
  Suite suite;
  suite.name = text_at(table, "name", file).value_or("");
  if (suite.name.empty()) throw UsageError(fmt::format("{}: the suite has no 'name'", file));
  suite.summary = text_at(table, "summary", file).value_or("");
  suite.ops = text_at(table, "ops", file).value_or("*");
  suite.targets = parse_targets(table, file);
  suite.dated = table["seed"].value_exact<std::string>() == "date";
  if (!suite.dated) {
    suite.seed = static_cast<std::uint64_t>(count_at(table, "seed", file).value_or(1));
  }
  suite.cases_per_signature = parse_share(table, file);
  if (const toml::node* large = table.get("large")) {
    if (!large->is_table()) toml_error(file, *large, "'large' must be a table");
    parse_large(suite, *large->as_table(), file);
  }
  if (const toml::node* programs = table.get("programs")) {
    if (!programs->is_table()) toml_error(file, *programs, "'programs' must be a table");
    parse_programs(suite, *programs->as_table(), file);
  }
  if (const toml::node* cases = table.get("cases")) {
    if (!cases->is_table()) toml_error(file, *cases, "'cases' must be a table");
    suite.cases = parse_counts(*cases->as_table(), file);
  }
  return suite;
}

Suite suite_named(std::string_view name) {
  for (const EmbeddedFile& file : embedded_files()) {
    if (suite_of(file) == name) return parse_suite(file.text, std::string(file.name));
  }
  throw UsageError(fmt::format("unknown suite '{}'{}", name, suggestion(name, suite_names())));
}

std::vector<std::string> suite_names() {
  std::vector<std::string> names;
  for (const EmbeddedFile& file : embedded_files()) {
    if (const std::string name = suite_of(file); !name.empty()) names.push_back(name);
  }
  return names;
}

std::uint64_t seed_of_today() {
  std::string digits = utc_now().substr(0, 10);
  std::erase(digits, '-');
  return std::stoull(digits);
}

Start start_of(const Suite& suite, std::optional<std::uint64_t> seed) {
  if (suite.dated) {
    const std::uint64_t day = seed.value_or(seed_of_today());
    return {day, day};
  }
  const std::uint64_t given = seed.value_or(suite.seed);
  return {given, given - suite.seed};
}

namespace {

/// One page's form on one target.
struct Place {
  const OpSpec* op;
  const Form* form;
  Target target;
};

struct Planned {
  std::vector<ElementType> leads;
  std::vector<generators::Recipe> recipes;
  std::vector<generators::Recipe> commons;  ///< but the large one
};

/// With the first element type that shows the scenario; with which one to begin follows from the
/// names and the turn.
std::optional<generators::Recipe> common_recipe(std::string_view scenario, const Place& place,
                                                const std::vector<ElementType>& leads,
                                                std::uint64_t turn) {
  const auto& [op, form, target] = place;
  std::uint64_t start = support::hash_text(form->op + form->name + std::string(scenario));
  start += static_cast<std::uint64_t>(target) + turn;
  for (std::size_t i = 0; i < leads.size(); ++i) {
    const ElementType lead = leads[(start + i) % leads.size()];
    auto recipe = generators::common_recipe(scenario, *op, *form, target, lead, turn);
    if (recipe) return recipe;
  }
  return std::nullopt;
}

/// Of calls in place each element type is on one of three targets, and over three turns on all; of
/// the last place, which few forms have, one type is.
void add_in_place(const Place& place, const std::vector<ElementType>& leads, std::uint64_t turn,
                  std::vector<generators::Recipe>& recipes) {
  const auto& [op, form, target] = place;
  constexpr std::uint64_t share = 3;
  std::vector<ElementType> shown;
  for (const ElementType lead : leads) {
    const auto number = static_cast<std::uint64_t>(lead) + static_cast<std::uint64_t>(target);
    if ((number + turn) % share == 0) shown.push_back(lead);
  }
  if (shown.empty() && !leads.empty()) shown.push_back(leads[turn % leads.size()]);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    auto recipe = generators::common_recipe(in_place_name, *op, *form, target, shown[i], turn + i);
    if (recipe) recipes.push_back(*std::move(recipe));
  }
  auto last = common_recipe(in_last_place_name, place, leads, turn);
  if (last) recipes.push_back(*std::move(last));
}

/// A case of each type that a caller may pass, with the first element type that takes it of a few:
/// with which one to begin is another one for each.
void add_scalar_types(const Place& place, const std::vector<ElementType>& leads, std::uint64_t turn,
                      std::vector<generators::Recipe>& recipes) {
  constexpr std::size_t most_tried = 4;
  if (!generators::takes_scalars(*place.form)) return;
  for (std::size_t i = 0; i < generators::scalar_scenarios.size(); ++i) {
    const auto& [op, form, target] = place;
    for (std::size_t k = 0; k < std::min(most_tried, leads.size()); ++k) {
      const ElementType lead = leads[(turn + i + k) % leads.size()];
      auto recipe = generators::common_recipe(generators::scalar_scenarios.at(i).name, *op, *form,
                                              target, lead, turn + i);
      if (!recipe) continue;
      recipes.push_back(*std::move(recipe));
      break;
    }
  }
}

/// Long rows are dear: the turn says which target and which form of an op has some. It begins with
/// A2A3, whose instructions count repeats in a byte.
bool has_long_rows(const Place& place, std::uint64_t turn) {
  const auto& [op, form, target] = place;
  if (all_targets.at(turn % all_targets.size()) != target) return false;
  std::vector<const Form*> forms;
  for (const Form& one : op->forms) {
    if (one.targets.contains(target)) forms.push_back(&one);
  }
  return forms.at(turn / all_targets.size() % forms.size()) == form;
}

/// Rather with elements of four bytes or more, of which a row has fewer.
void add_long_rows(const Place& place, const std::vector<ElementType>& leads, std::uint64_t turn,
                   std::vector<generators::Recipe>& recipes) {
  constexpr int large_bits = 32;
  if (!has_long_rows(place, turn)) return;
  std::vector<ElementType> large;
  std::ranges::copy_if(leads, std::back_inserter(large),
                       [](ElementType lead) { return bits_of(lead) >= large_bits; });
  for (const std::string_view scenario : {generators::wide_name, wide_in_place_name}) {
    auto recipe = common_recipe(scenario, place, large.empty() ? leads : large, turn);
    if (!recipe) continue;
    recipes.push_back(*std::move(recipe));
    return;
  }
}

/// Rather with elements of two bytes or more: what some pads of floats of one byte are is open.
void add_empty(const Place& place, const std::vector<ElementType>& leads, std::uint64_t turn,
               std::vector<generators::Recipe>& recipes) {
  constexpr int large_bits = 16;
  std::vector<ElementType> large;
  std::ranges::copy_if(leads, std::back_inserter(large),
                       [](ElementType lead) { return bits_of(lead) >= large_bits; });
  auto recipe = common_recipe(generators::empty_name, place, large, turn);
  if (!recipe) recipe = common_recipe(generators::empty_name, place, leads, turn);
  if (recipe) recipes.push_back(*std::move(recipe));
}

/// Which recipes can be drawn takes some hundred draws each.
std::vector<Planned> planned(const std::vector<Place>& places,
                             const std::vector<ElementType>& elements, std::uint64_t turn) {
  std::vector<Planned> all(places.size());
  support::side_by_side(places.size(), [&](std::size_t i) {
    const auto& [op, form, target] = places[i];
    auto& [leads, recipes, commons] = all[i];
    leads = generators::lead_elements(*form, target);
    std::erase_if(leads, [&](ElementType lead) { return !wanted(elements, lead); });
    for (const ElementType lead : leads) {
      std::ranges::move(generators::recipes(*op, *form, target, lead, turn),
                        std::back_inserter(recipes));
    }
    for (const std::string_view scenario : generators::common_names) {
      if (scenario == generators::large_name) continue;
      auto recipe = common_recipe(scenario, places[i], leads, turn);
      if (recipe) commons.push_back(*std::move(recipe));
    }
    add_in_place(places[i], leads, turn, commons);
    add_long_rows(places[i], leads, turn, commons);
    add_scalar_types(places[i], leads, turn, commons);
    add_empty(places[i], leads, turn, commons);
  });
  return all;
}

}  // namespace

std::vector<generators::Recipe> recipes_of(const Selection& selection, std::uint64_t turn) {
  const auto targets = mapped<Target>(selection.targets, known_target);
  const auto elements = mapped<ElementType>(selection.dtypes, known_element);
  std::vector<Place> places;
  for (const OpSpec* op : matching_ops(selection.op_pattern)) {
    for (const Form& form : op->forms) {
      for (const Target target : all_targets) {
        if (!wanted(targets, target) || !form.targets.contains(target)) continue;
        places.push_back({op, &form, target});
      }
    }
  }
  std::vector<Planned> all = planned(places, elements, turn);
  std::vector<generators::Recipe> recipes;
  // Of what earlier versions had, so that the large cases stay what they are.
  std::size_t count = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto& [op, form, target] = places[i];
    auto& [leads, made, commons] = all[i];
    count += made.size();
    std::ranges::move(made, std::back_inserter(recipes));
    if (leads.empty()) continue;
    const ElementType lead = leads[(turn + count) % leads.size()];
    if (auto large =
            generators::common_recipe(generators::large_name, *op, *form, target, lead, turn)) {
      recipes.push_back(*std::move(large));
      count += 1;
    }
    std::ranges::move(commons, std::back_inserter(recipes));
  }
  if (!recipes.empty()) return recipes;
  throw UsageError(
      fmt::format("nothing to run: no page has a form for {}; 'assay show OP' lists "
                  "targets and dtypes",
                  to_string(selection)));
}

std::string to_string(const Selection& selection) {
  return fmt::format("ops={} targets={} dtypes={}", selection.op_pattern,
                     list_or_all(selection.targets), list_or_all(selection.dtypes));
}

std::vector<PlannedCase> plan_cases(const std::vector<generators::Recipe>& recipes,
                                    const CaseCounts& counts, std::uint64_t cases_per_signature) {
  std::vector<PlannedCase> cases;
  for (const generators::Recipe& recipe : recipes) {
    const bool common = generators::is_common(recipe.scenario);
    const std::uint64_t count = common ? (counts.inside + 3) / 4 : counts.of(recipe.intent.kind);
    // All plans of a form share their signatures, so another one for each case costs nothing.
    const std::uint64_t share = generators::is_plain(recipe) ? 1 : cases_per_signature;
    for (std::uint64_t k = 0; k < count; ++k) {
      cases.push_back({&recipe, k / share * generators::cases_of_a_signature + k % share});
    }
  }
  return cases;
}

}  // namespace assay::runners
