// SPDX-License-Identifier: Apache-2.0
// Samples of the errata of TCVT. Patterns by hand, erroneous ones as the headers' C++ has them.
#include <bit>

#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

enum Mode : int { none, rint, away, down, up, zero, odd };
constexpr int on = 0, off = 1;

std::uint64_t single(float value) { return std::bit_cast<std::uint32_t>(value); }

/// A row of one pattern that is converted.
Sample cvt(const std::string& number, Target target, ElementType from, ElementType to,
           std::vector<int> attributes, std::uint64_t in, std::uint64_t promised,
           std::uint64_t erroneous) {
  const char* const form = attributes.size() == 1 ? "plain" : "saturation";
  return sample_row(number, form, target, from, to, {in}, promised, erroneous)
      .with(std::move(attributes));
}

Samples rounding_of_cpu_headers() {
  return {
      // 1 + 2^-11 is a tie of the halves 0x3C00 and 0x3C01.
      cvt("E-TCVT-001", cpu, f32, f16, {up}, single(1 + 0x1p-11F), 0x3C01, 0x3C00),
      cvt("E-TCVT-001", cpu, f32, f16, {odd}, single(1 + 0x1p-11F), 0x3C01, 0x3C00),
      cvt("E-TCVT-001", cpu, f32, bf16, {down}, 0x3F80FFFF, 0x3F80, 0x3F81),
      cvt("E-TCVT-001", cpu, i32, f32, {up}, 16777217, single(16777218.0F), single(16777216.0F)),
      cvt("E-TCVT-002", cpu, f32, f32, {rint}, single(2.5F), single(2), single(2.5F)),
      cvt("E-TCVT-002", cpu, f32, f32, {up}, single(-0.3F), 0x80000000, single(-0.3F)),
      cvt("E-TCVT-003", cpu, f32, i32, {odd}, single(2.1F), 3, 2),
      cvt("E-TCVT-003", cpu, f16, i8, {odd}, 0xC010, 0xFD, 0xFE),  // -2.03
      cvt("E-TCVT-004", cpu, f32, i32, {rint, on}, single(1e10F), 0x7FFFFFFF, 0x80000000),
  };
}

Samples range_of_cpu_headers() {
  return {
      cvt("E-TCVT-004", cpu, bf16, f16, {rint, on}, 0x4780, 0x7BFF, 0x7C00),
      cvt("E-TCVT-004", cpu, f32, f16, {rint, on}, 0x7FC00000, 0x7E00, 0x7BFF),
      // Above a tie of f32, on which double puts it.
      cvt("E-TCVT-005", cpu, i64, f32, {rint, on}, (1ULL << 60) + (1ULL << 36) + 1, 0x5D800001,
          0x5D800000),
      cvt("E-TCVT-004", cpu, f16, i8, {rint, on}, 0x7E00, 0, 0x7F),
      cvt("E-TCVT-007", cpu, f16, u8, {rint, off}, 0x7C00, 0xFF, 0),
  };
}

/// Half has no limit of 32 bits, its largest number is 65504; OFF, the default if no mode is
/// requested, is not the behaviour of these headers without a mode.
Samples limits_of_cpu_headers() {
  constexpr std::uint64_t half = 65504, minus_half = 0xFFFF0020;
  return {
      cvt("E-TCVT-004", cpu, f16, i32, {rint, on}, 0x7C00, 0x7FFFFFFF, half),
      cvt("E-TCVT-004", cpu, f16, i32, {rint, on}, 0xFC00, 0x80000000, minus_half),
      cvt("E-TCVT-004", cpu, f16, i32, {rint, on}, 0x7E00, 0, half),
      // Above a tie of f32, on which double puts it.
      cvt("E-TCVT-005", cpu, i64, f32, {rint}, 0xE4E7C0800000001, 0x5D64E7C1, 0x5D64E7C0),
  };
}

