// SPDX-License-Identifier: Apache-2.0
#include "runners/command/parser.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <sstream>
#include <string_view>
#include <system_error>

#include "runners/support/errors.hpp"
#include "runners/support/nearest.hpp"

namespace assay::runners {
namespace {

/// The error in the text of a whole number, or nothing. The parser would take 010 for 8, and too
/// large a number for the largest.
std::string not_whole(const std::string& text) {
  std::string_view digits = text;
  const bool hexadecimal = digits.starts_with("0x");
  if (hexadecimal) digits.remove_prefix(2);
  std::int64_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [rest, error] = std::from_chars(digits.data(), end, number, hexadecimal ? 16 : 10);
  if (error == std::errc::result_out_of_range) return fmt::format("{} is too large", text);
  const bool octal = !hexadecimal && digits.size() > 1 && digits.starts_with("0");
  if (error != std::errc{} || rest != end || octal) {
    return fmt::format("'{}' is no whole number", text);
  }
  return "";
}

/// "; did you mean --target?" for an option that the command has not; nothing for other errors.
std::string meant_instead(const CLI::App& root, const CLI::ParseError& error) {
  if (dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr) return "";
  std::vector<std::string> known;
  for (const CLI::App* app : root.get_subcommands()) {
    for (const CLI::Option* option : app->get_options()) {
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    }
  }
  for (const std::string& word : root.remaining(true)) {
    if (!word.starts_with("--")) continue;
    const std::string best = nearest(word.substr(0, word.find('=')), known);
    return best.empty() ? "" : fmt::format("; did you mean {}?", best);
  }
  return "";
}

std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  while (!text.empty() && (text.back() == ' ' || text.back() == '.')) text.pop_back();
  return text;
}

}  // namespace

Option Option::required() const {
  option_->required();
  return *this;
}

Option Option::show_default() const {
  option_->capture_default_str();
  return *this;
}

Option Option::one_of(const std::vector<std::string>& words) const {
  option_->check(CLI::IsMember(words));
  return *this;
}

Option Option::excludes(const Option& other) const {
  option_->excludes(other.option_);
  return *this;
}

Option Option::group(const std::string& heading) const {
  option_->group(heading);
  return *this;
}

Option Option::describe(const std::string& text) const {
  option_->description(text);
  return *this;
}

Option Option::value_optional() const {
  option_->expected(0, 1);
  return *this;
}

Option Option::one_value() const {
  option_->allow_extra_args(false);
  return *this;
}

bool Option::given() const { return option_->count() > 0; }
std::string Option::name() const { return option_->get_name(); }
std::string Option::description() const { return option_->get_description(); }
bool Option::is_positional() const { return !option_->nonpositional(); }
bool Option::is_required() const { return option_->get_required(); }
bool Option::takes_value() const { return option_->get_items_expected_max() > 0; }

std::vector<std::string> Option::spellings() const {
  if (is_positional()) return {option_->get_name(true)};
  std::vector<std::string> out;
  for (const std::string& name : option_->get_snames()) out.push_back("-" + name);
  for (const std::string& name : option_->get_lnames()) out.push_back("--" + name);
  return out;
}

Parser Parser::add_command(const std::string& name, const std::string& description) const {
  return Parser(*app_->add_subcommand(name, description));
}

Option Parser::add_option(const std::string& names, std::string& target,
                          const std::string& description) const {
  return Option(*app_->add_option(names, target, description));
}

Option Parser::add_option(const std::string& names, std::vector<std::string>& target,
                          const std::string& description) const {
  return Option(*app_->add_option(names, target, description));
}

Option Parser::add_option(const std::string& names, std::int64_t& target,
                          const std::string& description) const {
  return Option(*app_->add_option(names, target, description)->check(not_whole));
}

Option Parser::add_option(const std::string& names, double& target,
                          const std::string& description) const {
  return Option(*app_->add_option(names, target, description));
}

Option Parser::add_flag(const std::string& names, bool& target,
                        const std::string& description) const {
  return Option(*app_->add_flag(names, target, description));
}

void Parser::keep_rest() const { app_->allow_extras(); }
std::vector<std::string> Parser::rest() const { return app_->remaining(); }
void Parser::require_command() const { app_->require_subcommand(1); }
void Parser::footer(const std::string& text) const { app_->footer(text); }
void Parser::callback(const std::function<void()>& call) const { app_->callback(call); }

bool Parser::given(const std::string& option) const { return app_->count(option) > 0; }
Option Parser::option(const std::string& name) const { return Option(*app_->get_option(name)); }

std::vector<Option> Parser::options() const {
  std::vector<Option> out;
  for (CLI::Option* option : app_->get_options()) out.emplace_back(*option);
  return out;
}

std::vector<Parser> Parser::commands() const {
  std::vector<Parser> out;
  for (CLI::App* app : app_->get_subcommands(nullptr)) out.emplace_back(*app);
  return out;
}

std::string Parser::name() const { return app_->get_name(); }
std::string Parser::description() const { return app_->get_description(); }
std::string Parser::footer() const { return app_->get_footer(); }

CommandLine::CommandLine(const std::string& program, const std::string& description,
                         const std::string& versions)
    : root_(std::make_unique<CLI::App>(description, program)) {
  root_->set_version_flag("--version", versions);
  root_->require_subcommand(0, 1);
}

CommandLine::~CommandLine() = default;

Parser CommandLine::root() const { return Parser(*root_); }

std::optional<std::string> CommandLine::parse(std::vector<std::string> arguments,
                                              const std::string& help) {
  std::ranges::reverse(arguments);  // the library takes them from the back
  try {
    root_->parse(arguments);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) {
      throw UsageError(fmt::format("{}{}; see '{}'", one_line(error.what()),
                                   meant_instead(*root_, error), help));
    }
    std::ostringstream text;
    root_->exit(error, text);
    return text.str();
  }
}

std::string parser_version() { return CLI11_VERSION; }

}  // namespace assay::runners
