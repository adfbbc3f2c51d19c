// SPDX-License-Identifier: Apache-2.0
// Wrong elements as JSON of a journal.
#include <fmt/format.h>

#include <stdexcept>

#include "reports/text/record_json_parts.hpp"

namespace assay::reports {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const WrongElement& element) {
  return {element.index,
          name_of(element.accept),
          hex_of(element.expected),
          hex_of(element.low),
          hex_of(element.high),
          hex_of(element.got),
          element.other ? Json(hex_of(*element.other)) : Json(),
          element.ulp ? number_json(*element.ulp) : Json()};
}

WrongElement element_from(const Json& json) {
  WrongElement element;
  element.index = whole_from<decltype(element.index)>(json.at(0));
  element.accept = accept_from(json.at(1));
  element.expected = bits_from(json.at(2));
  element.low = bits_from(json.at(3));
  element.high = bits_from(json.at(4));
  element.got = bits_from(json.at(5));
  if (!json.at(6).is_null()) element.other = bits_from(json.at(6));
  if (!json.at(7).is_null()) element.ulp = double_from(json.at(7));
  return element;
}

TileLayout layout_from(const std::string& name) {
  for (const TileLayout layout : {TileLayout::ND, TileLayout::DN, TileLayout::NZ, TileLayout::ZN,
                                  TileLayout::ZZ, TileLayout::NN}) {
    if (name_of(layout) == name) return layout;
  }
  throw std::runtime_error(fmt::format("'{}' is no layout", name));
}

}  // namespace

Json tile_json(const WrongTile& tile) {
  Json elements = Json::array();
  for (const WrongElement& element : tile.elements) elements.push_back(json_of(element));
  return {{"operand", tile.operand},
          {"element", name_of(tile.element)},
          {"shape", {tile.rows, tile.cols}},
          {"valid", {tile.valid_rows, tile.valid_cols}},
          {"layout", name_of(tile.layout)},
          {"box", {tile.box_rows, tile.box_cols}},
          {"wrong", tile.wrong},
          {"runs", tile.runs},
          {"distances", tile.distances},
          {"elements", std::move(elements)}};
}

WrongTile tile_from(const Json& json) {
  WrongTile tile;
  json.at("operand").get_to(tile.operand);
  tile.element = element_from_name(json.at("element"));
  tile.rows = whole_from<decltype(tile.rows)>(json.at("shape").at(0));
  tile.cols = whole_from<decltype(tile.cols)>(json.at("shape").at(1));
  tile.valid_rows = whole_from<decltype(tile.valid_rows)>(json.at("valid").at(0));
  tile.valid_cols = whole_from<decltype(tile.valid_cols)>(json.at("valid").at(1));
  tile.layout = layout_from(json.at("layout"));
  tile.box_rows = whole_from<decltype(tile.box_rows)>(json.at("box").at(0));
  tile.box_cols = whole_from<decltype(tile.box_cols)>(json.at("box").at(1));
  tile.wrong = whole_from<decltype(tile.wrong)>(json.at("wrong"));
  for (const Json& run : json.at("runs")) {
    tile.runs.push_back(whole_from<decltype(tile.runs)::value_type>(run));
  }
  json.at("distances").get_to(tile.distances);
  for (const Json& element : json.at("elements")) tile.elements.push_back(element_from(element));
  return tile;
}

}  // namespace assay::reports
