// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reference/ops/gathering/written_table.hpp"
#include "reference/ops/generation/generation.hpp"
#include "reference/ops/manual_examples.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* mscatter_page = "MSCATTER page";

const Operand table{"table", Role::in_out, OperandKind::global};
const Operand idx{"idx", Role::input, OperandKind::tile};

/// The element types that a target combines atomically.
Elements combined_types(Target target, std::string_view atomic) {
  if (atomic == "Add") {
    if (target == a2a3) return {i8, i16, i32, f16, bf16, f32};
    if (target == a5) return {i32, u32, f32, f16, bf16};
    return {i32, u32, f32, f16};
  }
  if (target == a2a3) return {};
  return target == a5 ? Elements{i32, u32, f32} : Elements{i32, f32};
}

bool is_combined(const Call& call, std::string_view atomic) {
  const Elements types = combined_types(call.target, atomic);
  return std::ranges::find(types, call.tile("src").type.element) != types.end();
}

void choose_atomic(Call& call, Draw& draw, bool combined) {
  const std::vector<std::string>& names = call.form->attributes.at(1).values;
  std::vector<int> fit;
  for (std::size_t at = 0; at < names.size(); ++at) {
    if (is_combined(call, names[at]) == combined) fit.push_back(static_cast<int>(at));
  }
  if (!fit.empty()) call.attributes[1] = draw.pick(std::span<const int>(fit));
}

Constraint atomic_type() {
  return constraint(
      "ScatterAtomicOp.type", "the target combines elements of this type so",
      [](const Call& call) { return is_combined(call, call.attribute("ScatterAtomicOp")); },
      [](Call& call, Draw& draw) { choose_atomic(call, draw, true); },
      [](Call& call, Draw& draw) { choose_atomic(call, draw, false); });
}

Constraint no_conflict_policy() {
  return attribute_is("ScatterConflict", {"none"})
      .on({a2a3})
      .from(mscatter_page, "A2A3 has no ScatterConflict parameter");
}

void example(Call& call) {
  const ElementType element = call.tile("src").type.element;
  const bool rows = names_rows(call);
  declare(call.tile("src"), element, 8, 32);
  declare(call.tile("idx"), i32, rows ? 1 : 8, rows ? 8 : 32);
  declare(call.global("table"), element, rows ? 16 : 1, rows ? 32 : 256, rows ? 32 : 256);
}

Form form(const std::string& name, const std::vector<std::string>& atomic) {
  return {.name = name,
          .operands = {table, src, idx},
          .lead = "src",
          .attributes = {{"Coalesce", {"Row", "Elem"}},
                         {"ScatterAtomicOp", atomic},
                         {"ScatterOOB", {"Undefined", "Skip", "Clamp", "Wrap"}},
                         {"ScatterConflict", {"none", "Last", "Default"}}},
          .constraints =
              joined(table_constraints("src", mscatter_page), Constraints{no_conflict_policy()}),
          .scenarios = {far_rows({a2a3}), manual_example(example)},
          .admit = [](const Call& call, std::vector<ElementArray>& contents) {
            make_entries(call, contents, call.attribute("ScatterOOB"));
          }};
}

Form stored_form() {
  Form made = form("plain", {"None"});
  made.results = {stored_in_table(IndexWidth::as_32_bits)};
  return made;
}

Form combined_form() {
  Form made = form("atomic", {"Add", "Max", "Min"});
  for (Constraint& one : made.constraints) {
    if (one.name != "src.element") continue;
    one = std::move(one).implied("fewer types are combined");
  }
  made.constraints.push_back(
      atomic_type().unchecked_on({cpu}).from(mscatter_page, "types of atomic scatters"));
  made.results = {combined_in_table(IndexWidth::as_32_bits)};
  made.plans = {"nearties"};
  return made;
}

}  // namespace

OpSpec MSCATTER() {
  return {
      .mnemonic = "MSCATTER",
      .summary = "Scatters rows or elements into a table in global memory, or combines them there.",
      .forms = {stored_form(), combined_form()},
      .decisions = {"014-integer-overflow", "100-stores", "199-tables-in-global-memory"},
      .ambiguities =
          {{"one page has elements alone and no atomic operation on the CPU, the other the modes "
            "of devices",
            "decision 199: the modes of devices; errata E-MSCATTER-002 and 003"},
           {"rows of a table on the CPU follow one another, or are its stride apart",
            "constraint table.shape: they follow one another"},
           {"a call without a mode scatters rows, and elements on the CPU in one page",
            "decision 199: every case has a mode"},
           {"of elements with one index the last one stays, but blocks are walked column by column",
            "decision 199: of elements of NZ tables any one stays"},
           {"no page says what the extreme of a NaN, or of zeros of both signs, is",
            "decision 199: left to the target; either zero"},
           {"the sum of several floats in one place has no order on A5",
            "decision 199: of three or more it is left to the target"},
           {"examples have idx of 16 x 16 elements in the mode of rows",
            "constraint idx.shape: the scenario has a line of indices"}},
      .notes = {"open: sums of several floats in one place on a5, and of NaN the extremes"},
      .errata = mscatter_errata(),
  };
}

}  // namespace assay::ops
