// SPDX-License-Identifier: Apache-2.0
#include "runners/command/worst_element.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>

#include "generators/case_named.hpp"
#include "generators/filled_case.hpp"
#include "reference/judge/expectation.hpp"
#include "reference/numerics/as_double.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/numerics/real.hpp"
#include "reports/replay/element_inputs.hpp"

namespace assay::runners {
namespace {

std::string inputs_text(const generators::FilledCase& drawn, const WorstElement& worst) {
  std::string text;
  const auto add = [&](std::size_t operand, const std::string& value) {
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ",
                        drawn.test.form().operands[operand].name, value);
  };
  const std::string here = fmt::format("({}, {})", worst.row, worst.col);
  for (const reports::ElementInput& one :
       reports::inputs_of(drawn.test, worst.operand, worst.row, worst.col, drawn.before)) {
    add(one.operand,
        one.place == here ? " " + one.value : fmt::format(" {}: {}", one.place, one.value));
  }
  const Call& call = drawn.test.call;
  for (std::size_t k = 0; k < call.operands.size(); ++k) {
    const auto* scalar = std::get_if<ScalarSpec>(&call.operands[k]);
    if (scalar != nullptr) {
      add(k, " " + numerics::describe(scalar->element, scalar->bits));
    }
  }
  return text;
}

void add_promise(WorstDetails& details, const WorstElement& worst, const ExpectedTile& tile) {
  const std::int64_t index = tile.at(worst.row, worst.col);
  if (index >= tile.value.size() || tile.value[index] != worst.expected) return;
  const double exact = tile.exact[static_cast<std::size_t>(index)];
  if (std::isnan(exact)) return;
  details.exact = exact;
  if (!has_interval(tile.accept[static_cast<std::size_t>(index)])) return;
  const ElementType type = tile.value.type();
  const std::uint64_t low = tile.low[index], high = tile.high[index];
  if (low == high) return;
  details.allowed =
      fmt::format("{} to {}", numerics::describe(type, low), numerics::describe(type, high));
  // An infinity counts as the largest number here.
  const double most = numerics::as_double(type, numerics::largest_finite(type, false));
  const auto value = [&](std::uint64_t bits) {
    return std::clamp(numerics::as_double(type, bits), -most, most);
  };
  const double got = value(worst.got), end = value(got < exact ? low : high);
  if (!std::isnan(got) && end != exact) {
    details.share = std::fabs(got - exact) / std::fabs(end - exact);
  }
}

}  // namespace

WorstDetails details_of_worst(const CaseRecord& record, const ToleranceLookup& tolerances) {
  WorstDetails details;
  const WorstElement& worst = *record.verdict.worst;
  try {
    const generators::FilledCase drawn = generators::filled(generators::case_named(record.name));
    const Call& call = drawn.test.call;
    if (!call.form->has(worst.operand) || !call.is_tile(worst.operand)) return details;
    details.inputs = inputs_text(drawn, worst);
    const std::vector<Expected> expected = expect(call, drawn.before, tolerances);
    for (std::size_t k = 0; k < expected.size(); ++k) {
      const auto* tile = std::get_if<ExpectedTile>(&expected[k]);
      if (tile != nullptr && call.form->results[k].operand == worst.operand) {
        add_promise(details, worst, *tile);
      }
    }
  } catch (const generators::BadName&) {
    return details;
  }
  return details;
}

}  // namespace assay::runners
