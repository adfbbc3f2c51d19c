// SPDX-License-Identifier: Apache-2.0
// Constraints on element types.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "reference/isa/spec/vocabulary.hpp"
#include "reference/isa/types/target_types.hpp"

namespace assay::vocabulary {
namespace {

bool among(const Elements& list, ElementType element) {
  return std::ranges::find(list, element) != list.end();
}

OperandValue& value(Call& call, const std::string& operand) {
  return call.operands[call.form->index_of(operand)];
}
const OperandValue& value(const Call& call, const std::string& operand) {
  return call.operands[call.form->index_of(operand)];
}

// Changing the element changes which shapes are legal, so a tile is made whole again at once.
void change_element(Call& call, const std::string& operand, ElementType element) {
  OperandValue& changed = value(call, operand);
  set_element(changed, element);
  if (auto* tile = std::get_if<TileSpec>(&changed)) make_well_formed(tile->type);
}

Elements elements_where(const std::function<bool(ElementType)>& wanted) {
  Elements found;
  for (const ElementFormat& format : all_formats()) {
    if (format.type != ElementType::f64 && wanted(format.type)) found.push_back(format.type);
  }
  return found;
}

}  // namespace

std::string list_of(const Elements& elements) {
  std::string list;
  for (const ElementType element : elements) {
    list += fmt::format("{}{}", list.empty() ? "" : ", ", name_of(element));
  }
  return list;
}

bool draw_other_element(Draw& draw, const Elements& legal, const Elements& undrawn,
                        ElementType& out) {
  const Elements others = elements_where(
      [&](ElementType element) { return !among(legal, element) && !among(undrawn, element); });
  if (others.empty()) return false;
  // Types that programs have everywhere are mistaken more often than the rare ones.
  Elements usual;
  std::ranges::copy_if(others, std::back_inserter(usual), [](ElementType element) {
    return is_integer(element) ? bits_of(element) >= 8 : bits_of(element) >= 16;
  });
  const bool rare = usual.empty() || draw.integer(0, 3) == 0;
  out = draw.pick(std::span<const ElementType>(rare ? others : usual));
  return true;
}

Constraint element_is(const std::string& operand, Elements legal, Elements undrawn) {
  std::string text = fmt::format("the element type of {} is one of {}", operand, list_of(legal));
  auto holds = [=](const Call& call) { return among(legal, element_of(value(call, operand))); };
  auto impose = [=](Call& call, Draw& draw) {
    change_element(call, operand, draw.pick(std::span<const ElementType>(legal)));
  };
  auto breach = [operand, legal = std::move(legal), undrawn = std::move(undrawn)](Call& call,
                                                                                  Draw& draw) {
    ElementType other{};
    if (draw_other_element(draw, legal, undrawn, other)) change_element(call, operand, other);
  };
  return constraint(operand + ".element", std::move(text), std::move(holds), std::move(impose),
                    std::move(breach));
}

Constraint element_in(Location where, const std::string& operand, Elements legal,
                      Elements undrawn) {
  Constraint inner = element_is(operand, std::move(legal), std::move(undrawn));
  Constraint outer = inner;
  outer.name = fmt::format("{}.element.{}", operand, name_of(where));
  outer.text = fmt::format("in {} memory {}", name_of(where), inner.text);
  outer.holds = [=](const Call& call) {
    return call.tile(operand).type.location != where || inner.holds(call);
  };
  outer.breach = [=](Call& call, Draw& draw) {
    call.tile(operand).type.location = where;
    inner.breach(call, draw);
  };
  return outer;
}

Constraint same_element(const std::string& operand, const std::string& as) {
  return constraint(
      operand + ".same_element", fmt::format("{} has the element type of {}", operand, as),
      [=](const Call& call) {
        return element_of(value(call, operand)) == element_of(value(call, as));
      },
      [=](Call& call, Draw&) { change_element(call, operand, element_of(value(call, as))); },
      [=](Call& call, Draw& draw) {
        const ElementType kept = element_of(value(call, as));
        const Elements others = elements_where(
            [&](ElementType element) { return element != kept && has_type(call.target, element); });
        change_element(call, operand, draw.pick(std::span<const ElementType>(others)));
      });
}

Constraint same_width(const std::string& operand, const std::string& as) {
  const auto width = [](const Call& call, const std::string& name) {
    return bits_of(element_of(value(call, name)));
  };
  return constraint(
      operand + ".same_width", fmt::format("an element of {} is as wide as one of {}", operand, as),
      [=](const Call& call) {
        const bool known = has_type(call.target, element_of(value(call, operand)));
        return known && width(call, operand) == width(call, as);
      },
      [=](Call& call, Draw& draw) {
        const ElementType leader = element_of(value(call, as));
        const Elements alike = elements_where([&](ElementType element) {
          return bits_of(element) == bits_of(leader) && has_type(call.target, element);
        });
        const bool same = draw.chance(75);
        change_element(call, operand,
                       same ? leader : draw.pick(std::span<const ElementType>(alike)));
      },
      [=](Call& call, Draw& draw) {
        const Elements others = elements_where([&](ElementType element) {
          return size_of(element) != size_of(element_of(value(call, as))) &&
                 has_type(call.target, element);
        });
        change_element(call, operand, draw.pick(std::span<const ElementType>(others)));
      });
}

}  // namespace assay::vocabulary
