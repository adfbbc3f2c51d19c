// SPDX-License-Identifier: Apache-2.0
// Page and simulator convert every code of every source of up to 16 bits alike.
#include "runners/call/conversion_agreement_test.hpp"

namespace assay::runners {
namespace {

class EveryCode : public testing::TestWithParam<Source> {};

TEST_P(EveryCode, BecomesTheSameWhateverTheDestinationModeAndSaturation) {
  Agreement agreement(GetParam());
  agreement.compare();
  EXPECT_GT(agreement.elements, 0);
}

INSTANTIATE_TEST_SUITE_P(Conversion, EveryCode, testing::ValuesIn(narrow_sources(1)),
                         name_of_source);

}  // namespace
}  // namespace assay::runners