/// 8-bit floats of the CPU headers, by their C++.
Samples small_floats_of_cpu_headers() {
  const auto with_on = [](ElementType from, ElementType to, std::uint64_t in, std::uint64_t out) {
    return cvt("E-TCVT-021", cpu, from, to, {rint, on}, in, out, 0);
  };
  return {
      cvt("E-TCVT-020", cpu, f32, e4m3, {rint}, single(17.5F), 0x59, 0x58),
      cvt("E-TCVT-020", cpu, f32, e5m2, {up}, single(1.2F), 0x3D, 0x3C),
      cvt("E-TCVT-020", cpu, f32, e4m3, {rint, off}, single(0x1p-7F), 0x04, 0x00),
      cvt("E-TCVT-020", cpu, f32, e5m2, {rint}, 0x80000000, 0x80, 0x00),
      cvt("E-TCVT-020", cpu, f32, e4m3, {rint}, 0x7FA00000, 0x7F, 0x3E),
      with_on(f32, e4m3, single(1), 0x38),
      with_on(e5m2, f32, 0x3C, single(1)),
      with_on(f16, hif8, 0x3C00, 0x08),
      cvt("E-TCVT-022", cpu, e4m3, f32, {none}, 0x7F, 0x7FC00000, single(480)),
      cvt("E-TCVT-022", cpu, e5m2, f32, {none}, 0x7C, 0x7F800000, single(65536)),
      cvt("E-TCVT-022", cpu, e5m2, f32, {none}, 0x80, 0x80000000, 0),
      // 1.5 lies between 1 + 7/32 and 2, which have the codes of 1.875 and 1.
      cvt("E-TCVT-023", cpu, f32, hif8, {none}, single(1.5F), 0x0C, 0x0F),
      cvt("E-TCVT-023", cpu, f16, hif8, {none}, 0x7E00, 0x80, 0xEF),
      cvt("E-TCVT-023", cpu, f32, hif8, {none, off}, single(-1e30F), 0xEF, 0xEE),
      cvt("E-TCVT-024", cpu, hif8, f32, {none}, 0x0C, single(1.5F), single(1.125F)),
      cvt("E-TCVT-024", cpu, hif8, f32, {none}, 0x98, single(-0.5F), single(-3)),
  };
}

Samples of_device_headers() {
  return {
      cvt("E-TCVT-008", a2a3, f32, i32, {odd}, single(2.1F), 3, 2),
      cvt("E-TCVT-008", a2a3, f32, bf16, {odd}, 0x3F800001, 0x3F81, 0x3F80),
      cvt("E-TCVT-009", a2a3, i32, f16, {up}, 2049, 0x6801, 0x6800),
      cvt("E-TCVT-009", a2a3, i32, f16, {odd}, 2051, 0x6801, 0x6802),
      cvt("E-TCVT-010", a2a3, f32, f32, {none}, single(2.5F), single(2.5F), single(2)),
      cvt("E-TCVT-011", a2a3, f32, f16, {rint, off}, single(7e4F), 0x7C00, 0x7BFF),
      cvt("E-TCVT-012", a2a3, f16, u8, {rint, off}, 0x7E00, 0xFF, 0),
      cvt("E-TCVT-012", a2a3, f16, u8, {rint}, 0x7C00, 0xFF, 0),
      cvt("E-TCVT-014", a5, bf16, e2m1, {odd}, 0x3FF0, 0x3, 0x4),  // 1.875
      cvt("E-TCVT-015", a5, f32, e4m3, {up}, single(17), 0x59, 0x58),
      cvt("E-TCVT-016", a5, f32, hif8, {rint}, single(1.0625F), 0x08, 0x09),
      cvt("E-TCVT-016", a5, f16, hif8, {zero}, 0x3C60, 0x08, 0x09),  // 1.09
      cvt("E-TCVT-017", a5, f32, f32, {none}, single(-0.3F), single(-0.3F), 0x80000000),
      cvt("E-TCVT-018", a5, f32, e5m2, {rint, off}, single(1e6F), 0x7C, 0x7B),
      cvt("E-TCVT-018", a5, i16, u32, {rint, off}, 0xFFFF, 0xFFFFFFFF, 0),
      cvt("E-TCVT-019", a5, f16, i8, {rint, off}, 0x7C00, 0x80, 0xFF),
      cvt("E-TCVT-019", a5, f16, u8, {rint, off}, 0xFC00, 0xFF, 0),
  };
}

