// SPDX-License-Identifier: Apache-2.0
// Laws of words and numbers.
#include "reference/support/text.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

namespace assay::support {
namespace {

TEST(Text, WrapsAtTheWidthAndKeepsEveryWord) {
  EXPECT_EQ(wrap("aa bb cc", 5), (std::vector<std::string>{"aa bb", "cc"}));
  EXPECT_EQ(wrap("aaaaaaa b", 3), (std::vector<std::string>{"aaaaaaa", "b"}));
  EXPECT_EQ(wrap("", 5), std::vector<std::string>{""});
}

TEST(Text, CountsInThousandsAndInThePlural) {
  EXPECT_EQ(count_of(1, "case"), "1 case");
  EXPECT_EQ(count_of(0, "case"), "0 cases");
  EXPECT_EQ(count_of(999, "case"), "999 cases");
  EXPECT_EQ(count_of(1234567, "case"), "1,234,567 cases");
}

TEST(Text, GivesEveryDurationAUnit) {
  EXPECT_EQ(duration(0.85), "850 ms");
  EXPECT_EQ(duration(12.34), "12.3 s");
  EXPECT_EQ(duration(245), "4 min 05 s");
}

TEST(Text, WritesLargeDistancesAsPowersOfTwo) {
  EXPECT_EQ(ulp_text(0.4993), "0.4993 ulp");
  EXPECT_EQ(ulp_text(0.49998861), "0.49999 ulp");  // no tie
  EXPECT_EQ(ulp_text(0.5), "0.5 ulp");
  EXPECT_EQ(ulp_text(1.99999), "1.99999 ulp");
  EXPECT_EQ(ulp_text(16383), "16383 ulp");
  EXPECT_EQ(ulp_text(16384), "2^14 ulp");
  EXPECT_EQ(ulp_text(1.099511627776e12), "over 10^6 ulp");
  EXPECT_EQ(ulp_text(1e6), "2^19.9 ulp");
  EXPECT_EQ(ulp_text(1e6 + 1), "over 10^6 ulp");
  EXPECT_EQ(ulp_figure(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(ulp_figure(std::numeric_limits<double>::max()), ">10^6");
}

RC_GTEST_PROP(Text, WritesNoDistanceWithAnExponentOfTen, (std::uint32_t number)) {
  const double ulp = std::exp2(static_cast<double>(number % 2000) - 900);
  RC_ASSERT(ulp < 1e-3 || ulp_figure(ulp).find('e') == std::string::npos);
}

TEST(Text, GroupsDigitsByThousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(4294967296), "4,294,967,296");
}

TEST(Text, QuotesAWordOnlyWhereAShellNeedsIt) {
  EXPECT_EQ(shell_word("a/b@1"), "a/b@1");
  EXPECT_EQ(shell_word("a'b"), "'a'\\''b'");
  EXPECT_EQ(shell_word(""), "''");
}

TEST(Text, ShowsBytesThatAreNoTextAsHexadecimal) {
  EXPECT_EQ(printable("a\x1b[31m\x80z"), "a\\x1b[31m\\x80z");
  EXPECT_EQ(printable("\xc3\xa9\t\n"), "\xc3\xa9\t\n");
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // a surrogate
  EXPECT_EQ(printable("\xc3"), "\\xc3");
}

RC_GTEST_PROP(Text, NeverShowsAControlCharacter, (const std::string& text)) {
  for (const char c : printable(text)) {
    const auto byte = static_cast<unsigned char>(c);
    RC_ASSERT(byte == '\n' || byte == '\t' || (byte >= 0x20 && byte != 0x7f));
  }
}

}  // namespace
}  // namespace assay::support
