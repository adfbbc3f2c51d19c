// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/inputs/pattern_view.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "reference/isa/call/contents.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/numerics/real.hpp"

namespace assay {
namespace {

using Kind = ColumnKind;

std::vector<ElementType> viewed_types() {
  std::vector<ElementType> types;
  for (const ElementFormat& format : all_formats()) {
    if (format.bits <= 32) types.push_back(format.type);
  }
  return types;
}

std::vector<std::uint32_t> patterns_of(ElementType type) {
  std::vector<std::uint32_t> patterns;
  if (bits_of(type) < 32) {
    for (std::uint32_t bits = 0; bits < 1U << bits_of(type); ++bits) patterns.push_back(bits);
    return patterns;
  }
  // Both signs, every exponent of f32, the ends and some of the inside of each.
  for (std::uint32_t high = 0; high < 512; ++high) {
    for (const std::uint32_t low : {0U, 1U, 2U, 77U, 0x40'0000U, 0x55'5555U, 0x7F'FFFFU}) {
      patterns.push_back(high << 23U | low);
    }
  }
  return patterns;
}

std::string expected_class(ElementType type, std::uint32_t bits) {
  std::string name = numerics::is_negative(type, bits) ? "-" : "+";
  if (numerics::is_nan(type, bits)) return name + "nan";
  if (numerics::is_infinite(type, bits)) return name + "infinity";
  if (numerics::is_zero(type, bits)) return name + "zero";
  return name + (numerics::is_subnormal(type, bits) ? "subnormal" : "normal");
}

TEST(PatternView, ClassifiesAsTheReferenceDoes) {
  for (const ElementType type : viewed_types()) {
    const auto patterns = patterns_of(type);
    std::vector<std::uint8_t> classes(patterns.size());
    PatternView(type).classify(patterns, classes);
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      ASSERT_EQ(name_of(static_cast<PatternClass>(classes[i])), expected_class(type, patterns[i]))
          << name_of(type) << ' ' << patterns[i];
    }
  }
}

TEST(PatternView, OrdersNumbersAsTheReferenceDoesAndPutsNaNAboveAll) {
  for (const ElementType type : viewed_types()) {
    const auto patterns = patterns_of(type);
    std::vector<std::uint32_t> keys(patterns.size());
    PatternView(type).order(patterns, keys);
    for (std::size_t i = 1; i < patterns.size(); ++i) {
      const std::uint32_t a = patterns[i - 1], b = patterns[i];
      if (numerics::is_nan(type, b)) {
        ASSERT_EQ(keys[i], ~0U);
        continue;
      }
      if (numerics::is_nan(type, a)) {
        ASSERT_LT(keys[i], keys[i - 1]);
        continue;
      }
      ASSERT_EQ(keys[i - 1] < keys[i], numerics::order_key(type, a) < numerics::order_key(type, b))
          << name_of(type) << ' ' << a << ' ' << b;
    }
  }
}

TEST(PatternView, LocatesEveryNumberByItsSignAndExponent) {
  for (const ElementType type : viewed_types()) {
    const PatternView view(type);
    const auto patterns = patterns_of(type);
    std::vector<std::uint16_t> places(patterns.size());
    view.locate(patterns, places);
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      const numerics::Real value = numerics::decode(type, patterns[i]);
      const NumberColumn& column = view.columns().at(places[i]);
      SCOPED_TRACE(std::string(name_of(type)) + " " + std::to_string(patterns[i]));
      ASSERT_EQ(column.sign < 0, numerics::is_negative(type, patterns[i]));
      ASSERT_EQ(column.kind == Kind::nan, value.is_nan());
      ASSERT_EQ(column.kind == Kind::infinity, value.is_infinite());
      ASSERT_EQ(column.kind == Kind::zero, value.is_zero());
      if (column.kind != Kind::finite) continue;
      const double size = std::fabs(value.to_double());
      ASSERT_LE(std::ldexp(1.0, static_cast<int>(column.exponent)), size);
      ASSERT_GT(std::ldexp(1.0, static_cast<int>(column.exponent) + 1), size);
    }
    for (std::size_t k = 1; k < view.columns().size(); ++k) {
      ASSERT_TRUE(comes_before(view.columns()[k - 1], view.columns()[k]));
    }
  }
}

TEST(PatternView, PacksAndUnpacksAsElementArraysDo) {
  for (const ElementType type : viewed_types()) {
    const PatternView view(type);
    const auto patterns = patterns_of(type);
    const auto count = static_cast<std::int64_t>(patterns.size());
    ElementArray array(type, count);
    for (std::int64_t i = 0; i < count; ++i) array.set(i, patterns[static_cast<std::size_t>(i)]);
    std::vector<std::byte> packed(array.bytes().size());
    view.pack(patterns, packed);
    EXPECT_TRUE(std::ranges::equal(packed, array.bytes())) << name_of(type);
    std::vector<std::uint32_t> again(patterns.size());
    view.unpack(packed, again);
    EXPECT_EQ(again, patterns) << name_of(type);
  }
}

TEST(PatternView, RefusesTypesOf64Bits) {
  EXPECT_THROW(PatternView{ElementType::f64}, std::invalid_argument);
  EXPECT_THROW(PatternView{ElementType::u64}, std::invalid_argument);
}

}  // namespace
}  // namespace assay
