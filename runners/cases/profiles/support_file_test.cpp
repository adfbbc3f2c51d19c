// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/profiles/support_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

using testing::HasSubstr;

std::string refusal(const std::string& text) {
  try {
    parse_support(text, "lib.toml");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(SupportFile, ComesBackAsItWasWritten) {
  const std::string file = testing::TempDir() + "/assay-support.toml";
  const SupportList list{{"TADD plain a5 f16,f16,f16", "TCVT plain cpu f16,f32"},
                         {"a \"quoted\"\tone\nof two lines", "no \\ member"}};
  write_support(list, "a library\n[combinations]", file);
  EXPECT_EQ(load_support(file), list);
  std::filesystem::remove(file);
}

TEST(SupportFile, DemandsNothingUnderANameThatNoPageHas) {
  const auto list = [](const std::string& combination) {
    return refusal("combinations = [\n  '" + combination + "',\n]\n");
  };
  EXPECT_EQ(list("TADD plain a5 f16,f16"), "accepted");
  EXPECT_THAT(list("TLAOD plain a5 f16"), HasSubstr("lib.toml:2: unknown op 'TLAOD'"));
  EXPECT_THAT(list("TADD fancy a5 f16"), HasSubstr("TADD has no form 'fancy'"));
  EXPECT_THAT(list("TADD plain a7 f16"), HasSubstr("unknown target 'a7'"));
  EXPECT_THAT(list("TADD plain a5 f16,half"), HasSubstr("unknown type 'half'"));
  EXPECT_THAT(list("TADD a5"), HasSubstr("'OP FORM TARGET TYPE,TYPE'"));
}

TEST(SupportFile, MustListSomething) {
  EXPECT_THAT(refusal(""), HasSubstr("lists nothing that must be supported"));
  EXPECT_THAT(refusal("combinations = 3"), HasSubstr("must be a list of texts"));
  EXPECT_THAT(refusal("combinations = [3]"), HasSubstr("must be a list of texts"));
  EXPECT_THAT(refusal("combination = []"), HasSubstr("combination"));
}

}  // namespace
}  // namespace assay::runners
