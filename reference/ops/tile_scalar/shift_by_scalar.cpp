// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/shift_by_scalar.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

numerics::Wide amount_of(const Call& call) {
  const ElementType type = call.tile("src").type.element;
  return numerics::integer_value(type, converted_scalar(call));
}

void pass(Call& call, std::int64_t amount) {
  call.scalar("scalar") = {i32, static_cast<std::uint64_t>(amount) & mask_of(i32)};
}

}  // namespace

Constraint amount_below_width(const std::string& page) {
  const auto width = [](const Call& call) { return bits_of(call.tile("src").type.element); };
  Constraint made = constraint(
      "scalar.amount", "the converted scalar is an amount from 0 to the width less 1",
      [=](const Call& call) {
        if (!is_integer(call.tile("src").type.element)) return true;
        return amount_of(call) >= 0 && amount_of(call) < width(call);
      },
      [=](Call& call, Draw& draw) { pass(call, draw.integer(0, width(call) - 1)); },
      [=](Call& call, Draw& draw) {
        const std::int64_t beyond = draw.integer(0, 60);
        pass(call, draw.chance(50) ? width(call) + beyond : -1 - beyond);
      });
  made.edge = [=](Call& call, Draw&, Edge side) {
    const bool high = side == Edge::largest || side == Edge::above;
    const bool legal = side == Edge::smallest || side == Edge::largest;
    pass(call, high ? width(call) - (legal ? 1 : 0) : (legal ? 0 : -1));
    return true;
  };
  return std::move(made)
      .at(launch)
      .unchecked_on(every_target)
      .from(page, "shift amounts are >= 0; overview: below the width");
}

Scenario within_width() {
  return {.name = "within",
          .text = "an amount from 1 to the width less 1",
          .apply = [](Call& call, Draw& draw) {
            pass(call, draw.integer(1, bits_of(call.tile("src").type.element) - 1));
          }};
}

std::vector<Ambiguity> shift_ambiguities(const std::vector<Ambiguity>& further) {
  std::vector<Ambiguity> list{
      {"debug builds of A2A3 compare the valid rows of dst with the valid columns of src",
       "decision 021: the regions of src and dst are equal, square or not; errata E-TSHLS-002 and "
       "E-TSHRS-002"},
      {"an amount of the width or more is defined by no target alike, and tests draw 1 to 6",
       "decision 021: amounts below the width are legal, what others give is open"},
      {"an older page leaves 64 bits out for A5",
       "constraint src.element on a5: the header's list"},
  };
  list.insert(list.end(), further.begin(), further.end());
  return list;
}

}  // namespace assay::ops
