// SPDX-License-Identifier: Apache-2.0
#include "reports/words/choices.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <utility>
#include <vector>

#include "reports/words/table.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

using Json = nlohmann::ordered_json;

/// Scopes of one choice in which the same readings are left.
struct SameReading {
  std::set<std::string> targets;
  std::size_t scopes = 0;
  std::size_t cases = 0;
};

/// Cases of one scope that contradict the others in one way.
struct Contradiction {
  std::size_t cases = 0;
  const Inconsistency* first = nullptr;
};
using Contradictions = std::map<std::vector<std::uint8_t>, Contradiction>;

std::string cases_text(std::size_t count, const std::string& example) {
  return fmt::format("{}, as {}", count_of(count, "case"), example);
}

/// "inconsistent: subnormals of a5 f32 in two ways: kept (367 cases, as NAME), flushed (44 cases,
/// as NAME)".
std::string contradictions_text(const ScopeReading& scope, const Contradictions& found) {
  std::size_t others = scope.cases;
  std::string text;
  for (const auto& [readings, one] : found) {
    others -= std::min(others, one.cases);
    text += fmt::format(", {} ({})", readings_text(scope.key.choice, readings),
                        cases_text(one.cases, one.first->second));
  }
  const Inconsistency& first = *found.begin()->second.first;
  return fmt::format("inconsistent: {} in {} ways: {} ({}){}", scope_text(scope.key),
                     found.size() == 1 ? "two" : std::to_string(found.size() + 1),
                     readings_text(scope.key.choice, first.before), cases_text(others, first.first),
                     text);
}

void print_inconsistent(std::ostream& out, const ChoiceProfile& profile, bool colour) {
  std::map<ScopeKey, Contradictions> found;
  for (const Inconsistency& one : profile.inconsistent) {
    Contradiction& same = found[one.key][one.after];
    if (same.cases++ == 0) same.first = &one;
  }
  for (const ScopeReading& scope : profile.scopes) {
    const auto here = found.find(scope.key);
    if (here == found.end()) continue;
    out << "  " << styled(printable(contradictions_text(scope, here->second)), Style::bad, colour)
        << '\n';
  }
}

Json readings_json(Choice choice, const std::vector<std::uint8_t>& readings) {
  Json names = Json::array();
  for (const std::uint8_t reading : readings) {
    names.push_back(text_of(choice).readings[reading].name);
  }
  return names;
}

Json key_json(const ScopeKey& key) {
  Json json{{"choice", text_of(key.choice).name}, {"target", key.target}};
  if (!key.op.empty()) json["op"] = key.op;
  if (!key.types.empty()) json["types"] = key.types;
  if (!key.backend.empty()) json["backend"] = key.backend;
  return json;
}

}  // namespace

void print_choices(std::ostream& out, const ChoiceProfile& profile, bool colour) {
  if (profile.scopes.empty()) return;
  std::map<std::pair<Choice, std::vector<std::uint8_t>>, SameReading> found;
  for (const ScopeReading& one : profile.scopes) {
    SameReading& same = found[{one.key.choice, one.readings}];
    same.targets.insert(one.key.target);
    ++same.scopes;
    same.cases += one.cases;
  }
  out << styled("What the manual leaves open is read so", Style::strong, colour) << '\n';
  TextTable table;
  for (const auto& [key, same] : found) {
    table.add(
        {{fmt::format("  {}", text_of(key.first).name)},
         {readings_text(key.first, key.second)},
         {fmt::format("{}", fmt::join(same.targets, " "))},
         {fmt::format("{}, {}", count_of(same.scopes, "scope"), count_of(same.cases, "case"))}});
  }
  table.print(out, 0, colour);
  print_inconsistent(out, profile, colour);
  out << '\n';
}

void print_scopes(std::ostream& out, const ChoiceProfile& profile, bool colour) {
  TextTable table;
  table.add({{"choice", Style::strong},
             {"op", Style::strong},
             {"target", Style::strong},
             {"types", Style::strong},
             {"reading", Style::strong},
             {"cases", Style::strong},
             {"decided by", Style::strong}});
  for (const ScopeReading& one : profile.scopes) {
    table.add({{std::string(text_of(one.key.choice).name)},
               {one.key.op.empty() ? "-" : printable(one.key.op)},
               {printable(one.key.target)},
               {one.key.types.empty() ? "-" : printable(one.key.types)},
               {readings_text(one.key.choice, one.readings)},
               {std::to_string(one.cases)},
               {printable(one.example)}});
  }
  table.print(out, 0, colour);
  print_inconsistent(out, profile, colour);
}

void print_known_choices(std::ostream& out) {
  for (const ChoiceText& choice : all_choices()) {
    out << choice.name << ": " << choice.question << '\n';
    for (const ReadingText& reading : choice.readings) {
      out << fmt::format("  {:<16} {} ({})\n", reading.name, reading.text, reading.source);
    }
  }
}

Json known_choices_json() {
  Json all = Json::array();
  for (const ChoiceText& choice : all_choices()) {
    Json readings = Json::array();
    for (const ReadingText& reading : choice.readings) {
      readings.push_back(
          {{"name", reading.name}, {"text", reading.text}, {"source", reading.source}});
    }
    all.push_back(
        {{"name", choice.name}, {"question", choice.question}, {"readings", std::move(readings)}});
  }
  return all;
}

Json choices_json(const ChoiceProfile& profile) {
  Json json{{"scopes", Json::array()}, {"inconsistent", Json::array()}};
  for (const ScopeReading& one : profile.scopes) {
    Json scope = key_json(one.key);
    scope["readings"] = readings_json(one.key.choice, one.readings);
    scope["cases"] = one.cases;
    scope["decided_by"] = one.example;
    json["scopes"].push_back(std::move(scope));
  }
  for (const Inconsistency& one : profile.inconsistent) {
    Json found = key_json(one.key);
    found["first"] = {{"case", one.first}, {"readings", readings_json(one.key.choice, one.before)}};
    found["second"] = {{"case", one.second},
                       {"readings", readings_json(one.key.choice, one.after)}};
    json["inconsistent"].push_back(std::move(found));
  }
  return json;
}

std::string choices_as_toml(const ChoiceProfile& profile) {
  std::string text =
      "# How an implementation reads what the manual leaves open: a file for --choices.\n";
  for (const ScopeReading& one : profile.scopes) {
    if (one.readings.size() != 1) continue;
    text += fmt::format("\n[[choice]]\nname = \"{}\"\nreading = \"{}\"\ntarget = \"{}\"\n",
                        text_of(one.key.choice).name, readings_text(one.key.choice, one.readings),
                        one.key.target);
    if (!one.key.types.empty()) text += fmt::format("types = \"{}\"\n", one.key.types);
    if (!one.key.op.empty()) text += fmt::format("op = \"{}\"\n", one.key.op);
  }
  return text;
}

}  // namespace assay::reports
