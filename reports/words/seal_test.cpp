// SPDX-License-Identifier: Apache-2.0
#include "reports/words/seal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace assay::reports {
namespace {

using testing::HasSubstr;

const std::string object = R"({"name":"a","text":",\"line\":7,\"check\":\"0123456789abcdef\"}"})";

std::string refusal(const std::string& text, std::size_t line) {
  try {
    unsealed_line(text, line);
  } catch (const Damage& damage) {
    return damage.what();
  }
  return "none";
}

TEST(SealedLine, GivesTheObjectBackInItsPlace) {
  for (const std::size_t line : {1U, 2U, 1000000U}) {
    EXPECT_EQ(unsealed_line(sealed_line(object, line), line), object);
  }
}

TEST(SealedLine, IsStillOneObjectOfJson) {
  const auto json = nlohmann::ordered_json::parse(sealed_line(object, 3));
  EXPECT_EQ(json.at("line"), 3);
  EXPECT_EQ(json.at("name"), "a");
}

TEST(SealedLine, KnowsEveryByteThatChanged) {
  const std::string whole = sealed_line(object, 3);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string text = whole;
      text[at] = static_cast<char>(text[at] ^ (1 << bit));
      EXPECT_NE(refusal(text, 3), "none") << at << ", bit " << bit;
    }
    EXPECT_NE(refusal(whole.substr(0, at), 3), "none") << at;
  }
}

TEST(SealedLine, SaysWhetherLinesAreMissingOrTwice) {
  const std::string whole = sealed_line(object, 3);
  EXPECT_THAT(refusal(whole, 2), HasSubstr("line 3 is there, so lines are missing"));
  EXPECT_THAT(refusal(whole, 4), HasSubstr("line 3 is there once more"));
  EXPECT_THAT(refusal(object, 1), HasSubstr("does not end with a checksum"));
}

TEST(SealedFile, KnowsEveryMemberThatChanged) {
  const nlohmann::ordered_json whole = sealed({{"a", 1}, {"b", {{"c", "d"}}}});
  EXPECT_EQ(unsealed(whole), (nlohmann::ordered_json{{"a", 1}, {"b", {{"c", "d"}}}}));
  EXPECT_EQ(sealed(whole), whole);
  for (const auto& [key, value] : whole.items()) {
    nlohmann::ordered_json other = whole;
    other[key] = "other";
    EXPECT_THROW(unsealed(other), Damage) << key;
    other.erase(key);
    EXPECT_THROW(unsealed(other), Damage) << key;
  }
}

TEST(WholeNumbers, AreAllThatAreOfSixtyFourBits) {
  const auto take = [](const char* text) {
    require_whole_numbers(nlohmann::ordered_json::parse(text));
  };
  take(R"({"a": [-9223372036854775808, 18446744073709551615, "1.5", null, true]})");
  for (const char* text : {"1.0", "[1e3]", R"({"a": {"b": 18446744073709551616}})"}) {
    EXPECT_THROW(take(text), Damage) << text;
  }
}

}  // namespace
}  // namespace assay::reports
