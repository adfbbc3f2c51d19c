// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promise of TGATHER.
#include "reference/ops/gathering/gathered.hpp"
#include "reference/ops/header_errata.hpp"
#include "reference/ops/known_checks.hpp"

namespace assay::ops {
namespace {

constexpr const char* tgather_file = "TGather.hpp";

Erratum of_form(Erratum erratum, const char* form) {
  erratum.forms = {form};
  return erratum;
}

Erratum anything(Target target, const char* number, const char* title) {
  Erratum made = of_headers(target, number, tgather_file, title);
  made.effect = ErratumEffect::anything;
  return made;
}

bool skips_rows(const Call& call) { return takes_rows(call) && taken_of(call, 4) < 4; }

/// One index of 16 bits is half of a register's lane for elements of 4 bytes, and so on.
bool misreads_indices(const Call& call) {
  const int bits = bits_of(element_of(call)), index = bits_of(element_of(call, "src1"));
  return (bits == 32 && index == 16) || (bits == 8 && index == 32);
}

bool is_compared_otherwise(const Call& call) {
  const TileSpec& from = call.tile("src0");
  const ElementType type = from.type.element;
  return is_float(type) || is_signed(type) || bits_of(type) < 32 ||
         from.cols() != (from.valid_cols + 63) / 64 * 64;
}

std::vector<Erratum> of_the_cpu() {
  Erratum missing = refusing(of_headers(Target::cpu, "E-TGATHER-001", tgather_file,
                                        "a gather by a comparison does not compile"),
                             nullptr);
  Erratum rows =
      among(refusing(of_headers(Target::cpu, "E-TGATHER-002", tgather_file,
                                "all rows of dst must be valid where rows are taken"),
                     nullptr),
            "more Rows of dst than the pattern takes", [](const Call& call) {
              return takes_rows(call) && call.tile("dst").valid_rows != call.tile("dst").rows();
            });
  return {of_form(missing, "compare"), of_form(rows, "mask"),
          overrunning("E-TGATHER-012", tgather_file)};
}

/// Of 8-byte elements, of indices, and of comparisons.
std::vector<Erratum> of_a5() {
  std::vector<Erratum> all;
  const auto words = [](const Call& call) { return bits_of(element_of(call)) == 64; };
  all.push_back(of_form(among(refusing(of_headers(Target::a5, "E-TGATHER-005", tgather_file,
                                                  "no rows of 8-byte elements are taken"),
                                       nullptr),
                              "elements of 8 bytes",
                              [=](const Call& call) { return words(call) && takes_rows(call); }),
                        "mask"));
  all.push_back(of_form(among(anything(Target::a5, "E-TGATHER-006",
                                       "rows of 8-byte elements are kept apart, and end with the "
                                       "64th"),
                              "elements of 8 bytes", words),
                        "mask"));
  all.push_back(of_form(among(refusing(of_headers(Target::a5, "E-TGATHER-007", tgather_file,
                                                  "8-byte elements need indices of 32 bits"),
                                       nullptr),
                              "indices of 16 bits",
                              [=](const Call& call) {
                                return words(call) && bits_of(element_of(call, "src1")) == 16;
                              }),
                        "index"));
  all.push_back(of_form(
      among(anything(Target::a5, "E-TGATHER-008",
                     "indices of another width than the vector unit's are misread, and 8-byte "
                     "elements of a row end with the 64th"),
            "such types and columns",
            [=](const Call& call) {
              return misreads_indices(call) || (words(call) && call.tile("dst").valid_cols > 64);
            }),
      "index"));
  all.push_back(of_form(
      among(
          anything(Target::a5, "E-TGATHER-009",
                   "elements are compared as unsigned integers, and rows numbered in steps of 64"),
          "other elements than uint32, and Cols that are no such step", is_compared_otherwise),
      "compare"));
  return all;
}

std::vector<Erratum> of_devices() {
  std::vector<Erratum> all;
  for (const Target target : {Target::a2a3, Target::a5}) {
    const bool first = target == Target::a2a3;
    all.push_back(of_form(among(anything(target, first ? "E-TGATHER-003" : "E-TGATHER-004",
                                         "as many rows as src has are written, from beyond src"),
                                "patterns that leave rows out", skips_rows),
                          "mask"));
    all.push_back(
        unchecked(target, first ? "E-TGATHER-010" : "E-TGATHER-011", tgather_file, "dst.no_gaps"));
    all.back().title = "dst may have fewer valid columns than Cols";
  }
  Erratum tmp = unchecked(Target::a2a3, "E-TGATHER-013", tgather_file, "tmp.as_src1");
  tmp.title = "tmp may be larger than src1";
  all.push_back(of_form(tmp, "index"));
  Erratum indices = unchecked(Target::a5, "E-TGATHER-014", tgather_file, "src1.no_gaps");
  indices.title = "src1 may have fewer valid columns than Cols";
  all.push_back(of_form(indices, "index"));
  return all;
}

}  // namespace

std::vector<Erratum> tgather_errata() {
  return followed(followed(of_the_cpu(), of_devices()), of_a5());
}

}  // namespace assay::ops
