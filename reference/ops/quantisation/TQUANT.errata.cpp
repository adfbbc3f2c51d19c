// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promise of TQUANT.
#include <utility>

#include "reference/ops/header_errata.hpp"
#include "reference/ops/page.hpp"
#include "reference/ops/quantisation/grouped.hpp"
#include "reference/ops/quantisation/quantised.hpp"

namespace assay::ops {
namespace {

bool has_distant_scales(const Call& call) {
  if (!call.form->has("scale")) return false;
  const TileSpec& tile = call.tile("scale");
  return tile.type.blayout == BLayout::row_major && tile.cols() > 1 && tile.valid_rows > 1;
}

const std::vector<std::string> by_columns{"mx_columns", "mx"};

bool has_small_codes(const Call& call) { return bits_of(element_of(call)) == 4; }

/// Negative numbers that become zero lose their sign.
Result with_one_zero(Grouping grouping) {
  Result made = grouped_codes(grouping);
  const auto promised = made.semantics;
  made.semantics = [promised](const Evaluation& inputs) {
    Expected expected = promised(inputs);
    auto& tile = std::get<ExpectedTile>(expected);
    constexpr std::uint64_t minus_zero = 0x80;
    for (ElementArray* bits : {&tile.value, &tile.low, &tile.high}) {
      for (std::int64_t i = 0; i < bits->size(); ++i) {
        if ((*bits)[i] == minus_zero) bits->set(i, 0);
      }
    }
    return expected;
  };
  return made;
}

Erratum losing_signs(std::string number, Grouping grouping, std::vector<std::string> forms) {
  Erratum made = among(giving(of_headers(cpu, std::move(number), "TQuant.hpp",
                                         "negative numbers that become zero lose their sign"),
                              with_one_zero(grouping)),
                       "codes of 8 bits", [](const Call& call) { return !has_small_codes(call); });
  made.forms = std::move(forms);
  return made;
}

std::vector<Erratum> of_groups() {
  Erratum overrun = of_headers(cpu, "E-TQUANT-008", "TQuant.hpp",
                               "a dst of 4-bit codes is cleared to twice its size");
  overrun.effect = ErratumEffect::anything;
  overrun.severity = Severity::critical;
  Erratum of_breach = overrun;
  of_breach.number = "E-TQUANT-011";
  of_breach.constraint = "*";
  Erratum packed = of_headers(a5, "E-TQUANT-012", "TQuant.hpp",
                              "exponents of rows are written one after the other into wider rows");
  packed.effect = ErratumEffect::anything;
  packed.forms = by_columns;
  return {among(std::move(overrun), "codes of 4 bits", has_small_codes),
          among(std::move(of_breach), "illegal calls with codes of 4 bits", has_small_codes),
          losing_signs("E-TQUANT-009", Grouping::columns, by_columns),
          losing_signs("E-TQUANT-010", Grouping::rows, {"mx_rows"}),
          among(std::move(packed), "rows of exponents that are no multiple of 32 bytes",
                [](const Call& call) {
                  return call.tile("exp").valid_cols < call.tile("exp").cols();
                })};
}

}  // namespace

std::vector<Erratum> tquant_errata() {
  Erratum packed = of_headers(a5, "E-TQUANT-007", "TQuant.hpp",
                              "scales and offsets are read one after the other from wider rows");
  packed.effect = ErratumEffect::anything;
  return followed(
      {among(std::move(packed), "row-major scales of several rows", has_distant_scales)},
      of_groups());
}

}  // namespace assay::ops
