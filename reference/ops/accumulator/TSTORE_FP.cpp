// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/accumulator/accumulator_errata.hpp"
#include "reference/ops/accumulator/drained.hpp"
#include "reference/ops/accumulator/quantised.hpp"
#include "reference/ops/manual_examples.hpp"
#include "reference/ops/movement/store_constraints.hpp"
#include "reference/ops/movement/store_view.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* page = "TSTORE_FP page";

Constraints constraints() {
  return joined(
      accumulators(page),
      Constraints{
          stored_type().on(devices).from("TSTORE page", "types of accumulators with scales"),
          invariant(stored_type()).on({cpu}).from("TSTORE page", "types of both devices"),
          stored_layout().on(devices).from(page, "layouts of dst"),
          invariant(stored_layout()).on({cpu}).from(page, "layouts of dst"),
          stored_blocks_of_accumulators().from("MODEL 4.2", "views of accumulators"),
          some_columns().on({a2a3}).at(launch).from(page, "A2A3: valid columns"),
          invariant(some_columns()).on({a5, cpu}).at(launch).from(page, "A2A3: valid columns"),
          invariant(stored_runs()).at(launch).from("MODEL 4.3", "strides of the 2-D helpers"),
          stored_region()
              .at(launch)
              .unchecked_on(every_target)
              .from("TSTORE page", "the valid region is what is transferred"),
          stored_columns().on(devices).from(page, "Cols"),
          invariant(stored_columns()).on({cpu}).from(page, "Cols"),
          stored_rows().on(devices).from(page, "Rows of ND"),
          invariant(stored_rows()).on({cpu}).from(page, "Rows of ND")},
      descriptors(page));
}

void manual_store(Call& call) {
  declare(call.tile("src"), call.tile("src").type.element, 16, 16);
  declare(call.global("dst"), i8, 16, 16, 16);
  declare(call.tile("fp"), u64, 1, 16);
}

std::vector<Ambiguity> ambiguities() {
  std::vector<Ambiguity> all = quantiser_ambiguities();
  all.push_back({"the CPU takes the descriptor of the row, devices that of the column",
                 "decision 130: of the column; errata E-TSTORE_FP-001 and 002"});
  all.push_back({"float to half, bfloat16_t and small floats is of A5 alone, the CPU casts there",
                 "constraint dst.pair: by target, on the CPU those of both devices"});
  all.push_back({"no overload has STPhase although TSTORE has it", "decision 130: there is none"});
  return all;
}

}  // namespace

OpSpec TSTORE_FP() {
  const Operand view{"dst", Role::output, OperandKind::global};
  std::vector<Scenario> scenarios = stored_types_scenarios();
  scenarios.push_back(manual_example(manual_store));
  return {
      .mnemonic = "TSTORE_FP",
      .summary = "Stores an accumulator, converted by a descriptor for each column.",
      .forms = {{.name = "plain",
                 .operands = {view, src, descriptors_of_columns},
                 .lead = "src",
                 .attributes = {relu_pre_mode()},
                 .constraints = constraints(),
                 .results = {stored(quantised, {}, {{"fp", Placement::row_vector}})},
                 .scenarios = std::move(scenarios),
                 .admit = make_descriptors}},
      .decisions = {"100-stores", "130-descriptors"},
      .ambiguities = ambiguities(),
      .notes = {"AtomicAdd, and convolution layouts of dst, are not tested",
                "open: beyond the values of dst they saturate or keep the low bits, and what is "
                "rectified is so before or after its offset",
                "one element in sixteen is as drawn, and one may be beyond dst; products of all "
                "others are near values of dst"},
      .errata = tstore_fp_errata(),
  };
}

}  // namespace assay::ops
