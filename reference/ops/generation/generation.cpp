// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/generation/generation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "reference/numerics/real.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

/// Which attribute of the form has the name.
std::size_t place_of(const Call& call, const std::string& name) {
  const auto& all = call.form->attributes;
  return static_cast<std::size_t>(std::ranges::find(all, name, &Attribute::name) - all.begin());
}

/// Takes a value that is in the list, or one that is not.
void choose(Call& call, Draw& draw, const std::string& name, const std::vector<std::string>& legal,
            bool in_list) {
  const std::size_t place = place_of(call, name);
  const std::vector<std::string>& values = call.form->attributes[place].values;
  std::vector<int> fitting;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool listed = std::ranges::find(legal, values[i]) != legal.end();
    if (listed == in_list) fitting.push_back(static_cast<int>(i));
  }
  call.attributes[place] = draw.pick(std::span<const int>(fitting));
}

}  // namespace

Result made_elements(MadeElement element) {
  return {.operand = "dst",
          .semantics = [element = std::move(element)](const Evaluation& inputs) -> Expected {
            const TileSpec& tile = inputs.call.tile("dst");
            ExpectedTile expected(tile.type.element, tile.rows(), tile.cols());
            for_each_valid(tile, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
              expected.set_exact(index, element(inputs, row, col));
            });
            return expected;
          }};
}

std::uint64_t integer_in(ElementType element, std::int64_t value) {
  return numerics::convert(i64, static_cast<std::uint64_t>(value), element).value();
}

Constraint attribute_is(const std::string& attribute, std::vector<std::string> legal) {
  const auto holds = [=](const Call& call) {
    return std::ranges::find(legal, call.attribute(attribute)) != legal.end();
  };
  return vocabulary::constraint(
      attribute + ".value", fmt::format("{} is {}", attribute, fmt::join(legal, " or ")), holds,
      [=](Call& call, Draw& draw) { choose(call, draw, attribute, legal, true); },
      [=](Call& call, Draw& draw) { choose(call, draw, attribute, legal, false); });
}

}  // namespace assay::ops
