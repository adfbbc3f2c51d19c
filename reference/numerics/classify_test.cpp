// SPDX-License-Identifier: Apache-2.0
// Laws of the classes of bit patterns.
#include "reference/numerics/classify.hpp"

#include <gtest/gtest.h>

namespace assay::numerics {
namespace {

NumberClass by_questions(ElementType type, std::uint64_t bits) {
  if (is_nan(type, bits)) return NumberClass::nan;
  if (is_infinite(type, bits)) return NumberClass::infinity;
  if (is_zero(type, bits)) return NumberClass::zero;
  return is_subnormal(type, bits) ? NumberClass::subnormal : NumberClass::normal;
}

TEST(NumberClass, AnswersAllQuestionsAtOnce) {
  for (const ElementFormat& format : all_formats()) {
    const std::uint64_t step = mask_of(format.type) / 65535 + 1;
    for (std::uint64_t i = 0; i < 65536; ++i) {
      for (const std::uint64_t bits : {i * step, i, i * step - 1}) {
        ASSERT_EQ(class_of(format.type, bits), by_questions(format.type, bits))
            << format.name << " 0x" << std::hex << bits;
      }
    }
  }
}

// IEEE 754: a number is normal from the smallest exponent field other than zero on.
TEST(NumberClass, TellsTheKnownPatternsOfF32) {
  using enum NumberClass;
  const auto of = [](std::uint64_t bits) { return class_of(ElementType::f32, bits); };
  EXPECT_EQ(of(0x80000000), zero);
  EXPECT_EQ(of(0x007fffff), subnormal);
  EXPECT_EQ(of(0x80800000), normal);
  EXPECT_EQ(of(0xff7fffff), normal);
  EXPECT_EQ(of(0xff800000), infinity);
  EXPECT_EQ(of(0x7f800001), nan);
}

}  // namespace
}  // namespace assay::numerics
