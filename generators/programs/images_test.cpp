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
