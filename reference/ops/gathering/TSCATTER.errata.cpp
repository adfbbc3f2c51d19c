// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promise of TSCATTER.
#include "reference/ops/gathering/scattered.hpp"
#include "reference/ops/header_errata.hpp"
#include "reference/ops/known_checks.hpp"

namespace assay::ops {
namespace {

constexpr const char* tscatter_file = "TScatter.hpp";

/// The promise, but what is not valid in dst stays as it was.
Result spread_in_valid_region() {
  Result result = spread_by_mask();
  result.semantics = [promised = result.semantics](const Evaluation& inputs) {
    const TileSpec& out = inputs.call.tile("dst");
    auto expected = std::get<ExpectedTile>(promised(inputs));
    for (std::int64_t index = 0; index < out.rows() * out.cols(); ++index) {
      if (out.is_valid(index / out.cols(), index % out.cols())) continue;
      expected.set_accept(index, Accept::preserved);
    }
    return Expected(expected);
  };
  return result;
}

Erratum of_form(Erratum erratum, const char* form) {
  erratum.forms = {form};
  return erratum;
}

Erratum anything(Target target, const char* number, const char* title) {
  Erratum made = of_headers(target, number, tscatter_file, title);
  made.effect = ErratumEffect::anything;
  return made;
}

bool spreads(const Call& call) { return group_of(call).size > 1; }

}  // namespace

std::vector<Erratum> tscatter_errata() {
  Erratum kept = giving(
      of_headers(Target::cpu, "E-TSCATTER-001", tscatter_file, "what has no index stays as it was"),
      scattered(Accept::preserved));
  Erratum refused = refusing(of_headers(Target::cpu, "E-TSCATTER-002", tscatter_file,
                                        "only elements of 2 and 4 bytes are scattered by a mask"),
                             nullptr);
  refused = among(std::move(refused), "elements of 1 byte",
                  [](const Call& call) { return bits_of(element_of(call)) == 8; });
  Erratum stream = among(
      anything(Target::cpu, "E-TSCATTER-003", "rows of src are read one after the other to Cols"),
      "fewer valid columns than Cols", [](const Call& call) {
        const TileSpec& from = call.tile("src");
        return spreads(call) && along_rows(call) && from.valid_cols < from.cols();
      });
  Erratum valid = among(giving(of_headers(Target::cpu, "E-TSCATTER-004", tscatter_file,
                                          "only the valid region becomes zero"),
                               spread_in_valid_region()),
                        "patterns that leave something out", spreads);
  Erratum wide =
      among(anything(Target::a5, "E-TSCATTER-005", "elements from column 64 on are not scattered"),
            "elements of 8 bytes, and more than 64 valid columns", [](const Call& call) {
              return bits_of(element_of(call)) == 64 && call.tile("src").valid_cols > 64;
            });
  Erratum bytes =
      among(anything(Target::a2a3, "E-TSCATTER-006", "twice as many bytes of a row are copied"),
            "elements of 1 byte, along rows", [](const Call& call) {
              return bits_of(element_of(call)) == 8 && !along_rows(call) && spreads(call);
            });
  return {of_form(kept, "index"),
          of_form(refused, "mask"),
          of_form(stream, "mask"),
          of_form(valid, "mask"),
          of_form(wide, "index"),
          of_form(bytes, "mask"),
          overrunning("E-TSCATTER-007", tscatter_file)};
}

}  // namespace assay::ops
