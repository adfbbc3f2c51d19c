// SPDX-License-Identifier: Apache-2.0
// Each erratum of TSTORE_FP, seen where it is in effect and failing where it is not.
#include <bit>

#include "reference/judge/judge.hpp"
#include "reference/ops/movement/accumulator/quantised.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

/// Rows of two ones, of which column 0 is scaled by 2 and column 1 by 3, and what became of them.
VerdictKind stored_as(const std::vector<std::uint64_t>& bits, Target target,
                      const std::string& errata, bool settled = true) {
  const std::int64_t rows = std::ssize(bits) / 2;
  GlobalSpec dst;
  dst.element = i8;
  dst.shape = {1, 1, 1, rows, 2};
  dst.stride = {2 * rows, 2 * rows, 2 * rows, 2, 1};
  TileSpec src = tile(i32, 16, 16, rows, 2), fp = tile(u64, 1, 16, 1, 2);
  src.type.location = Location::acc;
  src.type.blayout = BLayout::col_major;
  src.type.slayout = SLayout::row_major;
  src.type.fractal = 1024;
  fp.type.location = Location::scaling;
  Case test_case;
  test_case.call = {&form_of("TSTORE_FP", "plain"), target, {dst, src, fp}, {0}};
  Trial trial;
  trial.before = {filled(i8, 2 * rows, 0x55), filled(i32, 256, 1), filled(u64, 16, 0)};
  for (const std::int64_t col : {0, 1}) {
    const auto scale = std::bit_cast<std::uint32_t>(static_cast<float>(col + 2));
    trial.before[2].set(col, descriptor_bits(scale, 0, true));
  }
  trial.after = {elements(i8, bits), trial.before[1], trial.before[2]};
  std::vector<Trial> trials(3, trial);
  if (!settled) trials[repeat_trial].after[0].set(0, bits[0] + 1);
  return judge(test_case, trials, Standard{correctly_rounded, errata_choice_of(errata)}).kind;
}

TEST(TstoreFpErrata, EveryColumnHasItsDescriptorUnlessEveryRowHas) {
  EXPECT_EQ(stored_as({2, 3, 2, 3}, Target::cpu, "none"), VerdictKind::conforms);
  EXPECT_EQ(stored_as({2, 2, 3, 3}, Target::cpu, "none"), VerdictKind::deviates);
  EXPECT_EQ(stored_as({2, 2, 3, 3}, Target::cpu, "E-TSTORE_FP-002"), VerdictKind::known_deviation);
  EXPECT_EQ(stored_as({2, 2, 3, 2}, Target::cpu, "all"), VerdictKind::deviates);
  EXPECT_EQ(stored_as({2, 2, 3, 3}, Target::a5, "all"), VerdictKind::deviates);
}

TEST(TstoreFpErrata, RowsBeyondAllDescriptorsReadAnything) {
  EXPECT_EQ(stored_as({2, 2, 3, 3, 9, 9}, Target::cpu, "E-TSTORE_FP-002"), VerdictKind::deviates);
  EXPECT_EQ(stored_as({2, 2, 3, 3, 9, 9}, Target::cpu, "E-TSTORE_FP-001"),
            VerdictKind::known_deviation);
  EXPECT_EQ(stored_as({2, 2, 3, 3, 9, 9}, Target::cpu, "E-TSTORE_FP-001", false),
            VerdictKind::known_deviation);
  EXPECT_EQ(stored_as({2, 2, 3, 3}, Target::cpu, "all", false), VerdictKind::deviates);
  EXPECT_EQ(stored_as({2, 2, 3, 3, 9, 9}, Target::a2a3, "all"), VerdictKind::deviates);
}

}  // namespace
}  // namespace assay::ops
