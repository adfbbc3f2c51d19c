// SPDX-License-Identifier: Apache-2.0
// Names of programs.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "generators/generate.hpp"
#include "generators/programs/programs.hpp"
#include "reference/isa/types/target.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::generators {
namespace {

constexpr std::string_view prefix = "PROGRAM/";
constexpr std::array<std::string_view, 5> kind_names{"stepwise", "end", "exact", "relation",
                                                     "outside"};

[[noreturn]] void bad(std::string_view name, const std::string& why) {
  throw BadName(fmt::format(
      "'{}' names no program: {}; programs are PROGRAM/TARGET/CALLS@KEY, or "
      "PROGRAM/TARGET/OP+OP/CALLS@KEY, with end/, exact/ or relation/NAME/ after TARGET for "
      "those that are judged by their end, and outside/ for those whose last call is illegal",
      name, why));
}

/// The number at the front of `text`, which loses it.
template <typename T>
bool take_number(std::string_view& text, int base, T& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc() || end == text.data()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

bool take(std::string_view& text, char sign) {
  if (!text.starts_with(sign)) return false;
  text.remove_prefix(1);
  return true;
}

std::string_view up_to(std::string_view& text, char sign) {
  const std::size_t end = std::min(text.find(sign), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

/// The kind after the target, which is removed from `rest`.
ProgramKind kind_named_in(std::string_view& rest) {
  for (const ProgramKind kind :
       {ProgramKind::end, ProgramKind::exact, ProgramKind::relation, ProgramKind::outside}) {
    const std::string_view name = name_of(kind);
    if (!rest.starts_with(name) || !rest.substr(name.size()).starts_with('/')) continue;
    rest.remove_prefix(name.size() + 1);
    return kind;
  }
  return ProgramKind::stepwise;
}

/// Those between the kind and the calls.
std::vector<std::string> ops_named_in(std::string_view& rest, std::string_view name,
                                      Target target) {
  std::vector<std::string> ops;
  if (rest.find('/') == std::string_view::npos) return ops;
  std::string_view list = up_to(rest, '/');
  // A sign with nothing after it is then checked as well.
  for (bool more = true; more;) {
    more = list.find('+') != std::string_view::npos;
    const std::string mnemonic(up_to(list, '+'));
    const OpSpec* op = find_op(mnemonic);
    if (op == nullptr) bad(name, fmt::format("'{}' is no op", mnemonic));
    if (!may_be_called(*op, target)) {
      bad(name, fmt::format("no program on {} calls {}", name_of(target), mnemonic));
    }
    ops.push_back(mnemonic);
  }
  return ops;
}

/// Of a chain, between the kind and the calls.
ProgramRecipe chain_named_in(std::string_view& rest, std::string_view name, Target target) {
  const std::string relation(rest.find('/') == std::string_view::npos ? "" : up_to(rest, '/'));
  const std::vector<std::string> known = relations_on(target);
  if (std::ranges::find(known, relation) != known.end()) return chain_recipe(target, relation);
  bad(name, fmt::format("'{}' is no relation on {}; known are {}", relation, name_of(target),
                        fmt::join(known, ", ")));
}

Program drawn_as_named(const ProgramRecipe& recipe, std::uint32_t key, std::string_view name) {
  try {
    return draw_program(recipe, key);
  } catch (const Unreachable&) {
    bad(name, "its key draws no such chain");
  }
}

}  // namespace

std::string program_name(const ProgramRecipe& recipe, std::uint32_t key) {
  const bool chain = recipe.kind == ProgramKind::relation;
  const std::string ops = chain ? recipe.relation : fmt::format("{}", fmt::join(recipe.ops, "+"));
  const bool plain = recipe.kind == ProgramKind::stepwise;
  return fmt::format("{}{}/{}{}{}{}{}@{:08x}", prefix, name_of(recipe.target),
                     plain ? "" : name_of(recipe.kind), plain ? "" : "/", ops,
                     ops.empty() ? "" : "/", recipe.calls, key);
}

std::string_view name_of(ProgramKind kind) { return kind_names.at(static_cast<std::size_t>(kind)); }

std::optional<ProgramKind> program_kind_named(std::string_view name) {
  const auto* found = std::ranges::find(kind_names, name);
  if (found == kind_names.end()) return std::nullopt;
  return static_cast<ProgramKind>(found - kind_names.begin());
}

bool names_a_program(std::string_view name) { return name.starts_with(prefix); }

Program program_named(std::string_view name) {
  std::string_view rest = name;
  if (!names_a_program(rest)) bad(name, "it does not begin with PROGRAM/");
  rest.remove_prefix(prefix.size());
  const std::string target(up_to(rest, '/'));
  ProgramRecipe recipe;
  const auto known = target_named(target);
  if (!known) bad(name, fmt::format("'{}' is no target; known are a2a3, a5 and cpu", target));
  recipe.target = *known;
  recipe.kind = kind_named_in(rest);
  if (recipe.kind == ProgramKind::relation) {
    recipe = chain_named_in(rest, name, recipe.target);
  } else {
    recipe.ops = ops_named_in(rest, name, recipe.target);
  }
  const int length = recipe.calls;
  if (!take_number(rest, 10, recipe.calls) || recipe.calls < 1 || recipe.calls > most_calls) {
    bad(name, fmt::format("it has 1 to {} calls", most_calls));
  }
  if (recipe.kind == ProgramKind::relation && recipe.calls != length) {
    bad(name, fmt::format("{} has {} calls", recipe.relation, length));
  }
  std::uint32_t key = 0;
  constexpr std::size_t digits = 8;
  if (!take(rest, '@') || rest.size() < digits) bad(name, "its key has 8 hexadecimal digits");
  std::string_view hexadecimal = rest.substr(0, digits);
  if (!take_number(hexadecimal, 16, key) || !hexadecimal.empty()) {
    bad(name, "its key has 8 hexadecimal digits");
  }
  rest.remove_prefix(digits);
  Program program = drawn_as_named(recipe, key, name);
  std::vector<std::size_t> left_out;
  while (!rest.empty()) {
    std::size_t call = 0;
    if (!take(rest, '-') || !take_number(rest, 10, call) || call < 1 ||
        call > program.steps.size() || (!left_out.empty() && left_out.back() >= call)) {
      bad(name, "after the key come ascending numbers of calls that are left out");
    }
    left_out.push_back(call);
  }
  std::ranges::reverse(left_out);
  for (const std::size_t call : left_out) {
    auto smaller = without(program, call - 1);
    if (!smaller) bad(name, fmt::format("call {} cannot be left out", call));
    program = *std::move(smaller);
  }
  program.name = std::string(name);
  for (ProgramStep& step : program.steps) step.test.name = program.name;
  return program;
}

}  // namespace assay::generators
