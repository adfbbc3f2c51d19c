// SPDX-License-Identifier: Apache-2.0
// The largest useful tiles that a form takes on a target.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "reference/isa/case/case.hpp"

namespace assay::generators {

/// Values of attributes, by name.
using AttributeValues = std::map<std::string, std::string>;

/// What is asked of a call apart from its shape. Attributes that are not named have their first
/// value where that is legal; `to` is the element type of the result.
struct WantedCall {
  const OpSpec* op = nullptr;
  const Form* form = nullptr;
  Target target = Target::cpu;
  ElementType lead = ElementType::f32;
  std::optional<ElementType> to = {};
  AttributeValues attributes = {};
};

/// Element types that the result of such calls has, as many draws show.
std::set<ElementType> result_types(const WantedCall& wanted, const std::string& result);

/// A legal case in which all tiles named by `result` (its operand and its arguments) have one shape
/// of at most 2^16 elements, plain row-major, valid as a whole, and all tiles together fit the
/// vector memory of the target (MODEL section 5). No larger than needed for `inputs`. Nothing if
/// the form takes no such tiles, or takes an argument that is no tile.
std::optional<Case> widest_case(const WantedCall& wanted, const Result& result,
                                std::uint64_t inputs);

}  // namespace assay::generators
