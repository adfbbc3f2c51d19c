// SPDX-License-Identifier: Apache-2.0
// Bullets of the manual's pages as they are read, and what accounts for them.
#include "reports/manual/bullets.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "reports/manual/read_bullets.hpp"

namespace assay::reports {
namespace {

ManualPages read(const std::string& text) {
  ManualPages pages;
  read_manual_pages(text, pages);
  return pages;
}

TEST(ManualBullets, AreReadInOrderWithWhatAccountsForThem) {
  const ManualPages pages = read(
      "# Any words\n\n## TOP page: bullets 7, digest 0123\n## TOTHER page: bullets 7, digest 45\n"
      "types; checks of A5: \"a, text\", \"another: one\" bytes@a5,\n5-6; a last part:\n"
      "5-6. open: arguments of zero | the page says so\n\n"
      "## TLAST page: bullets 1, digest 67\n1\n1. untested: places | not drawn\n");
  ASSERT_EQ(pages.size(), 3U);
  EXPECT_EQ(pages.at("TOTHER").front().bullets.size(), 7U);
  EXPECT_EQ(pages.at("TLAST").front().bullets.front().told, Told::untested);
  const ManualPage& page = pages.at("TOP").front();
  EXPECT_EQ(page.page, "TOP page");
  std::vector<std::string> read_as;
  for (const ManualBullet& one : page.bullets)
    read_as.push_back(std::to_string(static_cast<int>(one.told)) + one.text + "|" + one.why);
  EXPECT_THAT(read_as,
              testing::ElementsAre("1|types", "0checks of A5|", "1a, text|results",
                                   "1another: one| bytes@a5", "2arguments of zero|the page says so",
                                   "2arguments of zero|the page says so", "0a last part|"));
}

TEST(ManualBullets, ThatDoNotAddUpAreRefused) {
  const auto refused = [](const std::string& lines) {
    EXPECT_THROW(read("## TOP page: " + lines), std::invalid_argument) << lines;
  };
  refused("bullets 2, digest 0\ntypes\n");                             // nothing for the second
  refused("bullets 1, digest 0\ntypes, regions\n");                    // one too many
  refused("bullets 2, digest 0\ntypes, 2\n");                          // no reason
  refused("bullets 1, digest 0\ntypes\n9. open: zero | undefined\n");  // there is no ninth
  refused("bullets 2, digest 0\ntypes, 1\n1. open: zero | undefined\n");
  refused("bullets 1, digest 0\n1\n1. other: zero | undefined\n");
  refused("bullets 1, digest 0\n1\n1. open: zero\n");
  refused("bullets 1, digest 0\n\"an open quotation\n");
  refused("bullets 3, digest 0\na part: another: types\n");
  refused("bullets 2, digest 0\ntypes, , regions\n");
  refused("bullets many, digest 0\ntypes\n");
  refused("14\ntypes\n");
}

Constraint constraint(std::string name, Source source, TargetSet targets) {
  Constraint made;
  made.name = std::move(name);
  made.text = "sentence of " + made.name;
  made.source = std::move(source);
  made.targets = targets;
  return made;
}

OpSpec sample() {
  Form form;
  form.constraints = {
      constraint("src.element", {"TOP page", "types; conventions: a subset"}, {Target::a5}),
      constraint("dst.same_element", {"TOP page", "one type"}, every_target),
      constraint("src.location", {"TOP page", "places"}, every_target),
      constraint("dst.location", {"TOP page", "places"}, every_target),
      constraint("dst.fractal", {}, every_target)};
  OpSpec op{.mnemonic = "TOP", .family = "family", .summary = "", .forms = {}};
  op.forms = {form};
  return op;
}

TEST(ManualBullets, HaveTheTextOfTheirConstraintsIfTheyHaveNone) {
  const auto said = [](const char* words) { return text_of(sample(), {Told::tested, "", words}); };
  EXPECT_EQ(text_of(sample(), {Told::tested, "own", "location"}), "own");
  EXPECT_EQ(said("location"), "places");
  EXPECT_EQ(said("element same_element results"), "types; one type");
  EXPECT_EQ(said("src.element dst.same_element src.location"), "element types of src, dst; places");
  EXPECT_EQ(said("src.element@a5 dst.same_element"),
            "element types of src on a5; element types of dst");

  EXPECT_EQ(said("fractal"), "sentence of dst.fractal");
  EXPECT_EQ(said("types@a5 location"), "element types on a5; places");
  EXPECT_THAT(said("region"), testing::HasSubstr("every element of the valid region"));
}

TEST(ManualBullets, AreAccountedForByConstraintsOfTheirOpOnTheirTarget) {
  const auto why = [](const char* words) {
    return unaccounted(sample(), {Told::tested, "", words});
  };
  for (const char* words :
       {"src.element", "element@a5", "types@a2a3", "results location", "region"})
    EXPECT_EQ(why(words), "");
  EXPECT_EQ(why("src.element@a2a3"), "TOP has no constraint src.element@a2a3");
  EXPECT_EQ(why("location@nowhere"), "TOP has no constraint location@nowhere");
  EXPECT_EQ(why("results regions"), "TOP has no constraint regions");
  EXPECT_EQ(why("ocation"), "TOP has no constraint ocation");
  EXPECT_EQ(unaccounted(sample(), {Told::open, "types", "src.place is open"}), "");
}

}  // namespace
}  // namespace assay::reports
