// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/logic_with_scalar.hpp"
#include "reference/ops/tile_scalar/scalar_errata.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* txors_page = "TXORS page";

Constraints of_operands() {
  return joined(
      type_lists("src", txors_page, {.a2a3 = integers_to_32, .a5 = integers_to_32}),
      dst_has_type_of("src", txors_page, every_target),
      tiles_with_scalar("src", txors_page,
                        {.dst_in_vec = {a2a3}, .src_in_vec = no_target, .row_major = devices}),
      regions_with_scalar("src", txors_page, {.not_empty_on_a2a3 = false}), scalar_argument());
}

}  // namespace

OpSpec TXORS() {
  return {
      .mnemonic = "TXORS",
      .summary = "Bitwise exclusive OR of every element and a scalar.",
      .forms = {{
          .name = "tmp",
          .operands = {dst, src, scalar, tmp},
          .lead = "src",
          .constraints = joined(of_operands(), like_dst("tmp", txors_page)),
          .results = {logic_with_scalar(xor_of)},
          .scenarios = {many_with_one_type(), neutral_scalar(Neutral::zero)},
          .copies_in = {neutral_name},
      }},
      .decisions = {"002-outside-the-valid-region", "003-texpands-fill-region",
                    "020-scalar-arguments", "039-row-major-on-the-cpu"},
      .ambiguities = {{"the CPU wants tmp to have the type of dst",
                       "the page has a parameter for it; erratum E-TXORS-002"},
                      {"the shape of tmp on A2A3 follows from the inner instructions alone",
                       "constraint tmp.like_dst: a smaller tmp must be refused on a2a3"},
                      expansion_is_reported_short()},
      .notes = {"a5, cpu: tmp is accepted and ignored",
                "a2a3: the scalar is expanded into dst and tmp first; 8-bit data are combined in "
                "pairs of bytes",
                "decision 165: dst never overlaps src"},
      .errata = txors_errata(),
  };
}

}  // namespace assay::ops
