// SPDX-License-Identifier: Apache-2.0
// The scenarios of scalars of a type (decision 202).
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "reference/isa/call/call.hpp"
#include "reference/isa/spec/op_spec.hpp"

namespace assay::generators {

/// A scenario for each type that a caller may pass where the parameter has another one: half and
/// bfloat16 convert to nothing else.
struct ScalarScenario {
  std::string_view name;
  ElementType element;
};
inline constexpr std::array<ScalarScenario, 10> scalar_scenarios{{
    {"scalar as f32", ElementType::f32},
    {"scalar as f64", ElementType::f64},
    {"scalar as i8", ElementType::i8},
    {"scalar as u8", ElementType::u8},
    {"scalar as i16", ElementType::i16},
    {"scalar as u16", ElementType::u16},
    {"scalar as i32", ElementType::i32},
    {"scalar as u32", ElementType::u32},
    {"scalar as i64", ElementType::i64},
    {"scalar as u64", ElementType::u64},
}};

/// The type of a scenario; nothing if it is another one.
std::optional<ElementType> scalar_type_of(std::string_view scenario);

/// Whether a form has a scalar that a caller passes.
bool takes_scalars(const Form& form);

/// Gives the scalars that a caller passes the type.
void pass_scalars_as(Call& call, ElementType element);

/// Whether all of them have it.
bool passes_scalars_as(const Call& call, ElementType element);

/// Which special value (special_between) the scalars of a case have that are passed as a type:
/// another one with each turn.
std::size_t special_of_scenario(const Form& form, Target target, ElementType lead,
                                ElementType passed, std::size_t turn);

}  // namespace assay::generators
