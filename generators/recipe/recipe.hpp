// SPDX-License-Identifier: Apache-2.0
// Where cases come from.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "reference/isa/case/case.hpp"

namespace assay::generators {

/// Version of everything that decides which cases a seed gives.
inline constexpr std::string_view suite_version = "9";
/// Part of every draw. It changes where a key gets another case, so that no older name silently
/// means that case.
inline constexpr std::string_view draw_salt = "7";

/// Where a case comes from, apart from its key.
struct Recipe {
  const OpSpec* op = nullptr;
  const Form* form = nullptr;
  Target target = Target::cpu;
  ElementType lead = ElementType::f32;
  Intent intent;
  std::string plan;
  std::string scenario;
  /// Differs only at run time, and reuses a signature of plain cases of the form.
  bool shares_signature = false;
  /// All tiles have one Tile type, as far as the constraints let them: what libraries take that
  /// refuse tiles of several types.
  bool alike = false;
};

/// Whether the recipe is a plan alone. What a library must compile for such cases does not follow
/// from the plan: all plans of a form share their signatures.
inline bool is_plain(const Recipe& recipe) {
  return recipe.intent.kind == Intent::Kind::inside && recipe.scenario.empty();
}

class Unreachable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace assay::generators
