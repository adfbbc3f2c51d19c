// SPDX-License-Identifier: Apache-2.0
// Programs whose calls depend on settings before them, and the values that these read.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "generators/programs/next_form.hpp"
#include "generators/programs/programs.hpp"
#include "reference/ops/convolution/registers.hpp"

namespace assay::generators {
namespace {

const std::vector<std::string> image_ops{"TLOAD", "TIMG2COL", "TMATMUL"};

template <typename Visit>
void for_programs(const std::vector<std::string>& ops, std::uint64_t count, const Visit& visit) {
  for (const Target target : all_targets) {
    for (std::uint64_t i = 0; i < count; ++i) {
      const ProgramRecipe recipe{target, static_cast<int>(4 + i % 8), ops};
      visit(draw_program(recipe, program_key(recipe, 3, i)));
    }
  }
}

bool unfolds(const ProgramStep& step) { return step.test.form().op == "TIMG2COL"; }

TEST(Images, AreLoadedUnfoldedAndMultiplied) {
  std::map<std::string, int> pairs;
  for_programs(image_ops, 40, [&](const Program& program) {
    EXPECT_EQ(ill_formed(program), std::nullopt) << program.name;
    for (const std::string& pair : hooks_of(program).pairs) ++pairs[pair];
  });
  EXPECT_GT(pairs["TLOAD-TIMG2COL"], 30);
  EXPECT_GT(pairs["TIMG2COL-TMATMUL"], 10);
}

/// As a value is one that others read, too.
TEST(Images, AreUnfoldedAgainWithOtherSettings) {
  int again = 0, others = 0;
  for_programs({"TIMG2COL"}, 30, [&](const Program& program) {
    const ProgramStep* first = nullptr;
    for (const ProgramStep& step : program.steps) {
      if (first != nullptr && step.bindings[1] == first->bindings[1]) {
        ++again;
        const auto settings = [](const ProgramStep& one) {
          return std::vector(one.test.call.operands.begin() + 4, one.test.call.operands.end());
        };
        others += settings(step) != settings(*first) ? 1 : 0;
      } else {
        first = &step;
      }
    }
  });
  EXPECT_GT(again, 60);
  EXPECT_GT(others * 10, again * 9);
}

TEST(Images, HaveSettingsOfManyKindsInPrograms) {
  std::map<std::string, std::set<std::uint64_t>> seen;
  for_programs(image_ops, 40, [&](const Program& program) {
    for (const ProgramStep& step : program.steps) {
      if (!unfolds(step) || step.fresh[1]) continue;
      for (std::size_t i = 0; i < step.bindings.size(); ++i) {
        const auto* number = std::get_if<ScalarSpec>(&step.test.call.operands[i]);
        if (number != nullptr) seen[step.test.form().operands[i].name].insert(number->bits);
      }
    }
  });
  for (const auto& [name, values] : seen) EXPECT_GE(values.size(), 3U) << name;
  EXPECT_GE(seen.size(), 14U);
}

TEST(Images, AreReadByFormsThatTakeNothingElse) {
  for_programs({}, 60, [](const Program& program) {
    for (const ProgramStep& step : program.steps) {
      for (std::size_t i = 0; i < step.bindings.size(); ++i) {
        if (!step.bindings[i]) continue;
        EXPECT_EQ(is_image(step.test.call.operands[i]), takes_image(step.test.form(), i))
            << program.name << " " << step.test.form().op;
      }
    }
  });
}

const std::vector<std::string> register_ops{"TIMG2COL", "SETFMATRIX", "SET_IMG2COL_PADDING",
                                            "SET_IMG2COL_RPT"};

/// The calls that find their pads in registers, as numbers.
std::vector<std::size_t> readers_of_registers(const Program& program) {
  std::vector<std::size_t> found;
  ops::ImageRegisters registers;
  for (std::size_t k = 0; k < program.steps.size(); ++k) {
    const Call& call = program.steps[k].test.call;
    if (registers.hold(call)) found.push_back(k);
    registers.take(call);
  }
  return found;
}

std::uint64_t sum_of_pads(const Call& call) {
  std::uint64_t sum = 0;
  for (const char* pad : {"padLeft", "padRight", "padTop", "padBottom"}) {
    sum += call.scalar(pad).bits;
  }
  return sum;
}

/// Of both factors, with pads, and again with others.
TEST(Registers, AreReadByCallsOfPrograms) {
  std::map<Target, int> readers;
  std::map<std::string, int> modes;
  int with_pads = 0, again = 0, others = 0;
  for_programs(register_ops, 60, [&](const Program& program) {
    EXPECT_EQ(ill_formed(program), std::nullopt) << program.name;
    std::set<std::uint64_t> pads;
    const std::vector<std::size_t> all = readers_of_registers(program);
    for (const std::size_t k : all) {
      const Call& call = program.steps[k].test.call;
      ++readers[program.target];
      ++modes[std::string(call.attribute("FmatrixMode"))];
      with_pads += sum_of_pads(call) > 0 ? 1 : 0;
      pads.insert(sum_of_pads(call));
    }
    again += all.size() > 1 ? 1 : 0;
    others += pads.size() > 1 ? 1 : 0;
  });
  EXPECT_GT(readers[Target::a2a3], 25);
  EXPECT_GT(readers[Target::a5], 25);
  EXPECT_EQ(readers[Target::cpu], 0);
  EXPECT_GT(modes["FMATRIX_A_MANUAL"], 15);
  EXPECT_GT(modes["FMATRIX_B_MANUAL"], 15);
  EXPECT_EQ(modes.size(), 2U);
  EXPECT_GT(with_pads, 30);
  EXPECT_GT(again, 10);
  EXPECT_GT(others, 1);
}

/// The call then has its pads set before it.
TEST(Registers, AreNotReadWithoutTheCallThatWroteThem) {
  int lost = 0;
  for_programs(register_ops, 20, [&](const Program& program) {
    const std::vector<std::size_t> readers = readers_of_registers(program);
    for (std::size_t k = 0; !readers.empty() && k < readers.front(); ++k) {
      const auto smaller = without(program, k);
      if (smaller && readers_of_registers(*smaller).size() < readers.size()) ++lost;
    }
  });
  EXPECT_GT(lost, 10);
}

/// Contents that are moved for a call were never written before.
TEST(Programs, BringWhatFormsReadThatTakeNotEverything) {
  std::set<std::string> called;
  for_programs({"TCONCAT", "TMATMUL", "TADD", "TEXTRACT"}, 60, [&](const Program& program) {
    for (const ProgramStep& step : program.steps) {
      const Form& form = step.test.form();
      called.insert(form.op + "/" + form.name);
      const bool grows =
          std::ranges::all_of(form.results, [](const Result& result) { return result.flow.grows; });
      if (!form.admit || grows) continue;
      for (std::size_t i = 0; i < step.bindings.size(); ++i) {
        const bool brought =
            !step.bindings[i] || form.operands[i].role != Role::input || step.fresh[i];
        EXPECT_TRUE(brought) << program.name << " " << form.op << " " << form.operands[i].name;
      }
    }
  });
  for (const char* form :
       {"TCONCAT/counted", "TCONCAT/indexed", "TCONCAT/plain", "TMATMUL/tf32", "TMATMUL/plain"}) {
    EXPECT_TRUE(called.contains(form)) << form;
  }
}

}  // namespace
}  // namespace assay::generators
