// SPDX-License-Identifier: Apache-2.0
// Samples of the errata of searches. Patterns are computed by hand from the headers.
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

constexpr std::uint64_t one = 0x3F800000, two = 0x40000000, nan = 0x7FC00000;

/// A line of a source, and the place that comes out.
Sample search(const std::string& number, Target target, ElementType type, const Bits& line,
              std::uint64_t promised, std::uint64_t erroneous) {
  const bool by_rows = number.starts_with("E-TROW");
  const std::int64_t count = std::ssize(line), block = 256 / bits_of(type);
  const std::int64_t rows = by_rows ? 1 : count, cols = by_rows ? 8 : block;
  Sample made(number,
              sample_call(number, "index", target,
                          {tile(u32, 1, 8, 1, 1), tile(type, rows, cols, rows, by_rows ? count : 1),
                           tile(type, 1, 6 * block, 1, 6 * block)}));
  for (std::int64_t i = 0; i < count; ++i) {
    made.holds_at("src", by_rows ? i : i * cols, line[static_cast<std::size_t>(i)]);
  }
  return made.gives(0, promised, erroneous);
}

/// 2100 rows, of which that at 2051 is another.
Bits tall(std::uint64_t bits, std::uint64_t other) {
  Bits line(2100, bits);
  line[2051] = other;
  return line;
}

Samples of_places_found() {
  Samples made{
      search("E-TCOLARGMAX-001", a2a3, u16, {0x3C00, 0xBC00}, 1, 0),  // as half 1 and -1
      search("E-TCOLARGMAX-001", a2a3, u32, {one, 0x80000000}, 1, 0),
      search("E-TCOLARGMAX-002", a2a3, f32, {two, nan, one}, 0, 2),
      // 2051 is a tie of 2050 and 2052 in half, the even one is 2052.
      search("E-TCOLARGMAX-003", a2a3, f16, tall(0x3C00, 0x4000), 2051, 2052),
      search("E-TCOLARGMAX-005", a5, f32, {nan, one, two}, 2, 0),
      search("E-TCOLARGMAX-006", cpu, f32, {nan, one, two}, 2, 0),
      search("E-TCOLARGMIN-001", a2a3, u16, {0xBC00, 0x3C00}, 1, 0),
      search("E-TCOLARGMIN-002", a2a3, f32, {one, nan, two}, 0, 2),
      search("E-TCOLARGMIN-003", a2a3, u16, tall(9, 1), 2051, 2052),
      search("E-TCOLARGMIN-005", a5, f32, {nan, two, one}, 2, 0),
      search("E-TCOLARGMIN-006", cpu, f32, {nan, two, one}, 2, 0),
      search("E-TROWARGMAX-001", cpu, f32, {nan, one, two}, 2, 0),
      search("E-TROWARGMIN-001", cpu, f32, {nan, two, one}, 2, 0),
  };
  for (std::size_t i = 0, count = made.size(); i < count; ++i) {
    if (made[i].number().ends_with("-002")) continue;  // anything comes out
    made.push_back(Sample(made[i]).gives(0, 7).is_another());
  }
  return made;
}

/// Guard bands where tmp is short: 64 columns of float make regions of 64; the page's stride is 16.
Samples of_short_scratch() {
  Samples made;
  for (const char* number : {"E-TCOLARGMAX-004", "E-TCOLARGMIN-004"}) {
    Sample roomy = search(number, a2a3, f32, {one, two}, 0, 0).overruns("tmp", 0, 4);
    made.push_back(Sample(roomy).is_unknown());  // room for regions of 8
    made.push_back(roomy.where("tmp", [](TileSpec& tmp) { tmp = tile(f32, 1, 8, 1, 8); }));
  }
  return made;
}

/// Fixed columns are refused, by the words of the check.
Samples of_fixed_columns() {
  Samples made;
  const auto add = [&](const char* number, const char* form, Target target) {
    const auto refused = [&](bool fixed, const char* says) {
      const TileSpec four = tile(f32, 1, 16, 1, 4);
      Call call = sample_call(number, form, target, {four, four});
      if (call.form->has("tmp")) {
        call.operands = {tile(u32, 1, 16, 1, 4), four, tile(f32, 1, 16, 1, 16)};
      }
      call.tile("src").type.dynamic_valid_cols = !fixed;
      return Sample(number, call).is_refused(says);
    };
    constexpr const char* says = "Fix: Src ValidCol must be 1 or -1";
    made.push_back(refused(true, says));
    made.push_back(refused(true, "Fix: something else").is_another());
    made.push_back(refused(false, says).is_another());
  };
  add("E-TCOLARGMIN-007", "index", a2a3);
  add("E-TCOLARGMIN-008", "index", a5);
  add("E-TROWEXPAND-005", "plain", a5);
  return made;
}

/// Narrow indices are refused, by the words of the check.
Samples of_narrow_indices() {
  Samples made;
  for (const std::string number :
       {"E-TCOLARGMAX-012", "E-TCOLARGMIN-014", "E-TROWARGMAX-005", "E-TROWARGMIN-005"}) {
    const auto refused = [&](ElementType index, const char* says) {
      const bool by_columns = number.starts_with("E-TCOL");
      const TileSpec out = by_columns ? tile(index, 1, 16, 1, 4) : tile(index, 4, 16, 4, 1);
      TileSpec value = out;
      value.type.element = f16;
      const Call call = sample_call(number, "value_index", cpu,
                                    {value, out, tile(f16, 4, 16, 4, 4), tile(f16, 4, 16, 4, 16)});
      EXPECT_TRUE(broken_constraints(call).empty()) << number;
      return Sample(number, call).is_refused(says);
    };
    constexpr const char* says = "The data type of dstIdx must be one of: int32_t, uint32_t";
    made.push_back(refused(u16, says));
    made.push_back(refused(u32, says).is_another());
    made.push_back(refused(u16, "something else").is_another());
  }
  return made;
}

const SamplesOf samples_of_searches{of_places_found, of_short_scratch, of_fixed_columns,
                                    of_narrow_indices};

}  // namespace
}  // namespace assay::ops
