// SPDX-License-Identifier: Apache-2.0
#include "generators/case_named.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "generators/draw/common_scenarios.hpp"
#include "generators/draw/drawing.hpp"
#include "generators/draw/solve_constraints.hpp"
#include "generators/enumerate/enumeration.hpp"
#include "generators/recipe/naming.hpp"
#include "generators/recipes.hpp"
#include "generators/values/plans.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::generators {

namespace {

template <typename... Parts>
[[noreturn]] void reject(std::string_view name, fmt::format_string<Parts...> why,
                         Parts&&... parts) {
  throw BadName(
      fmt::format("case name '{}': {}", name, fmt::format(why, std::forward<Parts>(parts)...)));
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t end = text.find(separator); end != std::string_view::npos;
       end = text.find(separator)) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.push_back(text);
  return parts;
}

std::uint32_t parse_key(std::string_view name, std::string_view text) {
  std::uint32_t key = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, key, 16);
  const bool lower = std::ranges::none_of(text, [](char c) { return c >= 'A' && c <= 'F'; });
  if (text.size() != 8 || error != std::errc{} || end != last || !lower) {
    reject(name, "the key after '@' must be eight hexadecimal digits, not '{}'", text);
  }
  return key;
}

Intent parse_edge(std::string_view name, std::string_view part) {
  const std::size_t dot = part.rfind('.');
  const std::string_view side = dot == std::string_view::npos ? "" : part.substr(dot + 1);
  for (const Edge edge : {Edge::smallest, Edge::largest, Edge::below, Edge::above}) {
    if (side == name_of(edge)) {
      return {Intent::Kind::boundary, std::string(part.substr(0, dot)), edge};
    }
  }
  reject(name, "an edge ends in smallest, largest, below or above, not '{}'", side);
}

void parse_twist(std::string_view name, std::string_view part, Recipe& recipe) {
  constexpr std::string_view edge = "edge.";
  constexpr std::string_view breaks = "breaks.";
  if (part == shared_signature_name || part == alike_name) {
    (part == shared_signature_name ? recipe.shares_signature : recipe.alike) = true;
    return;
  }
  const bool is_edge = part.starts_with(edge);
  if (is_edge || part.starts_with(breaks)) {
    recipe.intent = is_edge ? parse_edge(name, part.substr(edge.size()))
                            : Intent{Intent::Kind::outside, std::string(part.substr(breaks.size())),
                                     Edge::smallest};
    if (constraint_of(*recipe.form, recipe.target, recipe.intent.constraint) == nullptr) {
      reject(name, "{} form {} has no constraint '{}' on {}", recipe.form->op, recipe.form->name,
             recipe.intent.constraint, name_of(recipe.target));
    }
    return;
  }
  for (const CommonScenario& scenario : common_scenarios()) {
    if (hyphenated(std::string(scenario.name)) != part) continue;
    recipe.scenario = scenario.name;
    return;
  }
  for (const Scenario& scenario : recipe.form->scenarios) {
    if (scenario.targets.contains(recipe.target) && hyphenated(scenario.name) == part) {
      recipe.scenario = scenario.name;
      return;
    }
  }
  reject(name, "{} form {} has no scenario '{}' on {}", recipe.form->op, recipe.form->name, part,
         name_of(recipe.target));
}

void parse_detail(std::string_view name, std::string_view detail, Recipe& recipe) {
  const std::vector<std::string_view> parts = split(detail, '+');
  const std::vector<std::string> plans = plans_of(*recipe.form);
  if (parts.front() != mosaic_name && std::ranges::find(plans, parts.front()) == plans.end()) {
    reject(name, "{} form {} has no value plan '{}'; it has {}", recipe.form->op, recipe.form->name,
           parts.front(), fmt::join(plans, ", "));
  }
  recipe.plan = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) parse_twist(name, parts[i], recipe);
}

