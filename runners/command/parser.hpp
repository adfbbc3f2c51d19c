// SPDX-License-Identifier: Apache-2.0
// How a command line is declared and read. Only parser.cpp includes CLI11, which does it: its
// header costs several seconds of compile time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace assay::runners {

/// An option, flag or positional argument of a command: a handle, valid as long as its CommandLine.
class Option {
 public:
  explicit Option(CLI::Option& option) : option_(&option) {}

  // The following functions change how it is read or shown, and return the same option.
  Option required() const;
  Option show_default() const;  ///< The help shows the value that the variable has now.
  Option one_of(const std::vector<std::string>& words) const;
  Option excludes(const Option& other) const;
  Option group(const std::string& heading) const;  ///< heading in the help text
  Option describe(const std::string& text) const;  ///< replaces the description
  Option value_optional() const;                   ///< The option may be given without a value.
  Option one_value() const;  ///< Each time it is given, a list takes one value.

  bool given() const;
  std::string name() const;  ///< the first long name, as "--jobs"
  std::string description() const;
  bool is_positional() const;
  bool is_required() const;
  bool takes_value() const;
  std::vector<std::string> spellings() const;  ///< "-j", "--jobs"; of a positional its name

 private:
  CLI::Option* option_;
};

/// The options and commands of one command: a handle, valid as long as its CommandLine.
class Parser {
 public:
  explicit Parser(CLI::App& app) : app_(&app) {}

  Parser add_command(const std::string& name, const std::string& description) const;
  /// `names` as in "-j,--jobs"; without dashes it is a positional argument. What is read is written
  /// to `target`, which must live until the command line is parsed.
  Option add_option(const std::string& names, std::string& target,
                    const std::string& description) const;
  Option add_option(const std::string& names, std::vector<std::string>& target,
                    const std::string& description) const;
  Option add_option(const std::string& names, std::int64_t& target,
                    const std::string& description) const;
  Option add_option(const std::string& names, double& target, const std::string& description) const;
  /// "!--no-shrink" makes `target` false.
  Option add_flag(const std::string& names, bool& target, const std::string& description) const;
  /// Words that are no options of the command are kept: rest().
  void keep_rest() const;
  std::vector<std::string> rest() const;
  void require_command() const;                            ///< one of its commands must be named
  void footer(const std::string& text) const;              ///< ends the help text
  void callback(const std::function<void()>& call) const;  ///< called where the command is named

  bool given(const std::string& option) const;  ///< by any of its names
  Option option(const std::string& name) const;
  std::vector<Option> options() const;   ///< in the order of the help
  std::vector<Parser> commands() const;  ///< in the order of the help
  std::string name() const;
  std::string description() const;
  std::string footer() const;

  bool operator==(const Parser& other) const = default;

 private:
  CLI::App* app_;
};

/// A whole command line: owns the parser of the program and those of its commands.
class CommandLine {
 public:
  CommandLine(const std::string& program, const std::string& description,
              const std::string& versions);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  Parser root() const;

  /// Reads the arguments and calls back the command that they name. Returns what --help or
  /// --version asks to print, else nothing. Throws UsageError: what is wrong, and to see `help`.
  std::optional<std::string> parse(std::vector<std::string> arguments, const std::string& help);

 private:
  std::unique_ptr<CLI::App> root_;
};

/// Version of the library that reads command lines.
std::string parser_version();

}  // namespace assay::runners
