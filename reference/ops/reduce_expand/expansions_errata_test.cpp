// SPDX-License-Identifier: Apache-2.0
// Samples of the errata of what spreads a row or a column. Patterns are worked out by hand.
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

constexpr std::uint64_t one = 0x3F800000, two = 0x40000000, minus_zero = 0x80000000;

/// The last parts of the names of ops, of which some have errata of their own.
constexpr const char* kinds[]{"ADD", "DIV", "EXPDIF", "MAX", "MIN", "MUL", "SUB"};

/// Float ones, of which the last valid result is wrong.
Sample wrong_at_the_end(const std::string& number, Target target, const TileSpec& out,
                        const TileSpec& full, const TileSpec& spread) {
  Sample made(number, sample_call(number, "plain", target, {out, full, spread}));
  EXPECT_TRUE(broken_constraints(made.call()).empty()) << number;
  return made.holds("dst", one)
      .holds("src0", one)
      .holds("src1", one)
      .gives((out.valid_rows - 1) * out.cols() + out.valid_cols - 1, 0x40490FDB);
}

TileSpec column_of(ElementType type, std::int64_t rows, std::int64_t valid) {
  TileSpec made = tile(type, rows, 1, valid, 1);
  made.type.blayout = BLayout::col_major;
  return made;
}

/// Rows are counted in eight bits, blocks are read packed, and the full operand flat.
Samples of_pitches() {
  Samples made;
  for (const std::string kind : kinds) {
    const std::string columns = "E-TCOLEXPAND" + kind, rows = "E-TROWEXPAND" + kind;
    const auto counted = [&](std::int64_t count) {
      TileSpec out = tile(f32, count, 8, count, 8);
      out.type.dynamic_valid_cols = false;
      return wrong_at_the_end(columns + "-001", a2a3, out, tile(f32, count, 8, count, 8),
                              tile(f32, 1, 8, 1, 8));
    };
    const auto packed = [&](const char* which, Target target, std::int64_t cols) {
      const TileSpec full = tile(f32, 2, 64, 2, 12);
      return wrong_at_the_end(rows + which, target, full, full, tile(f32, 2, cols, 2, 8));
    };
    const auto flat = [&](std::int64_t cols) {
      return wrong_at_the_end(rows + "-003", a5, tile(f32, 2, 8, 2, 8), tile(f32, 2, cols, 2, 8),
                              column_of(f32, 8, 2));
    };
    for (const Sample& known :
         {counted(256), packed("-001", a2a3, 16), packed("-002", a5, 16), flat(16)}) {
      made.push_back(known);
    }
    for (Sample other : {counted(255), packed("-001", a2a3, 8), packed("-002", a5, 8), flat(8)}) {
      made.push_back(other.is_unknown());
    }
  }
  return made;
}

/// One row of each operand, of which the form says which is spread.
Sample of_two_rows(const std::string& number, const std::string& form, ElementType type,
                   std::uint64_t first, std::uint64_t second) {
  const std::int64_t spread = number.starts_with("E-TROW") ? 32 / size_of(type) : 12;
  const bool swapped = form == "swapped";
  return Sample(number,
                sample_call(number, form.c_str(), cpu,
                            {tile(type, 1, 16, 1, 12), tile(type, 1, 16, 1, swapped ? spread : 12),
                             tile(type, 1, 16, 1, swapped ? 12 : spread)}))
      .holds("src0", first)
      .holds("src1", second);
}

/// The lowest integer over -1 crashes the process; a zero divisor is refused.
Samples of_divisors() {
  constexpr std::uint64_t lowest = 0x80000000, minus_one = 0xFFFFFFFF;
  Samples made;
  for (const auto& [crash, refusal] : {std::pair{"E-TCOLEXPANDDIV-002", "E-TCOLEXPANDDIV-003"},
                                       std::pair{"E-TROWEXPANDDIV-004", "E-TROWEXPANDDIV-005"}}) {
    const auto dies = [number = crash](ElementType type, std::uint64_t above, std::uint64_t below) {
      return of_two_rows(number, "plain", type, above, below).crashes();
    };
    const auto refused = [number = refusal](ElementType type, std::uint64_t below,
                                            const char* says = "") {
      return of_two_rows(number, "plain", type, 5, below).is_refused(says);
    };
    made.push_back(dies(i32, lowest, minus_one));
    made.push_back(dies(i32, minus_one, lowest).is_another());
    made.push_back(dies(i32, 5, 0).is_another());
    made.push_back(dies(f32, one, two).is_another());
    made.push_back(dies(i16, 0x8000, 0xFFFF).is_another());
    made.push_back(refused(f32, 0));
    made.push_back(refused(i32, 0));
    made.push_back(refused(i32, 0, "Assertion `x && \"Divider is 0\"' failed."));
    made.push_back(refused(i32, 0, "Assertion `rows == 1' failed.").is_another());
    made.push_back(refused(i32, 1).is_another());
  }
  return made;
}

