// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/store_constraints.hpp"
#include "reference/ops/movement/store_view.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* page = "TSTORE page";

const Elements a2a3_elements{i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32};
const Elements a5_elements{i8,   u8,  i16,  u16,  i32,  u32,  i64,  u64, f16,
                           bf16, f32, e4m3, e5m2, hif8, e8m0, e1m2, e2m1};
const Elements cpu_elements{i8,  u8,   i16, u16,  i32,  u32,  i64, u64,
                            f16, bf16, f32, e4m3, e5m2, hif8, e8m0};
const Elements atomic_elements{i8, i16, i32, f16, bf16, f32};

Constraints plain() {
  return joined(
      Constraints{
          element_is("src", a5_elements).on({a5}).from(page, "A5: element types of Vec"),
          element_is("src", a2a3_elements).on({a2a3}).from(page, "A2A3: element types"),
          invariant(element_is("src", cpu_elements)).on({cpu}).from(page, "element types"),
          located_in("src", {Location::vec, Location::mat}, {Location::acc})
              .on({a2a3})
              .from(page, "A2A3: src is Vec, Mat or Acc"),
          located_in("src", {Location::vec}, {Location::acc}).on({a5}).from(page, "A5: no Mat"),
          invariant(located_in("src", {Location::vec, Location::mat}))
              .on({cpu})
              .from(page, "src is Vec, Mat or Acc"),
          same_width("dst", "src").unchecked_on({cpu}).from(page, "element sizes are equal"),
          stored_pair().unchecked_on({cpu}).from(page, "layouts match ND, DN or NZ"),
          wide_stores().on({a2a3}).from(page, "A2A3: 64-bit elements"),
          positive_stores().on({a2a3}).at(launch).from(page, "A2A3: sizes are positive"),
          whole_stored_blocks().at(launch).on({a2a3}).unchecked_on({a2a3}).from(
              "MODEL 5", "Mat stores of ND and DN")},
      common_of_stores(page));
}

Constraints atomic() {
  return joined(
      Constraints{
          element_is("src", atomic_elements, cpu_elements)
              .on({a2a3})
              .from(page, "A2A3: the types of A5, which names none either"),
          element_is("src", atomic_elements, cpu_elements).on({a5}).from(page, "A5: AtomicAdd"),
          invariant(element_is("src", atomic_elements)).on({cpu}).from(page, "A5: AtomicAdd"),
          invariant(same_element("dst", "src")).from(page, "sums have the type of dst"),
          invariant(located_in("src", {Location::vec})).from(page, "example of AtomicAdd"),
          stored_pair().unchecked_on({cpu}).from(page, "layouts match ND, DN or NZ"),
          positive_stores().on({a2a3}).at(launch).from(page, "A2A3: sizes are positive")},
      common_of_stores(page));
}

}  // namespace

OpSpec TSTORE() {
  const Operand view{"dst", Role::output, OperandKind::global};
  const Operand sums{"dst", Role::in_out, OperandKind::global};
  return {
      .mnemonic = "TSTORE",
      .summary = "Stores a tile into a view of global memory, or adds it there.",
      .forms = {{.name = "tile",
                 .operands = {view, src},
                 .lead = "src",
                 .constraints = plain(),
                 .results = {copying(stored(copied))},
                 .scenarios = store_scenarios()},
                {.name = "atomic",
                 .operands = {sums, src},
                 .lead = "src",
                 .attributes = {{"AtomicType", {"AtomicAdd"}}},
                 .constraints = atomic(),
                 .results = {stored(added, "add")},
                 .plans = {"nearties"}}},
      .decisions = {"014-integer-overflow", "100-stores"},
      .ambiguities = store_ambiguities(),
      .notes = store_notes(),
      .errata = tstore_errata(),
  };
}

}  // namespace assay::ops
