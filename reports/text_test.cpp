// SPDX-License-Identifier: Apache-2.0
// Laws of words, numbers and columns.
#include "reports/text.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <sstream>

#include "reports/table.hpp"

namespace assay::reports {
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

TEST(Text, WritesBitsInTheWidthOfTheirType) {
  EXPECT_EQ(hex_bits(ElementType::f16, 0xc00), "0x0c00");
  EXPECT_EQ(hex_bits(ElementType::u64, 1), "0x0000000000000001");
  EXPECT_EQ(hex_bits(ElementType::e2m1, 5), "0x5");
}

TEST(Text, QuotesNamesOnlyWhereAShellNeedsIt) {
  EXPECT_EQ(replay_command("TLOAD/a/a5/f16/16x16/v1x2/ties+tall@9f"),
            "assay replay TLOAD/a/a5/f16/16x16/v1x2/ties+tall@9f");
  EXPECT_EQ(replay_command("a b"), "assay replay 'a b'");
  EXPECT_EQ(replay_command("a'b"), "assay replay 'a'\\''b'");
  EXPECT_EQ(replay_command("a", "simulator:fault=crashes"),
            "assay replay a --backend simulator:fault=crashes");
  EXPECT_EQ(replay_command("a", "exec:python3 b.py"),
            "assay replay a --backend 'exec:python3 b.py'");
  EXPECT_EQ(replay_command("a", "simulator"), "assay replay a");
  EXPECT_EQ(replay_command("a", "board/results.h5"), "assay replay a");
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

TEST(Table, PutsColumnsBelowEachOtherWithoutTrailingSpaces) {
  TextTable table;
  table.add({{"op"}, {"count"}, {""}});
  table.add({{"longer"}, {"1"}, {"x"}});
  std::ostringstream out;
  table.print(out, 1, false);
  EXPECT_EQ(out.str(), " op      count\n longer  1      x\n");
}

TEST(Table, ColoursOnlyWhenAsked) {
  TextTable table;
  table.add({{"bad", Style::bad}});
  std::ostringstream plain;
  std::ostringstream coloured;
  table.print(plain, 0, false);
  table.print(coloured, 0, true);
  EXPECT_EQ(plain.str(), "bad\n");
  EXPECT_EQ(coloured.str(), "\x1b[31mbad\x1b[0m\n");
}

}  // namespace
}  // namespace assay::reports
