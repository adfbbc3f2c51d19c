// SPDX-License-Identifier: Apache-2.0
// What implementations are known to do instead of what TLOAD promises.
#include "reference/ops/header_errata.hpp"
#include "reference/ops/movement/load_view.hpp"

namespace assay::ops {
namespace {

bool pads_with_an_extreme(const Call& call) {
  const PadKind pad = call.tile("dst").type.pad.kind;
  return pad == PadKind::max || pad == PadKind::min;
}

/// On the host these have no limits, or none in every build.
bool is_without_limits(const Call& call) {
  const ElementType element = element_of(call);
  return (element == ElementType::f16 || element == ElementType::bf16) &&
         pads_with_an_extreme(call);
}

bool is_wide_in_vec(const Call& call) {
  const TileType& type = call.tile("dst").type;
  return bits_of(type.element) == 64 && type.location == Location::vec &&
         pads_with_an_extreme(call);
}

/// Elements of one width and of another kind, as what their numbers are differs from their bits.
bool is_of_another_type(const Call& call) {
  const ElementType to = element_of(call), from = call.global("src").element;
  return from != to && (is_float(from) || is_float(to));
}

}  // namespace

std::vector<Erratum> tload_errata() {
  const Result zeros{.operand = "dst", .semantics = loaded_with_zero_pads};
  std::vector<Erratum> all{
      among(giving(of_headers(Target::cpu, "E-TLOAD-001", "TLoad.hpp",
                              "Max and Min of half and bfloat16 pad with 0"),
                   zeros),
            "half and bfloat16 with Max or Min", is_without_limits),
      among(giving(of_headers(Target::a2a3, "E-TLOAD-002", "TLoad.hpp",
                              "Max and Min of 64-bit integers pad with 0"),
                   zeros),
            "64-bit elements in Vec with Max or Min", is_wide_in_vec),
  };
  all[1].source = "include/pto/common/constants.hpp";
  for (Erratum& one : all) one.severity = Severity::minor;
  all.push_back(of_headers(Target::cpu, "E-TLOAD-003", "TLoad.hpp",
                           "elements of a view of another type are converted, not copied"));
  all.back().where = "floats from a view of integers, or of another kind of floats";
  all.back().among = is_of_another_type;
  all.back().effect = ErratumEffect::anything;
  for (Erratum& one : all) one.forms = {"tile"};
  return all;
}

}  // namespace assay::ops
