// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/division.hpp"

#include "reference/numerics/classify.hpp"
#include "reference/numerics/integer.hpp"

namespace assay::ops {
namespace {

/// Replaces elements of src in its valid region.
void replace(const Call& call, std::vector<ElementArray>& contents,
             const std::function<std::uint64_t(std::int64_t, std::uint64_t)>& by) {
  ElementArray& elements = contents[call.form->index_of("src")];
  for_each_valid(call.tile("src"), [&](std::int64_t index, std::int64_t, std::int64_t) {
    // An illegal call may claim more than there is.
    if (index < elements.size()) elements.set(index, by(index, elements[index]));
  });
}

std::uint64_t brought_below(ElementType type, std::uint64_t bits, std::uint64_t scalar) {
  const numerics::Wide element = numerics::integer_value(type, bits);
  const numerics::Wide limit = numerics::integer_value(type, scalar);
  const numerics::Wide size = limit < 0 ? -limit : limit;
  if (size == 0 || (element >= -size && element <= size)) return bits;
  return numerics::wrapped(type, element % (size + 1));
}

}  // namespace

void bring_divisors_below(const Call& call, std::vector<ElementArray>& contents) {
  const ElementType type = call.tile("src").type.element;
  if (is_integer(type)) {
    const std::uint64_t passed = converted_scalar(call);
    replace(call, contents, [=](std::int64_t index, std::uint64_t bits) {
      return index % 4 == 3 ? bits : brought_below(type, bits, passed);
    });
  }
}

bool is_high_precision(const Call& call) {
  return call.target == a5 && call.form->name.ends_with("precise");
}

}  // namespace assay::ops
