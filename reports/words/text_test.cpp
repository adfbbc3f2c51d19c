// SPDX-License-Identifier: Apache-2.0
// Laws of words, numbers and columns.
#include "reports/words/text.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "reports/words/table.hpp"

namespace assay::reports {
namespace {

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
  EXPECT_EQ(replay_command("a", "replay:board/results.h5"),
            "assay replay a --backend replay:board/results.h5");
  EXPECT_EQ(replay_command("a", "board/results.h5"), "assay replay a");
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
