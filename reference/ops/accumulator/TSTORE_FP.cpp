// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/denied_calls.hpp"
#include "reference/ops/manual_examples.hpp"
#include "reference/ops/movement/accumulator/accumulator_errata.hpp"
#include "reference/ops/movement/accumulator/accumulator_store.hpp"
#include "reference/ops/movement/accumulator/quantised.hpp"
#include "reference/ops/movement/store/store_view.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tstore_fp_page = "TSTORE_FP page";

Constraints constraints(TypesOf types) {
  return joined(accumulators(tstore_fp_page), accumulator_store(tstore_fp_page, types),
                descriptors(tstore_fp_page));
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
  const Operand sums{"dst", Role::in_out, OperandKind::global};
  const std::vector<Argument> columns{{"fp", Placement::row_vector}};
  return {
      .mnemonic = "TSTORE_FP",
      .summary = "Stores an accumulator, converted by a descriptor for each column.",
      .forms = {{.name = "plain",
                 .operands = {view, src, descriptors_of_columns},
                 .lead = "src",
                 .attributes = {relu_pre_mode()},
                 .constraints = constraints(stored_types),
                 .results = {with_accumulator_choices(
                     no_arithmetic(stored(quantised, {}, columns)))},
                 .scenarios = std::move(scenarios),
                 .admit = make_descriptors},
                {.name = "atomic",
                 .operands = {sums, src, descriptors_of_columns},
                 .lead = "src",
                 .attributes = {add_atomically(), relu_pre_mode()},
                 .constraints = constraints(added_types),
                 .may_refuse = {atomic_stores_on_cpu()},
                 .results = {with_accumulator_choices(
                     in_steps(stored(summed(quantised), "add", columns)))},
                 .scenarios = stored_types_scenarios(added_types),
                 .admit = make_descriptors_of_sums}},
      .may_refuse = {small_floats_on_cpu(table_of_memory)},
      .decisions = {"100-stores", "130-descriptors", "140-conversions-of-accumulators"},
      .ambiguities = ambiguities(),
      .notes = {"convolution layouts of dst are not tested",
                "what is beyond the values of dst, ties of HiFloat8, zeros of e4m3 and what relu "
                "does are "
                "choices (191)",
                "one element in sixteen is as drawn, and one may be beyond dst; products of all "
                "others are near values of dst"},
      .errata = tstore_fp_errata(),
  };
}

}  // namespace assay::ops
