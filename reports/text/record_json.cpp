// SPDX-License-Identifier: Apache-2.0
// Records as lines of JSON. Bit patterns are hexadecimal strings, because a JSON number holds 53
// bits.
#include "reports/text/record_json.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reports/text/record_json_parts.hpp"
#include "reports/words/json_text.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array all_accepts{
    Accept::unspecified, Accept::exact,          Accept::interval,  Accept::any_of,
    Accept::any_nan,     Accept::target_defined, Accept::preserved, Accept::interval_or_zero,
    Accept::some_bits};

template <typename T>
T known(std::optional<T> value, const std::string& text) {
  if (!value) throw std::runtime_error(fmt::format("'{}' is not a name this version knows", text));
  return *value;
}

Json json_of(const WorstElement& worst) {
  Json json{{"operand", worst.operand},
            {"row", worst.row},
            {"col", worst.col},
            {"accept", name_of(worst.accept)},
            {"expected", hex_of(worst.expected)},
            {"got", hex_of(worst.got)}};
  if (worst.ulp) json["ulp"] = number_json(*worst.ulp);
  if (worst.element) json["element"] = name_of(*worst.element);
  return json;
}

WorstElement worst_from(const Json& json) {
  WorstElement worst;
  worst.operand = printable(json.at("operand").get<std::string>());
  worst.row = whole_from<decltype(worst.row)>(json.at("row"));
  worst.col = whole_from<decltype(worst.col)>(json.at("col"));
  worst.accept = accept_from(json.at("accept"));
  worst.expected = bits_from(json.at("expected"));
  worst.got = bits_from(json.at("got"));
  if (json.contains("ulp")) worst.ulp = double_from(json["ulp"]);
  if (json.contains("element")) worst.element = element_from_name(json["element"]);
  return worst;
}

Json json_of(const SeenErratum& seen) {
  Json json{{"number", seen.number}, {"exercised", seen.exercised}, {"shown", seen.shown}};
  if (!seen.title.empty()) json["title"] = seen.title;
  if (seen.example) json["example"] = json_of(*seen.example);
  return json;
}

SeenErratum seen_from(const Json& json) {
  SeenErratum seen;
  json.at("number").get_to(seen.number);
  seen.exercised = whole_from<decltype(seen.exercised)>(json.at("exercised"));
  seen.shown = whole_from<decltype(seen.shown)>(json.at("shown"));
  seen.title = printable(json.value("title", ""));
  if (json.contains("example")) seen.example = worst_from(json["example"]);
  return seen;
}

Json json_of(const AllowedReadings& seen) {
  Json json{
      {"op", seen.op},        {"target", name_of(seen.target)}, {"dtype", name_of(seen.element)},
      {"dtypes", seen.types}, {"choices", Json::array()},       {"allowed", Json::array()}};
  for (const Choice choice : seen.choices) json["choices"].push_back(text_of(choice).name);
  for (const std::vector<std::uint8_t>& one : seen.allowed) {
    Json names = Json::array();
    for (std::size_t k = 0; k < one.size(); ++k) {
      names.push_back(text_of(seen.choices[k]).readings[one[k]].name);
    }
    json["allowed"].push_back(std::move(names));
  }
  return json;
}

AllowedReadings readings_from(const Json& json) {
  AllowedReadings seen;
  json.at("op").get_to(seen.op);
  const auto target = json.at("target").get<std::string>();
  seen.target = known(target_named(target), target);
  seen.element = element_from_name(json.at("dtype"));
  json.at("dtypes").get_to(seen.types);
  for (const std::string name : json.at("choices")) {
    seen.choices.push_back(known(choice_named(name), name));
  }
  for (const Json& names : json.at("allowed")) {
    if (names.size() != seen.choices.size()) {
      throw std::runtime_error("a combination of readings has not one for each choice");
    }
    std::vector<std::uint8_t>& one = seen.allowed.emplace_back();
    for (std::size_t k = 0; k < seen.choices.size(); ++k) {
      const auto name = names[k].get<std::string>();
      one.push_back(known(reading_named(seen.choices[k], name), name));
    }
  }
  return seen;
}

Json json_of(const Verdict& verdict) {
  Json json{{"kind", name_of(verdict.kind)},
            {"deviation", name_of(verdict.deviation)},
            {"reason", verdict.reason},
            {"compared", verdict.compared},
            {"wrong", verdict.wrong},
            {"target_defined", verdict.target_defined},
            {"alternative", verdict.alternative}};
  if (verdict.assembler != AssemblerFinding::none) json["assembler"] = name_of(verdict.assembler);
  if (verdict.max_ulp) json["max_ulp"] = number_json(*verdict.max_ulp);
  if (const RelativeErrors& errors = verdict.relative; errors.elements > 0) {
    json["relative_error"] = {{"elements", errors.elements},
                              {"sum", number_json(errors.sum)},
                              {"largest", number_json(errors.largest)}};
  }
  if (verdict.worst) json["worst"] = json_of(*verdict.worst);
  for (const SeenErratum& one : verdict.errata) json["errata"].push_back(json_of(one));
  for (const AllowedReadings& one : verdict.readings) json["readings"].push_back(json_of(one));
  return json;
}

