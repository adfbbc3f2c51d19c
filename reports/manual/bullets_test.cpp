// SPDX-License-Identifier: Apache-2.0
// Bullets of the manual's pages as they are read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "reports/manual/manual.hpp"

namespace assay::reports {
namespace {

constexpr const char* text =
    "# Any words\n\n## TOP: TOP page\n\nDigest 0123.\n\n1. part: checks of A5\n"
    "2. tested: types | src.element@a5 results\n3. open: arguments of zero | the page says so\n"
    "4. untested: places | not drawn\n";

TEST(ManualBullets, AreReadInOrderWithWhatAccountsForThem) {
  ManualPages pages;
  read_manual_pages(text, pages);
  ASSERT_EQ(pages.at("TOP").size(), 1U);
  const ManualPage& page = pages.at("TOP").front();
  EXPECT_EQ(page.page, "TOP page");
  ASSERT_EQ(page.bullets.size(), 4U);
  EXPECT_EQ(page.bullets[0].told, Told::part);
  EXPECT_EQ(page.bullets[1].told, Told::tested);
  EXPECT_EQ(page.bullets[1].text, "types");
  EXPECT_EQ(page.bullets[1].why, "src.element@a5 results");
  EXPECT_EQ(page.bullets[2].told, Told::open);
  EXPECT_EQ(page.bullets[3].why, "not drawn");
}

TEST(ManualBullets, ThatAreNoneAreRefusedWithTheirLine) {
  const std::string head = "## TOP: TOP page\n";
  for (const char* line :
       {"2. part: a number too many", "1. said: a kind that nobody has | why",
        "1. tested: without what tests it", "1. open: without a reason | ", "1. no kind"}) {
    ManualPages pages;
    EXPECT_THROW(read_manual_pages(head + line, pages), std::invalid_argument) << line;
  }
  ManualPages pages;
  EXPECT_THROW(read_manual_pages("1. part: before any page\n", pages), std::invalid_argument);
  EXPECT_THROW(read_manual_pages("## TOP without a page\n", pages), std::invalid_argument);
}

TEST(ManualBullets, NameConstraintsThatTheirOpHasOnTheirTarget) {
  OpSpec op{.mnemonic = "TOP", .family = "family", .summary = "", .forms = {}};
  Constraint element;
  element.name = "src.element";
  element.targets = {Target::a5};
  Form form;
  form.constraints = {element};
  op.forms = {form};
  const auto said = [&](const char* why) {
    return unknown_reference(op, {Told::tested, "types", why});
  };
  EXPECT_EQ(said("src.element"), "");
  EXPECT_EQ(said("results src.element@a5"), "");
  EXPECT_EQ(said("src.element@a2a3"),
            "TOP has no constraint src.element@a2a3, which 'types' names");
  EXPECT_THAT(said("src.place"), testing::HasSubstr("src.place"));
  EXPECT_EQ(unknown_reference(op, {Told::open, "types", "src.place is open"}), "");
}

}  // namespace
}  // namespace assay::reports