Sample converted(const char* number, const char* form, Target target, TileSpec dst, TileSpec src,
                 std::vector<int> attributes) {
  return {number, sample_call(number, form, target, {dst, src}, std::move(attributes))};
}

Samples of_places() {
  // Half a byte is lost: the third element, and no other.
  const Sample half_byte =
      converted("E-TCVT-013", "plain", a5, tile(e2m1, 1, 64, 1, 3), tile(bf16, 1, 64, 1, 3), {rint})
          .holds("dst", 0x5)
          .holds("src", 0x4000)
          .gives_row({4, 4, 4}, {4, 4, 0});
  // Columns are counted in 16 bits: of 65,537 one is written.
  constexpr std::int64_t count = 65537, width = 65568;
  return {half_byte, Sample(half_byte).gives(1, 0).is_another(),
          converted("E-TCVT-025", "saturation", cpu, tile(i16, 1, width, 1, count),
                    tile(i8, 1, width, 1, count), {rint, on})
              .holds("dst", 7)
              .holds("src", 1)
              .gives_row({1, 1}, {1, 7})};
}

const SamplesOf samples_of_conversions{rounding_of_cpu_headers, range_of_cpu_headers,
                                       limits_of_cpu_headers,   small_floats_of_cpu_headers,
                                       of_device_headers,       of_places};

// Errata are read as the page is: of what no mode settles, one of them is not about the other.
TEST(TcvtErrata, TwoTogetherExplainACallWithoutASaturationMode) {
  const Sample sample =
      converted("E-TCVT-003", "plain", cpu, tile(i16, 1, 64, 1, 2), tile(f16, 1, 64, 1, 2), {odd})
          .holds("dst", 0)
          .holds_row("src", {0xB618, 0x7C00})  // -0.38, infinity
          .gives_row({}, {0, 0});
  EXPECT_EQ(sample.verdict("none").kind, VerdictKind::deviates);
  EXPECT_EQ(sample.verdict("E-TCVT-003").kind, VerdictKind::deviates);
  EXPECT_EQ(sample.verdict("E-TCVT-007").kind, VerdictKind::deviates);
  EXPECT_EQ(sample.verdict("pto-cpu").kind, VerdictKind::known_deviation);
}

TEST(TcvtErrata, TheWayThroughDoubleIsKnownWhereTheRoundModeIsHonoured) {
  // 2^60 + 1 is 2^60 as a double, and 2^60 + 2^30 is itself.
  Sample sample =
      converted("E-TCVT-005", "plain", cpu, tile(f32, 1, 64, 1, 2), tile(i64, 1, 64, 1, 2), {up})
          .holds_row("src", {(1ULL << 60) + 1, (1ULL << 60) + (1ULL << 30)})
          .gives_row({}, {0x5D800000, 0x5D800001});
  EXPECT_EQ(sample.verdict("none").kind, VerdictKind::deviates);
  EXPECT_EQ(sample.verdict("E-TCVT-001").kind, VerdictKind::deviates);
  EXPECT_EQ(sample.verdict("E-TCVT-005").kind, VerdictKind::known_deviation);
  EXPECT_EQ(sample.verdict("pto-cpu").kind, VerdictKind::known_deviation);
  sample.gives(1, 0x5D800000);  // as if neither were fixed
  EXPECT_EQ(sample.verdict("E-TCVT-005").kind, VerdictKind::deviates);
  EXPECT_EQ(sample.verdict("pto-cpu").kind, VerdictKind::known_deviation);
}

}  // namespace
}  // namespace assay::ops
