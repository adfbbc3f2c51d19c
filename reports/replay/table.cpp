// SPDX-License-Identifier: Apache-2.0
// Elements of an output together with its inputs and what was expected.
#include "reports/words/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <ostream>
#include <set>
#include <utility>

#include "reference/numerics/real.hpp"
#include "reference/numerics/ulp_meter.hpp"
#include "reports/replay/element_inputs.hpp"
#include "reports/replay/parts.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

/// Elements of a view with their inputs.
struct Rows {
  std::vector<std::int64_t> elements;
  std::vector<std::vector<ElementInput>> inputs;
};

std::vector<std::int64_t> chosen_elements(const TileView& view, std::size_t limit) {
  const bool any_wrong = std::ranges::find(view.wrong, true) != view.wrong.end();
  std::vector<std::int64_t> chosen;
  for (std::size_t k = 0; k < view.wrong.size() && chosen.size() < limit; ++k) {
    const bool wanted = any_wrong ? view.wrong[k] : view.expected->accept[k] != Accept::unspecified;
    if (wanted) chosen.push_back(static_cast<std::int64_t>(k));
  }
  return chosen;
}

Rows rows_of(const Case& test_case, const TileView& view, std::size_t limit) {
  Rows rows{chosen_elements(view, limit), {}};
  rows.inputs = inputs_of(test_case, view.operand, rows.elements, view.trial->before);
  return rows;
}

std::string distance_text(const TileView& view, std::int64_t index) {
  const ExpectedTile& expected = *view.expected;
  const auto k = static_cast<std::size_t>(index);
  if (!is_float(view.got->type()) || k >= expected.exact.size()) return "-";
  const Accept accept = expected.accept[k];
  if (accept == Accept::unspecified || accept == Accept::preserved) return "-";
  if (std::isnan(expected.exact[k])) return "-";
  const numerics::UlpMeter meter(view.got->type());
  const auto ulp = meter((*view.got)[index], expected.exact[k]);
  return ulp ? ulp_figure(*ulp) : "-";
}

/// A column for each input that has something to show.
struct Columns {
  std::vector<std::size_t> inputs = {};
  std::optional<double> allowed = {};
};

std::vector<Cell> header_of(const Case& test_case, const TileView& view, const Columns& columns) {
  std::vector<Cell> header{{""}, {view.operand, Style::strong}};
  for (const std::size_t k : columns.inputs)
    header.push_back({test_case.form().operands[k].name, Style::strong});
  for (const char* name : {"expected", "got", "bits"}) header.push_back({name, Style::strong});
  if (view.other) header.push_back({"another execution", Style::strong});
  if (columns.allowed) {
    header.push_back({fmt::format("ulp ({:g} allowed)", *columns.allowed), Style::strong});
  }
  return header;
}

/// The value alone where the input is at the place of the output.
std::string input_text(const ElementInput& input, std::int64_t row, std::int64_t col) {
  const bool same = input.place == fmt::format("({}, {})", row, col);
  return same ? input.value : fmt::format("{}: {}", input.place, input.value);
}

std::vector<Cell> row_of(const TileView& view, const Columns& columns, std::int64_t index,
                         const std::vector<ElementInput>& inputs) {
  const ElementType type = view.got->type();
  const bool wrong = view.wrong[static_cast<std::size_t>(index)];
  const std::uint64_t bits = (*view.got)[index];
  const std::int64_t row = index / view.expected->cols;
  const std::int64_t col = index % view.expected->cols;
  std::vector<Cell> cells{{wrong ? "X" : "", Style::bad}, {fmt::format("({},{})", row, col)}};
  for (const std::size_t k : columns.inputs) {
    const auto found = std::ranges::find(inputs, k, &ElementInput::operand);
    cells.push_back({found == inputs.end() ? "-" : input_text(*found, row, col)});
  }
  cells.push_back({expected_text(view, index)});
  cells.push_back({numerics::describe(type, bits), wrong ? Style::bad : Style::plain});
  cells.push_back({hex_bits(type, bits)});
  if (view.other) cells.push_back({hex_bits(type, (*view.other)[index])});
  if (columns.allowed) cells.push_back({distance_text(view, index)});
  return cells;
}

Columns columns_of(const Rows& rows, const std::optional<double>& allowed) {
  std::set<std::size_t> inputs;
  for (const auto& of_element : rows.inputs) {
    for (const ElementInput& input : of_element) inputs.insert(input.operand);
  }
  return {{inputs.begin(), inputs.end()}, allowed};
}

}  // namespace

std::string accepted_text(ElementType type, Accept accept, std::uint64_t value, std::uint64_t low,
                          std::uint64_t high) {
  const auto text = [&](std::uint64_t bits) { return numerics::describe(type, bits); };
  switch (accept) {
    case Accept::unspecified:
      return "anything";
    case Accept::exact:
      return text(value);
    case Accept::interval:
      return low == high ? text(value) : fmt::format("[{} .. {}]", text(low), text(high));
    case Accept::any_of: {
      std::string choices = text(value);
      if (low != value) choices += " or " + text(low);
      return high != value && high != low ? choices + " or " + text(high) : choices;
    }
    case Accept::any_nan:
      return "any NaN";
    case Accept::target_defined:
      return "target-defined";
    case Accept::interval_or_zero:
      return fmt::format("[{} .. {}] or 0", text(low), text(high));
    case Accept::some_bits:
      return fmt::format("{} in the bits {:#x}", text(value), low);
    case Accept::preserved:
      return fmt::format("{} (kept)", text(value));
  }
  return "?";
}

std::string expected_text(const TileView& view, std::int64_t index) {
  const ExpectedTile& expected = *view.expected;
  const Accept accept = expected.accept[static_cast<std::size_t>(index)];
  const ElementArray& value = accept == Accept::preserved ? *view.before : expected.value;
  return accepted_text(view.got->type(), accept, value[index], expected.low[index],
                       expected.high[index]);
}

void print_elements(std::ostream& out, const Case& test_case, const TileView& view,
                    std::size_t limit, bool colour, const std::optional<double>& allowed) {
  const auto wrong = static_cast<std::size_t>(std::ranges::count(view.wrong, true));
  const Rows rows = rows_of(test_case, view, limit);
  const std::vector<std::int64_t>& chosen = rows.elements;
  if (wrong > 0) {
    out << fmt::format("{}: {}", view.operand, count_of(wrong, "wrong element"));
  } else {
    out << fmt::format("{}: no wrong element", view.operand);
  }
  if (chosen.empty()) {
    out << "; none is compared with a promise\n";
    return;
  }
  out << fmt::format("; {} {} of {}\n", wrong > chosen.size() || wrong == 0 ? "the first" : "all",
                     chosen.size(), wrong > 0 ? "them" : "those with a promise");
  const Columns columns = columns_of(rows, allowed);
  TextTable table;
  table.add(header_of(test_case, view, columns));
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    table.add(row_of(view, columns, chosen[i], rows.inputs[i]));
  }
  table.print(out, 2, colour);
}

}  // namespace assay::reports
