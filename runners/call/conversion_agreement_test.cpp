// SPDX-License-Identifier: Apache-2.0
// Page and simulator convert alike: every code of 4 and 8 bits, and of 16 bits every 61st.
#include "runners/call/conversion_agreement_test.hpp"

namespace assay::runners {
namespace {

class ConvertsAlike : public testing::TestWithParam<Source> {};

TEST_P(ConvertsAlike, WhateverTheDestinationModeAndSaturation) {
  Agreement agreement(GetParam());
  agreement.compare();
  EXPECT_GT(agreement.elements, 0);
  EXPECT_LT(agreement.open, agreement.elements);
}

// 61 is odd, so that all last bits, exponents and signs occur.
INSTANTIATE_TEST_SUITE_P(Conversion, ConvertsAlike, testing::ValuesIn(narrow_sources(61)),
                         name_of_source);

}  // namespace
}  // namespace assay::runners