Recipe parse_place(std::string_view name, std::span<const std::string_view> parts,
                   std::span<const OpSpec> pages) {
  Recipe recipe;
  const auto op = std::ranges::find(pages, parts[0], &OpSpec::mnemonic);
  if (op == pages.end()) reject(name, "there is no instruction '{}'", parts[0]);
  const auto form = std::ranges::find(op->forms, parts[1], &Form::name);
  if (form == op->forms.end()) {
    reject(name, "{} has no form '{}'; `assay show {}` lists its forms", parts[0], parts[1],
           parts[0]);
  }
  const auto target = target_named(parts[2]);
  if (!target) reject(name, "there is no target '{}'; there are a2a3, a5 and cpu", parts[2]);
  if (!form->targets.contains(*target)) {
    reject(name, "{} form {} does not exist on {}", parts[0], parts[1], parts[2]);
  }
  recipe.op = &*op;
  recipe.form = &*form;
  recipe.target = *target;
  return recipe;
}

std::optional<Case> try_draw(const Recipe& recipe, std::uint32_t key) {
  try {
    return draw(recipe, key);
  } catch (const Unreachable&) {
    return std::nullopt;
  }
}

/// The part of a name in which two names differ first.
std::string_view difference(std::string_view wanted, std::string_view drawn) {
  constexpr std::array<std::string_view, 7> what{"instruction", "form",         "target", "types",
                                                 "shape",       "valid region", "detail"};
  const auto left = split(wanted, '/');
  const auto right = split(drawn, '/');
  for (std::size_t i = 0; i < what.size() && i < right.size(); ++i) {
    if (left[i] != right[i]) return what.at(i);
  }
  return "name";
}

struct Found {
  Recipe recipe;
  Case test;
};

Found find_case(std::string_view name, Recipe recipe, std::string_view types, std::uint32_t key) {
  const auto spelled = element_named(split(types, ',').front());
  if (!spelled) reject(name, "there is no element type '{}'", split(types, ',').front());
  recipe.lead = *spelled;
  const std::optional<Case> first = try_draw(recipe, key);
  if (first && first->name == name) return {recipe, *first};
  // A breach may have changed the lead's type, so the name does not say which one was drawn for.
  std::optional<Case> other;
  for (const ElementType lead : lead_elements(*recipe.form, recipe.target)) {
    recipe.lead = lead;
    std::optional<Case> test_case = try_draw(recipe, key);
    if (!test_case) continue;
    if (test_case->name == name) return {recipe, *test_case};
    if (!other) other = std::move(test_case);
  }
  const std::optional<Case>& drawn = first ? first : other;
  if (!drawn) reject(name, "no case of suite version {} has this name", suite_version);
  reject(name,
         "the {} in this name and its key do not match; suite version {} draws '{}' for this key",
         difference(name, drawn->name), suite_version, drawn->name);
}

Found found_by(std::string_view name, std::span<const OpSpec> pages) {
  const std::vector<std::string_view> parts = split(name, '/');
  if (parts.size() != 7) {
    reject(name, "a name is OP/FORM/TARGET/DTYPES/SHAPE/VALID/PLAN@KEY, with six '/', not {}",
           parts.size() - 1);
  }
  const std::size_t key_sign = parts[6].rfind('@');
  if (key_sign == std::string_view::npos) reject(name, "there is no '@' with a key at its end");
  Recipe recipe = parse_place(name, parts, pages);
  const std::uint32_t key = parse_key(name, parts[6].substr(key_sign + 1));
  parse_detail(name, parts[6].substr(0, key_sign), recipe);
  return find_case(name, std::move(recipe), parts[3], key);
}

/// The page that a name begins with; nothing if there is none.
std::span<const OpSpec> page_in(std::string_view name) {
  const OpSpec* page = find_op(name.substr(0, name.find('/')));
  return page == nullptr ? std::span<const OpSpec>{} : std::span{page, 1};
}

/// A tile of an enumeration.
Case tile_named(std::string_view name, std::span<const OpSpec> pages) {
  const std::string_view mnemonic = name.substr(0, name.find('/'));
  const auto op = std::ranges::find(pages, mnemonic, &OpSpec::mnemonic);
  if (op == pages.end()) reject(name, "there is no instruction '{}'", mnemonic);
  try {
    return enumerated_case(name, *op);
  } catch (const NotEnumerable& error) {
    reject(name, "{}", error.what());
  }
}

}  // namespace

Case case_named(std::string_view name, std::span<const OpSpec> pages) {
  return names_a_tile(name) ? tile_named(name, pages) : found_by(name, pages).test;
}

Case case_named(std::string_view name) { return case_named(name, page_in(name)); }

Recipe recipe_named(std::string_view name) { return found_by(name, page_in(name)).recipe; }

}  // namespace assay::generators
