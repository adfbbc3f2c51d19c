// SPDX-License-Identifier: Apache-2.0
#include "runners/command/pages.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>
#include <string_view>

#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

// Dashes that are typed, backslashes, and lines that begin like a request of roff.
std::string escaped(std::string_view text) {
  std::string out;
  bool at_begin = true;
  for (const char letter : text) {
    if (at_begin && (letter == '.' || letter == '\'')) out += "\\&";
    if (letter == '\\') {
      out += "\\e";
    } else if (letter == '-') {
      out += "\\-";
    } else {
      out += letter;
    }
    at_begin = letter == '\n';
  }
  return out;
}

std::string spelled(const Option& option) {
  std::string out = fmt::format("{}", fmt::join(option.spellings(), ", "));
  if (option.takes_value() && !option.is_positional()) out += " VALUE";
  return out;
}

std::string synopsis(const Parser& command, const std::string& name) {
  std::string out = ".B " + escaped(name) + "\n";
  const std::vector<Option> options = command.options();
  for (const Option& option : options) {
    if (!option.is_positional() && option.is_required()) out += escaped(spelled(option)) + "\n";
  }
  out += command.commands().empty() ? "[OPTIONS]\n" : "COMMAND [OPTIONS]\n";
  for (const Option& option : options) {
    if (!option.is_positional()) continue;
    const std::string word = escaped(option.spellings().front());
    out += option.is_required() ? word + "\n" : "[" + word + "]\n";
  }
  return out;
}

// The footer is laid out with blanks and stays so.
std::string notes(const Parser& command) {
  std::string footer = command.footer();
  while (!footer.empty() && footer.front() == '\n') footer.erase(0, 1);
  if (footer.empty()) return "";
  const bool examples = footer.starts_with("Examples:\n");
  if (examples) footer.erase(0, std::string_view("Examples:\n").size());
  return fmt::format(".SH {}\n.nf\n{}\n.fi\n", examples ? "EXAMPLES" : "NOTES", escaped(footer));
}

std::string item(const std::string& head, const std::string& text) {
  return fmt::format(".TP\n.B {}\n{}\n", escaped(head), escaped(text.empty() ? "\n" : text));
}

constexpr const char* exit_codes =
    ".SH EXIT STATUS\n.TP\n.B 0\nAll judged cases conform.\n.TP\n.B 1\nSome deviate.\n.TP\n.B "
    "2\nBad "
    "input; one sentence says what.\n.TP\n.B 3\nThe machine is at fault: disk, memory, a worker.\n";

// The possible values of options that take one of few words.
constexpr const char* bash_values = R"sh(
  case $previous in
    --op) COMPREPLY=($(compgen -W "$(assay list 2>/dev/null | cut -d' ' -f1)" -- "$word")); return ;;
    --target) COMPREPLY=($(compgen -W "a2a3 a5 cpu" -- "$word")); return ;;
    --suite) COMPREPLY=($(compgen -W "smoke nightly" -- "$word")); return ;;
    --backend) COMPREPLY=($(compgen -W "simulator plugin: exec: sdk replay:" -- "$word"))
      [ ${#COMPREPLY[@]} -eq 0 ] && COMPREPLY=($(compgen -f -- "$word")); return ;;
    --dtype) COMPREPLY=($(compgen -W "f32 f16 bf16 i8 u8 i16 u16 i32 u32 i64 u64" -- "$word")); return ;;
  esac
)sh";

/// Its options and those of the commands below it, each name once.
std::vector<Option> all_options(const Parser& app) {
  std::vector<Option> all = app.options();
  for (const Parser& below : app.commands()) {
    for (const Option& option : below.options()) {
      const bool known = std::ranges::any_of(
          all, [&](const Option& one) { return one.spellings() == option.spellings(); });
      if (!known) all.push_back(option);
    }
  }
  return all;
}

std::string option_words(const Parser& app, bool whole = false) {
  std::string out;
  for (const Option& option : whole ? app.options() : all_options(app)) {
    if (option.is_positional()) continue;
    for (const std::string& spelling : option.spellings()) {
      out += (out.empty() ? "" : " ") + spelling;
    }
  }
  return out;
}

std::string bash_script(const Parser& root) {
  std::vector<std::string> names;
  std::string cases;
  for (const Parser& command : root.commands()) {
    names.push_back(command.name());
    cases += fmt::format("    {}) options=\"{}\" ;;\n", command.name(), option_words(command));
  }
  return fmt::format(
      "# Completion of assay for bash, generated from its command line.\n"
      "_assay() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} options\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    COMPREPLY=($(compgen -W \"{} {}\" -- \"$word\")); return\n"
      "  fi{}"
      "  case ${{COMP_WORDS[1]}} in\n"
      "    help) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return ;;\n"
      "    show) [ \"$COMP_CWORD\" -eq 2 ] &&\n"
      "      COMPREPLY=($(compgen -W \"$(assay list 2>/dev/null | cut -d' ' -f1)\" -- \"$word\")) "
      ";;\n"
      "  esac\n"
      "  case ${{COMP_WORDS[1]}} in\n{}  esac\n"
      "  case $word in\n"
      "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
      "    *) [ ${{#COMPREPLY[@]}} -ne 0 ] || COMPREPLY=($(compgen -f -- \"$word\")) ;;\n"
      "  esac\n"
      "}}\n"
      "complete -o filenames -F _assay assay\n",
      fmt::join(names, " "), option_words(root, true), bash_values, fmt::join(names, " "), cases);
}

