// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promises of instructions of several steps.
#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"
#include "reference/ops/elementwise/errata/errata.hpp"
#include "reference/ops/elementwise/fused.hpp"
#include "reference/ops/elementwise/narrowing.hpp"
#include "reference/ops/elementwise/scaled_sum.hpp"
#include "reference/ops/header_errata.hpp"
#include "reference/ops/known_checks.hpp"

namespace assay::ops {
namespace {

using Order = std::array<std::size_t, 3>;

// Numbers of the factors and of the summand among src0, src1 and dst.
constexpr Order times_dst{0, 2, 1};
constexpr Order onto_dst{0, 1, 2};

const std::vector<Argument> sources_and_dst{{"src0"}, {"src1"}, {"dst"}};

ElementFunction in_two_steps(Order order) {
  return [order](const ElementContext& cell) {
    const auto& x = cell.arguments;
    return any_reading(cell, multiply_then_add(cell, x[order[0]], x[order[1]], x[order[2]]));
  };
}

/// "Greater than zero, else zero".
ElementFunction zero_for_nan(ElementFunction function) {
  return [function = std::move(function)](const ElementContext& cell) {
    const Acceptable promised = function(cell);
    return promised.accept == Accept::any_nan ? exactly(0) : promised;
  };
}

Acceptable clamped_in_two_steps(const ElementContext& cell) {
  const auto& x = cell.arguments;
  return clamped_reading(cell, multiply_then_add(cell, x[0], x[2], x[1]));
}

Acceptable clamped_difference(const ElementContext& cell) {
  return clamped_reading(
      cell, {numerics::encode(cell.to, cell.arguments[0].real() - cell.arguments[1].real(),
                              numerics::RoundMode::nearest_even)});
}

bool is_unlisted(const Call& call) {
  const ElementType type = element_of(call, "src0");
  return is_integer(type) ? bits_of(type) >= 8 : type != f16 && type != f32;
}

/// The CPU headers of instructions of half and float check no type.
Erratum taking_all(const std::string& number) {
  return among(accepting(of_headers(cpu, number, "ElementTileOp.h",
                                    "types are taken that the page does not list"),
                         "src0.element"),
               "all but half, float and integers of 4 bits", is_unlisted);
}

/// Nor any layout.
Erratum in_any_order(const std::string& number) {
  return unchecked(cpu, number, "ElementTileOp.h", "*.row_major");
}

std::vector<Erratum> narrowed_to_infinity(const std::string& op, const std::string& file, Sum sum) {
  const auto of = [&](Target target, const std::string& number) {
    return among(giving(of_headers(target, "E-" + op + "-" + number, file,
                                   "beyond half comes infinity where the control bits say so"),
                        per_element({{"src0"}, {"src1"}},
                                    [sum](const ElementContext& cell) {
                                      return narrowed_to_infinity(cell, sum);
                                    })),
                 "float to half", [](const Call& call) { return element_of(call) == f16; });
  };
  return {of(a2a3, "001"), of(a5, "002")};
}

}  // namespace

std::vector<Erratum> tfusedmuladd_errata() {
  return {giving(of_headers(cpu, "E-TFUSEDMULADD-001", "ElementOp.h",
                            "the product may be rounded before the addition"),
                 per_element(sources_and_dst, in_two_steps(times_dst))),
          taking_all("E-TFUSEDMULADD-002"), in_any_order("E-TFUSEDMULADD-003")};
}

std::vector<Erratum> tmuladddst_errata() {
  return {giving(of_headers(cpu, "E-TMULADDDST-001", "ElementOp.h",
                            "the product may be rounded before the addition"),
                 per_element(sources_and_dst, in_two_steps(onto_dst))),
          taking_all("E-TMULADDDST-002"), in_any_order("E-TMULADDDST-004"),
          overrunning("E-TMULADDDST-005", "ElementTileOp.h")};
}

std::vector<Erratum> tfusedmuladdrelu_errata() {
  return {giving(of_headers(cpu, "E-TFUSEDMULADDRELU-001", "ElementOp.h",
                            "the product may be rounded before the addition; a NaN gives +0"),
                 per_element(sources_and_dst, zero_for_nan(clamped_in_two_steps))),
          taking_all("E-TFUSEDMULADDRELU-002"), in_any_order("E-TFUSEDMULADDRELU-003"),
          overrunning("E-TFUSEDMULADDRELU-004", "ElementTileOp.h")};
}

std::vector<Erratum> tsubrelu_errata() {
  return {giving(of_headers(cpu, "E-TSUBRELU-001", "common.hpp", "a NaN gives +0"),
                 per_element({{"src0"}, {"src1"}}, zero_for_nan(clamped_difference))),
          taking_all("E-TSUBRELU-002"), in_any_order("E-TSUBRELU-003"),
          overrunning("E-TSUBRELU-004", "ElementTileOp.h")};
}

std::vector<Erratum> taddreluconv_errata() {
  return narrowed_to_infinity("TADDRELUCONV", "TAddReluConv.hpp", Sum::plus);
}

std::vector<Erratum> tsubreluconv_errata() {
  return narrowed_to_infinity("TSUBRELUCONV", "TSubReluConv.hpp", Sum::minus);
}

std::vector<Erratum> tadddeqrelu_errata() {
  Erratum consumed =
      of_headers(a2a3, "E-TADDDEQRELU-002", "TAddDeqRelu.hpp", "the sources come back as scratch");
  consumed.forms = {"consuming"};
  for (const char* source : {"src0", "src1"}) {
    consumed.results.push_back(per_element(
        {{source}}, [](const ElementContext& cell) { return left_to_target(cell.old); }, {},
        source));
  }
  const std::string file = "TAddDeqRelu.hpp";
  std::vector<Erratum> all{
      giving(of_headers(cpu, "E-TADDDEQRELU-001", file, "beyond half comes infinity"),
             per_element({{"src0"}, {"src1"}, {"deqScale"}}, scaled_to_infinity)),
      std::move(consumed)};
  all = followed(std::move(all),
                 unchecked_on_cpu("TADDDEQRELU", 3, file,
                                  {"*.element", "*.location", "*.row_major", "*.same_valid_region",
                                   "src0.non_empty", "tmp.covers_dst"}));
  all.push_back(unchecked(a5, "E-TADDDEQRELU-009", file, "tmp.*"));
  return all;
}

}  // namespace assay::ops
