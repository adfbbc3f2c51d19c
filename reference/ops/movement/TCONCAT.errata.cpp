// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promise of TCONCAT.
#include "reference/ops/header_errata.hpp"
#include "reference/ops/movement/shared/joining.hpp"

namespace assay::ops {

std::vector<Erratum> tconcat_errata() {
  const auto may = [](Target target, const char* number, const char* constraint) {
    return unchecked(target, number, "TConcat.hpp", constraint);
  };
  Erratum asserts = refusing(of_headers(Target::cpu, "E-TCONCAT-004", "TConcat.hpp",
                                        "dst must have the valid columns of both sources"),
                             nullptr);
  asserts.forms = {"indexed", "counted"};
  asserts = among(std::move(asserts), "other valid columns of dst", [](const Call& call) {
    return call.tile("dst").valid_cols !=
           call.tile("src0").valid_cols + call.tile("src1").valid_cols;
  });
  return {may(Target::cpu, "E-TCONCAT-001", "*.row_major"),
          may(Target::a2a3, "E-TCONCAT-002", "*.row_major"),
          may(Target::a5, "E-TCONCAT-003", "*.location"),
          asserts,
          may(Target::cpu, "E-TCONCAT-005", "dstIdx.valid_rows"),
          may(Target::a2a3, "E-TCONCAT-006", "dstIdx.valid_rows"),
          may(Target::a5, "E-TCONCAT-007", "dstIdx.valid_rows")};
}

}  // namespace assay::ops
