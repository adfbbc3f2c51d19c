// SPDX-License-Identifier: Apache-2.0
// Samples of the errata of reductions. Patterns are computed by hand from the headers.
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

constexpr std::uint64_t one = 0x3F800000, two = 0x40000000, nan = 0x7FC00000,
                        minus_zero = 0x80000000, keep = 0x55;  // what was there before

/// `count` times the same, and another one at the end.
Bits many(std::size_t count, std::uint64_t bits, std::uint64_t last) {
  Bits list(count, bits);
  list.back() = last;
  return list;
}

struct Folded {
  std::int64_t rows, cols;  ///< valid ones of src
  Bits in;                  ///< its valid elements; the first everywhere if there are none
  Bits promised, erroneous;
};

Sample fold(const std::string& number, const char* form, Target target, ElementType type,
            const Folded& is) {
  const bool by_rows = number.starts_with("E-TROW");
  const std::int64_t block = 256 / bits_of(type), cols = (is.cols + block - 1) / block * block;
  const std::int64_t rows = std::max<std::int64_t>(is.rows, 1);
  Call call = sample_call(
      number, form, target,
      {tile(type, 1, cols, 1, by_rows ? 1 : is.cols), tile(type, rows, cols, is.rows, is.cols)});
  if (call.form->has("tmp")) call.operands.emplace_back(tile(type, 1, cols, 1, cols));
  for (int& attribute : call.attributes) attribute = 1;
  Sample made(number, call);
  if (is.rows == 0) made.holds("src", is.in.front());
  for (std::int64_t i = 0; i < is.rows * is.cols; ++i) {
    made.holds_at("src", i / is.cols * cols + i % is.cols, is.in[static_cast<std::size_t>(i)]);
  }
  return made.gives_row(is.promised, is.erroneous);
}

Samples of_lines() {
  Samples made;
  const auto add = [&](const char* number, Target target, ElementType type, const Folded& is,
                       const char* form = "plain") {
    made.push_back(fold(number, form, target, type, is));
    if (number == std::string("E-TCOLSUM-002")) return;  // anything comes out
    made.push_back(fold(number, form, target, type, is).gives(0, 0x40400001).is_another());
  };
  add("E-TROWMAX-001", cpu, f32, {1, 3, {nan, one, two}, {two}, {nan}});
  add("E-TROWMAX-001", cpu, f32, {1, 2, {minus_zero, 0}, {0}, {minus_zero}});
  add("E-TROWMAX-002", a5, i64, {1, 65, many(65, 1, 9), {9}, {1}});
  add("E-TROWMIN-001", cpu, f32, {1, 3, {nan, two, one}, {one}, {nan}});
  add("E-TROWMIN-001", cpu, f32, {1, 2, {0, minus_zero}, {minus_zero}, {0}});
  add("E-TROWMIN-002", a5, u64, {1, 65, many(65, 9, 1), {1}, {9}});
  add("E-TROWSUM-001", a5, i64, {1, 65, many(65, 1, 1), {65}, {64}});
  add("E-TCOLMAX-001", cpu, f32, {2, 1, {nan, two}, {two}, {nan}});
  add("E-TCOLMIN-001", cpu, f32, {2, 1, {nan, two}, {two}, {nan}});
  add("E-TCOLMAX-002", a5, i64, {2, 65, many(130, 3, 3), many(65, 3, 3), many(65, 3, keep)});
  add("E-TCOLMIN-002", a5, i64, {2, 65, many(130, 3, 3), many(65, 3, 3), many(65, 3, keep)});
  add("E-TCOLSUM-001", a5, i64, {2, 65, many(130, 3, 3), many(65, 6, 6), many(65, 6, keep)});
  add("E-TCOLSUM-002", a5, i64, {2, 1, {0xFFFFFFFF, 1}, {0x100000000}, {0}}, "tmp");
  add("E-TCOLMAX-003", cpu, f32, {0, 2, {two}, {keep, keep}, {two, two}});
  add("E-TCOLPROD-001", cpu, f32, {0, 2, {two}, {keep, keep}, {one, one}});
  add("E-TCOLSUM-003", cpu, f32, {0, 2, {two}, {keep, keep}, {0, 0}});
  return made;
}

/// Legal calls that a check of the CPU headers refuses, by its words.
Samples of_refused_folds() {
  Samples made;
  const auto add = [&](const char* number, ElementType legal, ElementType refused,
                       std::int64_t rows = 2, std::int64_t cols = 16,
                       const char* says = "Not supported data type") {
    const auto sample = [&](ElementType type, std::int64_t of_rows, std::int64_t of_cols) {
      Call call = sample_call(number, "plain", cpu,
                              {tile(type, 2, 16, 1, 1), tile(type, of_rows, of_cols, 1, 1)});
      if (call.form->has("tmp")) call.operands.emplace_back(tile(type, 2, 16, 2, 16));
      return Sample(number, call).is_refused(says);
    };
    made.push_back(sample(refused, rows, cols));
    made.push_back(sample(refused, rows, cols).is_refused("something else").is_another());
    made.push_back(sample(legal, 2, 16).is_another());
  };
  const char* const columns = "Inconsistent number of cols";
  add("E-TCOLMAX-004", f32, i32);
  add("E-TCOLMAX-005", f32, f32, 2, 32, columns);
  add("E-TCOLSUM-005", f32, i32);
  add("E-TCOLSUM-006", f32, f32, 2, 32, columns);
  add("E-TROWSUM-002", i32, i64);
  add("E-TROWSUM-003", f32, f32, 4, 16, "Inconsistent number of m, n");
  return made;
}

/// Missing checks of types.
Samples of_types_of_folds() {
  Samples made;
  for (const char* number : {"E-TCOLMIN-003", "E-TCOLPROD-002", "E-TROWMAX-003", "E-TROWMIN-003",
                             "E-TROWPROD-001", "E-TROWSUM-009", "E-TCOLSUM-011"}) {
    Call call = sample_call(number, "plain", cpu, {tile(f32, 2, 16, 1, 1), tile(f16, 2, 16, 1, 1)});
    if (call.form->has("tmp")) call.operands.emplace_back(tile(f16, 2, 16, 2, 16));
    made.push_back(Sample(number, call).breaks("dst.same_element"));
  }
  const auto scratch = [](const char* number) {
    const Call call = sample_call(
        number, "tmp", a2a3, {tile(f32, 2, 8, 2, 8), tile(f32, 2, 8, 2, 8), tile(i32, 2, 8, 1, 8)});
    return Sample(number, call).breaks("tmp.same_element");
  };
  made.push_back(scratch("E-TCOLSUM-004"));
  made.push_back(scratch("E-TCOLSUM-001").is_another());
  return made;
}

/// Columns are counted in 16 bits: of 65,538 columns two are written.
Samples of_many_columns() {
  constexpr std::int64_t count = 65538, width = 65568;
  const Sample two_written =
      Sample("E-TCOLMAX-009",
             sample_call("E-TCOLMAX-009", "plain", cpu,
                         {tile(i8, 1, width, 1, count), tile(i8, 2, width, 2, count)}))
          .holds("dst", 7)
          .holds("src", 1)
          .gives_row({1, 1, 1}, {1, 1, 7});
  return {two_written, Sample(two_written).gives(1, 7).is_another(),
          Sample(two_written).gives(2, 1).is_another()};
}

const SamplesOf samples_of_folds{of_lines, of_refused_folds, of_types_of_folds, of_many_columns};

}  // namespace
}  // namespace assay::ops
