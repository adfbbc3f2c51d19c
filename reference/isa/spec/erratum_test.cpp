// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/spec/erratum.hpp"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(ErrataChoice, ReadsBackWhatItWrites) {
  for (const char* text : {"none", "all", "pto-cpu", "pto-cpu,E-TCVT-003"}) {
    EXPECT_EQ(errata_choice_of(text).text(), text);
  }
}

TEST(ErrataChoice, HoldsANumberAndAnImplementation) {
  Erratum one;
  one.number = "E-TCVT-003";
  one.implementation = "pto-cpu";
  EXPECT_TRUE(errata_choice_of("all").includes(one));
  EXPECT_TRUE(errata_choice_of("pto-cpu").includes(one));
  EXPECT_TRUE(errata_choice_of("x,E-TCVT-003").includes(one));
  EXPECT_FALSE(errata_choice_of("E-TCVT-004").includes(one));
  EXPECT_FALSE(errata_choice_of("none").includes(one));
}

}  // namespace
}  // namespace assay
