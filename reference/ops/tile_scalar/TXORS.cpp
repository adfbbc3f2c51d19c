// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/logic_with_scalar.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* page = "TXORS page";

/// A2A3 makes tmp = src | scalar and dst = ~(src & scalar) & tmp, and each of the two expansions of
/// the scalar may be short.
Acceptable by_steps(const ElementContext& cell) {
  const auto [src, scalar, old_tmp] =
      std::array{cell.arguments[0].bits, cell.arguments[1].bits, cell.arguments[2].bits};
  const std::uint64_t in_tmp =
      expansion_misses(cell.call, "tmp", cell.row, cell.col) ? old_tmp : scalar;
  const std::uint64_t in_dst =
      expansion_misses(cell.call, "dst", cell.row, cell.col) ? cell.old : scalar;
  return either(src ^ scalar, ~(src & in_dst) & (src | in_tmp) & mask_of(cell.to));
}

Result result() {
  // Only on A2A3 does tmp have the shape to be read element by element.
  Result direct = bitwise({{"src"}, {"scalar"}}, xor_of);
  direct.semantics = [by_others = direct.semantics,
                      on_a2a3 = per_element({{"src"}, {"scalar"}, {"tmp"}}, by_steps).semantics](
                         const Evaluation& inputs) {
    return inputs.call.target == a2a3 ? on_a2a3(inputs) : by_others(inputs);
  };
  return with_scalar(direct);
}

Constraints of_operands() {
  return joined(type_lists("src", page,
                           {.a2a3 = integers_to_32,
                            .a5 = integers_to_32,
                            .cpu = every_integer,
                            .a2a3_disputed = floats_to_32,
                            .a5_disputed = others_to_32}),
                dst_has_type_of("src", page, every_target),
                tiles_with_scalar("src", page,
                                  {.dst_in_vec = {a2a3},
                                   .src_in_vec = no_target,
                                   .row_major = devices,
                                   .vec_on_cpu = false}),
                regions_with_scalar("src", page, {.not_empty_on_a2a3 = false}), scalar_argument());
}

}  // namespace

OpSpec TXORS() {
  return {
      .mnemonic = "TXORS",
      .family = "tile_scalar",
      .summary = "Bitwise exclusive OR of every element and a scalar.",
      .forms = {{
          .name = "tmp",
          .operands = {dst, src, scalar, tmp},
          .lead = "src",
          .constraints =
              joined(one_type_on_cpu(of_operands(), "dst"),
                     one_type_on_cpu(like_dst("tmp", page), "tmp"), Constraints{tmp_of_dst_type()}),
          .results = {result()},
      }},
      .decisions = {"002-outside-the-valid-region", "003-texpands-fill-region",
                    "020-scalar-arguments", "039-one-layout-with-a-scalar"},
      .ambiguities = {{"the CPU wants tmp to have the type of dst",
                       "constraint tmp.one_tile_type on cpu"},
                      {"the shape of tmp on A2A3 follows from the inner instructions alone",
                       "constraint tmp.like_dst: a smaller tmp must be refused on a2a3"},
                      expansion_is_reported_short()},
      .notes = {"a5, cpu: tmp is accepted and ignored",
                "a2a3: the scalar is expanded into dst and tmp first; 8-bit data are combined in "
                "pairs of bytes",
                "operands that share memory are not modelled"},
  };
}

}  // namespace assay::ops
