// SPDX-License-Identifier: Apache-2.0
// The command line of assay-exhaustive and its progress messages.
#include "reference/second_oracle/agreement/options.hpp"

#include <gtest/gtest.h>

#include "reference/second_oracle/agreement/progress.hpp"

namespace assay::agreement {
namespace {

Options parsed(const std::vector<std::string>& words) { return parse(words); }

TEST(Options, AskAboutEveryF32UnlessToldOtherwise) {
  const Options options = parsed({});
  EXPECT_EQ(options.functions.size(), 6U);
  EXPECT_EQ(options.targets, std::vector{ElementType::f32});
  EXPECT_EQ(options.modes, all_modes);
  EXPECT_EQ(range_of(options).begin, 0);
  EXPECT_EQ(range_of(options).end, std::int64_t{1} << 32);
  EXPECT_EQ(options.threads, 1);
}

TEST(Options, AreTakenAsWritten) {
  const Options options =
      parsed({"--function", "logarithm", "--function", "identity", "--from", "f16", "--to", "e4m3",
              "--to", "i4", "--mode", "odd", "--range", "0x10:100", "-j", "3"});
  EXPECT_EQ(options.functions, (std::vector{Function::logarithm, Function::identity}));
  EXPECT_EQ(options.from, ElementType::f16);
  EXPECT_EQ(options.targets, (std::vector{ElementType::e4m3, ElementType::i4}));
  EXPECT_EQ(options.modes, std::vector{RoundMode::odd});
  EXPECT_EQ(range_of(options).begin, 16);
  EXPECT_EQ(range_of(options).end, 100);
  EXPECT_EQ(options.threads, 3);
  EXPECT_EQ(parsed({"--to", "all"}).targets.size(), all_formats().size());
  EXPECT_EQ(range_of(parsed({"--stratified"})).end, 1 << 24);
  EXPECT_EQ(range_of(parsed({"--from", "u64", "--range", "5:9"})).end, 9);
}

TEST(Options, ThatMakeNoSenseAreRefused) {
  const std::vector<std::vector<std::string>> wrong{{"--function", "add"},
                                                    {"--function", "cosine"},
                                                    {"--from", "f33"},
                                                    {"--to", "f33"},
                                                    {"--mode", "up"},
                                                    {"--range", "5"},
                                                    {"--range", "5:5"},
                                                    {"--range", "x:5"},
                                                    {"--range", "-1:5"},
                                                    {"--range", "0:0x100000001"},
                                                    {"--from", "f16", "--range", "0:65537"},
                                                    {"--from", "f64"},
                                                    {"--stratified", "--from", "f16"},
                                                    {"--stratified", "--range", "0:16777217"},
                                                    {"-j", "0"},
                                                    {"-j"},
                                                    {"--fast", "yes"}};
  for (const auto& words : wrong) EXPECT_THROW(parsed(words), UsageError) << words.back();
}

TEST(ProgressLine, TellsRateTimeLeftAndWhereToGoOn) {
  const Range range{0x1000, 0x1000 + 400'000'000};
  EXPECT_EQ(progress_line("square_root f32 -> f32", range, {100'000'000, 0x5f5f000}, 50),
            "square_root f32 -> f32: 25.0 % of 400000000, 2.0 million a second, 2 min 30 s left; "
            "goes on with --range 0x5f5f000:0x17d79400");
  EXPECT_EQ(progress_line("a", {0, 10}, {0, 0}, 1), "a: 0.0 % of 10; goes on with --range 0x0:0xa");
  EXPECT_EQ(progress_line("a", {0, 1 << 30}, {1 << 20, 1 << 20}, 10),
            "a: 0.1 % of 1073741824, 0.1 million a second, 2 h 50 min left; goes on with --range "
            "0x100000:0x40000000");
}

}  // namespace
}  // namespace assay::agreement
