// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promise of TSTORE.
#include <utility>

#include "reference/ops/header_errata.hpp"
#include "reference/ops/known_checks.hpp"
#include "reference/ops/movement/accumulator/accumulator_errata.hpp"
#include "reference/ops/movement/shared/converted.hpp"
#include "reference/ops/movement/store/store_view.hpp"

namespace assay::ops {
namespace {

bool is_of_another_type(const Call& call) {
  return call.form->name == "tile" &&
         are_of_two_kinds(call.global("dst").element, element_of(call, "src"));
}

/// Blocks of channels are cut in two for floats alone.
Erratum uncut_words() {
  Erratum made = of_headers(Target::a2a3, "E-TSTORE-005", "tstore_common.hpp",
                            "blocks of 8 channels of int32 are stored as blocks of 16");
  made.effect = ErratumEffect::anything;
  made.severity = Severity::critical;
  return among(std::move(made), "int32 to an NC1HWC0 view", [](const Call& call) {
    const GlobalSpec& view = call.global("dst");
    return view.layout == GlobalLayout::NC1HWC0 && view.element == ElementType::i32;
  });
}

}  // namespace

std::vector<Erratum> tstore_errata() {
  const Erratum converted =
      giving(of_headers(Target::cpu, "E-TSTORE-001", "TStore.hpp",
                        "elements for a view of another type are converted, not copied"),
             with_numbers_converted(stored(copied), "src"));
  Erratum overrun = overrunning("E-TSTORE-004", "TStore.hpp");
  overrun.constraint = "dst.same_width";
  overrun.where = "a view of 4-bit elements, a tile of wider ones";
  overrun.among = [](const Call& call) { return bits_of(call.global("dst").element) == 4; };
  std::vector<Erratum> all =
      followed({among(converted, "floats to a view of integers, or of another kind of floats",
                      is_of_another_type)},
               one_descriptor_errata("TSTORE", 2, "TStore.hpp", [](const ElementFunction& element) {
                 return stored(summed_in_sums(element), "add", {{"preQuantScalar"}});
               }));
  all.push_back(std::move(overrun));
  all.push_back(uncut_words());
  return all;
}

}  // namespace assay::ops
