// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/expectation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "reference/isa/case/seen_operands.hpp"
#include "reference/judge/flushing.hpp"

namespace assay {
namespace {

[[noreturn]] void refuse(const Call& call, std::size_t operand, const std::string& why) {
  throw std::logic_error(fmt::format("{} cannot be evaluated: {} {}", call.form->op,
                                     call.form->operands[operand].name, why));
}

void require_tile(const Call& call, std::size_t operand, std::int64_t held) {
  const auto& tile = std::get<TileSpec>(call.operands[operand]);
  const bool empty = tile.rows() <= 0 || tile.cols() <= 0;
  if (held != (empty ? 0 : tile.rows() * tile.cols())) {
    refuse(call, operand,
           fmt::format("has {} elements for {} x {}", held, tile.rows(), tile.cols()));
  }
  if (tile.valid_rows < 0 || tile.valid_rows > std::max<std::int64_t>(tile.rows(), 0) ||
      tile.valid_cols < 0 || tile.valid_cols > std::max<std::int64_t>(tile.cols(), 0)) {
    refuse(call, operand,
           fmt::format("has a valid region of {} x {} in {} x {}", tile.valid_rows, tile.valid_cols,
                       tile.rows(), tile.cols()));
  }
}

void require_view(const Call& call, std::size_t operand, std::int64_t held) {
  const auto& global = std::get<GlobalSpec>(call.operands[operand]);
  std::int64_t first = global.base;
  for (std::size_t i = 0; i < global.shape.size(); ++i) {
    first += std::min<std::int64_t>(0, global.stride[i] * (global.shape[i] - 1));
  }
  if (global.allocation() <= held && (first >= 0 || global.elements() == 0)) return;
  refuse(call, operand,
         fmt::format("views elements {} to {} of {}", first, global.allocation(), held));
}

/// The element type a result is rounded to: that of its operand, or of the lead for text.
ElementType result_element(const Call& call, const Result& result) {
  const std::string& operand = call.form->has(result.operand) ? result.operand : call.form->lead;
  return element_of(call.operands[call.form->index_of(operand)]);
}

Evaluation evaluation_of(const Call& call, const Result& result,
                         std::span<const ElementArray> before, const ToleranceLookup& tolerances) {
  require_evaluable(call, before);
  Tolerance tolerance{.kind = Tolerance::Kind::exact, .bound = 0, .reason = {}};
  if (!result.accuracy.empty()) {
    tolerance = tolerances({.accuracy = result.accuracy,
                            .op = call.form->op,
                            .form = call.form->name,
                            .target = call.target,
                            .element = result_element(call, result)});
  }
  return {call, before, tolerance, tolerances.readings(call)};
}

}  // namespace

void require_evaluable(const Call& call, std::span<const ElementArray> before) {
  if (before.size() != call.operands.size() || before.size() != call.form->operands.size()) {
    throw std::logic_error(fmt::format("{} cannot be evaluated: {} operands with {} contents",
                                       call.form->op, call.operands.size(), before.size()));
  }
  for (std::size_t i = 0; i < before.size(); ++i) {
    const OperandValue& value = call.operands[i];
    if (before[i].size() > 0 && before[i].type() != element_of(value)) {
      refuse(
          call, i,
          fmt::format("holds {}, not {}", name_of(before[i].type()), name_of(element_of(value))));
    }
    if (std::holds_alternative<TileSpec>(value)) require_tile(call, i, before[i].size());
    if (std::holds_alternative<GlobalSpec>(value)) require_view(call, i, before[i].size());
  }
}

// The results of errata may depend on more operands than those that they replace.
Expected expect(const Call& call, const Result& result, std::span<const ElementArray> before,
                const ToleranceLookup& tolerances) {
  const Evaluation inputs = evaluation_of(call, result, before, tolerances);
  return read_as(result, inputs, [&](const Evaluation& read) { return result.semantics(read); });
}

Expected evaluate(const Call& call, const Result& result, std::span<const ElementArray> contents,
                  const ToleranceLookup& tolerances, std::span<const std::uint8_t> asked) {
  Evaluation inputs = evaluation_of(call, result, contents, tolerances);
  inputs.asked = asked;
  return evaluated(result, inputs);
}

std::vector<Expected> expect(const Call& call, std::span<const ElementArray> before,
                             const ToleranceLookup& tolerances) {
  return expect(call, before, tolerances, {});
}

std::vector<Expected> expect(const Call& call, std::span<const ElementArray> before,
                             const ToleranceLookup& tolerances, std::span<const Expected> known) {
  const std::vector<Result>& results = call.form->results;
  const bool usual = tolerances.readings(call) == ChosenReadings{};
  std::vector<Expected> expected;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Result& result = results[i];
    if (i < known.size() && result.accuracy.empty() && (usual || result.choices.empty())) {
      expected.push_back(known[i]);
      continue;
    }
    expected.push_back(read_as(result, evaluation_of(call, result, before, tolerances),
                               [&](const Evaluation& read) { return evaluated(result, read); }));
  }
  return expected;
}

std::int64_t compared_of(std::span<const Expected> expected) {
  std::int64_t count = 0;
  for (const Expected& one : expected) {
    const auto* tile = std::get_if<ExpectedTile>(&one);
    count += tile == nullptr ? 1 : std::ranges::count_if(tile->accept, [](Accept accept) {
      return accept != Accept::unspecified && accept != Accept::target_defined;
    });
  }
  return count;
}

bool depends_on_arguments_alone(const Call& call) {
  const Form& form = *call.form;
  const auto covers = [&](const TileSpec& out, const std::string& argument) {
    const OperandValue& value = call.operands[form.index_of(argument)];
    const auto* tile = std::get_if<TileSpec>(&value);
    return tile == nullptr ||
           (tile->valid_rows >= out.valid_rows && tile->valid_cols >= out.valid_cols);
  };
  return std::ranges::all_of(form.results, [&](const Result& result) {
    if (!result.function) return false;
    const TileSpec& out = call.tile(result.operand);
    return is_float(out.type.element) &&
           std::ranges::all_of(result.arguments,
                               [&](const std::string& name) { return covers(out, name); });
  });
}

}  // namespace assay
