// SPDX-License-Identifier: Apache-2.0
#include "runners/command/input_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "generators/enumerate/enumeration.hpp"
#include "reference/ops/op_index.hpp"
#include "reports/sweep/parts.hpp"
#include "reports/words/table.hpp"
#include "reports/words/text.hpp"

namespace assay::runners {
namespace {

using generators::Enumeration;

/// Of more enumerations only the totals are printed.
constexpr std::size_t most_tables = 4;

struct TileSize {
  std::uint64_t elements = 0;
  std::uint64_t inputs = 0;  ///< the other elements repeat the last one
};

/// What records say about some inputs.
struct InputCounts {
  std::uint64_t inputs = 0;
  std::uint64_t compared = 0;
  std::uint64_t target_defined = 0;
  std::uint64_t wrong = 0;
  std::uint64_t not_compared = 0;  ///< of calls that failed in another way than by their results
  std::optional<double> max_ulp = {};

  void add(const InputCounts& others);
};

void InputCounts::add(const InputCounts& others) {
  inputs += others.inputs;
  compared += others.compared;
  target_defined += others.target_defined;
  wrong += others.wrong;
  not_compared += others.not_compared;
  if (others.max_ulp) max_ulp = std::max(max_ulp.value_or(0), *others.max_ulp);
}

bool has_results(const Verdict& verdict) {
  return verdict.kind == VerdictKind::conforms || verdict.kind == VerdictKind::known_deviation ||
         verdict.kind == VerdictKind::target_defined || verdict.wrong > 0;
}

/// A verdict on a tile without a promised result counts its unchanged inputs as compared, and that
/// on the last tile of a sample counts its last input more than once.
InputCounts counts_in(const Verdict& verdict, const TileSize& size) {
  if (!has_results(verdict)) return {.inputs = size.inputs, .not_compared = size.inputs};
  auto open = static_cast<std::uint64_t>(verdict.target_defined);
  auto promised = std::min(static_cast<std::uint64_t>(verdict.compared), size.elements - open);
  const std::uint64_t repeated = size.elements - size.inputs;
  (open >= repeated ? open : promised) -= repeated;
  return {.inputs = size.inputs,
          .compared = promised,
          .target_defined = open,
          .wrong = static_cast<std::uint64_t>(verdict.wrong),
          .max_ulp = verdict.max_ulp};
}

struct WorstInput {
  std::uint64_t index = 0;
  WorstElement element;
};

/// One enumeration on one backend.
struct EnumerationReport {
  explicit EnumerationReport(Enumeration found) : what(std::move(found)) {}

  void add(const CaseRecord& record);

  Enumeration what;
  InputCounts all;
  std::map<std::uint32_t, InputCounts> by_tile;
  std::optional<WorstInput> worst;
};

void EnumerationReport::add(const CaseRecord& record) {
  const std::uint64_t first = record.key * what.tile_inputs();
  const TileSize size{what.tile_inputs(), std::min(what.tile_inputs(), what.inputs() - first)};
  const InputCounts counts = counts_in(record.verdict, size);
  all.add(counts);
  by_tile[record.key].add(counts);
  const std::optional<WorstElement>& element = record.verdict.worst;
  if (!element || !element->ulp) return;
  if (worst && *element->ulp <= worst->element.ulp.value_or(0)) return;
  const auto place = static_cast<std::uint64_t>(element->row * what.tile_cols() + element->col);
  worst = WorstInput{first + std::min(place, size.inputs - 1), *element};
}

std::string numbers_of(const Enumeration& what, std::uint64_t index) {
  std::vector<std::string> texts;
  for (const std::uint64_t bits : what.input(index)) {
    texts.push_back(reports::number_text(what.from(), bits));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string counts_of(const InputCounts& counts) {
  std::string text =
      fmt::format("{} compared, {} target-defined, {} wrong", reports::grouped(counts.compared),
                  reports::grouped(counts.target_defined), reports::grouped(counts.wrong));
  if (counts.not_compared > 0) {
    text += fmt::format(", {} not compared", reports::grouped(counts.not_compared));
  }
  return text;
}

void print_lines(std::ostream& out, const std::string& name, const EnumerationReport& report) {
  out << fmt::format("inputs   {}: {} of {}: {}\n", name, reports::grouped(report.all.inputs),
                     reports::count_of(report.what.inputs(), "input"), counts_of(report.all));
  if (!report.worst) return;
  const WorstElement& element = report.worst->element;
  const ElementType type = element.element.value_or(ElementType::f32);
  out << fmt::format("worst    {}: expected {}, got {}, {}\n",
                     numbers_of(report.what, report.worst->index),
                     reports::number_text(type, element.expected),
                     reports::number_text(type, element.got), reports::error_text(*element.ulp));
}

/// Ranges of consecutive tiles, 32 at most.
struct Range {
  std::uint64_t first = 0, last = 0;  ///< tiles
  InputCounts counts;
};

std::vector<Range> ranges_of(const EnumerationReport& report) {
  constexpr std::uint64_t most = 32;
  const std::uint64_t tiles = report.what.tiles(), count = std::min(most, tiles);
  std::vector<Range> ranges;
  for (std::uint64_t k = 0; k < count; ++k) {
    ranges.push_back({k * tiles / count, (k + 1) * tiles / count - 1, {}});
  }
  for (const auto& [tile, counts] : report.by_tile) {
    const auto range = std::ranges::lower_bound(ranges, tile, {}, &Range::last);
    range->counts.add(counts);
  }
  return ranges;
}

void print_table(std::ostream& out, const EnumerationReport& report) {
  const auto input_at = [&](std::uint64_t index) {
    return numbers_of(report.what, std::min(index, report.what.inputs() - 1));
  };
  reports::NumberTable table(2);
  table.add({"from", "to", "inputs", "compared", "target-defined", "wrong", "max ulp"});
  for (const Range& range : ranges_of(report)) {
    const InputCounts& counts = range.counts;
    if (counts.inputs == 0) continue;
    table.add({input_at(range.first * report.what.tile_inputs()),
               input_at((range.last + 1) * report.what.tile_inputs() - 1),
               reports::grouped(counts.inputs), reports::grouped(counts.compared),
               reports::grouped(counts.target_defined), reports::grouped(counts.wrong),
               counts.max_ulp ? fmt::format("{:.4g}", *counts.max_ulp) : ""});
  }
  table.print(out, 2, false);
}

}  // namespace

void print_inputs(std::ostream& out, const Records& records) {
  std::map<std::string, EnumerationReport> found;
  for (const CaseRecord& record : records) {
    if (!generators::names_a_tile(record.name)) continue;
    const OpSpec* op = find_op(record.op);
    if (op == nullptr) continue;
    const std::string head = record.name.substr(0, record.name.find('@'));
    try {
      const std::string key = record.backend + ' ' + head;
      auto one = found.find(key);
      if (one == found.end()) {
        one = found.emplace(key, generators::enumeration_named(head, *op)).first;
      }
      one->second.add(record);
    } catch (const generators::NotEnumerable&) {
      continue;
    }
  }
  if (found.empty()) return;
  out << '\n';
  for (const auto& [key, report] : found) {
    print_lines(out, key.substr(key.find(' ') + 1), report);
    if (found.size() <= most_tables) print_table(out, report);
  }
  out << '\n';
}

}  // namespace assay::runners
