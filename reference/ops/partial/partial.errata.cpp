// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promises of all instructions of the family.
#include "reference/ops/partial/partial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "reference/ops/header_errata.hpp"
#include "reference/ops/known_checks.hpp"

namespace assay::ops {
namespace {

constexpr std::int64_t register_columns = 64;

bool has_64_bits(const Call& call) { return bits_of(element_of(call)) == 64; }

bool is_refused_by_cpu(const Call& call) {
  const ElementType type = element_of(call);
  return type == u16 || type == u32 || type == i64 || type == u64;
}

/// The promise, but columns after one register stay what they were.
Result stopping_at_register(const Result& promised) {
  Result made = promised;
  made.semantics = [=](const Evaluation& inputs) -> Expected {
    auto expected = std::get<ExpectedTile>(promised.semantics(inputs));
    for_each_valid(inputs.call.tile(promised.operand),
                   [&](std::int64_t index, std::int64_t, std::int64_t col) {
                     if (col < register_columns) return;
                     expected.set_exact(index, 0);
                     expected.set_accept(index, Accept::preserved);
                   });
    return expected;
  };
  return made;
}

}  // namespace

std::vector<Erratum> partial_errata(const std::string& op, const Types& types,
                                    const Result& promised) {
  const auto numbered = [&](int number) { return fmt::format("E-{}-{:03}", op, number); };
  std::vector<Erratum> all{among(
      refusing(of_headers(cpu, numbered(1), "TPartOp.hpp",
                          "unsigned elements of 16 and 32 bits and those of 64 do not compile"),
               {}, {"Invalid data type"}),
      "uint16, uint32 and 64-bit integers", is_refused_by_cpu)};
  if (std::ranges::find(types.a5, i64) == types.a5.end()) return all;
  all.push_back(among(giving(of_headers(a5, numbered(2), "Int64Reduce.hpp",
                                        "64-bit elements from column 64 on are left as they were"),
                             stopping_at_register(promised)),
                      "64-bit integers", has_64_bits));
  return all;
}

Erratum keeping_first(std::string number, ElementFunction promised) {
  Result picked = per_element({{"src0"}, {"src1"}}, picked_by_comparison(std::move(promised)));
  return among(
      giving(of_headers(cpu, std::move(number), "TPartOp.hpp",
                        "compares and picks: a NaN in src0 stays, and of two zeros that of "
                        "src0"),
             where_both(picked)),
      "floats", [](const Call& call) { return is_float(element_of(call)); });
}

}  // namespace assay::ops
