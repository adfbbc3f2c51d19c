// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/scalar_argument.hpp"

#include <algorithm>

#include "reference/numerics/classify.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

/// Types that convert to every parameter type in C++; the 16-bit floats convert to their own alone.
constexpr std::array callers{f64, f32, i8, u8, i16, u16, i32, u32, i64, u64};

ElementType parameter(const Call& call, const std::string& as) {
  return call.tile(as).type.element;
}

std::optional<std::uint64_t> conversion(const Call& call, const ScalarOf& which) {
  const ScalarSpec& passed = call.scalar(which.name);
  return numerics::convert(passed.element, passed.bits, parameter(call, which.tile));
}

void pass_as_is(Call& call, const ScalarOf& which) {
  ScalarSpec& passed = call.scalar(which.name);
  const ElementType type = parameter(call, which.tile);
  passed = {type, passed.bits & mask_of(type)};
}

}  // namespace

std::uint64_t converted_scalar(const Call& call, const ScalarOf& which) {
  return conversion(call, which).value_or(0);
}

Constraints scalar_argument(const ScalarOf& which) {
  return {
      invariant(constraint(
                    which.name + ".element",
                    "the scalar is passed as an integer, a float, a double or an element of " +
                        which.tile,
                    [=](const Call& call) {
                      const ElementType type = call.scalar(which.name).element;
                      return type == parameter(call, which.tile) ||
                             std::ranges::count(callers, type) != 0;
                    },
                    [=](Call& call, Draw&) { pass_as_is(call, which); }))
          .from("C++", "argument types that convert to every element type"),
      invariant(constraint(
                    which.name + ".in_range",
                    "the C++ conversion of the scalar to the element type of " + which.tile +
                        " is defined",
                    [=](const Call& call) { return conversion(call, which).has_value(); },
                    [=](Call& call, Draw&) { pass_as_is(call, which); }))
          .from("C++", "a float outside the range of an integer type has no conversion"),
  };
}

Result with_scalar(Result result, const ScalarOf& which) {
  result.semantics = [which, inner = std::move(result.semantics)](const Evaluation& inputs) {
    std::vector<ElementArray> contents(inputs.contents.begin(), inputs.contents.end());
    ElementArray passed(parameter(inputs.call, which.tile), 1);
    const ElementArray& given = inputs.of(which.name);
    passed.set(0, numerics::convert(given.type(), given[0], passed.type()).value_or(0));
    contents[inputs.call.form->index_of(which.name)] = std::move(passed);
    return inner({inputs.call, contents, inputs.tolerance, inputs.readings, inputs.asked});
  };
  return result;
}

}  // namespace assay::ops
