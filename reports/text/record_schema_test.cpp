// SPDX-License-Identifier: Apache-2.0
// reports/schema/journal-3.schema.json is what the lists of a record's fields say.
#include <gtest/gtest.h>

#include <concepts>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "reference/judge/records/record_fields.hpp"

namespace assay::reports {
namespace {

using Schema = nlohmann::ordered_json;

template <typename T>
struct Inner {};
template <typename T>
struct Inner<std::vector<T>> {
  using Vector = T;
};
template <typename T>
struct Inner<std::optional<T>> {
  using Optional = T;
};

/// Types whose names are too many for a schema are texts there.
template <typename Enum>
concept Listed =
    std::is_enum_v<Enum> && !std::same_as<Enum, ElementType> && !std::same_as<Enum, Choice>;

template <typename Value>
Schema schema_of(const FieldNote& note = {}, Spelling spelling = Spelling::usual);

template <typename Owner, typename Member>
Schema schema_of(const Field<Owner, Member>& field) {
  Schema schema = [&]() -> Schema {
    if constexpr (std::same_as<Member, AssemblerFinding>) {
      Schema one = schema_of<Member>();
      one["enum"].erase(0);  // `none` is left out
      return one;
    }
    if constexpr (std::same_as<Owner, AllowedReadings> &&
                  std::same_as<Member, std::vector<std::vector<std::uint8_t>>>) {
      return schema_of<std::vector<std::vector<std::string>>>();
    }
    return schema_of<Member>(field.note, field.spelling);
  }();
  if constexpr (is_row<Owner> && requires { typename Inner<Member>::Optional; }) {
    schema = {{"anyOf", {schema, {{"type", "null"}}}}};
  }
  if (!field.note.doc.empty()) schema["description"] = field.note.doc;
  return schema;
}

template <typename Owner>
Schema schema_of(const FieldPair<Owner>& /*field*/) {
  return {
      {"type", "array"}, {"items", schema_of<std::int64_t>()}, {"minItems", 2}, {"maxItems", 2}};
}

template <typename Owner, typename Member>
bool is_required(const Field<Owner, Member>& field) {
  return field.presence != Presence::if_set;
}
template <typename Owner>
bool is_required(const FieldPair<Owner>& /*field*/) {
  return true;
}

template <typename Owner>
Schema object_schema() {
  Schema properties = Schema::object();
  Schema required = Schema::array();
  each_field<Owner>([&](const auto& field) {
    properties[std::string(field.name)] = schema_of(field);
    if (is_required(field)) required.push_back(field.name);
  });
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", std::move(required)},
          {"additionalProperties", true}};
}

template <typename Owner>
Schema row_schema() {
  Schema items = Schema::array();
  each_field<Owner>([&](const auto& field) { items.push_back(schema_of(field)); });
  const std::size_t size = items.size();
  return {
      {"type", "array"}, {"prefixItems", std::move(items)}, {"minItems", size}, {"items", false}};
}

template <typename Value>
Schema schema_of(const FieldNote& note, Spelling spelling) {
  if constexpr (requires { typename Inner<Value>::Optional; }) {
    return schema_of<typename Inner<Value>::Optional>(note, spelling);
  } else if constexpr (requires { typename Inner<Value>::Vector; }) {
    return {{"type", "array"}, {"items", schema_of<typename Inner<Value>::Vector>()}};
  } else if constexpr (Listed<Value>) {
    Schema names = Schema::array();
    for (int i = 0; i <= static_cast<int>(last_of<Value>); ++i) {
      names.push_back(name_of(static_cast<Value>(i)));
    }
    return {{"enum", std::move(names)}};
  } else if constexpr (std::is_enum_v<Value> || std::same_as<Value, std::string>) {
    Schema schema{{"type", "string"}};
    if (!note.pattern.empty()) schema["pattern"] = note.pattern;
    return schema;
  } else if constexpr (std::floating_point<Value>) {
    return {{"anyOf", {{{"type", "number"}}, {{"enum", {"inf", "-inf", "nan"}}}}},
            {"description", "JSON has no infinity and no NaN: they are words"}};
  } else if constexpr (std::integral<Value>) {
    if (spelling == Spelling::bits) return {{"type", "string"}, {"pattern", "^0x[0-9a-f]+$"}};
    return {{"type", "integer"}, {"minimum", note.least}};
  } else if constexpr (is_row<Value>) {
    return row_schema<Value>();
  } else {
    return object_schema<Value>();
  }
}

/// A line of a journal is a record with two more members.
std::string journal_schema() {
  Schema schema{
      {"$schema", "https://json-schema.org/draft/2020-12/schema"},
      {"$id", "journal-3.schema.json"},
      {"title", "A line of journal.jsonl between its first and its last: a case and its verdict"}};
  schema.update(object_schema<CaseRecord>());
  schema["properties"]["line"] = {
      {"type", "integer"}, {"minimum", 1}, {"description", "number of the line in its file"}};
  schema["properties"]["check"] = {{"type", "string"},
                                   {"pattern", "^[0-9a-f]{16}$"},
                                   {"description", "first digits of the SHA-256 of the rest"}};
  for (const char* name : {"line", "check"}) schema["required"].push_back(name);
  return schema.dump(1) + "\n";
}

template <typename Enum>
void expect_last() {
  constexpr auto next = static_cast<Enum>(static_cast<int>(last_of<Enum>) + 1);
  EXPECT_NO_THROW(name_of(last_of<Enum>));
  EXPECT_THROW(name_of(next), std::out_of_range) << "after " << name_of(last_of<Enum>);
}

TEST(RecordSchema, KnowsTheLastNameOfEachType) {
  expect_last<VerdictKind>();
  expect_last<Deviation>();
  expect_last<AssemblerFinding>();
  expect_last<Accept>();
  expect_last<Target>();
  expect_last<TileLayout>();
}

TEST(RecordSchema, IsWhatTheFieldListsSay) {
  std::ifstream file(ASSAY_JOURNAL_SCHEMA);
  const std::string committed{std::istreambuf_iterator<char>(file), {}};
  const std::string made = journal_schema();
  if (committed == made) return;
  const std::filesystem::path path = std::filesystem::absolute("journal-3.schema.json");
  std::ofstream(path) << made;
  FAIL() << "the fields of a record changed: copy " << path << " to " << ASSAY_JOURNAL_SCHEMA;
}

}  // namespace
}  // namespace assay::reports
