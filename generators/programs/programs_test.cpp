// SPDX-License-Identifier: Apache-2.0
// Laws of drawn programs.
#include "generators/programs/programs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "generators/draw/solve_constraints.hpp"
#include "reference/ops/quantisation/quantiser_setters.hpp"

namespace assay::generators {
namespace {

constexpr int samples = 40;

template <typename Law>
void for_programs(const Law& law) {
  for (const Target target : all_targets) {
    for (int i = 0; i < samples; ++i) {
      const ProgramRecipe recipe{target, 1 + i % 12};
      law(draw_program(recipe, program_key(recipe, 7, static_cast<std::uint64_t>(i))));
    }
  }
}

TEST(Programs, AreWellFormedAndKeepTheConstraintsOfEveryPage) {
  for_programs([](const Program& program) {
    EXPECT_EQ(ill_formed(program), std::nullopt) << program.name;
    ASSERT_FALSE(program.steps.empty()) << program.name;
    for (const ProgramStep& step : program.steps) {
      EXPECT_TRUE(violated(step.test.call).empty()) << program.name << " " << step.test.form().op;
    }
  });
}

TEST(Programs, ThatAreOutsideBreakOneConstraintAtTheirEnd) {
  std::size_t programs = 0, linked = 0;
  std::set<std::string> broken;
  for (const Target target : all_targets) {
    for (int i = 0; i < samples; ++i) {
      const ProgramRecipe recipe{target, 1 + i % 6, {}, ProgramKind::outside};
      const Program program =
          draw_program(recipe, program_key(recipe, 7, static_cast<std::uint64_t>(i)));
      EXPECT_EQ(ill_formed(program), std::nullopt) << program.name;
      EXPECT_TRUE(is_outside(program)) << program.name;
      const ProgramStep& last = program.steps.back();
      const std::string& constraint = last.test.intent.constraint;
      EXPECT_EQ(violated(last.test.call), std::vector{constraint}) << program.name;
      EXPECT_TRUE(last.test.broken()->enforced.contains(target)) << program.name;
      for (std::size_t k = 0; k + 1 < program.steps.size(); ++k) {
        EXPECT_TRUE(violated(program.steps[k].test.call).empty()) << program.name;
      }
      const Program again = program_named(program.name);
      EXPECT_EQ(again.steps.back().test.call.operands, last.test.call.operands);
      EXPECT_EQ(again.steps.back().bindings, last.bindings);
      ++programs;
      broken.insert(last.test.form().op + " " + constraint);
      bool reads = false;
      for (std::size_t k = 0; k < last.bindings.size(); ++k) {
        const Role role = last.test.form().operands[k].role;
        reads = reads || (last.bindings[k] && !last.fresh[k] && role != Role::output &&
                          role != Role::scratch);
      }
      linked += reads ? 1U : 0U;
    }
  }
  EXPECT_GE(linked * 3, programs);
  EXPECT_GE(broken.size() * 2, programs);
}

TEST(Programs, ShowNoSeamsByIllegalCalls) {
  std::size_t pairs = 0;
  for (std::uint64_t i = 0; i < samples; ++i) {
    const ProgramRecipe recipe{Target::a5, 5, {}, ProgramKind::outside};
    Program program = draw_program(recipe, program_key(recipe, 7, i));
    const ProgramHooks hooks = hooks_of(program);
    program.steps.pop_back();
    const ProgramHooks legal = hooks_of(program);
    EXPECT_EQ(hooks.pairs, legal.pairs) << program.name;
    EXPECT_EQ(hooks.memories, legal.memories) << program.name;
    EXPECT_EQ(hooks.layouts, legal.layouts) << program.name;
    pairs += legal.pairs.size();
  }
  EXPECT_GT(pairs, 0U);
}

TEST(Programs, AreDrawnAgainFromTheirNames) {
  for_programs([](const Program& program) {
    const Program again = program_named(program.name);
    EXPECT_EQ(again.images, program.images);
    ASSERT_EQ(again.steps.size(), program.steps.size());
    for (std::size_t k = 0; k < program.steps.size(); ++k) {
      EXPECT_EQ(again.steps[k].test.call.operands, program.steps[k].test.call.operands);
      EXPECT_EQ(again.steps[k].bindings, program.steps[k].bindings);
    }
    EXPECT_EQ(filled(again, Poison::first), filled(program, Poison::first));
  });
}

TEST(Programs, HaveCallsThatReadWhatOthersWrote) {
  std::size_t calls = 0;
  std::size_t linked = 0;
  for_programs([&](const Program& program) {
    for (std::size_t k = 1; k < program.steps.size(); ++k) {
      const ProgramStep& step = program.steps[k];
      bool reads = false;
      bool could_read = false;  // a sequence or a setter has nothing to read
      for (std::size_t i = 0; i < step.bindings.size(); ++i) {
        if (!step.bindings[i] || step.test.form().operands[i].role != Role::input) continue;
        could_read = true;
        reads = reads || !step.fresh[i];
      }
      calls += could_read ? 1U : 0U;
      linked += reads ? 1U : 0U;
    }
  });
  EXPECT_GT(linked * 2, calls) << linked << " of " << calls;
}

TEST(Programs, QuantiseByOtherDescriptorsAfterSomeWereSet) {
  const std::vector<std::string> ops{"SET_QUANT_VECTOR", "TMOV_FP", "TSTORE_FP", "TLOAD"};
  int set = 0, followed = 0;
  for (int i = 0; i < samples; ++i) {
    const ProgramRecipe recipe{Target::a5, 8, ops};
    const Program program =
        draw_program(recipe, program_key(recipe, 7, static_cast<std::uint64_t>(i)));
    for (std::size_t k = 0; k + 1 < program.steps.size(); ++k) {
      if (!ops::sets_descriptors(program.steps[k].test.form())) continue;
      const ProgramStep& next = program.steps[k + 1];
      const std::size_t fp = next.test.form().op.ends_with("_FP") ? 2 : 0;
      ++set;
      followed += fp != 0 && next.bindings.at(fp) != program.steps[k].bindings.at(0) ? 1 : 0;
    }
  }
  EXPECT_GT(set, samples / 2);
  EXPECT_GT(followed, set / 2);
}

TEST(Programs, GatherIntoMatByIndicesInGlobalMemory) {
  std::set<std::string> forms;
  for (const Target target : {Target::a2a3, Target::a5}) {
    for (int i = 0; i < samples; ++i) {
      const ProgramRecipe recipe{target, 6, {"MGATHER", "TEXTRACT"}};
      const Program program =
          draw_program(recipe, program_key(recipe, 7, static_cast<std::uint64_t>(i)));
      for (const ProgramStep& step : program.steps) {
        const Form& form = step.test.form();
        if (form.op == "MGATHER") forms.insert(form.name);
      }
    }
  }
  EXPECT_THAT(forms, testing::IsSupersetOf({"mat", "scratch"}));
}

TEST(Programs, HoldTheSameUnderBothPoisonsWhereACallReadsWhatItBrings) {
  for_programs([](const Program& program) {
    const ProgramMemory first = filled(program, Poison::first);
    const ProgramMemory second = filled(program, Poison::second);
    for (const ProgramStep& step : program.steps) {
      const auto one = gathered(step, first);
      const auto other = gathered(step, second);
      for (std::size_t i = 0; i < step.bindings.size(); ++i) {
        const auto* tile = std::get_if<TileSpec>(&step.test.call.operands[i]);
        if (tile == nullptr || !step.fresh[i]) continue;
        if (step.test.form().operands[i].role != Role::input) continue;
        for (std::int64_t row = 0; row < tile->valid_rows; ++row) {
          for (std::int64_t col = 0; col < tile->valid_cols; ++col) {
            const std::int64_t place = row * tile->cols() + col;
            EXPECT_EQ(one[i][place], other[i][place]) << program.name;
          }
        }
      }
    }
  });
}

TEST(Programs, StayWellFormedWithoutOneOfTheirCalls) {
  std::size_t smaller = 0;
  for_programs([&](const Program& program) {
    for (std::size_t k = 0; k < program.steps.size(); ++k) {
      const auto less = without(program, k);
      if (!less) continue;
      ++smaller;
      EXPECT_EQ(ill_formed(*less), std::nullopt) << program.name << " without " << k;
      EXPECT_EQ(less->steps.size() + 1, program.steps.size());
    }
  });
  EXPECT_GT(smaller, 300U);
}

TEST(Programs, AreNamedWithTheCallsThatTheyLack) {
  const ProgramRecipe recipe{Target::a5, 6};
  for (std::uint32_t key = 0; key < 20; ++key) {
    const Program whole = draw_program(recipe, key);
    for (std::size_t k = 0; k < whole.steps.size(); ++k) {
      const auto less = without(whole, k);
      if (!less) continue;
      const Program again = program_named(whole.name + "-" + std::to_string(k + 1));
      EXPECT_EQ(again.steps.size(), less->steps.size());
      EXPECT_EQ(filled(again, Poison::first), filled(*less, Poison::first));
    }
  }
}

TEST(Programs, RefuseNamesThatAreNone) {
  for (const char* name : {"PROGRAM", "PROGRAM/", "PROGRAM/a9/4@00000001", "PROGRAM/a5/0@00000001",
                           "PROGRAM/a5/33@00000001", "PROGRAM/a5/4@0001", "PROGRAM/a5/4@0000000g",
                           "PROGRAM/a5/4@00000001-0", "PROGRAM/a5/4@00000001-9",
                           "PROGRAM/a5/4@00000001-2-1", "PROGRAM/a5/4@00000001x", "PROGRAM/a5/4",
                           "PROGRAM/a5//4@00000001", "PROGRAM/a5/TADD+/4@00000001",
                           "PROGRAM/a5/TNONE/4@00000001", "PROGRAM/a5/TPRINT/4@00000001"}) {
    EXPECT_THROW(program_named(name), BadName) << name;
  }
}

TEST(Programs, CallOnlyTheOpsOfTheirName) {
  const std::vector<std::string> ops{"TADD", "TCVT"};
  for (std::uint32_t key = 0; key < 20; ++key) {
    const Program program = draw_program({Target::a5, 6, ops}, key);
    EXPECT_GE(program.steps.size(), 2U);
    EXPECT_EQ(ill_formed(program), std::nullopt);
    for (const ProgramStep& step : program.steps) {
      EXPECT_NE(std::ranges::find(ops, step.test.form().op), ops.end()) << step.test.form().op;
    }
    EXPECT_TRUE(program.name.starts_with("PROGRAM/a5/TADD+TCVT/6@")) << program.name;
    const Program again = program_named(program.name);
    EXPECT_EQ(filled(again, Poison::first), filled(program, Poison::first));
  }
  EXPECT_THROW(draw_program({Target::a5, 6, {"TPRINT"}}, 0), std::invalid_argument);
}

/// A program of the law's own: four calls, the first with a tile that it brings and one it writes.
Program sample() {
  const ProgramRecipe recipe{Target::a5, 4};
  for (std::uint32_t key = 0;; ++key) {
    Program program = draw_program(recipe, key);
    const ProgramStep& last = program.steps.back();
    const bool reads = !last.fresh.back() && last.bindings.back().has_value() &&
                       last.test.form().operands.back().role == Role::input;
    if (reads && last.test.form().operands.size() == 2 && program.steps.size() == 4) return program;
  }
}

/// The result of ill_formed() after the last call is changed.
template <typename Change>
std::string complaint(const Change& change) {
  Program program = sample();
  EXPECT_EQ(ill_formed(program), std::nullopt);
  change(program, program.steps.back());
  return ill_formed(program).value_or("nothing");
}

TEST(Programs, AreIllFormedWithOneRuleBroken) {
  using testing::HasSubstr;
  EXPECT_THAT(complaint([](Program& program, ProgramStep& step) {
                program.images[step.bindings[0]->image].bytes += 64;
                step.bindings[0]->address += 8;
              }),
              HasSubstr("no multiple of"));
  EXPECT_THAT(complaint([](Program&, ProgramStep& step) { step.bindings[0]->address = 1 << 24; }),
              HasSubstr("leaves the"));
  EXPECT_THAT(complaint([](Program& program, ProgramStep& step) {
                for (ProgramImage& image : program.images) {
                  image.memory = image.memory == Memory::l1 ? Memory::l0a : Memory::l1;
                }
                step.bindings[0]->image = 0;
              }),
              HasSubstr("belongs in"));
  EXPECT_THAT(complaint([](Program& program, ProgramStep&) { program.images[0].bytes = 1 << 28; }),
              HasSubstr("beyond its capacity"));
  EXPECT_THAT(complaint([](Program&, ProgramStep& step) { step.bindings[1].reset(); }),
              HasSubstr("lies nowhere"));
  EXPECT_THAT(complaint([](Program& program, ProgramStep& step) {
                ProgramImage& image = program.images[step.bindings[1]->image];
                image.bytes = (image.bytes + 1023) / 512 * 512;
                step.bindings[1]->address = image.bytes;
                image.bytes += bytes_of(step.test.call.operands[1]);
              }),
              HasSubstr("is read before anything is written there"));
  EXPECT_THAT(complaint([](Program&, ProgramStep& step) { step.fresh[1] = true; }),
              HasSubstr("brings contents to where a value is"));
}

TEST(Programs, AreIllFormedWhereAnOutputStandsUponAnInput) {
  const ProgramRecipe recipe{Target::a5, 1};
  int tried = 0;
  for (std::uint32_t key = 0; key < 400; ++key) {
    Program program = draw_program(recipe, key);
    ProgramStep& step = program.steps[0];
    for (std::size_t i = 1; i < step.bindings.size(); ++i) {
      if (!step.bindings[i] || !step.bindings[0] || step.bindings[i] == step.bindings[0]) continue;
      if (step.bindings[i]->image != step.bindings[0]->image || in_place(step, 0, i)) continue;
      Program other = program;
      other.steps[0].bindings[0] = step.bindings[i];
      other.images[step.bindings[i]->image].bytes += 1 << 16;
      other.steps[0].fresh[0] = false;
      EXPECT_TRUE(overlapping(other.steps[0], 0).has_value()) << program.name;
      ++tried;
    }
  }
  EXPECT_GT(tried, 50);
}

TEST(Programs, TouchManySeams) {
  std::set<std::string> pairs;
  std::set<std::string> memories;
  for (int i = 0; i < 300; ++i) {
    const ProgramRecipe recipe{Target::a5, 12};
    const Program program =
        draw_program(recipe, program_key(recipe, 1, static_cast<std::uint64_t>(i)));
    const ProgramHooks hooks = hooks_of(program);
    pairs.insert(hooks.pairs.begin(), hooks.pairs.end());
    memories.insert(hooks.memories.begin(), hooks.memories.end());
  }
  EXPECT_GT(pairs.size(), 300U);
  for (const char* hook : {"GM-UB", "UB-GM", "UB-UB", "L1-L0A", "L1-L0B", "L0A-L0C"}) {
    EXPECT_TRUE(memories.contains(hook)) << hook;
  }
}

/// poisoned() has poison everywhere, whatever is written there later.
TEST(Programs, HoldPoisonWhereverNoContentsStand) {
  for_programs([](const Program& program) {
    ProgramMemory all = poisoned(program, filled(program, Poison::first));
    for (const ProgramStep& step : program.steps) {
      const std::vector<ElementArray> contents = fill(step.test, Poison::second);
      for (std::size_t i = 0; i < step.fresh.size(); ++i) {
        if (step.fresh[i]) put_operand(step, i, contents[i], all);
      }
    }
    EXPECT_EQ(filled(program, Poison::second), all) << program.name;
    const std::array<ProgramMemory, 2> both = filled_both(program);
    EXPECT_EQ(both[0], filled(program, Poison::first)) << program.name;
    EXPECT_EQ(both[1], all) << program.name;
  });
}

}  // namespace
}  // namespace assay::generators
