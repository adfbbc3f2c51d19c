// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/plan/few_signatures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "runners/sdk/compile/needs.hpp"

namespace assay::runners {
namespace {

/// A repeat count is a byte.
constexpr std::int64_t most_repeats = 255;

std::string_view size_class(std::int64_t size) {
  if (size == 1) return "one";
  return size > most_repeats ? "many" : "some";
}

void add_tile(std::set<std::string>& shown, const std::string& operand, const TileType& type) {
  shown.insert(fmt::format("layout {} {} {} {}", operand, static_cast<int>(type.location),
                           name_of(type.layout()), type.is_boxed() ? type.fractal : 0));
  shown.insert(fmt::format("pad {} {}", operand, static_cast<int>(type.pad.kind)));
  shown.insert(fmt::format("compact {} {}", operand, static_cast<int>(type.compact)));
  shown.insert(
      fmt::format("dynamic {} {}{}", operand, type.dynamic_valid_rows, type.dynamic_valid_cols));
  shown.insert(fmt::format("rows {} {}", operand, size_class(type.rows)));
  shown.insert(fmt::format("columns {} {}", operand, size_class(type.cols)));
}

/// Whether the number is below zero, or the highest bit of an unsigned one is set.
bool has_highest_bit(const ScalarSpec& scalar) {
  return (scalar.bits >> static_cast<unsigned>(bits_of(scalar.element) - 1) & 1U) != 0;
}

/// Copies alone have a use for a PadValue.
bool is_copied_to(const Form& form, const std::string& operand) {
  return std::ranges::any_of(form.results, [&](const Result& result) {
    return result.operand == operand && result.flow.copies;
  });
}

void add_operands(std::set<std::string>& shown, const Case& test_case) {
  const Form& form = test_case.form();
  std::string types = "types";
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    const OperandValue& value = test_case.call.operands[i];
    const std::string& name = form.operands[i].name;
    types += fmt::format(" {}", name_of(element_of(value)));
    if (const auto* tile = std::get_if<TileSpec>(&value)) {
      add_tile(shown, name, tile->type);
      if (is_copied_to(form, name)) {
        shown.insert(fmt::format("filled {} {} {}", name, static_cast<int>(tile->type.pad.kind),
                                 name_of(tile->type.element)));
      }
    }
    if (const auto* scalar = std::get_if<ScalarSpec>(&value)) {
      shown.insert(fmt::format("scalar {} {} {}", name, has_highest_bit(*scalar), test_case.plan));
    }
    if (const auto* view = std::get_if<GlobalSpec>(&value)) {
      shown.insert(fmt::format("layout {} {}", name, static_cast<int>(view->layout)));
    }
  }
  shown.insert(std::move(types));
}

std::string place_of(const Case& test_case) {
  return fmt::format("{}/{}/{}", test_case.form().op, test_case.form().name,
                     name_of(test_case.call.target));
}

}  // namespace

std::set<std::string> shown_by(const Case& test_case) {
  std::set<std::string> shown;
  const Form& form = test_case.form();
  const std::string_view lead = name_of(test_case.lead);
  if (test_case.intent.kind != Intent::Kind::inside) {
    shown.insert(fmt::format("{} {}", to_string(test_case.intent), lead));
  }
  if (!test_case.scenario.empty())
    shown.insert(fmt::format("scenario {} {}", test_case.scenario, lead));
  if (!test_case.intent.legal()) return shown;
  shown.insert(fmt::format("plan {} {}", test_case.plan, lead));
  for (std::size_t i = 0; i < form.attributes.size(); ++i) {
    shown.insert(
        fmt::format("{} {} {}", form.attributes[i].name, test_case.call.attributes[i], lead));
  }
  add_operands(shown, test_case);
  return shown;
}

void FewSignatures::add(std::uint64_t index, const Case& test_case, std::set<std::string> more) {
  std::string place = place_of(test_case);
  if (place != place_) settle();
  place_ = std::move(place);
  // Cases that the harness does not execute need no compiler.
  const std::optional<std::string> signature = sdk::signature_of(test_case);
  const std::string key = signature.value_or("");
  const auto [found, is_new] = numbers_.emplace(key, groups_.size());
  if (is_new) groups_.emplace_back();
  Group& group = groups_[found->second];
  group.cases.push_back(index);
  if (!signature) return;
  group.shown.merge(shown_by(test_case));
  group.shown.merge(std::move(more));
}

void FewSignatures::finish() {
  settle();
  std::ranges::sort(cases_);
}

void FewSignatures::settle() {
  std::map<std::string_view, std::size_t> showing;
  for (const Group& group : groups_) {
    for (const std::string& one : group.shown) ++showing[one];
  }
  std::vector<const Group*> left;
  std::set<std::string_view> seen;
  const auto keep = [&](const Group& group) {
    seen.insert(group.shown.begin(), group.shown.end());
    cases_.insert(cases_.end(), group.cases.begin(), group.cases.end());
    if (!group.shown.empty()) firsts_.push_back(group.cases.front());
  };
  for (const Group& group : groups_) {
    signatures_ += group.shown.empty() ? 0 : 1;
    const bool alone = std::ranges::any_of(
        group.shown, [&](const std::string& one) { return showing.at(one) == 1; });
    if (alone || group.shown.empty()) {
      keep(group);
    } else {
      left.push_back(&group);
    }
  }
  const auto news = [&](const Group* group) {
    return std::ranges::count_if(group->shown,
                                 [&](const std::string& one) { return !seen.contains(one); });
  };
  while (!left.empty()) {
    const auto best = std::ranges::max_element(left, {}, news);
    if (news(*best) == 0) break;
    keep(**best);
    left.erase(best);
  }
  groups_.clear();
  numbers_.clear();
}

}  // namespace assay::runners
