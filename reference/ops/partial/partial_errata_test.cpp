// SPDX-License-Identifier: Apache-2.0
// Samples of the errata of TPARTADD, TPARTMUL, TPARTMAX and TPARTMIN.
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

/// dst, src0 and src1 of one row; src1 has fewer columns.
Sample partial(const std::string& number, Target target, ElementType element, std::int64_t valid,
               std::int64_t fewer, std::uint64_t first, std::uint64_t second) {
  const TileSpec whole = tile(element, 1, 128, 1, valid);
  return Sample(number, sample_call(number, "plain", target,
                                    {whole, whole, tile(element, 1, 128, 1, fewer)}))
      .holds("dst", 7)
      .holds("src0", first)
      .holds("src1", second);
}

Samples of_refused_types() {
  Samples made;
  for (const std::string op : {"TPARTADD", "TPARTMUL", "TPARTMAX", "TPARTMIN"}) {
    const Sample one = partial("E-" + op + "-001", cpu, u16, 4, 2, 1, 2);
    made.push_back(Sample(one).is_refused("static assertion failed: Invalid data type."));
    made.push_back(Sample(one).is_refused("no matching function").is_another());
  }
  return made;
}

/// Columns from 64 on stay.
Samples of_one_register() {
  Samples made;
  const std::pair<std::string, std::uint64_t> ops[]{
      {"TPARTADD", 9}, {"TPARTMAX", 5}, {"TPARTMIN", 4}};
  for (const auto& [op, combined] : ops) {
    Sample one = partial("E-" + op + "-002", a5, i64, 70, 66, 5, 4);
    for (std::int64_t i = 0; i < 70; ++i) one.gives(i, i < 64 ? combined : 7);
    made.push_back(one);
    made.push_back(one.gives(0, 8).is_another());
  }
  return made;
}

/// A NaN in src0, and -0 in src0 with 0 in src1, or the reverse, give the first source.
Samples of_partial_comparisons() {
  Samples made;
  for (const std::string op : {"TPARTMAX", "TPARTMIN"}) {
    const std::uint64_t zero = op == "TPARTMAX" ? 0x8000 : 0, other = zero ^ 0x8000;
    for (const auto& [first, second] : {std::pair{0x7E01UL, 0x3C00UL}, {zero, other}}) {
      made.push_back(partial("E-" + op + "-003", cpu, f16, 4, 2, first, second).gives_all(first));
    }
  }
  return made;
}

const SamplesOf samples_of_partials{of_refused_types, of_one_register, of_partial_comparisons};

}  // namespace
}  // namespace assay::ops
