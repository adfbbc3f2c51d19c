// SPDX-License-Identifier: Apache-2.0
#include "reports/manual/type_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/real.hpp"
#include "reports/words/table.hpp"

namespace assay::reports {
namespace {

const Constraint* constraint_named(const Form& form, const std::string& name, Target target) {
  for (const Constraint& one : form.constraints) {
    if (one.name == name && one.targets.contains(target)) return &one;
  }
  return nullptr;
}

double end_of(ElementType type, bool negative) {
  return numerics::decode(type, numerics::largest_finite(type, negative)).to_double();
}

bool may_overflow(ElementType from, ElementType to) {
  return end_of(from, false) > end_of(to, false) || end_of(from, true) < end_of(to, true);
}

/// Significant bits that a value of the type can have.
int significant_bits(ElementType type) {
  if (is_float(type)) return format_of(type).precision;
  return bits_of(type) - (is_signed(type) ? 1 : 0);
}

bool may_round(ElementType from, ElementType to) {
  if (is_integer(to)) return is_float(from);
  if (significant_bits(from) > significant_bits(to)) return true;
  if (is_integer(from)) return false;
  const auto least = [](ElementType type) {
    return numerics::decode(type, numerics::smallest_subnormal(type)).to_double();
  };
  return least(from) < least(to);
}

/// The call with these two types, for constraints that look at nothing else.
Call call_of(const Form& form, Target target, ElementType from, ElementType to) {
  Call call{.form = &form, .target = target, .operands = {}, .attributes = {}};
  for (const Operand& operand : form.operands) {
    TileSpec tile;
    tile.type.element = operand.name == "dst" ? to : from;
    call.operands.emplace_back(tile);
  }
  call.attributes.assign(form.attributes.size(), 0);
  return call;
}

bool converts_tiles(const Form& form) {
  const auto is_tile = [](const Operand& operand) { return operand.kind == OperandKind::tile; };
  return form.has("src") && form.has("dst") && std::ranges::all_of(form.operands, is_tile);
}

std::string mark_of(const TypePair& pair) {
  const std::string marks = std::string(pair.may_round ? "r" : "") + (pair.may_overflow ? "s" : "");
  return marks.empty() ? "=" : marks;
}

void print_matrix(std::ostream& out, Target target, const std::vector<TypePair>& pairs) {
  std::vector<ElementType> columns;
  for (const ElementFormat& format : all_formats()) {
    const bool used =
        std::ranges::any_of(pairs, [&](const TypePair& pair) { return pair.to == format.type; });
    if (used) columns.push_back(format.type);
  }
  TextTable table;
  std::vector<Cell> header{{fmt::format("{}: to", name_of(target))}};
  for (const ElementType to : columns) header.push_back({std::string(name_of(to))});
  table.add(std::move(header));
  for (const ElementFormat& format : all_formats()) {
    std::vector<Cell> row{{fmt::format("from {}", format.name)}};
    for (const ElementType to : columns) {
      const auto found = std::ranges::find_if(
          pairs, [&](const TypePair& pair) { return pair.from == format.type && pair.to == to; });
      row.push_back({found == pairs.end() ? "" : mark_of(*found)});
    }
    const bool any =
        std::ranges::any_of(pairs, [&](const TypePair& pair) { return pair.from == format.type; });
    if (any) table.add(std::move(row));
  }
  table.print(out, 4, false);
}

}  // namespace

std::vector<TypePair> type_pairs(const Form& form, Target target) {
  const Constraint* pair = constraint_named(form, "dst.pair", target);
  const Constraint* source = constraint_named(form, "src.element", target);
  if (pair == nullptr || source == nullptr || !converts_tiles(form)) return {};
  std::vector<TypePair> pairs;
  for (const ElementFormat& from : all_formats()) {
    for (const ElementFormat& to : all_formats()) {
      const Call call = call_of(form, target, from.type, to.type);
      if (!source->holds(call) || !pair->holds(call)) continue;
      pairs.push_back(
          {from.type, to.type, may_round(from.type, to.type), may_overflow(from.type, to.type)});
    }
  }
  return pairs;
}

void print_type_pairs(std::ostream& out, const Form& form) {
  bool any = false;
  for (const Target target : all_targets) {
    if (!form.targets.contains(target)) continue;
    const std::vector<TypePair> pairs = type_pairs(form, target);
    if (pairs.empty()) continue;
    if (!any) {
      out << "  pairs of types: '=' every value is kept, 'r' some are rounded, 's' some are beyond "
             "the type\n";
    }
    any = true;
    print_matrix(out, target, pairs);
  }
}

}  // namespace assay::reports
