// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/denied_calls.hpp"
#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/elementwise/errata/errata.hpp"
#include "reference/ops/remainder.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* trem_page = "TREM page";

const Operand consumed0{"src0", Role::in_out, OperandKind::tile};
const Operand consumed1{"src1", Role::in_out, OperandKind::tile};

Result remainder() {
  const ElementFunction floating = [](const ElementContext& cell) {
    return float_remainder(cell, Quotient::floored);
  };
  return with_floored_choices(
      by_kind(per_element({{"src0"}, {"src1"}}, floating),
              per_element({{"src0"}, {"src1"}}, integer_floored_remainder)));
}

/// Columns of tmp that the page requires: a result row and the words of a mask.
std::int64_t columns_needed(const Call& call) {
  const std::int64_t stride = call.tile("dst").cols();
  return stride + 2 * ((stride + 63) / 64);
}

void resize(Call& call, std::int64_t columns) {
  TileSpec& tile = call.tile("tmp");
  tile.type.rows = 2;
  tile.type.cols = columns_needed(call);
  tile.type.dynamic_valid_cols = true;
  make_well_formed(tile.type);
  tile.valid_rows = std::min(tile.valid_rows, tile.type.rows);
  tile.valid_cols = columns;
}

Constraint enough_columns() {
  Constraint made = constraint(
      "tmp.columns", "tmp has a result row and the mask words after it in its valid columns",
      [](const Call& call) { return call.tile("tmp").valid_cols >= columns_needed(call); },
      [](Call& call, Draw&) { resize(call, columns_needed(call)); },
      [](Call& call, Draw& draw) { resize(call, draw.integer(1, columns_needed(call) - 1)); });
  made.edge = [](Call& call, Draw&, Edge side) {
    if (side != Edge::smallest && side != Edge::below) return false;
    resize(call, columns_needed(call) - (side == Edge::smallest ? 0 : 1));
    return true;
  };
  return made;
}

Constraint two_rows() {
  return constraint(
      "tmp.rows", "tmp has two rows or more",
      [](const Call& call) { return call.tile("tmp").rows() >= 2; },
      [](Call& call, Draw&) { call.tile("tmp").type.rows = 2; },
      [](Call& call, Draw&) {
        TileSpec& tile = call.tile("tmp");
        tile.type.rows = tile.valid_rows = 1;
      });
}

Constraints all_constraints(const Elements& a2a3_elements, const Elements& of_other_form) {
  Constraints list = joined(element_types("src0", trem_page,
                                          {.a2a3 = a2a3_elements,
                                           .a5 = {i16, u16, i32, u32, i64, u64, f16, f32},
                                           .a2a3_undrawn = of_other_form}),
                            one_element_type({"src1", "dst"}, "src0", trem_page),
                            vec_tiles({"dst", "src0", "src1"}, trem_page, {.in_vec = devices}),
                            equal_regions({"src0", "src1"}, trem_page, devices));
  // The A2A3 header compares the source that it has compared already.
  for (Constraint& constraint : list) {
    if (constraint.name == "src1.same_element") constraint.enforced = {a5, cpu};
  }
  return joined(
      std::move(list), scratch(trem_page),
      Constraints{same_element("tmp", "dst")
                      .on({a2a3})
                      .unchecked_on({a2a3})
                      .from(trem_page, "A2A3: columns of tmp count elements of dst"),
                  two_rows().on({a2a3}).unchecked_on({a2a3}).from(trem_page, "tmp has two rows"),
                  enough_columns().at(launch).on({a2a3}).unchecked_on({a2a3}).from(
                      trem_page, "A2A3: columns of tmp")});
}

void admit(const Call& call, std::vector<ElementArray>& contents) {
  seldom_open({.dividend = "src0", .divisor = "src1"})(call, contents);
  if (call.target == a2a3) cut_to_24_bits(call, {"src0", "src1"}, contents);
}

std::vector<Form> all_forms() {
  std::vector<Form> forms = plain_and_precise({
      .operands = {dst, src0, src1, tmp},
      .lead = "src0",
      .constraints = all_constraints({f32}, {i32}),
      .results = {remainder()},
      .plans = {"multiples", "moderate", "ones"},
      .admit = admit,
  });
  Form consuming = forms.front();
  consuming.name = "consuming";
  consuming.operands = {dst, consumed0, consumed1, tmp};
  consuming.targets = {a2a3};
  for (const char* source : {"src0", "src1"}) consuming.results.push_back(unchanged(source));
  consuming.constraints = all_constraints({i32}, {f32});
  forms.push_back(std::move(consuming));
  return forms;
}

}  // namespace

OpSpec TREM() {
  return {
      .mnemonic = "TREM",
      .summary = "Remainder of two tiles with the sign of the divisor.",
      .precision = "RemAlgorithm",
      .forms = all_forms(),
      .may_refuse = {zero_divisors_on_cpu("src1")},
      .decisions = {"002-outside-the-valid-region", "015-division-and-remainder"},
      .ambiguities =
          {{"documents give the result the sign of the divisor for every type; for 64 bits the A5 "
            "header and its golden data give that of the dividend",
            "decision 015: the divisor's; erratum E-TREM-006"},
           {"four sizes of tmp: one row of Cols + 2 ceil(Cols / 64); two rows of the valid "
            "columns; "
            "two rows of at least those; the header's RowStride + 2 ceil(RowStride / 64) columns",
            "constraints tmp.columns and tmp.rows on a2a3: legal cases satisfy all, no refusal is "
            "promised; what the header writes after them is erratum E-TREM-010"},
           {"A2A3 changes its int32 sources: src0 comes back with 24 bits, src1 stays converted",
            "form consuming on a2a3: the sources stay as they were; erratum E-TREM-007"},
           {"A2A3 and A5 round the steps of float, A5 stops at column 64 of 64 bits",
            "decision 015: exact everywhere; errata E-TREM-003 to E-TREM-005"},
           {"A2A3 needs dst before it is done with src0, so they must not be one tile",
            "decision 165: calls in place are promised, and drawn"}},
      .notes = {"open: the page leaves a remainder over zero to the target",
                "signs of zeros by choice remainder_zeros",
                "a remainder by an infinity of the other sign by choice remainder_by_infinity",
                "a2a3: int32 operands lie within 2^24; beyond, the result is target-defined",
                "a5, cpu: tmp is accepted and ignored",
                "a2a3, cpu: PrecisionType is accepted and ignored"},
      .errata = trem_errata(),
  };
}

}  // namespace assay::ops
