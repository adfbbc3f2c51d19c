// SPDX-License-Identifier: Apache-2.0
// The definitions of the first oracle, which its kernels are proved equal to, without the kernels:
// MPFR with its patches, and both ways to round.
#include "reference/second_oracle/agreement/agreement_test.hpp"

namespace assay::agreement {
namespace {

using enum ElementType;

class Definitions : public testing::TestWithParam<Subject> {};

TEST_P(Definitions, OfOneArgumentAgreeWithIntegers) {
  const auto [function, from] = GetParam();
  const std::int64_t codes = std::int64_t{1} << bits_of(from);
  for (const Oracle& definition : {Oracle(by_enclosures), Oracle(by_rounding_to_odd)}) {
    const Manner manner{.first = definition};
    if (bits_of(from) <= 8) {
      for (const ElementType to : {from, f32, f16, e4m3, hif8, e8m0, i8}) {
        EXPECT_TRUE(agree({function, from, to}, codes, every_code(), manner));
      }
      continue;
    }
    // All codes, each in one mode.
    for (std::size_t m = 0; m < all_modes.size(); ++m) {
      const auto step = static_cast<std::int64_t>(all_modes.size());
      const auto first = static_cast<std::int64_t>(m);
      const Question question{function, from, from, {all_modes[m]}};
      EXPECT_TRUE(agree(question, (codes - first + step - 1) / step,
                        strided(every_code(), step, first), manner));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Unary, Definitions,
                         testing::Combine(testing::ValuesIn(functions_of(1)),
                                          testing::Values(f16, bf16, e4m3, e5m2, e8m0, hif8, e2m1,
                                                          e1m2, i4, i8, u8)),
                         [](const auto& it) { return subject_name(it); });

class DefinitionsOfPairs : public testing::TestWithParam<Subject> {};

TEST_P(DefinitionsOfPairs, AgreeWithIntegers) {
  const auto [function, from] = GetParam();
  const std::int64_t pairs = std::int64_t{1} << 2 * bits_of(from);
  // All pairs, each in one mode.
  for (std::size_t m = 0; m < all_modes.size(); ++m) {
    const auto step = static_cast<std::int64_t>(all_modes.size());
    const auto first = static_cast<std::int64_t>(m);
    const Question question{function, from, f16, {all_modes[m]}};
    EXPECT_TRUE(agree(question, (pairs - first + step - 1) / step,
                      strided(every_pair(from), step, first), {.first = by_enclosures}));
  }
}

INSTANTIATE_TEST_SUITE_P(Binary, DefinitionsOfPairs,
                         testing::Combine(testing::ValuesIn(functions_of(2)),
                                          testing::Values(e4m3, e5m2, hif8, e2m1, i4)),
                         [](const auto& it) { return subject_name(it); });

}  // namespace
}  // namespace assay::agreement
