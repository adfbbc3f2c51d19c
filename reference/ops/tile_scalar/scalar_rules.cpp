// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/scalar_rules.hpp"

namespace assay::ops {
namespace {

using namespace rules;

Rules regions(const WithScalar& asked) {
  Rules list;
  if (asked.rows == asked.columns) {
    list.push_back(equal_region(asked.source, "dst", asked.page, asked.rows));
  } else {
    list.push_back(equal_columns("dst", asked.source, asked.page, asked.columns));
    list.push_back(equal_rows(asked.source, "dst", asked.page, asked.rows));
  }
  if (asked.not_empty_on_a2a3) {
    list.push_back(region_not_empty("dst", asked.page, {.on = {a2a3}, .refused = {a2a3}}));
  }
  return list;
}

}  // namespace

Rules type_lists(const std::string& lead, const std::string& page, const Types& types) {
  const TargetSet unlisted = all_but(types.listed);
  return {
      element_is(lead, types.a2a3, types.a2a3_disputed)
          .on({a2a3})
          .unchecked_on(unlisted)
          .from(page, "A2A3 types"),
      element_is(lead, types.a5, types.a5_disputed)
          .on({a5})
          .unchecked_on(unlisted)
          .from(page, "A5 types"),
      invariant(element_is(lead, types.cpu)).on({cpu}).from("CPU header", "arithmetic types"),
  };
}

Rules tile_of_scalar_op(const std::string& operand, const WithScalar& asked, TargetSet in_vec) {
  const TargetSet vec = asked.vec_on_cpu ? every_target : devices;
  const TargetSet rows = asked.row_major_on_cpu ? every_target : devices;
  const TargetSet refused = asked.row_major_on_cpu ? asked.row_major.with(cpu) : asked.row_major;
  return checked_tile(operand, {.page = asked.page,
                                .in_vec = {.on = vec, .refused = in_vec},
                                .row_major = {.on = rows, .refused = refused}});
}

Rules with_scalar_rules(const WithScalar& asked) {
  return joined(type_lists(asked.source, asked.page, asked.types),
                Rules{same_element("dst", asked.source)
                          .unchecked_on(all_but(asked.one_element))
                          .from(asked.page, "one element type for both tiles")},
                tile_of_scalar_op("dst", asked, asked.dst_in_vec),
                tile_of_scalar_op(asked.source, asked, asked.src_in_vec),
                Rules{laid_out_as_dst(asked.source, asked.page, asked.row_major_on_cpu)},
                regions(asked), scalar_argument(asked.scalar));
}

Rules one_type_on_cpu(Rules rules, const std::string& operand) {
  Rules list;
  for (Constraint& one : rules) {
    const bool falls_together = one.name == operand + ".valid_within_shape";
    if (falls_together) list.push_back(invariant(one).on({cpu}));
    list.push_back(falls_together ? std::move(one).on(devices) : std::move(one));
  }
  return list;
}

Constraint tmp_of_dst_type() {
  return one_tile_type("tmp", "dst")
      .on({cpu})
      .from("CPU header", "one template parameter for dst and tmp");
}

Scenario inexact_scalar() {
  return {.name = "inexact",
          .text = "a scalar from 1 to 4 with more digits than an element",
          .apply = [](Call& call, Draw& draw) {
            constexpr std::uint64_t one = 0x3F800000;
            const auto digits = static_cast<std::uint64_t>(draw.integer(0, (1 << 24) - 1));
            call.scalar("scalar") = {f32, one + digits};
          }};
}

Ambiguity layout_is_documented_only() {
  return {"row-major is documented, by some pages alone, and asserted by neither device header",
          "constraints src.row_major and dst.row_major: kept on devices, no promised refusal"};
}

}  // namespace assay::ops
