// SPDX-License-Identifier: Apache-2.0
// How a PTO library is compiled, launched and reached: the contents of a profile file.
#include "runners/sdk/source/profile.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/isa/types/target.hpp"
#include "runners/support/embedded.hpp"
#include "runners/support/toml_file.hpp"

namespace assay::runners::sdk {
namespace {

std::vector<std::string> texts_at(const toml::table& table, std::string_view key,
                                  const std::string& file) {
  std::vector<std::string> all;
  const toml::node* node = table.get(key);
  if (node == nullptr) return all;
  if (!node->is_array()) toml_error(file, *node, fmt::format("'{}' must be a list", key));
  for (const toml::node& one : *node->as_array()) {
    const auto value = one.value<std::string>();
    if (!value) toml_error(file, one, fmt::format("'{}' must be a list of texts", key));
    all.push_back(*value);
  }
  return all;
}

/// A table of a profile and the file's name for sentences about it.
class Section {
 public:
  Section(const toml::table& profile, std::string_view key, const std::string& file) : file_(file) {
    const toml::node* node = profile.get(key);
    if (node == nullptr) return;
    if (!node->is_table()) toml_error(file, *node, fmt::format("'{}' must be a table", key));
    table_ = *node->as_table();
  }

  void know(const std::vector<std::string>& keys) const { require_known_keys(table_, keys, file_); }

  std::string text(std::string_view key, std::string otherwise = {}) const {
    return text_at(table_, key, file_).value_or(std::move(otherwise));
  }

  std::optional<std::int64_t> count(std::string_view key) const {
    return count_at(table_, key, file_);
  }

  std::vector<std::string> texts(std::string_view key) const {
    return texts_at(table_, key, file_);
  }

  std::map<std::string, std::string> all_texts() const {
    std::map<std::string, std::string> all;
    for (const auto& [key, node] : table_) all[std::string(key.str())] = text(key.str());
    return all;
  }

  std::map<std::string, std::vector<std::string>> all_lists() const {
    std::map<std::string, std::vector<std::string>> all;
    for (const auto& [key, node] : table_) all[std::string(key.str())] = texts(key.str());
    return all;
  }

  std::map<std::string, std::uint64_t> all_counts() const {
    std::map<std::string, std::uint64_t> all;
    for (const auto& [key, node] : table_) {
      all[std::string(key.str())] =
          static_cast<std::uint64_t>(count_at(table_, key.str(), file_).value_or(0));
    }
    return all;
  }

