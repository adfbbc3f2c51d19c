// SPDX-License-Identifier: Apache-2.0
// Suites: which cases a run consists of, as data.
#include "runners/cases/plan/suite.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

#include "generators/programs/programs.hpp"
#include "generators/values/input_space.hpp"
#include "reference/support/hash.hpp"
#include "reference/support/side_by_side.hpp"
#include "runners/cases/plan/common_recipes.hpp"
#include "runners/support/embedded.hpp"
#include "runners/support/environment.hpp"
#include "runners/support/interrupt.hpp"
#include "runners/support/names.hpp"
#include "runners/support/nearest.hpp"
#include "runners/support/progress.hpp"
#include "runners/support/toml_file.hpp"

namespace assay::runners {
namespace {

constexpr std::string_view folder = "suites/";
constexpr std::string_view extension = ".toml";

/// Name of an embedded suite, or empty for another embedded file.
std::string suite_of(const EmbeddedFile& file) {
  std::string_view name = file.name;
  if (!name.starts_with(folder) || !name.ends_with(extension)) return {};
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

void parse_inputs(SuiteInputs& inputs, const toml::table& table, const std::string& file) {
  constexpr std::int64_t most = generators::most_enumerated_bits;
  require_known_keys(table, {"most_bits", "sample"}, file);
  const std::int64_t bits = count_at(table, "most_bits", file).value_or(generators::largest_sample);
  if (bits < 1 || bits > most) {
    toml_error(file, *table.get("most_bits"), fmt::format("'most_bits' must be 1 to {}", most));
  }
  const std::int64_t sample = count_at(table, "sample", file).value_or(generators::largest_sample);
  if (sample < generators::smallest_sample || sample > generators::largest_sample) {
    toml_error(file, *table.get("sample"),
               fmt::format("'sample' must be {} to {}", generators::smallest_sample,
                           generators::largest_sample));
  }
  inputs = {static_cast<int>(bits), static_cast<int>(sample)};
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
                      "large", "programs", "inputs"},
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
  if (const toml::node* inputs = table.get("inputs")) {
    if (!inputs->is_table()) toml_error(file, *inputs, "'inputs' must be a table");
    parse_inputs(suite.inputs, *inputs->as_table(), file);
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

struct Planned {
  std::vector<ElementType> leads;
  std::vector<generators::Recipe> recipes;
  std::vector<generators::Recipe> commons;
};

/// Which recipes can be drawn takes some hundred draws each: for all ops minutes of one processor.
std::vector<Planned> planned(const std::vector<Place>& places,
                             const std::vector<ElementType>& elements, const RotationSpan& turns,
                             bool quiet) {
  std::vector<Planned> all(places.size());
  std::mutex mutex;
  Progress progress(quiet ? 0 : places.size(), isatty(STDERR_FILENO) != 0, "forms planned");
  support::side_by_side(places.size(), [&](std::size_t i) {
    const auto& [op, form, target] = places[i];
    auto& [leads, recipes, commons] = all[i];
    leads = generators::lead_elements(*form, target);
    std::erase_if(leads, [&](ElementType lead) { return !wanted(elements, lead); });
    // Element types begin with different plans, so that a scenario is tried with each of the
    // form's.
    std::uint64_t turn = turns.first;
    for (const ElementType lead : leads) {
      stop_if_interrupted("nothing was begun");
      std::ranges::move(generators::recipes(*op, *form, target, lead, turn),
                        std::back_inserter(recipes));
      if (++turn == turns.first + std::max<std::size_t>(form->plans.size(), 1)) turn = turns.first;
    }
    stop_if_interrupted("nothing was begun");
    commons = common_recipes(places[i], leads, turns);
    const std::lock_guard lock(mutex);
    progress.step();
  });
  return all;
}

}  // namespace

std::vector<generators::Recipe> recipes_of(const Selection& selection, const RotationSpan& turns,
                                           bool quiet) {
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
  std::vector<Planned> all = planned(places, elements, turns, quiet);
  std::vector<generators::Recipe> recipes;
  for (Planned& one : all) {
    std::ranges::move(one.recipes, std::back_inserter(recipes));
    std::ranges::move(one.commons, std::back_inserter(recipes));
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

namespace {

/// A library compiles them all: those that the plans of a form share, and those of a directed
/// recipe.
constexpr std::uint64_t signatures_of_plans = 16;
constexpr std::uint64_t signatures_of_a_directed_case = 4;

/// So many cases of one that there are no more signatures.
std::uint64_t cases_of_each(std::uint64_t count, std::uint64_t signatures, std::uint64_t least) {
  return std::clamp((count + signatures - 1) / signatures, least, generators::cases_of_a_signature);
}

}  // namespace

std::vector<PlannedCase> plan_cases(const std::vector<generators::Recipe>& recipes,
                                    const CaseCounts& counts, std::uint64_t cases_per_signature) {
  std::vector<PlannedCase> cases;
  for (const generators::Recipe& recipe : recipes) {
    const bool common = generators::is_common(recipe.scenario);
    const std::uint64_t count =
        common ? counts.of_common(recipe.scenario) : counts.of(recipe.intent.kind);
    // All plans of a form share their signatures, so another one for each case costs little.
    const std::uint64_t share =
        generators::is_plain(recipe)
            ? cases_of_each(count, signatures_of_plans, 1)
            : cases_of_each(count, signatures_of_a_directed_case, cases_per_signature);
    for (std::uint64_t k = 0; k < count; ++k) {
      cases.push_back({&recipe, k / share * generators::cases_of_a_signature + k % share});
    }
  }
  return cases;
}

}  // namespace assay::runners
