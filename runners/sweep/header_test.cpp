// SPDX-License-Identifier: Apache-2.0
#include "runners/sweep/header.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

Json header() {
  SweepHeader header;
  SweepRecord& record = header.record;
  record.op = "TADD";
  record.arguments = {"src0", "src1"};
  record.from = record.to = ElementType::f16;
  record.tolerance = {Tolerance::Kind::ulp, 2, "because"};
  record.planned = 65'536;
  record.tile_rows = 512;
  record.tile_cols = 128;
  return json_of(header);
}

TEST(HeaderOfASweep, ComesBackAsItWasWritten) {
  EXPECT_EQ(json_of(header_from(header())), header());
  EXPECT_EQ(header_from(header()).record.tile_inputs(), 65'536U);
}

// Later computations do not check these numbers again.
TEST(HeaderOfASweep, IsRefusedWhereANumberOfItCannotBe) {
  for (const auto& [key, value, said] : std::vector<std::tuple<const char*, Json, const char*>>{
           {"tolerance_kind", 4, "tolerance_kind is 4, 0 to 3 is possible"},
           {"tolerance_kind", 9'223'372'036'854'775'807, "tolerance_kind is 9223372036854775807"},
           {"tolerance_kind", -1, "tolerance_kind is -1"},
           {"tolerance_kind", 1.5, "tolerance_kind is 1.5"},
           {"tolerance_bound", -0.5, "tolerance_bound is negative"},
           {"inputs", 9'223'372'036'854'775'807, "inputs is 9223372036854775807"},
           {"inputs", 1e30, "inputs is 1e+30"},
           {"tile", Json::array({0, 128}), "tile is 0"},
           {"tile", Json::array({512, 1'048'576}), "tile is 1048576, 1 to 32768 is possible"},
           {"tile", Json::array({9'223'372'036'854'775'807, 2}), "tile is 9223372036854775807"},
           {"arguments", Json::array(), "has 0 arguments"},
           {"arguments", Json::array({"a", "b", "c", "d"}), "has 4 arguments"},
       }) {
    Json changed = header();
    changed[key] = value;
    EXPECT_THAT([&] { header_from(changed); }, testing::ThrowsMessage<UsageError>(HasSubstr(said)))
        << key;
  }
}

}  // namespace
}  // namespace assay::runners
