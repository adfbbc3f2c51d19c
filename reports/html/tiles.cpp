// SPDX-License-Identifier: Apache-2.0
// Wrong elements and distances by exponent as data of the HTML page.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "reference/numerics/real.hpp"
#include "reports/html/data_parts.hpp"
#include "reports/replay/parts.hpp"
#include "reports/words/tally.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

std::string got_text(ElementType type, const WrongElement& element) {
  std::string text = numerics::describe(type, element.got);
  if (element.other) text += ", another time " + numerics::describe(type, *element.other);
  return text;
}

Json json_of_tile(const WrongTile& tile) {
  Json elements = Json::array();
  for (const WrongElement& element : tile.elements) {
    elements.push_back(
        {element.index, hex_bits(tile.element, element.expected),
         accepted_text(tile.element, element.accept, element.expected, element.low, element.high),
         hex_bits(tile.element, element.got), got_text(tile.element, element),
         json_of_ulp(element.ulp)});
  }
  return {{"operand", printable(tile.operand)},
          {"element", name_of(tile.element)},
          {"bits", bits_of(tile.element)},
          {"rows", tile.rows},
          {"cols", tile.cols},
          {"valid_rows", tile.valid_rows},
          {"valid_cols", tile.valid_cols},
          {"layout", name_of(tile.layout)},
          {"box", {tile.box_rows, tile.box_cols}},
          {"wrong", tile.wrong},
          {"runs", tile.runs},
          {"distances", tile.distances},
          {"elements", std::move(elements)}};
}

/// Cases to draw, each once and only with something to draw.
class Choice {
 public:
  void add(const CaseRecord& record) {
    if (record.tiles.empty() || chosen_.size() == most_drawn_cases) return;
    if (names_.insert(record.name).second) chosen_.push_back(&record);
  }
  const std::vector<const CaseRecord*>& chosen() const { return chosen_; }

 private:
  std::unordered_set<std::string_view> names_;
  std::vector<const CaseRecord*> chosen_;
};

struct Exponent {
  std::size_t cases = 0;
  double ulp = 0;
};

}  // namespace

Json json_of_tiles(std::span<const CaseRecord> records, const ReportExtras& extras) {
  std::unordered_map<std::string_view, const CaseRecord*> named;
  for (const CaseRecord& record : records) {
    if (!record.tiles.empty()) named.try_emplace(record.name, &record);
  }
  Choice choice;
  for (const Finding& finding : extras.findings) {
    const auto found = named.find(finding.representative);
    if (found != named.end()) choice.add(*found->second);
  }
  const std::vector<FailureGroup> groups = failure_groups(records);
  std::size_t rounds = 0;
  for (const FailureGroup& group : groups) rounds = std::max(rounds, group.cases.size());
  for (std::size_t round = 0; round < rounds; ++round) {
    for (const FailureGroup& group : groups) {
      if (round < group.cases.size()) choice.add(*group.cases[round]);
    }
  }
  Json drawn = Json::object();
  for (const CaseRecord* record : choice.chosen()) {
    Json tiles = Json::array();
    for (const WrongTile& tile : record->tiles) tiles.push_back(json_of_tile(tile));
    drawn[printable(record->name)] = std::move(tiles);
  }
  return drawn;
}

Json json_of_exponents(std::span<const CaseRecord> records) {
  std::map<std::tuple<std::string, DtypeKey>, std::map<int, Exponent>> found;
  for (const CaseRecord& record : records) {
    const auto& worst = record.verdict.worst;
    if (!worst || !worst->ulp || !worst->element || !is_float(*worst->element)) continue;
    const double expected = numerics::decode(*worst->element, worst->expected).to_double();
    if (!std::isfinite(expected) || !std::isfinite(*worst->ulp)) continue;
    // A zero is drawn beside the smallest subnormal.
    const std::uint64_t least = 1;
    const double size =
        expected == 0 ? numerics::decode(*worst->element, least).to_double() : std::abs(expected);
    const DtypeKey dtype{std::string(name_of(*worst->element))};
    Exponent& exponent = found[{record.op, dtype}][std::ilogb(size)];
    ++exponent.cases;
    exponent.ulp = std::max(exponent.ulp, *worst->ulp);
  }
  Json rows = Json::array();
  for (const auto& [key, exponents] : found) {
    Json points = Json::array();
    for (const auto& [power, exponent] : exponents) {
      points.push_back({power, exponent.cases, json_of_ulp(exponent.ulp)});
    }
    rows.push_back({printable(std::get<0>(key)), std::get<1>(key).name, std::move(points)});
  }
  return rows;
}

}  // namespace assay::reports
