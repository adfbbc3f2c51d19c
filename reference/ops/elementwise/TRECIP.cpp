// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/classify.hpp"
#include "reference/ops/elementwise/elementwise.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* page = "TRECIP page";

bool not_zero(ElementType type, std::span<const std::uint64_t> arguments) {
  return !numerics::is_zero(type, arguments[0]);
}

/// Truncated: nothing but 1 and -1 has a reciprocal other than 0.
Acceptable integer_reciprocal(const ElementContext& cell) {
  const Value& x = cell.arguments[0];
  const numerics::Wide value = numerics::integer_value(x.type, x.bits);
  if (value == 0) return left_to_target(0);
  return exactly(value == 1 || value == -1 ? x.bits : 0);
}

/// Nearly all integers have the reciprocal 0, and so would a device that gives zeros: some become 1
/// or -1.
void add_ones(const Call& call, std::vector<ElementArray>& contents) {
  ElementArray& src = contents[call.form->index_of("src")];
  const ElementType type = src.type();
  if (!is_integer(type)) return;
  for_each_valid(call.tile("src"), [&](std::int64_t index, std::int64_t, std::int64_t) {
    if (index >= src.size() || src[index] % 4 != 1) return;
    src.set(index, is_signed(type) && (src[index] & 4) != 0 ? mask_of(type) : 1);
  });
}

void admit(const Call& call, std::vector<ElementArray>& contents) {
  add_ones(call, contents);
  without_traps({.dividend = {}, .divisor = "src", .floats = true})(call, contents);
}

Result reciprocal_value() {
  return by_kind(
      rounded({.function = Function::reciprocal, .accuracy = "divide", .promised = not_zero}),
      per_element({{"src"}}, first_64_columns_on_a5(integer_reciprocal)));
}

Constraints all_constraints() {
  Constraints list =
      joined(element_types("src", page,
                           {.a2a3 = {i16, i32, f16, f32},
                            .a5 = {i8, u8, i16, u16, i32, u32, i64, u64, f16, f32},
                            .a5_disputed = {bf16},
                            .listed = {a2a3}}),
             one_element_type({"dst"}, "src", page, {a2a3, cpu}),
             vec_tiles({"dst", "src"}, page, {.in_vec = devices, .row_major = no_target}),
             equal_regions({"src"}, page, devices));
  for (const char* tile : {"dst", "src"}) {
    list.push_back(located_in(tile, {Location::vec}).on({cpu}).from("CPU header", "Vec"));
    list.push_back(row_major(tile).on({cpu}).from("CPU header", "row-major"));
  }
  list.push_back(laid_out_as_dst("src", page, true));
  list.push_back(region_not_empty("src", page, {.on = {a2a3}, .refused = {a2a3}}));
  return list;
}

}  // namespace

OpSpec TRECIP() {
  return {
      .mnemonic = "TRECIP",
      .family = "elementwise",
      .summary = "Reciprocal of every element.",
      .precision = "RecipAlgorithm",
      .forms = plain_and_precise({
          .operands = {dst, src},
          .lead = "src",
          .constraints = all_constraints(),
          .results = {reciprocal_value()},
          .plans = {"domain", "nearties", "ones"},
          .admit = admit,
      }),
      .decisions = {"002-outside-the-valid-region", "015-division-and-remainder",
                    "017-accuracy-of-functions", "039-one-layout-with-a-scalar"},
      .ambiguities =
          {{"a tile page lists half and float alone; the instruction's page and the headers take "
            "integers too",
            "constraint src.element: the header's lists"},
           {"the page has one device list, that of A2A3; A5 takes more because the division with a "
            "scalar first asserts no type there",
            "constraint src.element on a5: integers and half and float are legal, others are "
            "disputed, and a breach need not be refused"},
           {"in-place use is said to fail on A2A3 alone and nothing asserts that",
            "operands of a case never share memory"}},
      .notes = {"every target forwards to a division of 1 by the tile",
                "a2a3, cpu: PrecisionType is accepted and ignored",
                "cpu: asserts that no element is zero; cases have none there",
                "a2a3, a5: row-major is documented and not asserted"},
  };
}

}  // namespace assay::ops