Verdict verdict_from(const Json& json) {
  Verdict verdict;
  const auto kind = json.at("kind").get<std::string>();
  const auto deviation = json.at("deviation").get<std::string>();
  verdict.kind = known(verdict_named(kind), kind);
  verdict.deviation = known(deviation_named(deviation), deviation);
  verdict.reason = printable(json.at("reason").get<std::string>());
  verdict.compared = whole_from<decltype(verdict.compared)>(json.at("compared"));
  verdict.wrong = whole_from<decltype(verdict.wrong)>(json.at("wrong"));
  verdict.target_defined = whole_from<decltype(verdict.target_defined)>(json.at("target_defined"));
  verdict.alternative = whole_from<decltype(verdict.alternative)>(json.at("alternative"));
  if (json.contains("assembler")) {
    const auto finding = json["assembler"].get<std::string>();
    verdict.assembler = known(assembler_finding_named(finding), finding);
  }
  if (json.contains("max_ulp")) verdict.max_ulp = double_from(json["max_ulp"]);
  if (json.contains("relative_error")) {
    const Json& errors = json["relative_error"];
    verdict.relative = {whole_from<std::int64_t>(errors.at("elements")),
                        double_from(errors.at("sum")), double_from(errors.at("largest"))};
  }
  if (json.contains("worst")) verdict.worst = worst_from(json["worst"]);
  if (json.contains("errata")) {
    for (const Json& one : json["errata"]) verdict.errata.push_back(seen_from(one));
  }
  if (json.contains("readings")) {
    for (const Json& one : json["readings"]) verdict.readings.push_back(readings_from(one));
  }
  return verdict;
}

std::uint64_t whole_at(const Json& json, const char* key, std::uint64_t otherwise) {
  return json.contains(key) ? whole_from<std::uint64_t>(json[key]) : otherwise;
}

/// Of what a backend or another program wrote, as a terminal can take it.
std::string text_at(const Json& json, const char* key) {
  return printable(json.at(key).get<std::string>());
}

CaseRecord record_from(const Json& json) {
  CaseRecord record;
  record.name = text_at(json, "name");
  record.op = text_at(json, "op");
  record.form = text_at(json, "form");
  record.target = text_at(json, "target");
  record.dtypes = text_at(json, "dtypes");
  record.dtype = text_at(json, "dtype");
  record.intent = text_at(json, "intent");
  record.plan = text_at(json, "plan");
  record.scenario = text_at(json, "scenario");
  record.backend = text_at(json, "backend");
  record.key = whole_from<decltype(record.key)>(json.at("key"));
  record.verdict = verdict_from(json.at("verdict"));
  record.index = whole_at(json, "index", 0);
  record.executions = whole_at(json, "executions", 1);
  const std::uint64_t failed = is_failure(record.verdict.kind) ? record.executions : 0;
  record.failed_executions = whole_at(json, "failed_executions", failed);
  record.board = printable(json.value("board", ""));
  record.attribution = printable(json.value("attribution", ""));
  record.disturbed = printable(json.value("disturbed", ""));
  if (json.contains("tiles")) {
    for (const Json& tile : json["tiles"]) record.tiles.push_back(tile_from(tile));
  }
  if (json.contains("text")) {
    const Json& text = json["text"];
    record.text = {text.at("expected").get<std::string>(), text.at("got").get<std::string>(),
                   whole_from<int>(text.at("width"))};
  }
  record.seconds = double_from(json.at("seconds"));
  return record;
}

}  // namespace

// JSON has no infinity and no NaN.
Json number_json(double value) {
  if (std::isfinite(value)) return value;
  if (std::isnan(value)) return "nan";
  return value > 0 ? "inf" : "-inf";
}

double double_from(const Json& json) {
  if (json.is_number()) return json.get<double>();
  const auto text = json.get<std::string>();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  throw std::runtime_error(fmt::format("'{}' is no number", text));
}

std::string hex_of(std::uint64_t bits) { return fmt::format("0x{:x}", bits); }

std::uint64_t bits_from(const std::string& text) {
  std::uint64_t bits = 0;
  const char* end = text.data() + text.size();
  if (text.starts_with("0x")) {
    const auto [stop, error] = std::from_chars(text.data() + 2, end, bits, 16);
    if (error == std::errc() && stop == end) return bits;
  }
  throw std::runtime_error(fmt::format("'{}' is no hexadecimal pattern", text));
}

ElementType element_from_name(const std::string& text) { return known(element_named(text), text); }

Accept accept_from(const std::string& text) {
  for (const Accept accept : all_accepts) {
    if (name_of(accept) == text) return accept;
  }
  throw std::runtime_error(fmt::format("'{}' is not a name this version knows", text));
}

std::string to_json_line(const CaseRecord& record) {
  Json json{{"name", record.name},
            {"op", record.op},
            {"form", record.form},
            {"target", record.target},
            {"dtypes", record.dtypes},
            {"dtype", record.dtype},
            {"intent", record.intent},
            {"plan", record.plan},
            {"scenario", record.scenario},
            {"backend", record.backend},
            {"key", record.key},
            {"index", record.index},
            {"verdict", json_of(record.verdict)},
            {"executions", record.executions},
            {"failed_executions", record.failed_executions},
            {"seconds", number_json(record.seconds)}};
  if (!record.board.empty()) json["board"] = record.board;
  if (!record.attribution.empty()) json["attribution"] = record.attribution;
  if (!record.disturbed.empty()) json["disturbed"] = record.disturbed;
  const auto [tiles, text] = wrong_parts_of(record);
  for (const WrongTile& tile : tiles) json["tiles"].push_back(tile_json(tile));
  if (text) {
    json["text"] = {{"expected", text->expected}, {"got", text->got}, {"width", text->width}};
  }
  // A reason may quote bytes of a dying backend that are no UTF-8.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

CaseRecord from_json_line(const std::string& line) {
  try {
    return record_from(parsed_json(line));
  } catch (const std::exception& error) {
    throw std::runtime_error(fmt::format("cannot read a record: {}", json_reason(error.what())));
  }
}

}  // namespace assay::reports