// Colons, brackets and quotes have a meaning in what zsh is told; one line is enough.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char letter : text.substr(0, text.find('\n'))) {
    if (letter == '\'') {
      out += "'\\''";
    } else {
      if (letter == ':' || letter == '[' || letter == ']' || letter == '\\') out += '\\';
      out += letter;
    }
  }
  return out;
}

// The same values as bash has.
constexpr const char* zsh_values =
    "_assay_ops() { compadd -- ${(f)\"$(assay list 2>/dev/null | cut -d' ' -f1)\"} }\n"
    "_assay_backends() { compadd -- simulator plugin: exec: sdk replay:; _files }\n";

std::string zsh_value(const std::string& spelling) {
  if (spelling == "--op") return ":op:_assay_ops";
  if (spelling == "--target") return ":target:(a2a3 a5 cpu)";
  if (spelling == "--suite") return ":suite:(smoke nightly)";
  if (spelling == "--backend") return ":backend:_assay_backends";
  if (spelling == "--dtype") return ":type:(f32 f16 bf16 i8 u8 i16 u16 i32 u32 i64 u64)";
  return ":value:_files";
}

std::string zsh_arguments(const Parser& command) {
  std::string out;
  for (const Option& option : all_options(command)) {
    if (option.is_positional()) continue;
    for (const std::string& spelling : option.spellings()) {
      out += fmt::format(" \\\n        '*{}[{}]{}'", spelling, zsh_text(option.description()),
                         option.takes_value() ? zsh_value(spelling) : "");
    }
  }
  if (command.name() == "show") out += " \\\n        '1:op:_assay_ops'";
  return out + " \\\n        '*:file:_files'";
}

std::string zsh_script(const Parser& root) {
  std::string names;
  std::string cases;
  for (const Parser& command : root.commands()) {
    names += fmt::format("    '{}:{}'\n", command.name(), zsh_text(command.description()));
    cases +=
        fmt::format("    {})\n      _arguments{} ;;\n", command.name(), zsh_arguments(command));
  }
  return fmt::format(
      "#compdef assay\n"
      "# Completion of assay for zsh, generated from its command line.\n{}"
      "_assay() {{\n"
      "  local -a commands\n"
      "  commands=(\n{}  )\n"
      "  if (( CURRENT == 2 )); then\n"
      "    _describe command commands\n"
      "    return\n"
      "  fi\n"
      "  local command=$words[2]\n"
      "  shift words\n"
      "  (( CURRENT-- ))\n"
      "  case $command in\n{}    help) _describe command commands ;;\n  esac\n"
      "}}\n"
      "_assay \"$@\"\n",
      zsh_values, names, cases);
}

}  // namespace

std::string man_page(const Parser& root, const Parser& command, const std::string& version) {
  const bool whole = command == root;
  const std::string words = whole ? "assay" : "assay " + command.name();
  const std::string page = whole ? "assay" : "assay-" + command.name();
  std::string upper = page;
  std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return std::toupper(c); });
  const std::string described = command.description();
  const std::string_view first = std::string_view(described).substr(0, described.find('\n'));
  std::string out =
      fmt::format(".TH {} 1 \"\" \"assay {}\" \"Assay\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n{}",
                  escaped(upper), version, escaped(page),
                  escaped(whole ? "conformance suite and golden data for the PTO tile ISA"
                                : std::string(first)),
                  synopsis(command, words));
  out += fmt::format(".SH DESCRIPTION\n{}\n", escaped(described));
  const std::vector<Parser> below = command.commands();
  if (!below.empty()) out += ".SH COMMANDS\n";
  for (const Parser& one : below) out += item(one.name(), one.description());
  out += ".SH OPTIONS\n";
  for (const Option& option : command.options()) {
    out += item(spelled(option), option.description());
  }
  for (const Parser& one : whole ? std::vector<Parser>() : below) {
    out += fmt::format(".SH OPTIONS OF {}\n", escaped(one.name()));
    for (const Option& option : one.options()) out += item(spelled(option), option.description());
  }
  out += notes(command) + exit_codes + ".SH SEE ALSO\n";
  if (!whole) return out + ".BR assay (1)\n";
  std::string separator;
  for (const Parser& one : root.commands()) {
    out += separator + fmt::format(".BR assay\\-{} (1)", escaped(one.name()));
    separator = ",\n";
  }
  return out + "\n";
}

std::string completion_script(const Parser& root, const std::string& shell) {
  if (shell == "bash") return bash_script(root);
  if (shell == "zsh") return zsh_script(root);
  throw UsageError(fmt::format("no completion for '{}'; bash and zsh have one", shell));
}

}  // namespace assay::runners
