// SPDX-License-Identifier: Apache-2.0
// What a tool that sees the types of a call must do with it.
#include "runners/run/demand.hpp"

#include <algorithm>
#include <variant>

#include "reference/ops/op_index.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

/// Whether all that the call is made of is in its types.
bool all_static(const Call& call) {
  return std::ranges::none_of(call.operands, [](const OperandValue& value) {
    if (const auto* tile = std::get_if<TileSpec>(&value)) {
      const TileType& type = tile->type;
      return !type.conv && (type.dynamic_valid_rows || type.dynamic_valid_cols);
    }
    if (const auto* global = std::get_if<GlobalSpec>(&value)) {
      return global->dynamic_stride ||
             std::ranges::any_of(global->dynamic_shape, [](bool one) { return one; });
    }
    return true;
  });
}

/// Whether the types alone break the constraint.
bool shows_in_types(const Constraint& broken, const Call& call) {
  if (broken.stage == Stage::instantiation) return true;
  if (!all_static(call)) return false;
  Call aligned = call;
  for (OperandValue& value : aligned.operands) {
    if (auto* global = std::get_if<GlobalSpec>(&value)) global->base = 0;
  }
  return !broken.holds(aligned);
}

/// Whether C++ converts a scalar to the type of the tile. No text says that an assembler must.
bool converts_a_scalar(const Case& test_case) {
  const Form& form = test_case.form();
  if (find_op(form.op)->family != "tile_scalar") return false;
  const ElementType element = element_of(test_case.call.operands[form.index_of(form.lead)]);
  return std::ranges::any_of(test_case.call.operands, [&](const OperandValue& value) {
    const auto* scalar = std::get_if<ScalarSpec>(&value);
    return scalar != nullptr && scalar->element != element;
  });
}

}  // namespace

Language language_named(const std::string& name) {
  for (const Language one : {Language::cpp, Language::pto}) {
    if (name == name_of(one)) return one;
  }
  throw UsageError(fmt::format("unknown language '{}'; --as takes cpp or pto", name));
}

std::string_view name_of(Language language) { return language == Language::cpp ? "cpp" : "pto"; }

Demand demand_of(const Case& test_case, Language language) {
  const Call& call = test_case.call;
  if (test_case.intent.legal()) {
    if (may_refuse(call) != nullptr) {
      return {Demand::Kind::open, "the target may refuse the legal call"};
    }
    if (language == Language::pto && converts_a_scalar(test_case)) {
      return {Demand::Kind::open, "the scalar has another type than the tile, which C++ converts"};
    }
    return {};
  }
  const Constraint* broken = test_case.broken();
  if (broken == nullptr || !broken->enforced.contains(call.target)) {
    return {Demand::Kind::open, "no source promises that the illegal call is refused"};
  }
  if (shows_in_types(*broken, call)) return {Demand::Kind::refuse, {}};
  return {Demand::Kind::open, "the broken constraint depends on what is known at launch alone"};
}

}  // namespace assay::runners
