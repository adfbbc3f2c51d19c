// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/case/seen_operands.hpp"
#include "reference/ops/denied_calls.hpp"
#include "reference/ops/movement/accumulator/accumulator_forms.hpp"
#include "reference/ops/movement/accumulator/quantised.hpp"
#include "reference/ops/movement/store/store_constraints.hpp"
#include "reference/ops/movement/store/store_view.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tstore_page = "TSTORE page";

const Elements a2a3_elements{i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32};
const Elements a5_elements{i8,   u8,  i16,  u16,  i32,  u32,  i64,  u64, f16,
                           bf16, f32, e4m3, e5m2, hif8, e8m0, e1m2, e2m1};
const Elements cpu_elements{i8,  u8,   i16, u16,  i32,  u32,  i64, u64,
                            f16, bf16, f32, e4m3, e5m2, hif8, e8m0};
const Elements atomic_elements{i8, i16, i32, f16, bf16, f32};

Constraints plain() {
  return joined(
      Constraints{
          element_is("src", a5_elements).on({a5}).from(tstore_page, "A5: element types of Vec"),
          element_is("src", a2a3_elements).on({a2a3}).from(tstore_page, "A2A3: element types"),
          invariant(element_is("src", cpu_elements)).on({cpu}).from(tstore_page, "element types"),
          located_in("src", {Location::vec, Location::mat}, {Location::acc})
              .on({a2a3})
              .from(tstore_page, "A2A3: src is Vec, Mat or Acc"),
          located_in("src", {Location::vec}, {Location::acc})
              .on({a5})
              .from(tstore_page, "A5: no Mat"),
          invariant(located_in("src", {Location::vec, Location::mat}))
              .on({cpu})
              .from(tstore_page, "src is Vec, Mat or Acc"),
          same_width("dst", "src").unchecked_on({cpu}).from(tstore_page, "element sizes are equal"),
          stored_pair().unchecked_on({cpu}).from(tstore_page, "layouts match ND, DN or NZ"),
          wide_stores().on({a2a3}).from(tstore_page, "A2A3: 64-bit elements"),
          positive_stores().on({a2a3}).at(launch).from(tstore_page, "A2A3: sizes are positive"),
          whole_stored_blocks().at(launch).on({a2a3}).unchecked_on({a2a3}).from(
              "MODEL 5", "Mat stores of ND and DN")},
      common_of_stores(tstore_page));
}

// A5 restricts the types of dst to those of atomics and names none, A2A3 says nothing, and a second
// page has atomic stores of accumulators alone: types of plain stores are not drawn as breaches.
Constraints atomic() {
  return joined(
      Constraints{
          element_is("src", atomic_elements, cpu_elements)
              .on({a2a3})
              .from(tstore_page, "A2A3: the types of A5, which names none either"),
          element_is("src", atomic_elements, cpu_elements)
              .on({a5})
              .from(tstore_page, "A5: AtomicAdd"),
          invariant(element_is("src", atomic_elements))
              .on({cpu})
              .from(tstore_page, "A5: AtomicAdd"),
          invariant(same_element("dst", "src")).from(tstore_page, "sums have the type of dst"),
          invariant(located_in("src", {Location::vec})).from(tstore_page, "example of AtomicAdd"),
          stored_pair().unchecked_on({cpu}).from(tstore_page, "layouts match ND, DN or NZ"),
          positive_stores().on({a2a3}).at(launch).from(tstore_page, "A2A3: sizes are positive")},
      common_of_stores(tstore_page));
}

Constraints of_accumulators(TypesOf types) {
  return joined(accumulators_of(tstore_page, types, devices),
                accumulator_store(tstore_page, types));
}

Constraints by_one_descriptor(TypesOf types) {
  return joined(of_accumulators(types), scaled_by_one());
}

const Operand view{"dst", Role::output, OperandKind::global};
const Operand sums{"dst", Role::in_out, OperandKind::global};

Form accumulators_as_they_are(bool adds) {
  Form form{
      .name = adds ? "acc_atomic" : "acc",
      .operands = {adds ? sums : view, src},
      .lead = "src",
      .constraints = of_accumulators(stored_as_is),
      .results = {with_accumulator_choices(growing(
          adds ? in_steps(stored(summed(converted_accumulator), "add"))
               : converting(seeing_only({"src"}, Seen::valid, stored(converted_accumulator)))))},
      .scenarios = stored_types_scenarios(stored_as_is),
      .plans = {"conversion", "moderate"},
      .admit = make_converted};
  if (adds) form.attributes = {add_atomically()};
  if (adds) form.may_refuse = {atomic_stores_on_cpu()};
  return form;
}

Form accumulators_scaled(bool adds) {
  const TypesOf types = adds ? added_types : stored_types;
  const std::vector<Argument> scale{{"preQuantScalar"}};
  Form form{.name = adds ? "scalar_atomic" : "scalar",
            .operands = {adds ? sums : view, src, descriptor_of_all},
            .lead = "src",
            .constraints = by_one_descriptor(types),
            .results = {with_accumulator_choices(
                adds ? in_steps(stored(summed(quantised), "add", scale))
                     : seeing_only({"src", scale.front().operand}, Seen::valid,
                                   no_arithmetic(stored(quantised, {}, scale))))},
            .scenarios = stored_types_scenarios(types),
            .admit = make_scaled};
  if (adds) form.attributes = {add_atomically()};
  if (adds) form.may_refuse = {atomic_stores_on_cpu()};
  return form;
}

}  // namespace

OpSpec TSTORE() {
  return {
      .mnemonic = "TSTORE",
      .summary = "Stores a tile into a view of global memory, or adds it there.",
      .forms = {{.name = "tile",
                 .operands = {view, src},
                 .lead = "src",
                 .constraints = plain(),
                 .results = {copying(seeing_only({"src"}, Seen::valid, stored(copied)))},
                 .scenarios = store_scenarios()},
                {.name = "atomic",
                 .operands = {sums, src},
                 .lead = "src",
                 .attributes = {{"AtomicType", {"AtomicAdd"}}},
                 .constraints = atomic(),
                 .may_refuse = {atomic_stores_on_cpu()},
                 .results = {growing(stored(added, "add"))},
                 .plans = {"nearties"}},
                accumulators_as_they_are(false),
                accumulators_as_they_are(true),
                accumulators_scaled(false),
                accumulators_scaled(true)},
      .may_refuse = {small_floats_on_cpu(table_of_memory)},
      .decisions = {"014-integer-overflow", "100-stores", "130-descriptors",
                    "140-conversions-of-accumulators", "141-one-descriptor"},
      .ambiguities = store_ambiguities(),
      .notes = store_notes(),
      .errata = tstore_errata(),
  };
}

}  // namespace assay::ops