 private:
  const std::string& file_;
  toml::table table_;
};

void read_compile(const toml::table& table, const std::string& file, Profile& profile) {
  const Section compile(table, "compile", file);
  compile.know({"compiler", "flags", "defines", "link", "includes", "builds"});
  profile.compiler = compile.text("compiler", "c++");
  profile.flags = compile.texts("flags");
  profile.defines = compile.texts("defines");
  profile.link = compile.texts("link");
  profile.includes = compile.texts("includes");
  profile.builds = compile.texts("builds");
}

/// Text between two @ that is no name to be filled in would be compiled as it is.
void require_marks(const std::string& file, std::string_view section, std::string_view key,
                   const std::string& text, const std::vector<std::string_view>& known) {
  const auto is_letter = [](char one) { return one >= 'a' && one <= 'z'; };
  for (auto begin = std::ranges::find(text, '@'); begin != text.end();
       begin = std::find(begin + 1, text.end(), '@')) {
    const auto end = std::find_if_not(begin + 1, text.end(), is_letter);
    const std::string_view name(begin + 1, end);
    const bool is_mark = !name.empty() && end != text.end() && *end == '@';
    if (!is_mark) continue;
    if (std::ranges::find(known, name) == known.end()) {
      throw UsageError(
          fmt::format("{}: '{}' in [{}] has @{}@, for which nothing is filled in; "
                      "known are @{}@",
                      file, key, section, name, fmt::join(known, "@, @")));
    }
    begin = end;
  }
}

void require_marks(const std::string& file, const Profile& profile) {
  require_marks(file, "unit", "entry", profile.entry,
                {"symbol", "declare", "bind", "memory", "load", "operation", "store"});
  require_marks(file, "unit", "check", profile.check, {"symbol", "parameters", "operation"});
  const std::pair<std::string_view, const std::string&> of_tiles[] = {{"bind", profile.bind},
                                                                      {"memory", profile.memory},
                                                                      {"load", profile.load},
                                                                      {"store", profile.store}};
  for (const auto& [key, text] : of_tiles)
    require_marks(file, "unit", key, text, {"name", "index", "address"});
}

void read_unit(const toml::table& table, const std::string& file, Profile& profile) {
  const Section unit(table, "unit", file);
  unit.know({"headers", "function", "global", "prologue", "entry", "check", "check_prelude",
             "quick_prelude", "bind", "memory", "load", "store"});
  profile.headers = unit.texts("headers");
  profile.function = unit.text("function", "inline");
  profile.global = unit.text("global");
  profile.prologue = unit.text("prologue");
  profile.entry = unit.text("entry");
  profile.check = unit.text("check");
  profile.check_prelude = unit.text("check_prelude");
  profile.quick_prelude = unit.text("quick_prelude");
  profile.bind = unit.text("bind");
  profile.memory = unit.text("memory");
  profile.load = unit.text("load");
  profile.store = unit.text("store");
  for (const std::string_view key : {"@symbol@", "@declare@", "@operation@"}) {
    if (profile.entry.find(key) != std::string::npos) continue;
    throw UsageError(fmt::format("{}: 'entry' in [unit] has no {}", file, key));
  }
  require_marks(file, profile);
}

void read_assemble(const toml::table& table, const std::string& file, Profile& profile) {
  constexpr std::int64_t usual_seconds = 60;
  const Section assemble(table, "assemble", file);
  assemble.know({"command", "arch", "error", "seconds"});
  AssembleProfile& read = profile.assemble;
  read.command = assemble.texts("command");
  read.arch = assemble.text("arch");
  read.error = assemble.text("error", "error: ");
  read.seconds = assemble.count("seconds").value_or(usual_seconds);
  if (read.command.empty()) return;
  if (read.seconds < 1) throw UsageError(fmt::format("{}: 'seconds' must be 1 or more", file));
  const std::string all = fmt::format("{}", fmt::join(read.command, " "));
  for (const std::string_view mark : {"@program@", "@source@", "@output@"}) {
    if (all.find(mark) != std::string::npos) continue;
    throw UsageError(fmt::format("{}: 'command' in [assemble] has no {}", file, mark));
  }
  require_marks(file, "assemble", "command", all, {"program", "arch", "source", "output"});
}

void read_elements(const toml::table& table, const std::string& file, Profile& profile) {
  profile.elements = manual_element_names();
  for (const auto& [name, spelled] : Section(table, "elements", file).all_texts()) {
    const auto found = profile.elements.find(name);
    if (found == profile.elements.end()) {
      throw UsageError(fmt::format("{}: [elements] has no element type '{}'", file, name));
    }
    found->second = spelled;
  }
}

}  // namespace

Profile parse_profile(const std::string& text, const std::string& file) {
  const toml::table table = parse_toml(text, file);
  require_known_keys(table,
                     {"name", "target", "errata", "errata_with", "declines", "compile", "capacity",
                      "environment", "elements", "assemble", "unit"},
                     file);
  Profile profile;
  profile.name = text_at(table, "name", file).value_or("");
  profile.target = text_at(table, "target", file).value_or("");
  if (!target_named(profile.target)) {
    throw UsageError(fmt::format("{}: 'target' must be a2a3, a5 or cpu", file));
  }
  profile.errata = texts_at(table, "errata", file);
  profile.errata_with = Section(table, "errata_with", file).all_lists();
  profile.declines = texts_at(table, "declines", file);
  read_compile(table, file, profile);
  read_unit(table, file, profile);
  read_assemble(table, file, profile);
  read_elements(table, file, profile);
  profile.capacity = Section(table, "capacity", file).all_counts();
  profile.environment = Section(table, "environment", file).all_texts();
  return profile;
}

Profile load_profile(const std::string& name_or_file) {
  const std::string shipped = fmt::format("runners/sdk/profiles/{}.toml", name_or_file);
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.name == shipped) return parse_profile(std::string(file.text), shipped);
  }
  return parse_profile(read_text_file(name_or_file), name_or_file);
}

std::string filled(std::string text, const std::map<std::string, std::string>& values) {
  for (const auto& [key, value] : values) {
    const std::string mark = fmt::format("@{}@", key);
    for (std::size_t position = text.find(mark); position != std::string::npos;
         position = text.find(mark, position + value.size())) {
      text.replace(position, mark.size(), value);
    }
  }
  return text;
}

}  // namespace assay::runners::sdk
