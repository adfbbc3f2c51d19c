// SPDX-License-Identifier: Apache-2.0
// Chains whose values are related by the meaning of the ops: the reference, which does not use
// these relations, must agree with them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "generators/generate.hpp"
#include "generators/programs/programs.hpp"
#include "generators/recipes.hpp"
#include "reference/isa/types/target.hpp"
#include "reference/judge/programs/memory_bounds.hpp"
#include "reference/ops/op_index.hpp"
#include "reference/ops/relations.hpp"

namespace assay::generators {
namespace {

constexpr std::uint64_t programs_of_each = 8;
constexpr std::uint64_t most_keys = 16;

Tolerance strict(const ToleranceKey&) {
  return {.kind = Tolerance::Kind::correctly_rounded, .bound = 0, .reason = {}};
}

/// Valid elements of a tile, or those of a view, in logical order.
std::vector<std::uint64_t> elements_of_value(const OperandValue& value,
                                             const ElementArray& contents) {
  std::vector<std::uint64_t> out;
  if (const auto* tile = std::get_if<TileSpec>(&value)) {
    for (std::int64_t i = 0; i < contents.size(); ++i) {
      if (tile->is_valid(i / tile->cols(), i % tile->cols())) out.push_back(contents[i]);
    }
    return out;
  }
  const auto& view = std::get<GlobalSpec>(value);
  const auto& n = view.shape;
  const auto& s = view.stride;
  for (std::int64_t a = 0; a < n[0]; ++a) {
    for (std::int64_t b = 0; b < n[1]; ++b) {
      for (std::int64_t c = 0; c < n[2]; ++c) {
        for (std::int64_t d = 0; d < n[3]; ++d) {
          for (std::int64_t e = 0; e < n[4]; ++e) {
            const std::int64_t place =
                view.base + a * s[0] + b * s[1] + c * s[2] + d * s[3] + e * s[4];
            out.push_back(contents[place]);
          }
        }
      }
    }
  }
  return out;
}

/// The contents of every operand of every call: after it what it writes, before it the rest.
std::vector<std::vector<ElementArray>> values_of(const Program& program) {
  MemoryBounds known(filled(program, Poison::first));
  std::vector<std::vector<ElementArray>> values;
  for (std::size_t call = 0; call < program.steps.size(); ++call) {
    const ProgramStep& step = program.steps[call];
    std::vector<ElementArray> contents = known.contents(step);
    known.pass(step, call, strict);
    EXPECT_TRUE(known.was_exact()) << program.name << " call " << call;
    const std::vector<ElementArray> behind = known.contents(step);
    for (std::size_t i = 0; i < contents.size(); ++i) {
      if (is_written(step.test.form().operands[i])) contents[i] = behind[i];
    }
    values.push_back(std::move(contents));
  }
  return values;
}

/// A sentence where two values that must be equal are not.
std::string broken(const Relation& relation, const Program& program) {
  const auto values = values_of(program);
  const auto elements = [&](const ChainOperand& place) {
    const Call& call = program.steps[place.call].test.call;
    const std::size_t operand = call.form->index_of(place.operand);
    return elements_of_value(call.operands[operand], values[place.call][operand]);
  };
  for (const auto& [one, other] : relation.equal) {
    const auto left = elements(one);
    if (left.empty()) return program.name + " relates nothing";
    if (left != elements(other)) {
      return fmt::format("{}: {} of call {} is not {} of call {}", program.name, other.operand,
                         other.call + 1, one.operand, one.call + 1);
    }
  }
  return "";
}

std::vector<Program> drawn(Target target, const std::string& name) {
  const ProgramRecipe recipe = chain_recipe(target, name);
  std::vector<Program> programs;
  for (std::uint64_t i = 0; i < most_keys && programs.size() < programs_of_each; ++i) {
    try {
      programs.push_back(draw_program(recipe, program_key(recipe, 1, i)));
    } catch (const Unreachable&) {
      continue;
    }
  }
  return programs;
}

/// The form of the first call.
const Form& relation_form(const Relation& relation) {
  const ChainCall& first = relation.calls.front();
  const OpSpec* op = find_op(std::string(first.op));
  return *std::ranges::find(op->forms, first.form, &Form::name);
}

TEST(Chains, HaveRelatedValuesByTheReference) {
  for (const Relation& relation : relations()) {
    std::size_t count = 0;
    std::set<ElementType> types;
    for (const Target target : all_targets) {
      const std::vector<std::string> known = relations_on(target);
      if (std::ranges::find(known, relation.name) == known.end()) continue;
      for (const Program& program : drawn(target, std::string(relation.name))) {
        EXPECT_EQ(ill_formed(program), std::nullopt) << program.name;
        EXPECT_EQ(broken(relation, program), "");
        types.insert(program.steps.front().test.lead);
        ++count;
      }
    }
    EXPECT_GE(count, 2 * programs_of_each) << relation.name;
    const Form& first = relation_form(relation);
    const std::size_t legal = lead_elements(first, Target::a5).size();
    EXPECT_GE(types.size(), std::min<std::size_t>(3, legal)) << relation.name;
  }
}

TEST(Chains, ThatRelateOtherValuesAreFound) {
  Relation relation = *relation_named("transposed_twice");
  relation.equal.front().other = {0, "dst"};
  const std::vector<Program> programs = drawn(Target::a5, "transposed_twice");
  const auto differs = [&](const Program& one) { return !broken(relation, one).empty(); };
  EXPECT_GT(std::ranges::count_if(programs, differs), 3);
}

TEST(Chains, AreDrawnAgainByTheirNames) {
  for (const std::string& name : relations_on(Target::a5)) {
    const std::vector<Program> programs = drawn(Target::a5, name);
    ASSERT_FALSE(programs.empty()) << name;
    const Program& one = programs.front();
    EXPECT_TRUE(one.name.starts_with("PROGRAM/a5/relation/" + name + "/")) << one.name;
    const Program again = program_named(one.name);
    EXPECT_EQ(again.images, one.images);
    EXPECT_EQ(filled(again, Poison::first), filled(one, Poison::first));
  }
  EXPECT_THROW(program_named("PROGRAM/a5/relation/none/2@00000001"), BadName);
  EXPECT_THROW(program_named("PROGRAM/a5/relation/stored_load/3@00000001"), BadName);
}

}  // namespace
}  // namespace assay::generators
