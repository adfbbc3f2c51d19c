// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/header_errata.hpp"
#include "reference/ops/sorting/errata.hpp"
#include "reference/ops/sorting/merged.hpp"
#include "reference/ops/sorting/records.hpp"

namespace assay::ops {
namespace {

constexpr const char* tmrgsort_file = "TMrgSort.hpp";

/// Records that dst has room for.
std::int64_t room_of(const Call& call) { return records_of(call.tile("dst")); }

Erratum takes(Target target, const char* number, const char* title, const char* constraint) {
  return accepting(of_headers(target, number, tmrgsort_file, title), constraint);
}

}  // namespace

std::vector<Erratum> tmrgsort_errata() {
  constexpr const char* units = "blockLen may be other than a multiple of 64";
  constexpr const char* groups = "src may have columns after the last four blocks";
  constexpr const char* none = "src may have no blocks";
  Erratum stops =
      giving(of_headers(Target::cpu, "E-TMRGSORT-007", tmrgsort_file,
                        "a merge stops as dst is full, and counts no more"),
             {.operand = "executed", .semantics = [](const Evaluation& inputs) -> Expected {
                return executed_counts_until(inputs, room_of(inputs.call));
              }});
  return {
      takes(Target::cpu, "E-TMRGSORT-001", units, "blockLen.units"),
      takes(Target::cpu, "E-TMRGSORT-002", none, "blockLen.groups"),
      takes(Target::cpu, "E-TMRGSORT-003", groups, "src.groups"),
      takes(Target::a5, "E-TMRGSORT-004", units, "blockLen.units"),
      takes(Target::a5, "E-TMRGSORT-005", none, "blockLen.groups"),
      takes(Target::a5, "E-TMRGSORT-006", groups, "src.groups"),
      among(std::move(stops), "merges that stop early, into a dst with less room",
            [](const Call& call) {
              return call.form->has("executed") && call.attribute("exhausted") == "true";
            }),
      takes(Target::a2a3, "E-TMRGSORT-008", "src3 may have several rows", "src3.rows"),
      takes(Target::a5, "E-TMRGSORT-009", "src3 may have several rows", "src3.rows"),
  };
}

}  // namespace assay::ops
