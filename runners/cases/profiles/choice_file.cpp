// SPDX-License-Identifier: Apache-2.0
// Files with the readings of the manual that an implementation must follow.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "reference/ops/op_index.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/support/names.hpp"
#include "runners/support/nearest.hpp"
#include "runners/support/toml_file.hpp"

namespace assay::runners {
namespace {

std::string required_text(const toml::table& table, std::string_view key, const std::string& file) {
  std::string text = text_at(table, key, file).value_or("");
  if (text.empty()) toml_error(file, table, fmt::format("a choice needs a '{}'", key));
  return text;
}

Choice choice_at(const toml::table& table, const std::string& file) {
  const std::string name = required_text(table, "name", file);
  if (const auto choice = choice_named(name)) return *choice;
  std::vector<std::string> known;
  for (const ChoiceText& one : all_choices()) known.emplace_back(one.name);
  toml_error(file, table, fmt::format("no choice '{}'{}", name, suggestion(name, known)));
}

std::uint8_t reading_at(const toml::table& table, Choice choice, const std::string& file) {
  const std::string name = required_text(table, "reading", file);
  if (const auto reading = reading_named(choice, name)) return *reading;
  std::vector<std::string> known;
  for (const ReadingText& one : text_of(choice).readings) known.emplace_back(one.name);
  toml_error(
      file, table,
      fmt::format("{} has no reading '{}'{}", text_of(choice).name, name, suggestion(name, known)));
}

void require_types(const std::string& types) {
  for (std::size_t begin = 0; begin < types.size();) {
    const std::size_t end = std::min(types.find(',', begin), types.size());
    known_element(types.substr(begin, end - begin));
    begin = end + 1;
  }
}

ReadingPin pin_of(const toml::table& table, const std::string& file) {
  require_known_keys(table, {"name", "reading", "target", "types", "op", "source"}, file);
  ReadingPin pin;
  pin.choice = choice_at(table, file);
  pin.reading = reading_at(table, pin.choice, file);
  pin.types = text_at(table, "types", file).value_or("");
  pin.op = text_at(table, "op", file).value_or("");
  try {
    if (const auto target = text_at(table, "target", file)) pin.target = known_target(*target);
    require_types(pin.types);
  } catch (const UsageError& error) {
    toml_error(file, table, error.what());
  }
  if (!pin.op.empty() && find_op(pin.op) == nullptr) {
    toml_error(file, table, fmt::format("no op '{}'", pin.op));
  }
  return pin;
}

}  // namespace

std::shared_ptr<const std::vector<ReadingPin>> load_choices(const std::string& file) {
  return file.empty() ? nullptr : parse_choices(read_text_file(file), file);
}

std::shared_ptr<const std::vector<ReadingPin>> parse_choices(std::string_view text,
                                                             const std::string& file) {
  const toml::table root = parse_toml(text, file);
  require_known_keys(root, {"choice", "order"}, file);  // see parse_orders()
  const toml::array* entries = root["choice"].as_array();
  if (entries == nullptr || entries->empty()) {
    throw UsageError(
        fmt::format("{}: no [[choice]] in it; `assay choices RUN` writes such a file", file));
  }
  auto pins = std::make_shared<std::vector<ReadingPin>>();
  for (const toml::node& entry : *entries) {
    const toml::table* table = entry.as_table();
    if (table == nullptr) toml_error(file, entry, "a choice is a table");
    pins->push_back(pin_of(*table, file));
  }
  return pins;
}

ToleranceLookup granted(const std::string& accuracy, const std::string& choices) {
  return load_accuracy(accuracy).lookup().with(load_choices(choices));
}

}  // namespace assay::runners
