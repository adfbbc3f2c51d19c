// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promise of TSTORE_FP.
#include "reference/ops/header_errata.hpp"
#include "reference/ops/movement/accumulator/accumulator_errata.hpp"
#include "reference/ops/movement/accumulator/quantised.hpp"
#include "reference/ops/movement/store/store_view.hpp"

namespace assay::ops {
namespace {

/// Rows for which the row of descriptors has none.
bool has_more_rows(const Call& call) {
  return call.tile("src").valid_rows > call.tile("fp").valid_cols;
}

}  // namespace

std::vector<Erratum> tstore_fp_errata() {
  Erratum beyond = among(of_headers(Target::cpu, "E-TSTORE_FP-001", "TStore.hpp",
                                    "rows that have no descriptor read one after the others"),
                         "more valid rows than descriptors", has_more_rows);
  beyond.effect = ErratumEffect::anything;
  beyond.severity = Severity::critical;
  const Erratum turned =
      giving(of_headers(Target::cpu, "E-TSTORE_FP-002", "TStore.hpp",
                        "every row is scaled by its descriptor, and not every column by its own"),
             stored(summed_in_sums(quantised_by_host), "add", {{"fp", Placement::turned_vector}}));
  return {beyond, among(turned, "no more valid rows than descriptors",
                        [](const Call& call) { return !has_more_rows(call); })};
}

}  // namespace assay::ops