/// Compares and picks: a NaN in src0 stays, and of two zeros that of src0.
Samples of_picks() {
  constexpr std::uint64_t quiet = 0x7FC00001;
  Samples made;
  for (const std::string number : {"E-TCOLEXPANDMAX-002", "E-TROWEXPANDMAX-004",
                                   "E-TCOLEXPANDMIN-002", "E-TROWEXPANDMIN-004"}) {
    const bool larger = op_of_number(number).ends_with("MAX");
    const std::uint64_t worse = larger ? minus_zero : 0, better = larger ? 0 : minus_zero;
    for (const char* form : {"plain", "swapped"}) {
      if (form == std::string("swapped") && number.starts_with("E-TCOL")) continue;
      const auto picked = [&](std::uint64_t first, std::uint64_t second, std::uint64_t promised,
                              std::uint64_t got) {
        return of_two_rows(number, form, f32, first, second).gives_all(promised, got);
      };
      made.push_back(picked(quiet, two, two, quiet));
      made.push_back(picked(two, quiet, two, quiet).is_another());
      made.push_back(picked(worse, better, better, worse));
    }
  }
  return made;
}

/// Types that CPU headers lack, by what is said.
Samples of_lacking_types() {
  Samples made;
  for (const std::string number :
       {"E-TCOLEXPANDADD-002", "E-TCOLEXPANDDIV-004", "E-TCOLEXPANDMAX-003", "E-TCOLEXPANDMIN-003",
        "E-TCOLEXPANDMUL-002", "E-TCOLEXPANDSUB-002", "E-TROWEXPANDADD-004", "E-TROWEXPANDDIV-006",
        "E-TROWEXPANDMAX-005", "E-TROWEXPANDMIN-005", "E-TROWEXPANDMUL-004",
        "E-TROWEXPANDSUB-004"}) {
    const auto refused = [&](ElementType type, const char* says) {
      const bool rows = number.starts_with("E-TROW");
      const TileSpec full = tile(type, 1, 32, 1, 8);
      const TileSpec spread = rows ? column_of(type, 32, 1) : full;
      return Sample(number, sample_call(number, "plain", cpu, {full, full, spread}))
          .is_refused(says);
    };
    made.push_back(refused(i8, "unsupported data type"));
    made.push_back(refused(i8, "no matching function").is_another());
    made.push_back(refused(i16, "unsupported data type").is_another());
  }
  return made;
}

/// exp(64 + 2^-18) = 0x6DA12CEA where the difference stays exact, and exp(64) = 0x6DA12CC1 where it
/// is rounded to float, which has 64 and 64 + 2^-17.
Samples of_differences() {
  constexpr std::uint64_t sixty_four = 0x42800000, minus_tiny = 0xB6800000;
  Samples made;
  const auto add = [&](const std::string& number, const std::string& form) {
    const auto exponential = [&](Target target, std::uint64_t got) {
      const bool rows = number.starts_with("E-TROW"), swapped = form == "swapped";
      const TileSpec full = tile(f32, 1, 64, 1, 8);
      const TileSpec spread = rows ? column_of(f32, 8, 1) : tile(f32, 1, 8, 1, 8);
      return Sample(number, sample_call(number, form.c_str(), target,
                                        {full, swapped ? spread : full, swapped ? full : spread}))
          .holds("src0", sixty_four)
          .holds("src1", minus_tiny)
          .gives_all(0x6DA12CC1, got);
    };
    made.push_back(exponential(a5, 0x6DA12CEA));
    made.push_back(exponential(a5, 0x6DA12CD0).is_another());
    made.push_back(exponential(a2a3, 0x6DA12CEA).is_another());
  };
  add("E-TROWEXPANDEXPDIF-004", "plain");
  add("E-TROWEXPANDEXPDIF-005", "swapped");
  add("E-TCOLEXPANDEXPDIF-002", "plain");
  return made;
}

/// A check of the full operand is missing where it has the shape of a spread one.
Samples of_full_operands() {
  Samples made;
  for (const char* number : {"E-TROWEXPANDADD-007", "E-TROWEXPANDDIV-009", "E-TROWEXPANDMAX-008",
                             "E-TROWEXPANDMIN-008", "E-TROWEXPANDMUL-007", "E-TROWEXPANDSUB-007"}) {
    const auto accepted = [&](std::int64_t valid) {
      return Sample(number, sample_call(number, "plain", cpu,
                                        {tile(f32, 2, 16, 2, 16), tile(f32, 2, 16, 2, valid),
                                         column_of(f32, 8, 2)}))
          .breaks("src0.same_valid_region");
    };
    made.push_back(accepted(8));
    made.push_back(accepted(9).is_another());  // no block of 32 bytes
  }
  return made;
}

const SamplesOf samples_of_expansions{of_pitches,       of_divisors,    of_picks,
                                      of_lacking_types, of_differences, of_full_operands};

}  // namespace
}  // namespace assay::ops
