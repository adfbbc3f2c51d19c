// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promise of MSCATTER.
#include "reference/ops/gathering/written_table.hpp"
#include "reference/ops/header_errata.hpp"
#include "reference/ops/known_checks.hpp"
#include "reference/ops/selection/comparison.hpp"

namespace assay::ops {
namespace {

constexpr const char* mscatter_file = "MScatter.hpp";

/// a < b as C++ has it of two numbers: not with a NaN, and zeros are equal.
bool is_less(ElementType type, std::uint64_t a, std::uint64_t b) {
  return related(CmpMode::lt, type, a, b);
}

/// Row after row, the extreme of each element and of that element of the table whose number is the
/// index, with what earlier rows and elements changed.
Result extremes_with_other_elements() {
  Result result{.operand = "table"};
  result.semantics = [](const Evaluation& inputs) -> Expected {
    const Call& call = inputs.call;
    ElementArray memory = inputs.of("table");
    const ElementArray& elements = inputs.of("src");
    const ElementType type = memory.type();
    const bool greatest = call.attribute("ScatterAtomicOp") == "Max";
    ExpectedTile expected(type, 1, memory.size());
    for (std::int64_t at = 0; at < memory.size(); ++at) {
      expected.set_accept(at, Accept::preserved);
    }
    for_each_valid(call.tile("src"), [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      const auto entry = entry_named(call, index_for(inputs, row, 0), call.attribute("ScatterOOB"),
                                     IndexWidth::as_64_bits);
      if (!entry) return;
      const std::int64_t place = place_in_table(call, *entry, col);
      const std::uint64_t held = memory[call.global("table").base + *entry];
      const std::uint64_t value = elements[index];
      const bool taken = greatest ? is_less(type, held, value) : is_less(type, value, held);
      memory.set(place, taken ? value : held);
      expected.set_exact(place, memory[place]);
    });
    return expected;
  };
  return result;
}

/// Extremes of rows of several elements.
bool has_row_extremes(const Call& call) {
  const std::string_view atomic = call.attribute("ScatterAtomicOp");
  return names_rows(call) && (atomic == "Max" || atomic == "Min") &&
         call.tile("src").valid_cols > 1;
}

Erratum wrapped(const char* number, const char* form, Result result) {
  Erratum made = among(giving(of_headers(Target::cpu, number, mscatter_file,
                                         "a negative index is wrapped as one of 64 bits"),
                              std::move(result)),
                       "signed indices that wrap in a table whose size is no power of two",
                       [](const Call& call) {
                         return wraps_in_64_bits(call, "ScatterOOB") && !has_row_extremes(call);
                       });
  made.forms = {form};
  return made;
}

}  // namespace

std::vector<Erratum> mscatter_errata() {
  Erratum last =
      among(refusing(of_headers(Target::cpu, "E-MSCATTER-002", mscatter_file,
                                "no atomic operation is taken with ScatterConflict::Last"),
                     nullptr),
            "ScatterConflict::Last",
            [](const Call& call) { return call.attribute("ScatterConflict") == "Last"; });
  last.forms = {"atomic"};
  Erratum extremes = among(
      giving(of_headers(Target::cpu, "E-MSCATTER-003", mscatter_file,
                        "extremes of rows are those with the elements that the indices are the "
                        "numbers of"),
             extremes_with_other_elements()),
      "Max and Min of rows of several elements", has_row_extremes);
  extremes.forms = {"atomic"};
  const Erratum overrun =
      among(overrunning("E-MSCATTER-005", mscatter_file),
            "a table of 4-bit elements, which no page lists",
            [](const Call& call) { return bits_of(call.global("table").element) == 4; });
  return {last, overrun, extremes,
          wrapped("E-MSCATTER-001", "plain", stored_in_table(IndexWidth::as_64_bits)),
          wrapped("E-MSCATTER-004", "atomic", combined_in_table(IndexWidth::as_64_bits))};
}

}  // namespace assay::ops
