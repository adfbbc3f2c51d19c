// SPDX-License-Identifier: Apache-2.0
#include "runners/run/library.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

using Positions = std::vector<std::size_t>;

TEST(RunLibrary, WritesNeighboursAsOneRangeAndReadsThemBack) {
  const std::vector<std::pair<Positions, std::string>> written{
      {{}, ""}, {{0}, "0"}, {{3, 4}, "3-4"}, {{0, 1, 2, 3, 7, 9, 10}, "0-3,7,9-10"}};
  for (const auto& [positions, text] : written) {
    EXPECT_EQ(text_of_positions(positions), text);
    EXPECT_EQ(positions_of(text), positions);
  }
}

TEST(RunLibrary, RefusesATextThatIsNoPositions) {
  for (const char* text :
       {"x", "1,", ",1", "4-", "4-3", "5,5", "5,4", "1;2", "-1", "0-18446744073709551615"}) {
    EXPECT_THROW(positions_of(text), UsageError) << text;
  }
}

TEST(RunLibrary, KeepsAllThatDecidesWhatIsCompiledButTheLimit) {
  const sdk::SdkOptions options{.include = "/sdk/include",
                                .profile = "device",
                                .compiler = "ccec",
                                .flags = {"-O2", "-DX"},
                                .link = {"-lx"},
                                .assembler = "/tools/ptoas",
                                .cache = "/cache",
                                .limit = 3};
  const sdk::SdkOptions read = library_of(json_of_library(options));
  EXPECT_EQ(read.include, options.include);
  EXPECT_EQ(read.profile, options.profile);
  EXPECT_EQ(read.compiler, options.compiler);
  EXPECT_EQ(read.flags, options.flags);
  EXPECT_EQ(read.link, options.link);
  EXPECT_EQ(read.assembler, options.assembler);
  EXPECT_EQ(read.cache, options.cache);
  EXPECT_EQ(read.limit, std::nullopt);
}

}  // namespace
}  // namespace assay::runners
