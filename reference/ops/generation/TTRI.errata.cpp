// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promise of TTRI.
#include "reference/ops/generation/generation.hpp"
#include "reference/ops/known_checks.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

/// What the header adds to a row number before it compares with columns.
std::int64_t added(const Call& call) {
  const auto diagonal = static_cast<std::int32_t>(call.scalar("diagonal").bits);
  return std::int64_t{diagonal} + (call.attribute("isUpperOrLower") == "0" ? 1 : 0);
}

bool overflows(const Call& call) {
  return added(call) + call.tile("dst").valid_rows - 1 > INT32_MAX;
}

/// The sum of a row wraps: below zero there are no columns before it.
Result with_wrapped_sums() {
  return made_elements([](const Evaluation& inputs, std::int64_t row, std::int64_t col) {
    const Call& call = inputs.call;
    const std::int64_t end = static_cast<std::int32_t>(added(call) + row);
    const bool lower = call.attribute("isUpperOrLower") == "0";
    return integer_in(call.tile("dst").type.element, (col < end) == lower ? 1 : 0);
  });
}

Result up_to_column_64() {
  return {.operand = "dst", .semantics = [](const Evaluation& inputs) -> Expected {
            const Result& promised = inputs.call.form->results.front();
            auto expected = std::get<ExpectedTile>(promised.semantics(inputs));
            for_each_valid(inputs.call.tile("dst"),
                           [&](std::int64_t index, std::int64_t, std::int64_t col) {
                             if (col >= 64) expected.set_accept(index, Accept::preserved);
                           });
            return expected;
          }};
}

}  // namespace

std::vector<Erratum> ttri_errata() {
  Erratum types = refusing(
      of_headers(cpu, "E-TTRI-001", "TTRI.hpp", "integers of 8 and 64 bits do not compile"),
      nullptr, {"invalid data type"});
  types = among(std::move(types), "integers of 8 and 64 bits", [](const Call& call) {
    const int width = bits_of(element_of(call));
    return width == 8 || width == 64;
  });
  Erratum wrapped = giving(of_headers(cpu, "E-TTRI-002", "TTRI.hpp",
                                      "the sum of a row and the diagonal wraps in 32 bits"),
                           with_wrapped_sums());
  wrapped = among(std::move(wrapped), "a sum beyond the greatest int", overflows);
  Erratum short_rows = giving(of_headers(a5, "E-TTRI-004", "Int64Rearrange.hpp",
                                         "64-bit elements from column 64 on stay what they were"),
                              up_to_column_64());
  short_rows = among(std::move(short_rows), "64-bit elements, more than 64 valid columns",
                     [](const Call& call) {
                       const TileSpec& tile = call.tile("dst");
                       return bits_of(tile.type.element) == 64 && tile.valid_cols > 64;
                     });
  return {types, wrapped,
          accepting(of_headers(a5, "E-TTRI-003", "TTri.hpp",
                               "an isUpperOrLower that is neither 0 nor 1 means upper"),
                    "isUpperOrLower.value"),
          short_rows};
}

}  // namespace assay::ops
