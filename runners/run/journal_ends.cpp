// SPDX-License-Identifier: Apache-2.0
#include "runners/run/journal_ends.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reports/words/completion.hpp"
#include "reports/words/json_text.hpp"
#include "reports/words/seal.hpp"
#include "reports/words/text.hpp"

namespace assay::runners {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* head_key = "journal";
constexpr const char* end_key = "end";

constexpr const char* no_end =
    "its journal has no closing line, so it was killed, lost its disk or still goes on";
constexpr const char* not_said =
    "its journal is of an earlier version, which does not say whether the run came to its end";

/// The member of a line that has it alone.
std::optional<Json> member_of(std::string_view line, const char* key) {
  if (!line.starts_with(fmt::format("{{\"{}\":", key))) return std::nullopt;
  try {
    return std::make_optional<Json>(reports::parsed_json(line).at(key));
  } catch (const Json::exception& error) {
    throw std::runtime_error(reports::json_reason(error.what()));
  }
}

JournalHead head_of(const Json& json) {
  JournalHead head;
  if (const Json version = json.at("version"); version != reports::sealed_version) {
    throw std::runtime_error(fmt::format("it has version {}, and this program reads {}",
                                         version.dump(), reports::sealed_version));
  }
  reports::require_whole_numbers(json);
  json.at("planned").get_to(head.planned);
  for (const auto& [op, counts] : json.at("ops").items()) {
    head.ops[op] = {counts.at(0).get<std::size_t>(), counts.at(1).get<std::size_t>()};
  }
  return head;
}

JournalEnd end_of(const Json& json) {
  JournalEnd end{.completion = reports::completion_from(json)};
  json.at("cases").get_to(end.cases);
  json.at("partial_ok").get_to(end.completion.partial_ok);
  json.at("board_lost").get_to(end.board_lost);
  json.at("seconds").get_to(end.seconds);
  if (end.completion.complete() != json.at("complete").get<bool>()) {
    throw std::runtime_error("it contradicts itself about its end");
  }
  return end;
}

/// With the reason of JSON in place of its exceptions.
template <typename Read>
auto read_member(const Json& json, const Read& read) {
  try {
    return read(json);
  } catch (const Json::exception& error) {
    throw std::runtime_error(reports::json_reason(error.what()));
  }
}

Completion killed(std::size_t planned, std::size_t ran, const char* why) {
  return {
      .planned = planned, .ran = ran, .not_run = planned - std::min(planned, ran), .stopped = why};
}

}  // namespace

std::string to_json(const JournalHead& head) {
  Json ops = Json::object();
  for (const auto& [op, planned] : head.ops) ops[op] = {planned.cases, planned.legal};
  return Json{
      {head_key, {{"version", reports::sealed_version}, {"planned", head.planned}, {"ops", ops}}}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string to_json(const JournalEnd& end) {
  Json json = reports::completion_json(end.completion);
  json["cases"] = end.cases;
  json["partial_ok"] = end.completion.partial_ok;
  json["board_lost"] = end.board_lost;
  json["seconds"] = end.seconds;
  return Json{{end_key, json}}.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<JournalHead> head_from(std::string_view line) {
  const std::optional<Json> json = member_of(line, head_key);
  return json ? std::optional(read_member(*json, head_of)) : std::nullopt;
}

std::optional<JournalEnd> end_from(std::string_view line) {
  const std::optional<Json> json = member_of(line, end_key);
  return json ? std::optional(read_member(*json, end_of)) : std::nullopt;
}

std::size_t cases_in(const Records& records) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (i == 0 || records.index(i) != records.index(i - 1)) ++count;
  }
  return count;
}

Completion completion_of(const Journal& journal, const OlderAccount& older) {
  if (journal.end) return journal.end->completion;
  const std::size_t ran = cases_in(journal.records);
  if (journal.head) return killed(journal.head->planned, ran, no_end);
  if (older.summary) {
    Completion completion = *older.summary;
    completion.ran = ran;
    if (completion.not_run > 0 && completion.stopped.empty()) completion.stopped = not_said;
    return completion;
  }
  if (older.planned > 0 && ran >= older.planned) return {.planned = older.planned, .ran = ran};
  return killed(older.planned, ran, not_said);
}

}  // namespace assay::runners
