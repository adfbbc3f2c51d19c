// SPDX-License-Identifier: Apache-2.0
#include "reports/words/choices.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace assay::reports {
namespace {

using ::testing::HasSubstr;

TEST(Choices, AScopeThatIsReadInTwoWaysIsALineWhateverTheNumberOfItsCases) {
  const ScopeKey key{
      .backend = "board", .choice = Choice::subnormals, .target = "a5", .types = "f32"};
  ChoiceProfile profile;
  profile.scopes.push_back({key, {0}, 50, "TADD/first"});
  for (const char* name : {"TMATMUL/one", "TMATMUL/two", "TMATMUL/three"}) {
    profile.inconsistent.push_back({key, "TADD/first", {0}, name, {1}});
  }
  std::ostringstream out;
  print_choices(out, profile, false);
  const std::string kept = readings_text(Choice::subnormals, {0});
  const std::string flushed = readings_text(Choice::subnormals, {1});
  EXPECT_THAT(out.str(),
              HasSubstr("  inconsistent: subnormals of a5 f32 in two ways: " + kept +
                        " (47 cases, as TADD/first), " + flushed + " (3 cases, as TMATMUL/one)\n"));
  EXPECT_EQ(out.str().find("TMATMUL/two"), std::string::npos);
}

}  // namespace
}  // namespace assay::reports
