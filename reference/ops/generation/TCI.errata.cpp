// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promise of TCI.
#include <algorithm>
#include <utility>

#include "reference/numerics/evaluate.hpp"
#include "reference/numerics/integer.hpp"
#include "reference/ops/generation/generation.hpp"
#include "reference/ops/known_checks.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

bool counts_floats(const Call& call) { return is_float(element_of(call)); }

Erratum of_scratch(Erratum erratum) {
  erratum.forms = {"tmp"};
  return erratum;
}

/// The ascending sequence, negated.
Result negated_sequence() {
  return made_elements([](const Evaluation& inputs, std::int64_t, std::int64_t col) {
    const ElementType type = inputs.call.tile("dst").type.element;
    const numerics::Wide start = numerics::integer_value(type, inputs.of("start")[0]);
    return numerics::wrapped(type, -(start + col));
  });
}

/// The column as a number of the element type is added, and the sum rounded once more.
Result of_rounded_columns() {
  return made_elements([](const Evaluation& inputs, std::int64_t, std::int64_t col) {
    const ElementType type = inputs.call.tile("dst").type.element;
    const numerics::Real start = numerics::decode(type, inputs.of("start")[0]);
    const numerics::Real count = numerics::decode(type, integer_in(type, col));
    const bool down = inputs.call.attribute("descending") == "1";
    return numerics::encode(type, down ? start - count : start + count,
                            numerics::RoundMode::nearest_even);
  });
}

}  // namespace

std::vector<Erratum> tci_errata() {
  const auto on_a2a3 = [](const char* number, const char* title) {
    return of_scratch(of_headers(a2a3, number, "TCI.hpp", title));
  };
  const auto has = [](const char* operand, std::initializer_list<ElementType> types) {
    return [=, list = std::vector(types)](const Call& call) {
      return std::ranges::find(list, element_of(call, operand)) != list.end();
    };
  };
  Erratum floats = on_a2a3("E-TCI-003", "floats have patterns of integers");
  floats.effect = ErratumEffect::anything;
  return {
      among(refusing(on_a2a3("E-TCI-001", "tmp of integers does not compile"), nullptr),
            "tmp of int32 and uint32", has("tmp", {i32, u32})),
      among(
          refusing(on_a2a3("E-TCI-002", "unsigned integers and bfloat16 do not compile"), nullptr),
          "dst of uint16, uint32 and bfloat16", has("dst", {u16, u32, bf16})),
      among(std::move(floats), "half and float", counts_floats),
      among(giving(on_a2a3("E-TCI-004", "a descending sequence is the ascending one, negated"),
                   negated_sequence()),
            "descending", [](const Call& call) { return call.attribute("descending") == "1"; }),
      among(giving(of_headers(cpu, "E-TCI-005", "TCI.hpp",
                              "a column is rounded to the element type before it is added"),
                   of_rounded_columns()),
            "half and bfloat16, more columns than they have whole numbers", [](const Call& call) {
              const TileSpec& tile = call.tile("dst");
              const ElementFormat& format = format_of(tile.type.element);
              return is_float(format.type) && tile.valid_cols > std::int64_t{1} << format.precision;
            })};
}

}  // namespace assay::ops
