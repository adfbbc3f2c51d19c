// SPDX-License-Identifier: Apache-2.0
// What is set for a TPUSH: which calls are legal, and that they change no memory.
#include "reference/judge/judge.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Names = std::vector<std::string>;

Call setting(Location location, std::int64_t rows = 1) {
  TileSpec descriptors = tile(u64, rows, 16, rows, 3);
  descriptors.type.location = location;
  return {&form_of("SET_QUANT_VECTOR", "plain"), Target::a5, {descriptors}, {}};
}

TEST(QuantiserSetters, NameWhatTheyBreak) {
  EXPECT_EQ(broken_constraints(setting(Location::scaling)), Names{});
  EXPECT_EQ(broken_constraints(setting(Location::vec)), Names{"fpTile.location"});
  EXPECT_EQ(broken_constraints(setting(Location::scaling, 2)), Names{"fpTile.row"});
}

TEST(QuantiserSetters, ChangeNoMemory) {
  const auto kind_after = [](std::uint64_t last) {
    Case test_case;
    test_case.call = setting(Location::scaling);
    Trial trial;
    trial.before = {filled(u64, 16, 5)};
    trial.after = trial.before;
    trial.after[0].set(2, last);
    trial.outcome.status = Outcome::Status::done;
    const std::vector<Trial> trials(3, trial);
    return judge(test_case, trials, Standard{correctly_rounded, errata_choice_of("none")}).kind;
  };
  EXPECT_EQ(kind_after(5), VerdictKind::conforms);
  EXPECT_EQ(kind_after(6), VerdictKind::deviates);
}

}  // namespace
}  // namespace assay::ops
