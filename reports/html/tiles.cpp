// SPDX-License-Identifier: Apache-2.0
// Wrong elements and wrong texts as data of the HTML page.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "reference/numerics/real.hpp"
#include "reference/ops/op_index.hpp"
#include "reports/html/data_parts.hpp"
#include "reports/replay/parts.hpp"
#include "reports/words/tally.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

std::string got_text(ElementType type, const WrongElement& element) {
  std::string text = numerics::describe(type, element.got);
  if (element.other) text += ", in another execution " + numerics::describe(type, *element.other);
  return text;
}

/// A mask as its bits in fours, the highest lane first; an x where a bit is free.
std::string lanes_text(ElementType type, std::uint64_t bits, std::uint64_t that_count) {
  std::string text;
  for (int bit = bits_of(type) - 1; bit >= 0; --bit) {
    const bool counts = (that_count >> bit & 1) != 0;
    text += !counts ? 'x' : (bits >> bit & 1) != 0 ? '1' : '0';
    if (bit % 4 == 0 && bit > 0) text += '_';
  }
  return text;
}

std::string got_lanes(ElementType type, const WrongElement& element) {
  constexpr std::uint64_t all = ~std::uint64_t{0};
  std::string text = lanes_text(type, element.got, all);
  if (element.other) text += ", in another execution " + lanes_text(type, *element.other, all);
  return text;
}

/// Whether the bits of an output represent lanes: the page then counts its columns in packed units.
bool is_packed(const CaseRecord& record, const std::string& operand) {
  const OpSpec* op = find_op(record.op);
  if (op == nullptr) return false;
  const auto form = std::ranges::find(op->forms, record.form, &Form::name);
  if (form == op->forms.end()) return false;
  return std::ranges::find(form->constraints, operand + ".packed_columns", &Constraint::name) !=
         form->constraints.end();
}

Json json_of_element(const WrongTile& tile, const WrongElement& element, bool packed) {
  const ElementType type = tile.element;
  const std::uint64_t that_count = element.accept == Accept::some_bits ? element.low : ~0ULL;
  return {element.index,
          hex_bits(type, element.expected),
          packed ? lanes_text(type, element.expected, that_count)
                 : accepted_text(type, element.accept, element.expected, element.low, element.high),
          hex_bits(type, element.got),
          packed ? got_lanes(type, element) : got_text(type, element),
          json_of_ulp(element.ulp)};
}

/// The inputs of the worst element of a case, a list for each: operand, place, value.
Json json_of_inputs(const CaseRecord& record, const WrongTile& tile, const ReportExtras& extras) {
  Json inputs = Json::array();
  const auto& worst = record.verdict.worst;
  if (!extras.inputs || !worst || worst->operand != tile.operand) return inputs;
  for (const WorstInput& one : extras.inputs(record)) {
    inputs.push_back({printable(one.operand), one.place, one.value});
  }
  return inputs;
}

Json json_of_tile(const CaseRecord& record, const WrongTile& tile, const ReportExtras& extras) {
  const bool packed = is_packed(record, tile.operand);
  Json elements = Json::array();
  for (const WrongElement& element : tile.elements) {
    elements.push_back(json_of_element(tile, element, packed));
  }
  return {
      {"operand", printable(tile.operand)},
      {"element", name_of(tile.element)},
      {"bits", bits_of(tile.element)},
      {"rows", tile.rows},
      {"cols", tile.cols},
      {"valid_rows", tile.valid_rows},
      {"valid_cols", tile.valid_cols},
      {"layout", name_of(tile.layout)},
      {"box", {tile.box_rows, tile.box_cols}},
      {"mask", packed},
      {"allowed", printable(allowed_text(record, tile.operand, tile.element, extras.tolerances))},
      {"inputs", json_of_inputs(record, tile, extras)},
      {"wrong", tile.wrong},
      {"runs", tile.runs},
      {"distances", tile.distances},
      {"elements", std::move(elements)}};
}

/// Cases to draw, each once and only with something to draw.
class Choice {
 public:
  void add(const CaseRecord& record) {
    if (!has_wrong_tiles(record) || chosen_.size() == most_drawn_cases) return;
    if (names_.insert(record.name).second) chosen_.push_back(record);
  }
  const std::vector<CaseRecord>& chosen() const { return chosen_; }

 private:
  std::unordered_set<std::string> names_;
  std::vector<CaseRecord> chosen_;
};

/// Of each finding, with something to draw.
std::vector<CaseRecord> representatives(const Records& records, const ReportExtras& extras) {
  std::unordered_map<std::string, std::optional<CaseRecord>> named;
  for (const Finding& finding : extras.findings) named[finding.representative];
  for (std::size_t i = 0; i < records.size() && !named.empty(); ++i) {
    if (records.kind(i) == VerdictKind::conforms) continue;
    CaseRecord record = records[i];
    const auto found = named.find(record.name);
    if (found == named.end() || found->second || !has_wrong_tiles(record)) continue;
    found->second = std::move(record);
  }
  std::vector<CaseRecord> list;
  for (const Finding& finding : extras.findings) {
    const std::optional<CaseRecord>& found = named[finding.representative];
    if (found) list.push_back(*found);
  }
  return list;
}

}  // namespace

Json json_of_tiles(const Records& records, const ReportExtras& extras) {
  Choice choice;
  for (const CaseRecord& record : representatives(records, extras)) choice.add(record);
  const std::vector<FailureGroup> groups = failure_groups(records);
  std::size_t rounds = 0;
  for (const FailureGroup& group : groups) rounds = std::max(rounds, group.cases.size());
  for (std::size_t round = 0; round < rounds; ++round) {
    for (const FailureGroup& group : groups) {
      if (round < group.cases.size()) choice.add(records[group.cases[round]]);
    }
  }
  Json drawn = Json::object();
  for (const CaseRecord& record : choice.chosen()) {
    Json tiles = Json::array();
    for (const WrongTile& tile : wrong_parts_of(record).tiles) {
      tiles.push_back(json_of_tile(record, tile, extras));
    }
    drawn[printable(record.name)] = std::move(tiles);
  }
  return drawn;
}

Json json_of_texts(const Records& records, const ReportExtras& extras) {
  std::unordered_set<std::string_view> examples;
  for (const Finding& finding : extras.findings) examples.insert(finding.representative);
  Json texts = Json::object();
  for (const bool example : {true, false}) {
    for (const CaseRecord& record : records) {
      if (!has_wrong_text(record) || examples.contains(record.name) != example) continue;
      if (texts.size() == most_texts) return texts;
      const WrongText text = wrong_parts_of(record).text.value();
      texts[printable(record.name)] = {
          {"expected", text.expected}, {"got", text.got}, {"width", text.width}};
    }
  }
  return texts;
}

}  // namespace assay::reports
