// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promise of TLOAD.
#include "reference/ops/header_errata.hpp"
#include "reference/ops/known_checks.hpp"
#include "reference/ops/movement/load/load_view.hpp"
#include "reference/ops/movement/shared/converted.hpp"

namespace assay::ops {
namespace {

bool pads_with_an_extreme(const Call& call) {
  const PadKind pad = call.tile("dst").type.pad.kind;
  return pad == PadKind::max || pad == PadKind::min;
}

/// On the host these have no limits, or none in every build.
bool is_without_limits(const Call& call) {
  const ElementType element = element_of(call);
  return is_float(element) && bits_of(element) <= 16 && pads_with_an_extreme(call);
}

bool is_wide_in_vec(const Call& call) {
  const TileType& type = call.tile("dst").type;
  return bits_of(type.element) == 64 && type.location == Location::vec &&
         pads_with_an_extreme(call);
}

bool is_of_another_type(const Call& call) {
  return are_of_two_kinds(element_of(call), call.global("src").element);
}

/// Lines of the view lie across those of the tile, and the view is no matrix.
bool turns_several_blocks(const Call& call) {
  const GlobalSpec& view = call.global("src");
  const bool by_rows = call.tile("dst").type.blayout == BLayout::row_major;
  const bool turns = view.layout == (by_rows ? GlobalLayout::DN : GlobalLayout::ND);
  return turns && view.shape[0] * view.shape[1] * view.shape[2] > 1;
}

}  // namespace

std::vector<Erratum> tload_errata() {
  const Result zeros{.operand = "dst", .semantics = loaded_with_zero_pads};
  std::vector<Erratum> all{
      among(giving(of_headers(Target::cpu, "E-TLOAD-001", "TLoad.hpp",
                              "Max and Min of floats of one or two bytes pad with 0"),
                   zeros),
            "floats of one or two bytes with Max or Min", is_without_limits),
      among(giving(of_headers(Target::a2a3, "E-TLOAD-002", "TLoad.hpp",
                              "Max and Min of 64-bit integers pad with 0"),
                   zeros),
            "64-bit elements in Vec with Max or Min", is_wide_in_vec),
  };
  all[1].source = "include/pto/common/constants.hpp";
  for (Erratum& one : all) one.severity = Severity::minor;
  const Result promise{.operand = "dst", .semantics = loaded_tile};
  all.push_back(
      among(giving(of_headers(Target::cpu, "E-TLOAD-003", "TLoad.hpp",
                              "elements of a view of another type are converted, not copied"),
                   with_numbers_converted(promise, "src")),
            "floats from a view of integers, or of another kind of floats", is_of_another_type));
  all.push_back(
      among(refusing(of_headers(Target::cpu, "E-TLOAD-004", "TLoad.hpp",
                                "views of several leading dimensions are asserted against where "
                                "rows become columns of boxes"),
                     {}, {"CheckTileData"}),
            "ND to NZ or DN to ZN, with a leading dimension above 1", turns_several_blocks));
  for (Erratum& one : all) one.forms = {"tile"};
  return all;
}

}  // namespace assay::ops
