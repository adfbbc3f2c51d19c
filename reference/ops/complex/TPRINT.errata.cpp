// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promise of TPRINT.
#include <functional>
#include <utility>

#include "reference/ops/complex/printing.hpp"
#include "reference/ops/header_errata.hpp"
#include "reference/ops/known_checks.hpp"

namespace assay::ops {
namespace {

Erratum of_cpu_headers(std::string number, std::string title) {
  Erratum made;
  made.number = std::move(number);
  made.title = std::move(title);
  made.implementation = "pto-cpu";
  made.source = "include/pto/cpu/TPrint.hpp";
  made.targets = {Target::cpu};
  return made;
}

/// Nothing to print beyond the valid region would show it.
bool is_partly_valid(const Call& call) {
  const TileSpec& tile = call.tile("src");
  return tile.valid_rows < tile.rows() || tile.valid_cols < tile.cols();
}

}  // namespace

std::vector<Erratum> tprint_errata() {
  std::vector<Erratum> all{
      refusing(of_cpu_headers("E-TPRINT-001", "tiles of half do not compile"), {},
               {"<<", "PrintValue"}),
      refusing(of_cpu_headers("E-TPRINT-002", "views of global memory do not compile"), {},
               {"GetValidRow"}),
      of_cpu_headers("E-TPRINT-003", "the valid region alone is printed, without marks"),
  };
  all[0].forms = {"tile", "scratch"};
  all[0].where = "half";
  all[0].among = [](const Call& call) { return call.tile("src").type.element == ElementType::f16; };
  all[1].forms = {"global"};
  all[2].forms = {"tile", "scratch"};
  all[2].where = "tiles that are valid in part";
  all[2].among = is_partly_valid;
  all[2].results = {{"text", printed_valid_part}};
  all.push_back(unchecked(Target::cpu, "E-TPRINT-004", "TPrint.hpp", "src.element"));
  for (const auto& [target, number] :
       {std::pair{Target::a2a3, "E-TPRINT-005"}, {Target::a5, "E-TPRINT-006"}}) {
    all.push_back(
        taking(target, number, "TPrint.hpp", "src.element", {ElementType::i64, ElementType::u64}));
    all.back().source = "include/pto/npu/a2a3/TPrint.hpp:59, which A5 includes";
  }
  for (Erratum& one : all) one.severity = Severity::minor;
  return all;
}

}  // namespace assay::ops
